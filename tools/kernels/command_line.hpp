// SPDX-License-Identifier: MIT
// The options of hw3-kernels.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/core/width.hpp"
#include "tools/kernels/kernel_case.hpp"

namespace apsp::kernels {

struct Options {
  std::string pattern = "*";  // of kernel names
  std::string isa;            // empty: every one
  std::string width;
  bool cpu = true;
  bool gpu = true;
  bool check_only = false;
  bool list = false;
  bool json = false;
  std::uint32_t seed = 0;  // random unless given
};

/// Parses the command line. Nothing: --help or --version has been printed. Throws Error(kUsage).
[[nodiscard]] std::optional<Options> parse(int argc, char** argv);

/// The kernels of `all` that the options pick. Throws Error(kUsage), naming the kernels, if there
/// are none, and Error(kNoDevice) if --gpu was given and no device is there.
[[nodiscard]] KernelList pick(const KernelList& all, const Options& options);

}  // namespace apsp::kernels
