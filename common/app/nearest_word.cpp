// SPDX-License-Identifier: MIT
#include "common/app/nearest_word.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

namespace apsp {
namespace {

/// Returns the least number of letters to change, add, leave out or swap with their neighbours that
/// makes one word the other, no letter twice (optimal string alignment).
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before(to.size() + 1);  // the row two above
  std::vector<std::size_t> above(to.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t changed = above[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, changed});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(above);
    above.swap(row);
  }
  return above.back();
}

}  // namespace

std::vector<std::string> nearest_words(std::string_view given,
                                       const std::vector<std::string>& known) {
  std::vector<std::string> found;
  if (given.empty()) return found;
  std::ranges::copy_if(known, std::back_inserter(found),
                       [&](const std::string& word) { return word.starts_with(given); });
  if (!found.empty()) return found;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const std::string& word : known) {
    const std::size_t apart = distance(given, word);
    if (apart < least && 3 * apart <= word.size()) {
      least = apart;
      found = {word};
    }
  }
  return found;
}

}  // namespace apsp
