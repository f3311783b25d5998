// SPDX-License-Identifier: MIT
#include "tools/kernels/cpu_kernels.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "tools/bench/ceiling.hpp"
#include "tools/kernels/cpu_checks.hpp"
#include "tools/kernels/cpu_operands.hpp"
#include "tools/kernels/timing.hpp"

namespace apsp::kernels {
namespace {

/// Operands of timed calls: `depth` times `columns` tiles, which the second-level cache holds.
template <typename Element>
struct TimedOperands {
  static constexpr std::size_t kDepth = 2;
  static constexpr std::size_t kColumns = 4;

  explicit TimedOperands(const cpu::TileKernels<Element>& kernels)
      : a("a", kDepth * kDepth * kTileElements, std::byte{}),
        b("b", kDepth * kColumns * kTileElements, std::byte{}),
        c("c", kColumns * kTileElements, std::byte{}),
        packed("packed a", kDepth * kernels.packed_bytes, std::byte{}) {
    EdgeValues<Element> values(Fill::kEdges, 1);
    a.assign(random_closed(values, kDepth));
    b.assign(random_tiles(values, kDepth * kColumns, Operand::kB));
    c.assign(random_tiles(values, kColumns, Operand::kC));
    pack(kernels, a.data(), kDepth, packed.data());
  }

  Guarded<Element> a, b, c;
  Guarded<std::byte> packed;
};

/// Times `call`, which receives the kernels and their operands.
template <typename Element, typename Call>
std::function<double()> timed(const cpu::TileKernels<Element>& kernels, const Call& call) {
  return [&kernels, call] {
    TimedOperands<Element> operands(kernels);
    return best_seconds([&] { call(kernels, operands); });
  };
}

template <typename Element>
void add_width(const cpu::KernelSet& set, Width width, KernelList& list) {
  using Operands = TimedOperands<Element>;
  using Kernels = cpu::TileKernels<Element>;
  constexpr double kTileRelaxes = double{kTile} * kTile * kTile;
  const Kernels& kernels = set.of<Element>();
  const std::string isa(set.name);
  const bool zen4 = set.tuned_for == cpu::Processor::kZen4;
  const auto add = [&](const char* kernel, void (*check)(const Kernels&, std::uint32_t),
                       const char* size, std::size_t products, const auto& call) {
    KernelCase added;
    added.set = isa + (zen4 ? "-zen4" : "");
    added.isa = isa;
    added.width = width;
    added.kernel = kernel;
    if (!set.runnable()) added.absent = "this processor lacks it";
    added.check = [&kernels, check](std::uint32_t seed) { check(kernels, seed); };
    added.size = size;
    added.relaxes = static_cast<double>(products) * kTileRelaxes;
    added.seconds = timed(kernels, call);
    added.ceiling = [isa, width] {
      const auto ceilings = bench::measure_ceilings(isa, width);
      return ceilings.empty() ? 0.0 : ceilings.front().relaxes_per_second;
    };
    list.push_back(std::move(added));
  };
  add("pack", check_pack<Element>, "1 tile", 0,
      [](const Kernels& k, Operands& o) { k.pack(o.a.data(), o.packed.data()); });
  add("product", check_products<Element>, "4 tiles, depth 2", 8, [](const Kernels& k, Operands& o) {
    k.product({o.c.data(), o.packed.data(), o.b.data(), Operands::kColumns * kTileElements,
               Operands::kDepth, Operands::kColumns});
  });
  add("row-panel", check_row_panel<Element>, "2 x 4 tiles", 16, [](const Kernels& k, Operands& o) {
    multiply_row_panel(k, o.a.data(), Operands::kDepth, o.b.data(), Operands::kColumns,
                       Operands::kColumns, o.packed.data());
  });
  add("column-panel", check_column_panel<Element>, "1 x 2 tiles", 4,
      [](const Kernels& k, Operands& o) {
        multiply_column_panel(k, o.a.data(), Operands::kDepth, o.c.data(), o.packed.data());
      });
  add("close", check_close<Element>, "1 tile", 1,
      [](const Kernels& k, Operands& o) { k.close(o.a.data()); });
}

}  // namespace

void add_cpu_kernels(const cpu::KernelSet& set, KernelList& list) {
  add_width<std::uint8_t>(set, Width::kU8, list);
  add_width<std::uint16_t>(set, Width::kU16, list);
  add_width<std::int32_t>(set, Width::kS32, list);
}

void add_cpu_kernels(KernelList& list) {
  const auto sets = cpu::compiled_kernels();
  for (auto set = sets.rbegin(); set != sets.rend(); ++set) add_cpu_kernels(**set, list);
}

}  // namespace apsp::kernels
