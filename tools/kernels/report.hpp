// SPDX-License-Identifier: MIT
// Runs kernels and describes the results, a line or a JSON object each.
#pragma once

#include <cstdint>
#include <string>

#include "common/base/json.hpp"
#include "tools/kernels/kernel_case.hpp"

namespace apsp::kernels {

/// The outcome of one kernel.
struct Result {
  const KernelCase* kernel;
  std::string wrong;   // the mismatch; empty: none
  double seconds = 0;  // of one call; 0: not timed
  double ceiling = 0;  // relaxes a second; 0: not known, or not timed
};

/// Checks `kernel` and returns the message of its mismatch, empty if there is none.
[[nodiscard]] std::string check(const KernelCase& kernel, std::uint32_t seed);

/// The heading above the lines.
[[nodiscard]] std::string heading(bool check_only);

/// One line, with its newline. `seed`: what repeats it.
[[nodiscard]] std::string line(const Result& result, std::uint32_t seed);

[[nodiscard]] Json json(const Result& result);

}  // namespace apsp::kernels
