// SPDX-License-Identifier: MIT
// A knapsack in device memory, for the program and the tests.
#pragma once

#include <vector>

#include "labs/common/operands.hpp"
#include "labs/knapsack/knapsack.hpp"
#include "labs/knapsack/sample.hpp"

namespace apsp::labs {

class DeviceKnapsack {
 public:
  DeviceKnapsack(std::span<const Item> items, std::size_t capacity)
      : items_(items.begin(), items.end()),
        capacity_(capacity),
        device_items_(to_device(items_)),
        rows_(gpu::allocate_device<std::uint32_t>(2 * (capacity + 1))),
        decisions_(gpu::allocate_device<std::uint32_t>((items.size() * (capacity + 1) + 3) / 4 +
                                                       items.size())),
        chosen_(gpu::allocate_device<std::uint8_t>(items.size())) {}

  void enqueue(const KnapsackStep& step) {
    best_ = step.enqueue({items_, capacity_, rows_.get(), decisions_.get()});
  }

  /// Throws Error(kInternal) where the last step's values, decisions or items are not `expected`.
  void require(const KnapsackStep& step, const KnapsackTable& expected) const {
    require_same(to_host(best_, capacity_ + 1), expected.best);
    const std::size_t bytes = items_.size() * (capacity_ + 1);
    require_same(
        step.stores_bytes
            ? as_bits(to_host(reinterpret_cast<const std::uint8_t*>(decisions_.get()), bytes),
                      items_.size(), capacity_)
            : to_host(decisions_.get(), expected.decisions.size()),
        expected.decisions);
    if (step.stores_bytes) return;
    enqueue_chosen_items(device_items_.get(), items_.size(), capacity_, decisions_.get(),
                         chosen_.get());
    require_same(to_host(chosen_.get(), items_.size()),
                 chosen_items(items_, capacity_, expected.decisions));
  }

 private:
  std::vector<Item> items_;
  std::size_t capacity_;
  gpu::DeviceMemory<Item> device_items_;
  gpu::DeviceMemory<std::uint32_t> rows_;
  gpu::DeviceMemory<std::uint32_t> decisions_;  // for bytes; bits take less
  gpu::DeviceMemory<std::uint8_t> chosen_;
  const std::uint32_t* best_ = nullptr;
};

}  // namespace apsp::labs
