// SPDX-License-Identifier: MIT
#include "hw3-1/kernels.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "common/error.hpp"
#include "hw3-1/solver.hpp"

namespace apsp::cpu {

std::span<const KernelSet* const> compiled_kernels() {
  static constexpr std::array kLadder = {
#ifdef APSP_X86
      &kAvx512Kernels, &kAvx2AmdKernels, &kAvx2Kernels, &kSse41Kernels,
#endif
      &kPortableKernels};
  return kLadder;
}

std::vector<std::string> runnable_isas() {
  std::vector<std::string> names;
  for (const KernelSet* set : compiled_kernels()) {
    if (!set->runnable() || (!names.empty() && names.back() == set->name)) continue;
    names.emplace_back(set->name);
  }
  return names;
}

const KernelSet& choose_kernels(std::string_view name) {
  for (const KernelSet* set : compiled_kernels()) {
    if (set->runnable() && (name.empty() || name == set->name)) return *set;
  }
  std::string allowed;
  for (const std::string& isa : runnable_isas()) allowed += (allowed.empty() ? "" : ", ") + isa;
  throw Error(
      ExitCode::kUsage,
      fmt::format("instruction set '{}' cannot run here: expected one of {}", name, allowed));
}

}  // namespace apsp::cpu
