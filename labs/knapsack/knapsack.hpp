// SPDX-License-Identifier: MIT
// The 0-1 knapsack: the largest value of items whose weights add up to a capacity at most. The
// value of the first i items at capacity j is the larger of c(i - 1, j) and c(i - 1, j - w) + v.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace apsp::labs {

/// Values of all items together stay below 2^31.
struct Item {
  std::uint32_t weight;
  std::uint32_t value;
};

/// Words of the decisions of one item: a bit for each capacity from 0 on.
[[nodiscard]] constexpr std::size_t decision_words(std::size_t capacity) {
  return capacity / 32 + 1;
}

/// The solution for every capacity from 0 to the largest.
struct KnapsackTable {
  std::vector<std::uint32_t> best;       // the largest value for each capacity
  std::vector<std::uint32_t> decisions;  // decision_words() an item: bit j is set where it is taken
};

/// The table by all threads of the processor. O(items x capacity).
[[nodiscard]] KnapsackTable solve_knapsack_on_cpu(std::span<const Item> items,
                                                  std::size_t capacity);

/// The items of the solution at `capacity`, a 1 for each that is taken. O(items).
[[nodiscard]] std::vector<std::uint8_t> chosen_items(std::span<const Item> items,
                                                     std::size_t capacity,
                                                     const std::vector<std::uint32_t>& decisions);

/// Operands of a step. All but `items` lie on the device, with any content.
struct KnapsackOperands {
  std::span<const Item> items;
  std::size_t capacity;
  std::uint32_t* rows;  // two of capacity + 1 values
  /// decision_words() words an item; or, for the step that stores bytes, capacity + 1 bytes an
  /// item.
  std::uint32_t* decisions;
};

struct KnapsackStep {
  std::string_view name;
  bool stores_bytes;  // a decision is a byte, not a bit
  /// Enqueues the solution; returns the row of the device that will hold the values.
  const std::uint32_t* (*enqueue)(const KnapsackOperands& operands);
  /// Launches for these items: each reads a row and writes one, but the first, which only writes.
  std::size_t (*launches)(std::span<const Item> items);
};

/// The ladder, slowest first.
[[nodiscard]] std::span<const KnapsackStep> knapsack_steps();

/// Enqueues chosen_items() on decisions of the device: a 1 in `chosen` for each item taken. `items`
/// and `chosen` lie on the device.
void enqueue_chosen_items(const Item* items, std::size_t count, std::size_t capacity,
                          const std::uint32_t* decisions, std::uint8_t* chosen);

}  // namespace apsp::labs
