// SPDX-License-Identifier: MIT
#include "tools/path/pairs.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/shown.hpp"
#include "common/io/input_file.hpp"
#include "common/io/lines.hpp"

namespace apsp::path {
namespace {

using Ends = std::pair<std::string_view, std::string_view>;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

std::optional<Ends> split(std::string_view line) {
  if (const std::size_t tab = line.find('\t'); tab != std::string_view::npos) {
    if (line.find('\t', tab + 1) != std::string_view::npos) return std::nullopt;
    return Ends{line.substr(0, tab), line.substr(tab + 1)};
  }
  const std::string_view words = trimmed(line);
  const std::size_t blank = words.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const std::string_view second = trimmed(words.substr(blank));
  if (second.find(' ') != std::string_view::npos) return std::nullopt;
  return Ends{words.substr(0, blank), second};
}

}  // namespace

std::vector<Pair> read_pairs(const std::string& path, const VertexFinder& finder) {
  InputFile input(path);
  input.read_to(std::numeric_limits<std::uint64_t>::max());
  std::vector<Pair> pairs;
  for (const std::string_view line : lines_of(input.bytes())) {
    const std::string place = fmt::format("{}: line {}", input.name(), pairs.size() + 1);
    const std::optional<Ends> ends = split(line);
    if (!ends) {
      throw Error(Fault::kInput, fmt::format("{}: '{}', expected two vertices with a tab between "
                                             "them or, where neither has one, blanks",
                                             place, shown(line)));
    }
    pairs.push_back({finder.find(ends->first, place, Fault::kInput),
                     finder.find(ends->second, place, Fault::kInput)});
  }
  return pairs;
}

}  // namespace apsp::path
