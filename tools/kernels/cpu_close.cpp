// SPDX-License-Identifier: MIT
#include "tools/kernels/cpu_checks.hpp"
#include "tools/kernels/cpu_operands.hpp"

namespace apsp::kernels {

template <typename Element>
void check_close(const cpu::TileKernels<Element>& kernels, std::uint32_t seed) {
  std::uint32_t n = 0;
  for (const Fill fill : kFills) {
    for (const bool zero_diagonal : {true, false}) {
      EdgeValues<Element> values(fill, seed + n++);
      std::vector<Element> before = random_tiles(values, 1, Operand::kA);
      for (std::size_t v = 0; zero_diagonal && v < kTile; ++v) before[v * kTile + v] = 0;
      Plain closure = plain<Element>(before, 1, 1, 1);
      close(closure);
      std::vector<Element> expected(before.size());
      store<Element>(closure, 1, expected);
      for (const std::byte guard : kGuards) {
        Guarded<Element> tile("tile", before.size(), guard);
        tile.assign(before);
        kernels.close(tile.data());
        with_context(fmt::format("{}, diagonal {}", name(fill), zero_diagonal ? "0" : "any"),
                     [&] { tile.require(expected); });
      }
    }
  }
}

#define APSP_INSTANTIATE(Element) \
  template void check_close<Element>(const cpu::TileKernels<Element>&, std::uint32_t);
APSP_INSTANTIATE(std::uint8_t)
APSP_INSTANTIATE(std::uint16_t)
APSP_INSTANTIATE(std::int32_t)
APSP_INSTANTIATE(float)
APSP_INSTANTIATE(double)
#undef APSP_INSTANTIATE

}  // namespace apsp::kernels
