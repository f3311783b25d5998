// SPDX-License-Identifier: MIT
#include "tools/kernels/cpu_checks.hpp"
#include "tools/kernels/cpu_operands.hpp"

namespace apsp::kernels {

/// Every number of distances up to four tiles, from the first row of the tiles and the last one.
template <typename Element>
void check_widen(const cpu::TileKernels<Element>& kernels, std::uint32_t seed) {
  std::uint32_t n = 0;
  for (const Fill fill : kFills) {
    EdgeValues<Element> values(fill, seed + n++);
    const std::vector<Element> before = random_tiles(values, kDeepest, Operand::kC);
    for (const std::byte guard : kGuards) {
      Guarded<Element> tiles("row of tiles", before.size(), guard);
      tiles.assign(before);
      for (const std::size_t row : {std::size_t{0}, kTile - 1}) {
        for (std::size_t count = 0; count <= kDeepest * kTile; ++count) {
          std::vector<Distance> expected(count);
          for (std::size_t j = 0; j < count; ++j) {
            const Element x = before[j / kTile * kTileElements + row * kTile + j % kTile];
            expected[j] = x == kInfinity<Element> ? kUnreachable : static_cast<Distance>(x);
          }
          Guarded<Distance> widened("distances", count, guard, count);
          kernels.widen(tiles.data() + row * kTile, count, widened.data());
          with_context(fmt::format("{}, {} of row {}", name(fill), count, row), [&] {
            widened.require(expected);
            tiles.require(before);
          });
        }
      }
    }
  }
}

#define APSP_INSTANTIATE(Element) \
  template void check_widen<Element>(const cpu::TileKernels<Element>&, std::uint32_t);
APSP_INSTANTIATE(std::uint8_t)
APSP_INSTANTIATE(std::uint16_t)
APSP_INSTANTIATE(std::int32_t)
#undef APSP_INSTANTIATE

}  // namespace apsp::kernels
