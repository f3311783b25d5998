// SPDX-License-Identifier: MIT
// Items for the program and the tests, and decisions in one form.
#pragma once

#include <vector>

#include "common/base/random.hpp"
#include "labs/knapsack/knapsack.hpp"

namespace apsp::labs {

/// `count` items with weights in [0, heaviest] and values in [0, 1000).
[[nodiscard]] inline std::vector<Item> random_items(std::size_t count, std::uint32_t heaviest,
                                                    std::uint64_t seed) {
  std::vector<Item> items(count);
  const RandomKey key(seed, count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t word = key.word(i);
    items[i].weight = static_cast<std::uint32_t>(word % (std::uint64_t{heaviest} + 1));
    items[i].value = static_cast<std::uint32_t>((word >> 40) % 1000);
  }
  return items;
}

/// Decisions that are bytes, as bits.
[[nodiscard]] inline std::vector<std::uint32_t> as_bits(const std::vector<std::uint8_t>& bytes,
                                                        std::size_t items, std::size_t capacity) {
  const std::size_t words = decision_words(capacity);
  std::vector<std::uint32_t> bits(items * words);
#pragma omp parallel for schedule(static)
  for (std::size_t word = 0; word < bits.size(); ++word) {
    const std::size_t first = word % words * 32;
    for (std::size_t j = first; j < first + 32 && j <= capacity; ++j) {
      bits[word] |= std::uint32_t{bytes[word / words * (capacity + 1) + j]} << j % 32;
    }
  }
  return bits;
}

}  // namespace apsp::labs
