// SPDX-License-Identifier: MIT
#include "common/app/source_list.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/shown.hpp"
#include "common/io/input_file.hpp"
#include "common/io/lines.hpp"
#include "common/io/vertex_finder.hpp"

namespace apsp {
namespace {

constexpr std::uint64_t kMostVertices = std::numeric_limits<std::int32_t>::max();

/// An end of a range: true if it is missing, which leaves `number` empty, or a number.
bool parse_end(std::string_view text, std::optional<std::uint64_t>& number) {
  if (text.empty()) return true;
  std::uint64_t found = 0;
  if (!parse_vertex_number(text, found)) return false;
  number = found;
  return true;
}

}  // namespace

SourceList::SourceList(std::string option, const std::string& text) : option_(std::move(option)) {
  if (text.starts_with('@')) {
    file_ = text.substr(1);
    if (file_->empty()) {
      throw InvalidValue(
          fmt::format("{} is '@', expected the name of a file behind the @", option_));
    }
    return;
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    items_.push_back(parse_item(std::string_view(text).substr(begin, comma - begin), text));
    begin = comma + 1;
  }
}

SourceList::Item SourceList::parse_item(std::string_view text, const std::string& whole) const {
  const auto refuse = [&](std::string_view expected) {
    throw InvalidValue(fmt::format("{} is '{}', in which item {} is '{}', expected {}", option_,
                                   shown(whole), items_.size() + 1, shown(text), expected));
  };
  const std::size_t colon = text.find(':');
  std::optional<std::uint64_t> first;
  std::optional<std::uint64_t> end;
  if (colon == std::string_view::npos) {
    if (!parse_end(text, first) || !first || *first == std::numeric_limits<std::uint64_t>::max()) {
      refuse("a vertex, such as 7, a range A:B, such as 0:100, or @FILE alone");
    }
    return {std::string(text), *first, *first + 1};
  }
  if (!parse_end(text.substr(0, colon), first) || !parse_end(text.substr(colon + 1), end)) {
    refuse("a range A:B, such as 0:100, 5: or :5");
  }
  if (end && first.value_or(0) >= *end) refuse("A < B: a range of one vertex or more");
  return {std::string(text), first.value_or(0), end};
}

RowSet SourceList::rows(std::size_t vertices, std::span<const std::string> names) const {
  return file_ ? rows_of_file(vertices, names) : rows_of_list(vertices);
}

RowSet SourceList::rows_of_list(std::size_t vertices) const {
  std::size_t size = 0;
  for (std::size_t n = 0; n < items_.size(); ++n) {
    const Item& item = items_[n];
    const std::uint64_t end = item.end.value_or(vertices);
    if (item.first >= end || end > vertices) {
      throw Error(Fault::kUsage, fmt::format("{}: item {} is {}, expected vertices in [0, {})",
                                             option_, n + 1, shown(item.text), vertices));
    }
    size += end - item.first;
  }
  if (items_.size() == 1 && size == vertices) return RowSet(vertices);
  std::vector<std::int32_t> sources;
  sources.reserve(size);
  for (const Item& item : items_) {
    const std::size_t begin = sources.size();
    sources.resize(begin + (item.end.value_or(vertices) - item.first));
    std::iota(sources.begin() + static_cast<std::ptrdiff_t>(begin), sources.end(),
              static_cast<std::int32_t>(item.first));
  }
  return {vertices, std::move(sources)};
}

void SourceList::read_lines() const {
  if (!lines_.empty()) return;
  InputFile input(*file_);
  input.read_to(std::numeric_limits<std::uint64_t>::max());
  file_name_ = input.name();
  const std::vector<std::string_view> lines = lines_of(input.bytes());
  lines_.assign(lines.begin(), lines.end());
  if (!lines_.empty()) return;
  throw Error(Fault::kInput,
              fmt::format("{} @{}: is empty, expected one vertex a line", option_, file_name_));
}

std::optional<std::size_t> SourceList::size(std::optional<std::size_t> vertices) const {
  if (file_) {
    read_lines();
    return lines_.size();
  }
  std::size_t size = 0;
  for (const Item& item : items_) {
    const std::optional<std::uint64_t> end = item.end ? item.end : vertices;
    if (!end) return std::nullopt;
    size += *end - std::min(item.first, *end);
  }
  return size;
}

std::optional<std::size_t> SourceList::least_vertices() const {
  std::uint64_t most = 0;
  for (const Item& item : items_) {
    if (!item.end) return std::nullopt;
    most = std::max(most, *item.end);
  }
  if (file_) read_lines();
  for (const std::string& line : lines_) {
    std::uint64_t vertex = 0;
    if (!parse_vertex_number(line, vertex) || vertex >= kMostVertices) return std::nullopt;
    most = std::max(most, vertex + 1);
  }
  return most <= kMostVertices ? std::optional(most) : std::nullopt;
}

RowSet SourceList::rows_of_file(std::size_t vertices, std::span<const std::string> names) const {
  read_lines();
  const VertexFinder finder(vertices, names);
  std::vector<std::int32_t> sources;
  sources.reserve(lines_.size());
  for (const std::string& line : lines_) {
    const std::string place =
        fmt::format("{} @{}: line {}", option_, file_name_, sources.size() + 1);
    sources.push_back(finder.find(line, place, Fault::kInput));
  }
  return {vertices, std::move(sources)};
}

OptionParser::Option add_source_list(OptionParser& parser, const std::string& option,
                                     const std::string& description,
                                     std::optional<SourceList>& target) {
  return parser.add_text(option, "LIST", description, [&target, option](const std::string& text) {
    target.emplace(option, text);
  });
}

}  // namespace apsp
