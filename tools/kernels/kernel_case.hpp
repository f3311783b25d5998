// SPDX-License-Identifier: MIT
// One line of hw3-kernels: a kernel of one set and width, how to check it and how to time it. CPU
// and GPU kernels enter the same list.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace apsp::kernels {

struct KernelCase {
  std::string set;     // unique: "avx512", "avx512-zen4", "gpu"
  std::string isa;     // as hw3-1's --isa names it; "gpu"
  std::string width;   // "s32"; "f32" and "f64": elements that round
  std::string kernel;  // "product"
  std::string absent;  // why it cannot run here; empty: it can

  /// Runs the kernel on many random inputs. Throws Mismatch for the first that is wrong.
  std::function<void(std::uint32_t seed)> check;

  /// The operands of one timed call ("2 x 4 tiles"), and its relaxes; 0 if it only moves data.
  std::string size;
  double relaxes = 0;

  /// Seconds of one call with its operands in cache: the best of many. Empty: not timed.
  std::function<double()> seconds;

  /// The most relaxes a second that one core, or the device, does between registers; 0: not known.
  std::function<double()> ceiling;
};

using KernelList = std::vector<KernelCase>;

}  // namespace apsp::kernels
