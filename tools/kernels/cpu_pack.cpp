// SPDX-License-Identifier: MIT
#include "tools/kernels/cpu_checks.hpp"
#include "tools/kernels/cpu_operands.hpp"

namespace apsp::kernels {

/// The packed form is the set's own. It holds the tile if tile x identity is the tile.
template <typename Element>
void check_pack(const cpu::TileKernels<Element>& kernels, std::uint32_t seed) {
  Guarded<Element> identity("identity", kTileElements, std::byte{});
  std::fill_n(identity.data(), kTileElements, kInfinity<Element>);
  for (std::size_t v = 0; v < kTile; ++v) identity.data()[v * kTile + v] = 0;
  std::uint32_t n = 0;
  for (const Fill fill : kFills) {
    EdgeValues<Element> values(fill, seed + n++);
    const std::vector<Element> before = random_tiles(values, 1, Operand::kA);
    for (const std::byte guard : kGuards) {
      Guarded<Element> tile("tile", kTileElements, guard);
      Guarded<Element> unpacked("packed tile x identity", kTileElements, guard);
      Guarded<std::byte> packed("packed", kernels.packed_bytes, guard);
      tile.assign(before);
      std::fill_n(unpacked.data(), kTileElements, kInfinity<Element>);
      kernels.pack(tile.data(), packed.data());
      kernels.product({unpacked.data(), packed.data(), identity.data(), kTileElements, 1, 1});
      with_context(std::string(name(fill)), [&] {
        packed.require_guards();
        tile.require(before);
        unpacked.require(before);
      });
    }
  }
}

#define APSP_INSTANTIATE(Element) \
  template void check_pack<Element>(const cpu::TileKernels<Element>&, std::uint32_t);
APSP_INSTANTIATE(std::uint8_t)
APSP_INSTANTIATE(std::uint16_t)
APSP_INSTANTIATE(std::int32_t)
APSP_INSTANTIATE(float)
APSP_INSTANTIATE(double)
#undef APSP_INSTANTIATE

}  // namespace apsp::kernels
