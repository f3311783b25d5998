// SPDX-License-Identifier: MIT
// The exclusive prefix sum: out(i) = in(0) + ... + in(i - 1), so that 3 1 7 0 gives 0 3 4 11. Sums
// wrap at 2^32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace apsp::labs {

/// The exclusive prefix sum by all threads of the processor: each sums a part, then scans it. O(n).
[[nodiscard]] std::vector<std::uint32_t> scan_on_cpu(const std::vector<std::uint32_t>& in);

/// Enqueues the scan of `n` elements of the device from `in` to `out`, which may not overlap and
/// are 16-byte aligned. `room` holds scan_room(n) words, with any content.
using Scan = void (*)(const std::uint32_t* in, std::size_t n, std::uint32_t* room,
                      std::uint32_t* out);

struct ScanStep {
  std::string_view name;
  Scan enqueue;
};

/// The ladder, slowest first; CUB is last.
[[nodiscard]] std::span<const ScanStep> scan_steps();

/// Words of device memory that each step needs beside its operands.
[[nodiscard]] std::size_t scan_room(std::size_t n);

}  // namespace apsp::labs
