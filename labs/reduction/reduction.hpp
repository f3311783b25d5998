// SPDX-License-Identifier: MIT
// The sum of n numbers. They are unsigned: sums wrap at 2^32, so every order gives the same one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace apsp::labs {

/// The sum of `in` by all threads of the processor. O(n).
[[nodiscard]] std::uint32_t reduce_on_cpu(const std::vector<std::uint32_t>& in);

/// Enqueues the sum of `n` elements of the device at `in`, 16-byte aligned, and puts it in *sum.
/// `room` holds reduction_room(n) words, zeroed once before the first call.
using Reduce = void (*)(const std::uint32_t* in, std::size_t n, std::uint32_t* room,
                        std::uint32_t* sum);

struct ReductionStep {
  std::string_view name;
  Reduce enqueue;
};

/// The ladder, slowest first; CUB is last.
[[nodiscard]] std::span<const ReductionStep> reduction_steps();

/// Words of device memory that each step needs beside its input.
[[nodiscard]] std::size_t reduction_room(std::size_t n);

}  // namespace apsp::labs
