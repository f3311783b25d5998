// SPDX-License-Identifier: MIT
#include "hw3-1/kernels/kernels.hpp"

#include <fmt/core.h>

#include <array>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "hw3-1/backend.hpp"

namespace apsp::cpu {
namespace {

bool is_here(Processor processor) {
#ifdef APSP_X86
  // Zen 4 is AMD's first with AVX-512.
  const bool zen4 = __builtin_cpu_is("amd") != 0 && __builtin_cpu_supports("avx512bw") != 0;
#else
  constexpr bool zen4 = false;
#endif
  return processor == Processor::kAny || zen4;
}

/// Returns the names of the sets that `take` accepts, each once, in the order of
/// compiled_kernels().
template <class Predicate>
std::vector<std::string> names_of(const Predicate& take) {
  std::vector<std::string> names;
  for (const KernelSet* set : compiled_kernels()) {
    if (!take(*set) || (!names.empty() && names.back() == set->name)) continue;
    names.emplace_back(set->name);
  }
  return names;
}

}  // namespace

std::span<const KernelSet* const> compiled_kernels() {
  static constexpr std::array kLadder = {
#ifdef APSP_X86
      &kAvx512Zen4Kernels, &kAvx512Kernels, &kAvx2Zen4Kernels, &kAvx2Kernels, &kSse41Kernels,
#endif
      &kPortableKernels};
  return kLadder;
}

std::vector<std::string> compiled_isas() {
  return names_of([](const KernelSet&) { return true; });
}

std::vector<std::string> runnable_isas() {
  return names_of([](const KernelSet& set) { return set.runnable(); });
}

const KernelSet& choose_kernels(std::string_view name) {
  for (const KernelSet* set : compiled_kernels()) {
    if (!set->runnable() || !is_here(set->tuned_for)) continue;
    if (name.empty() || name == set->name) return *set;
  }
  std::string allowed;
  for (const std::string& isa : runnable_isas()) allowed += (allowed.empty() ? "" : ", ") + isa;
  throw Error(Fault::kUsage, fmt::format("instruction set '{}' cannot run here: expected one of {}",
                                         name, allowed));
}

}  // namespace apsp::cpu
