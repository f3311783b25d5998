// SPDX-License-Identifier: MIT
// Moves operands between host and device, and compares results with what they should be.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/send.hpp"
#include "common/gpu/device/status.hpp"
#include "labs/common/semiring.hpp"

namespace apsp::labs {

/// A copy of `values` on the current device, aligned to 256 bytes.
template <typename T>
[[nodiscard]] gpu::DeviceMemory<T> to_device(const std::vector<T>& values) {
  return gpu::sent(values, nullptr);
}

/// Waits for the kernels before, and returns `count` elements of the device.
template <typename T>
[[nodiscard]] std::vector<T> to_host(const T* memory, std::size_t count) {
  std::vector<T> values(count);
  gpu::check(cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost),
             "fetch a result");
  return values;
}

/// The upper left part of a matrix of `side` x `side` distances, or that matrix with vertices that
/// no path meets: `new_side` x `new_side`.
template <typename To, typename From>
[[nodiscard]] std::vector<To> resized(const std::vector<From>& matrix, std::size_t side,
                                      std::size_t new_side) {
  std::vector<To> all(new_side * new_side, MinPlus::kZero);
  const std::size_t both = std::min(side, new_side);
  for (std::size_t i = 0; i < both; ++i) {
    std::copy_n(matrix.begin() + i * side, both, all.begin() + i * new_side);
  }
  return all;
}

/// The first difference, as "element 3: found 5, expected 7", or nothing.
template <typename T>
[[nodiscard]] std::string difference(const std::vector<T>& found, const std::vector<T>& expected) {
  if (found.size() != expected.size()) {
    return fmt::format("found {} elements, expected {}", found.size(), expected.size());
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] != expected[i]) {
      return fmt::format("element {}: found {}, expected {}", i, found[i], expected[i]);
    }
  }
  return "";
}

/// Throws Error(kInternal) with the first difference, unless there is none.
template <typename T>
void require_same(const std::vector<T>& found, const std::vector<T>& expected) {
  const std::string text = difference(found, expected);
  if (!text.empty()) throw Error(Fault::kInternal, "wrong result: " + text);
}

}  // namespace apsp::labs
