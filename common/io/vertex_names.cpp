// SPDX-License-Identifier: MIT
#include "common/io/vertex_names.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <string_view>
#include <system_error>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/io/input_file.hpp"

namespace apsp {

std::vector<std::string> read_names(const std::string& path, std::size_t vertices) {
  InputFile input(path);
  input.read_to(std::numeric_limits<std::uint64_t>::max());
  std::string_view rest(reinterpret_cast<const char*>(input.bytes().data()), input.bytes().size());
  std::vector<std::string> names;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    names.emplace_back(line);
  }
  if (names.size() != vertices) {
    throw Error(Fault::kInput, fmt::format("{}: names of {}, expected {}, one a line", input.name(),
                                           counted(names.size(), "vertex"), vertices));
  }
  return names;
}

std::vector<std::string> names_for(const std::string& file, std::size_t vertices,
                                   const std::optional<std::string>& asked) {
  if (asked) return read_names(*asked, vertices);
  const std::string beside = file + kNamesSuffix;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(beside, ignored)) return {};
  return read_names(beside, vertices);
}

}  // namespace apsp
