// SPDX-License-Identifier: MIT
#include "tools/kernels/cpu_kernels.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

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
        packed("packed a", kDepth * kernels.packed_bytes, std::byte{}),
        distances("distances", kColumns * kTile, std::byte{}, kColumns * kTile) {
    EdgeValues<Element> values(Fill::kEdges, 1);
    a.assign(random_closed(values, kDepth));
    b.assign(random_tiles(values, kDepth * kColumns, Operand::kB));
    c.assign(random_tiles(values, kColumns, Operand::kC));
    pack(kernels, a.data(), kDepth, packed.data());
  }

  Guarded<Element> a, b, c;
  Guarded<std::byte> packed;
  Guarded<Distance> distances;
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
constexpr Width width_of() {
  return *std::find_if(kWidths.begin(), kWidths.end(),
                       [](Width width) { return bytes_of(width) == sizeof(Element); });
}

/// As --arithmetic has it.
template <typename Element>
std::string element_name() {
  if constexpr (std::is_floating_point_v<Element>) {
    return sizeof(Element) == sizeof(float) ? "f32" : "f64";
  } else {
    return std::string(name(width_of<Element>()));
  }
}

/// A line without its kernel.
template <typename Element>
KernelCase line_of(const cpu::KernelSet& set) {
  const std::string isa(set.name);
  KernelCase added;
  added.set = isa + (set.tuned_for == cpu::Processor::kZen4 ? "-zen4" : "");
  added.isa = isa;
  added.width = element_name<Element>();
  if (!set.runnable()) added.absent = "this processor lacks it";
  added.ceiling = [isa] {
    if (isa == "portable") return 0.0;  // its instructions are the compiler's choice
    if constexpr (std::is_floating_point_v<Element>) {
      return bench::measure_real_ceiling(isa, sizeof(Element));
    } else {
      const auto ceilings = bench::measure_ceilings(isa, width_of<Element>());
      return ceilings.empty() ? 0.0 : ceilings.front().relaxes_per_second;
    }
  };
  return added;
}

template <typename Element>
void add_tiles(const cpu::KernelSet& set, KernelList& list) {
  using Operands = TimedOperands<Element>;
  using Kernels = cpu::TileKernels<Element>;
  constexpr double kTileRelaxes = double{kTile} * kTile * kTile;
  const Kernels& kernels = set.of<Element>();
  if (kernels.product == nullptr) return;
  const auto add = [&](const char* kernel, void (*check)(const Kernels&, std::uint32_t),
                       const char* size, std::size_t products, const auto& call) {
    KernelCase added = line_of<Element>(set);
    added.kernel = kernel;
    added.check = [&kernels, check](std::uint32_t seed) { check(kernels, seed); };
    added.size = size;
    added.relaxes = static_cast<double>(products) * kTileRelaxes;
    added.seconds = timed(kernels, call);
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
  if constexpr (std::is_integral_v<Element>) {
    add("widen", check_widen<Element>, "4 tiles' row", 0, [](const Kernels& k, Operands& o) {
      k.widen(o.c.data(), Operands::kColumns * kTile, o.distances.data());
    });
  }
}

/// Pairs of a timed call, whose rows the first-level cache holds.
constexpr std::size_t kPairs = 32;

template <typename Element>
void add_lanes(const cpu::KernelSet& set, KernelList& list) {
  using Kernels = cpu::LaneKernels<Element>;
  const Kernels& kernels = set.lanes<Element>();
  if (kernels.pull == nullptr) return;
  const auto add = [&](const char* kernel, void (*check)(const Kernels&, std::uint32_t),
                       const auto& call) {
    KernelCase added = line_of<Element>(set);
    added.kernel = kernel;
    added.check = [&kernels, check](std::uint32_t seed) { check(kernels, seed); };
    added.size = "32 pairs";
    added.relaxes = static_cast<double>(kPairs * cpu::kBatch<Element>);
    added.seconds = [&kernels, call] {
      constexpr std::size_t kRow = cpu::kBatch<Element>;
      Guarded<Element> rows("rows", (kPairs + 1) * kRow, std::byte{}, kRow);
      EdgeValues<Element> values(Fill::kEdges, 1);
      values.fill({rows.data(), rows.size()}, Operand::kB, kRow);
      std::vector<std::int32_t> neighbours(kPairs + cpu::kNeighboursAhead);
      std::iota(neighbours.begin(), neighbours.begin() + kPairs, 1);
      const std::vector<Element> weights(kPairs, 1);
      return best_seconds([&] {
        call(kernels, rows.data(), {neighbours.data(), weights.data(), kPairs});
      });
    };
    list.push_back(std::move(added));
  };
  using Pairs = cpu::Pairs<Element>;
  add("pull", check_pull<Element>,
      [](const Kernels& k, Element* rows, Pairs pairs) { k.pull(rows, rows, rows, pairs); });
  add("push", check_push<Element>,
      [](const Kernels& k, Element* rows, Pairs pairs) { k.push(rows, rows, pairs); });
  if constexpr (std::is_integral_v<Element>) {
    add("correct", check_correct<Element>, [](const Kernels& k, Element* rows, Pairs pairs) {
      std::uint64_t marks = 0;
      static_assert(kPairs < 64);
      k.correct(rows, rows, pairs, &marks);
    });
  }
}

template <typename Element>
void add_elements(const cpu::KernelSet& set, KernelList& list) {
  add_tiles<Element>(set, list);
  add_lanes<Element>(set, list);
}

}  // namespace

void add_cpu_kernels(const cpu::KernelSet& set, KernelList& list) {
  add_elements<std::uint8_t>(set, list);
  add_elements<std::uint16_t>(set, list);
  add_elements<std::int32_t>(set, list);
  add_elements<float>(set, list);
  add_elements<double>(set, list);
}

void add_cpu_kernels(KernelList& list) {
  const auto sets = cpu::compiled_kernels();
  for (auto set = sets.rbegin(); set != sets.rend(); ++set) add_cpu_kernels(**set, list);
}

}  // namespace apsp::kernels
