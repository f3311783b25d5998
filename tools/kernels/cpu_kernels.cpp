// SPDX-License-Identifier: MIT
// A check runs its kernel once for each guard byte: what a kernel reads or writes beyond its
// operands shows with one of them. See guarded.hpp.
#include "tools/kernels/cpu_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tools/bench/ceiling.hpp"
#include "tools/kernels/edge_values.hpp"
#include "tools/kernels/guarded.hpp"
#include "tools/kernels/plain.hpp"
#include "tools/kernels/timing.hpp"

namespace apsp::kernels {
namespace {

constexpr std::size_t kTileElements = kTile * kTile;
constexpr std::size_t kDeepest = 4;
constexpr std::array<std::size_t, 4> kStripTiles = {1, 2, 3, 5};

/// Tiles from row to row of tiles, `columns` of them used, as a plain matrix.
template <typename Element>
Plain plain(std::span<const Element> tiles, std::size_t rows, std::size_t columns,
            std::size_t stride) {
  Plain result(rows * kTile, columns * kTile);
  for (std::size_t i = 0; i < result.rows; ++i) {
    for (std::size_t j = 0; j < result.columns; ++j) {
      result.row(i)[j] =
          tiles[(i / kTile * stride + j / kTile) * kTileElements + i % kTile * kTile + j % kTile];
    }
  }
  return result;
}

/// The reverse; what lies between rows of tiles stays.
template <typename Element>
void store(const Plain& from, std::size_t stride, std::span<Element> tiles) {
  for (std::size_t i = 0; i < from.rows; ++i) {
    for (std::size_t j = 0; j < from.columns; ++j) {
      tiles[(i / kTile * stride + j / kTile) * kTileElements + i % kTile * kTile + j % kTile] =
          static_cast<Element>(from.row(i)[j]);
    }
  }
}

/// Every tile of its own, so that the k of an element is known.
template <typename Element>
std::vector<Element> random_tiles(EdgeValues<Element>& values, std::size_t tiles, Operand operand) {
  std::vector<Element> elements(tiles * kTileElements);
  for (std::size_t t = 0; t < tiles; ++t) {
    values.fill(std::span(elements).subspan(t * kTileElements, kTileElements), operand);
  }
  return elements;
}

/// A closed block of depth x depth tiles, row after row.
template <typename Element>
std::vector<Element> random_closed(EdgeValues<Element>& values, std::size_t depth) {
  std::vector<Element> tiles = random_tiles(values, depth * depth, Operand::kA);
  Plain block = plain<Element>(tiles, depth, depth, depth);
  close(block);
  store<Element>(block, depth, tiles);
  return tiles;
}

template <typename Element>
void pack(const cpu::TileKernels<Element>& kernels, const Element* tiles, std::size_t count,
          std::byte* packed) {
  for (std::size_t t = 0; t < count; ++t) {
    kernels.pack(tiles + t * kTileElements, packed + t * kernels.packed_bytes);
  }
}

/// Adds to a Mismatch on which input it was found.
template <typename Body>
void with_context(const std::string& context, const Body& body) {
  try {
    body();
  } catch (const Mismatch& mismatch) {
    throw Mismatch(fmt::format("{} ({})", mismatch.what(), context));
  }
}

// ---- product -------------------------------------------------------------------------------

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

// ---- panels --------------------------------------------------------------------------------

/// A strip of the row panel, in place: each of `depth` rows of tiles takes closed pivot x panel.
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

/// A row of the column panel, in place: one k of tiles after the other.
template <typename Element>
void multiply_column_panel(const cpu::TileKernels<Element>& kernels, const Element* pivot,
                           std::size_t depth, Element* panel, std::byte* packed) {
  for (std::size_t k = 0; k < depth; ++k) {
    pack(kernels, panel + k * kTileElements, 1, packed);
    kernels.product(
        {panel, packed, pivot + k * depth * kTileElements, depth * kTileElements, 1, depth});
  }
}

/// Panels of one check: each fill twice, with other depths.
constexpr std::size_t kPanels = 2 * kFills.size();

constexpr std::size_t panel_depth(std::size_t n) {
  return 1 + (n + n / kFills.size()) % kDeepest;
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

// ---- one tile ------------------------------------------------------------------------------

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

// ---- the list ------------------------------------------------------------------------------

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
