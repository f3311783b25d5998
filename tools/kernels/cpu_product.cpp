// SPDX-License-Identifier: MIT
#include "tools/kernels/cpu_checks.hpp"
#include "tools/kernels/cpu_operands.hpp"

namespace apsp::kernels {
namespace {

/// The shape of one product, drawn from the ones its contract allows.
struct ProductShape {
  std::size_t depth;
  std::size_t columns;
  std::size_t rows;
  std::size_t last_j;
  std::size_t last_k;
  std::size_t slack;  // tiles behind each row of b
  bool next;          // whether a next strip is named
};

/// Whole tiles half of the time; else what may end a block of registers, or anything.
template <typename Element>
std::size_t random_extent(EdgeValues<Element>& values) {
  constexpr std::array<std::size_t, 6> kEnds = {1, 8, 17, 32, 33, kTile - 1};
  if (values.below(2) == 0) return kTile;
  return values.below(2) == 0 ? kEnds[values.below(kEnds.size())] : 1 + values.below(kTile);
}

/// Operands of one product, beyond last_k infinite as a matrix is there.
template <typename Element>
struct ProductInput {
  std::vector<Element> a;
  std::vector<Element> b;
  std::vector<Element> c;

  ProductInput(EdgeValues<Element>& values, const ProductShape& shape)
      : a(random_tiles(values, shape.depth, Operand::kA)),
        b(random_tiles(values, shape.depth * (shape.columns + shape.slack), Operand::kB)),
        c(random_tiles(values, shape.columns, Operand::kC)) {
    Element* last_a = a.data() + (shape.depth - 1) * kTileElements;
    Element* last_b = b.data() + (shape.depth - 1) * (shape.columns + shape.slack) * kTileElements;
    for (std::size_t k = shape.last_k; k < kTile; ++k) {
      for (std::size_t i = 0; i < kTile; ++i) last_a[i * kTile + k] = kInfinity<Element>;
      for (std::size_t t = 0; t < shape.columns + shape.slack; ++t) {
        std::fill_n(last_b + t * kTileElements + k * kTile, kTile, kInfinity<Element>);
      }
    }
  }
};

/// c against what it must be: the product, or beyond the vertices as before.
template <typename Element>
void require_product(const Guarded<Element>& c, const std::vector<Element>& before,
                     const std::vector<Element>& product, const ProductShape& shape) {
  c.require_guards();
  for (std::size_t x = 0; x < c.size(); ++x) {
    if (c.data()[x] == product[x]) continue;
    const bool last = x / kTileElements + 1 == shape.columns;
    const bool beyond = x / kTile % kTile >= shape.rows || (last && x % kTile >= shape.last_j);
    if (!beyond || c.data()[x] != before[x]) c.fail(x, product[x]);
  }
}

template <typename Element>
void check_product(const cpu::TileKernels<Element>& kernels, const ProductShape& shape,
                   const ProductInput<Element>& input) {
  const std::size_t stride = shape.columns + shape.slack;
  Plain product = plain<Element>(input.c, 1, shape.columns, shape.columns);
  multiply(product, plain<Element>(input.a, 1, shape.depth, shape.depth),
           plain<Element>(input.b, shape.depth, shape.columns, stride));
  std::vector<Element> expected(input.c.size());
  store<Element>(product, shape.columns, expected);
  for (const std::byte guard : kGuards) {
    Guarded<Element> a("a", input.a.size(), guard);
    Guarded<Element> b("b", input.b.size(), guard);
    Guarded<Element> c("c", input.c.size(), guard);
    Guarded<std::byte> packed("packed a", shape.depth * kernels.packed_bytes, guard);
    a.assign(input.a);
    b.assign(input.b);
    c.assign(input.c);
    pack(kernels, a.data(), shape.depth, packed.data());
    const std::vector<std::byte> packed_before = packed.contents();
    cpu::Product<Element> p{c.data(),    packed.data(), b.data(), stride * kTileElements,
                            shape.depth, shape.columns};
    p.rows = shape.rows;
    p.last_j = shape.last_j;
    p.last_k = shape.last_k;
    if (shape.next) p.next = {c.data(), a.data(), b.data()};
    kernels.product(p);
    require_product(c, input.c, expected, shape);
    a.require(input.a);
    b.require(input.b);
    packed.require(packed_before);
  }
}

}  // namespace

template <typename Element>
void check_products(const cpu::TileKernels<Element>& kernels, std::uint32_t seed) {
  // Twice each depth with each length of strip; their number and that of the fills share no factor.
  constexpr std::size_t kProducts = 2 * kDeepest * kStripTiles.size();
  for (std::size_t n = 0; n < kProducts; ++n) {
    const Fill fill = kFills[n % kFills.size()];
    EdgeValues<Element> values(fill, seed + static_cast<std::uint32_t>(n));
    ProductShape shape{};
    shape.depth = 1 + n / kStripTiles.size() % kDeepest;
    shape.columns = kStripTiles[n % kStripTiles.size()];
    shape.rows = random_extent(values);
    shape.last_j = random_extent(values);
    shape.last_k = random_extent(values);
    shape.slack = values.below(3);
    shape.next = values.below(2) == 0;
    const auto context =
        fmt::format("depth {}, {} columns, rows {}, last_j {}, last_k {}, b_stride {} tiles; {}",
                    shape.depth, shape.columns, shape.rows, shape.last_j, shape.last_k,
                    shape.columns + shape.slack, name(fill));
    with_context(context,
                 [&] { check_product(kernels, shape, ProductInput<Element>(values, shape)); });
  }
}

#define APSP_INSTANTIATE(Element) \
  template void check_products<Element>(const cpu::TileKernels<Element>&, std::uint32_t);
APSP_INSTANTIATE(std::uint8_t)
APSP_INSTANTIATE(std::uint16_t)
APSP_INSTANTIATE(std::int32_t)
APSP_INSTANTIATE(float)
APSP_INSTANTIATE(double)
#undef APSP_INSTANTIATE

}  // namespace apsp::kernels
