// SPDX-License-Identifier: MIT
#include "tools/kernels/gpu_kernels.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "common/base/error.hpp"
#include "common/gpu/device/device.hpp"
#include "tools/bench/gpu_ceiling.hpp"
#include "tools/kernels/gpu_checks.hpp"

namespace apsp::kernels {
namespace {

constexpr int kDevice = 0;  // the first visible one

/// Runs `check(values)` for each fill twice.
template <typename Element>
void check_fills(std::uint32_t seed, void (*check)(EdgeValues<Element>&)) {
  for (std::size_t n = 0; n < 2 * kFills.size(); ++n) {
    const Fill fill = kFills[n % kFills.size()];
    EdgeValues<Element> values(fill, seed + static_cast<std::uint32_t>(n));
    try {
      check(values);
    } catch (const Mismatch& mismatch) {
      throw Mismatch(fmt::format("{} (input {}; {})", mismatch.what(), n, name(fill)));
    }
  }
}

/// The rate of a word.
template <class Word>
double ceiling_of(const gpu::GpuCeiling& ceiling) {
  if (std::is_same_v<Word, gpu::U16x2>) return ceiling.u16;
  if (std::is_same_v<Word, gpu::S32>) return ceiling.s32;
  return std::is_same_v<Word, gpu::F32> ? ceiling.f32 : ceiling.f64;
}

/// Appends the kernels of one word, which are absent for the reason `absent`, if there is one.
template <class Word>
void add_word(const char* width, const std::string& absent, KernelList& list) {
  const auto add = [&](const char* kernel, void (*check)(Values<Word>&), const char* size = "",
                       double relaxes = 0, double (*seconds)() = nullptr) {
    KernelCase added;
    added.set = added.isa = "gpu";
    added.width = width;
    added.kernel = kernel;
    added.absent = absent;
    added.check = [check](std::uint32_t seed) { check_fills<Number<Word>>(seed, check); };
    added.size = size;
    added.relaxes = relaxes;
    if (seconds != nullptr) added.seconds = seconds;
    added.ceiling = [] { return ceiling_of<Word>(gpu::measure_gpu_ceiling(kDevice)); };
    list.push_back(std::move(added));
  };
  constexpr double kPivotRelaxes = double{kPivot} * kPivot * kPivot;
  add("tiles", check_tiles<Word>);  // one block each: the product is timed
  add("product", check_product<Word>, kTimedSize, timed_product_relaxes<Word>(),
      time_product<Word>);
  add("pack", check_pack<Word>);
  add("close", check_close<Word>, "128 x 128", kPivotRelaxes, time_close<Word>);
  add("pivot", check_pivot<Word>);
  add("first-panel", check_first_panel<Word>);
  add("lookahead", check_lookahead<Word>);
  add("panels", check_panels<Word>);
  add("widen", check_widen<Word>, kTimedSize, 0, time_widen<Word>);
  add("fill", check_fill<Word>);
  if constexpr (!Word::kReal) {
    add("scatter", check_scatter<Word>);
    add("reduce", check_reduce<Word>);
    add("finite-bits", check_finite_bits<Word>);
  }
  if constexpr (std::is_same_v<Word, gpu::S32>) {
    add("find-clipped", check_find_clipped<Word>);  // has no width
  }
}

/// Opens the device. Returns the reason if there is none.
std::string open_device() {
  try {
    (void)gpu::visible_devices();
    (void)gpu::open_device(kDevice);
  } catch (const Error& error) {
    if (error.fault() != Fault::kNoDevice) throw;
    const std::string reason = error.what();
    return "no device: " + reason.substr(0, reason.find('\n'));
  }
  return "";
}

}  // namespace

void add_gpu_kernels(KernelList& list) {
  const std::string absent = open_device();
  add_word<gpu::U16x2>("u16", absent, list);
  add_word<gpu::S32>("s32", absent, list);
  add_word<gpu::F32>("f32", absent, list);
  add_word<gpu::F64>("f64", absent, list);
}

}  // namespace apsp::kernels
