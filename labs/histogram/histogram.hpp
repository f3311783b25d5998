// SPDX-License-Identifier: MIT
// Counts how often each value in [0, kBins) occurs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace apsp::labs {

inline constexpr std::size_t kBins = 256;

/// The count of each bin, by all threads of the processor; values below kBins. O(n + kBins).
[[nodiscard]] std::vector<std::uint32_t> count_on_cpu(const std::vector<std::uint32_t>& in);

/// Enqueues the count of `n` < 2^32 values of the device, each below kBins, 16-byte aligned, into
/// kBins counts. `room` holds histogram_room(n) bytes, with any content.
using Count = void (*)(const std::uint32_t* in, std::size_t n, std::byte* room,
                       std::uint32_t* counts);

struct HistogramStep {
  std::string_view name;
  Count enqueue;
};

/// The ladder, slowest first; CUB is last.
[[nodiscard]] std::span<const HistogramStep> histogram_steps();

/// Bytes of device memory that CUB needs beside the operands.
[[nodiscard]] std::size_t histogram_room(std::size_t n);

}  // namespace apsp::labs
