// SPDX-License-Identifier: MIT
#include "common/io/vertex_finder.hpp"

#include <fmt/core.h>

#include <charconv>
#include <system_error>

#include "common/base/shown.hpp"

namespace apsp {

bool parse_vertex_number(std::string_view text, std::uint64_t& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stop == end;
}

VertexFinder::VertexFinder(std::size_t vertices, std::span<const std::string> names)
    : vertices_(vertices), names_(names) {
  vertex_of_.reserve(names.size());
  for (std::size_t v = 0; v < names.size(); ++v) {
    const auto vertex = static_cast<std::int32_t>(v);
    if (!vertex_of_.emplace(names[v], vertex).second) second_.emplace(names[v], vertex);
    std::uint64_t number = 0;
    if (parse_vertex_number(names[v], number)) numbers_count_ = false;
  }
}

std::int32_t VertexFinder::find(std::string_view text, std::string_view place, Fault fault) const {
  if (const auto named = vertex_of_.find(text); named != vertex_of_.end()) {
    const auto again = second_.find(text);
    if (again == second_.end()) return named->second;
    throw Error(fault,
                fmt::format("{}: '{}' is the name of the vertices {} and {}, expected a name "
                            "that one vertex has{}",
                            place, shown(text), named->second, again->second,
                            numbers_count_ ? ", or a number" : ""));
  }
  std::uint64_t number = 0;
  if (numbers_count_ && parse_vertex_number(text, number) && number < vertices_) {
    return static_cast<std::int32_t>(number);
  }
  const std::string numbers = fmt::format("a vertex in [0, {})", vertices_);
  const char* const expected = names_.empty() ? "" : "the name of a vertex";
  throw Error(fault, fmt::format("{}: '{}', expected {}{}{}", place, shown(text), expected,
                                 names_.empty() || !numbers_count_ ? "" : " or ",
                                 names_.empty() || numbers_count_ ? numbers : ""));
}

}  // namespace apsp
