// SPDX-License-Identifier: MIT
// Lines that are an edge by one separator, and an edge with a weight by two of them: 'a b,5' and
// '0,1:5'.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tools/convert/read_options.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {

/// Counts the edges without a weight whose ends have one inside, behind a blank, tab, comma,
/// semicolon, bar, colon, sign of equality or arrow.
class MixedSeparators {
 public:
  /// `separator` parts the ends; at most `lines` edges come.
  MixedSeparators(char separator, std::size_t lines, const ReadOptions& options);

  /// Adds the edge of the scanner's line. An end in quotes has nothing inside. The first line may
  /// be a header: it does not count where its ends are words. O(size of the ends), or O(1) once
  /// more than a tenth of all lines has one reading.
  void add(const Scanner& scanner, std::string_view source, std::string_view target);

  /// Throws Error(kInput) where nine edges in ten have a weight inside. A weight that is missing in
  /// a few lines hides those of the others otherwise. `option` is how to say that it is a name.
  void refuse_if_mixed(const Scanner& scanner, std::string_view option) const;

 private:
  char separator_;
  const ReadOptions& options_;
  std::size_t most_single_;  // of `lines`
  std::size_t edges_ = 0;
  std::size_t single_ = 0;  // of them those with one reading
  bool first_ = true;
  bool numbers_ = false;  // some weight is a number, and no word for a missing one
  std::size_t line_ = 0;  // the first one with two readings
  std::string readings_;  // of that line
};

}  // namespace apsp::convert
