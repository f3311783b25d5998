// SPDX-License-Identifier: MIT
// Vertices as users write them: by number or by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "common/base/error.hpp"

namespace apsp {

/// Stores the number that all of `text` is, in decimal digits. Returns false where it is none, or
/// takes more than 64 bits.
[[nodiscard]] bool parse_vertex_number(std::string_view text, std::uint64_t& number);

/// Finds the vertex that a text stands for. A name counts before a number. A text that is no name
/// counts as a number, unless some name is one: then a wrong name would pass for another vertex.
class VertexFinder {
 public:
  /// `names` are those of the V vertices, or none; they outlive the finder. O(V) with names, O(1)
  /// without.
  VertexFinder(std::size_t vertices, std::span<const std::string> names);

  /// Returns the vertex. Throws Error(`fault`) where there is none, and where two vertices have the
  /// name: the message starts with `place`, such as "FROM" or "list.txt: line 3".
  [[nodiscard]] std::int32_t find(std::string_view text, std::string_view place, Fault fault) const;

 private:
  std::size_t vertices_;
  std::span<const std::string> names_;
  std::unordered_map<std::string_view, std::int32_t> vertex_of_;  // the first of a name
  std::unordered_map<std::string_view, std::int32_t> second_;     // of a name that comes again
  bool numbers_count_ = true;                                     // no name is a number
};

}  // namespace apsp
