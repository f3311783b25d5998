// SPDX-License-Identifier: MIT
#include <algorithm>

#include "labs/knapsack/knapsack.hpp"

namespace apsp::labs {

KnapsackTable solve_knapsack_on_cpu(std::span<const Item> items, std::size_t capacity) {
  const std::size_t words = decision_words(capacity);
  KnapsackTable table{std::vector<std::uint32_t>(capacity + 1),
                      std::vector<std::uint32_t>(items.size() * words)};
  std::vector<std::uint32_t> next(capacity + 1);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::uint32_t weight = items[i].weight;
    const std::uint32_t value = items[i].value;
#pragma omp parallel for schedule(static)
    for (std::size_t word = 0; word < words; ++word) {
      std::uint32_t bits = 0;
      const std::size_t end = std::min(capacity + 1, 32 * (word + 1));
      for (std::size_t j = 32 * word; j < end; ++j) {
        const std::uint32_t without = table.best[j];
        const std::uint32_t with = j >= weight ? table.best[j - weight] + value : 0;
        const bool taken = with > without;
        next[j] = taken ? with : without;
        bits |= std::uint32_t{taken} << j % 32;
      }
      table.decisions[i * words + word] = bits;
    }
    table.best.swap(next);
  }
  return table;
}

std::vector<std::uint8_t> chosen_items(std::span<const Item> items, std::size_t capacity,
                                       const std::vector<std::uint32_t>& decisions) {
  const std::size_t words = decision_words(capacity);
  std::vector<std::uint8_t> chosen(items.size());
  std::size_t left = capacity;
  for (std::size_t i = items.size(); i-- > 0;) {
    chosen[i] = decisions[i * words + left / 32] >> left % 32 & 1;
    if (chosen[i] != 0) left -= items[i].weight;
  }
  return chosen;
}

}  // namespace apsp::labs
