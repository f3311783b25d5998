// SPDX-License-Identifier: MIT
#include "common/io/vertex_names.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <limits>
#include <string_view>
#include <system_error>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/io/input_file.hpp"
#include "common/io/lines.hpp"

namespace apsp {

std::vector<std::string> read_names(const std::string& path, std::size_t vertices) {
  InputFile input(path);
  input.read_to(std::numeric_limits<std::uint64_t>::max());
  const std::vector<std::string_view> lines = lines_of(input.bytes());
  std::vector<std::string> names(lines.begin(), lines.end());
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
