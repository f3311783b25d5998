// SPDX-License-Identifier: MIT
#include "tools/kernels/cpu_checks.hpp"
#include "tools/kernels/cpu_operands.hpp"

namespace apsp::kernels {
namespace {

/// Panels of one check: each fill twice, with other depths.
constexpr std::size_t kPanels = 2 * kFills.size();

constexpr std::size_t panel_depth(std::size_t n) {
  return 1 + (n + n / kFills.size()) % kDeepest;
}

}  // namespace

template <typename Element>
void multiply_row_panel(const cpu::TileKernels<Element>& kernels, const Element* pivot,
                        std::size_t depth, Element* panel, std::size_t columns, std::size_t stride,
                        std::byte* packed) {
  for (std::size_t row = 0; row < depth; ++row) {
    pack(kernels, pivot + row * depth * kTileElements, depth, packed);
    kernels.product({panel + row * stride * kTileElements, packed, panel, stride * kTileElements,
                     depth, columns});
  }
}

template <typename Element>
void multiply_column_panel(const cpu::TileKernels<Element>& kernels, const Element* pivot,
                           std::size_t depth, Element* panel, std::byte* packed) {
  for (std::size_t k = 0; k < depth; ++k) {
    pack(kernels, panel + k * kTileElements, 1, packed);
    kernels.product(
        {panel, packed, pivot + k * depth * kTileElements, depth * kTileElements, 1, depth});
  }
}

template <typename Element>
void check_row_panel(const cpu::TileKernels<Element>& kernels, std::uint32_t seed) {
  for (std::size_t n = 0; n < kPanels; ++n) {
    const std::size_t depth = panel_depth(n);
    const Fill fill = kFills[n % kFills.size()];
    EdgeValues<Element> values(fill, seed + static_cast<std::uint32_t>(n));
    const std::size_t columns = kStripTiles[values.below(kStripTiles.size())];
    const std::size_t stride = columns + values.below(3);
    const std::vector<Element> closed = random_closed(values, depth);
    const std::vector<Element> before = random_tiles(values, depth * stride, Operand::kB);
    Plain product = plain<Element>(before, depth, columns, stride);
    multiply(product, plain<Element>(closed, depth, depth, depth),
             plain<Element>(before, depth, columns, stride));
    std::vector<Element> expected = before;
    store<Element>(product, stride, expected);
    const auto context = fmt::format("depth {}, {} columns, b_stride {} tiles; {}", depth, columns,
                                     stride, name(fill));
    for (const std::byte guard : kGuards) {
      Guarded<Element> pivot("pivot", closed.size(), guard);
      Guarded<Element> panel("panel", before.size(), guard);
      Guarded<std::byte> packed("packed a", depth * kernels.packed_bytes, guard);
      pivot.assign(closed);
      panel.assign(before);
      multiply_row_panel(kernels, pivot.data(), depth, panel.data(), columns, stride,
                         packed.data());
      with_context(context, [&] {
        panel.require(expected);
        pivot.require(closed);
        packed.require_guards();
      });
    }
  }
}

template <typename Element>
void check_column_panel(const cpu::TileKernels<Element>& kernels, std::uint32_t seed) {
  for (std::size_t n = 0; n < kPanels; ++n) {
    const std::size_t depth = panel_depth(n);
    const Fill fill = kFills[n % kFills.size()];
    EdgeValues<Element> values(fill, seed + static_cast<std::uint32_t>(n));
    const std::vector<Element> closed = random_closed(values, depth);
    const std::vector<Element> before = random_tiles(values, depth, Operand::kB);
    Plain product = plain<Element>(before, 1, depth, depth);
    multiply(product, plain<Element>(before, 1, depth, depth),
             plain<Element>(closed, depth, depth, depth));
    std::vector<Element> expected(before.size());
    store<Element>(product, depth, expected);
    for (const std::byte guard : kGuards) {
      Guarded<Element> pivot("pivot", closed.size(), guard);
      Guarded<Element> panel("panel", before.size(), guard);
      Guarded<std::byte> packed("packed a", kernels.packed_bytes, guard);
      pivot.assign(closed);
      panel.assign(before);
      multiply_column_panel(kernels, pivot.data(), depth, panel.data(), packed.data());
      with_context(fmt::format("depth {}; {}", depth, name(fill)), [&] {
        panel.require(expected);
        pivot.require(closed);
        packed.require_guards();
      });
    }
  }
}

// NOLINTBEGIN(bugprone-macro-parentheses): a type
#define APSP_INSTANTIATE(Element)                                                                \
  template void multiply_row_panel<Element>(const cpu::TileKernels<Element>&, const Element*,    \
                                            std::size_t, Element*, std::size_t, std::size_t,     \
                                            std::byte*);                                         \
  template void multiply_column_panel<Element>(const cpu::TileKernels<Element>&, const Element*, \
                                               std::size_t, Element*, std::byte*);               \
  template void check_row_panel<Element>(const cpu::TileKernels<Element>&, std::uint32_t);       \
  template void check_column_panel<Element>(const cpu::TileKernels<Element>&, std::uint32_t);
APSP_INSTANTIATE(std::uint8_t)
APSP_INSTANTIATE(std::uint16_t)
APSP_INSTANTIATE(std::int32_t)
APSP_INSTANTIATE(float)
APSP_INSTANTIATE(double)
#undef APSP_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace apsp::kernels
