// SPDX-License-Identifier: MIT
// Proves the checks themselves: sets that are wrong on purpose, each in one way, and which kernel
// each must be found by.
#include "tools/kernels/cpu_kernels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "common/core/distance.hpp"
#include "common/core/width.hpp"
#include "common/testing/catch.hpp"
#include "tools/kernels/report.hpp"

namespace apsp::kernels {
namespace {

constexpr std::size_t kElements = kTile * kTile;

/// The fault of a set.
enum class Flaw {
  kNone,
  kForgetsLastColumn,
  kForgetsLastVertexRow,
  kForgetsLastVertexColumn,
  kForgetsLastVertexK,
  kForgetsLastOfDepth,
  kIgnoresStride,
  kMissesSaturation,
  kSaturatesEarly,
  kWritesBeyond,
  kWritesBefore,
  kReadsBeyondLeft,
  kReadsBeyondRight,
  kChangesRight,
  kChangesLeft,
  kClearsItsOutput,
  kClosesOneStepLess,
  kCloseWritesBeyond,
  kPackForgetsLast,
  kPackWritesBeyond,
  kPackChangesTile,
  kWidenForgetsLast,
  kWidenMissesInfinity,
  kWidenWritesBeyond,
  kWidenChangesRow,
};

/// The portable kernels, whose packed tile is the tile, with a flaw.
template <Flaw kFlaw, typename Element>
struct Flawed {
  static constexpr Element kInfinite = kInfinity<Element>;

  static const cpu::TileKernels<Element>& right() { return cpu::kPortableKernels.of<Element>(); }

  static void pack(const Element* tile, std::byte* packed) {
    right().pack(tile, packed);
    auto* out = reinterpret_cast<Element*>(packed);
    if (kFlaw == Flaw::kPackForgetsLast) out[kElements - 1] = kInfinite;
    if (kFlaw == Flaw::kPackWritesBeyond) out[kElements] = 1;
    if (kFlaw == Flaw::kPackChangesTile) const_cast<Element*>(tile)[5] ^= 1;
  }

  static void product(const cpu::Product<Element>& p) {
    cpu::Product<Element> q = p;
    Element* last = p.c + (p.columns - 1) * kElements;
    const auto* a = reinterpret_cast<const Element*>(p.a);
    const std::vector<Element> before(p.c, p.c + p.columns * kElements);
    if (kFlaw == Flaw::kForgetsLastOfDepth) --q.depth;
    if (kFlaw == Flaw::kIgnoresStride) q.b_stride = p.columns * kElements;
    if (kFlaw == Flaw::kClearsItsOutput) std::fill_n(p.c, before.size(), kInfinite);
    if (kFlaw == Flaw::kForgetsLastVertexK && p.last_k < kTile) {
      std::vector<Element> less(a, a + p.depth * kElements);
      Element* of_k = less.data() + (p.depth - 1) * kElements + p.last_k - 1;
      for (std::size_t i = 0; i < kTile; ++i) of_k[i * kTile] = kInfinite;
      q.a = reinterpret_cast<const std::byte*>(less.data());
      right().product(q);
      return;
    }
    right().product(q);
    switch (kFlaw) {
      case Flaw::kForgetsLastColumn:
        put_back(p, before, [](std::size_t, std::size_t j) { return j + 1 == kTile; });
        break;
      case Flaw::kForgetsLastVertexRow:
        put_back(p, before,
                 [&](std::size_t i, std::size_t) { return p.rows < kTile && i + 1 == p.rows; });
        break;
      case Flaw::kForgetsLastVertexColumn:
        put_back(p, before,
                 [&](std::size_t, std::size_t j) { return p.last_j < kTile && j + 1 == p.last_j; });
        break;
      case Flaw::kMissesSaturation:
        for (std::size_t j = 0; j < kTile; ++j) {
          const auto sum = static_cast<Element>(a[0] + p.b[j]);
          if (before[j] == kInfinite && p.c[j] == kInfinite) p.c[j] = sum;
        }
        break;
      case Flaw::kSaturatesEarly:
        for (std::size_t x = 0; x < before.size(); ++x) {
          if (p.c[x] == kInfinite - 1) p.c[x] = kInfinite;
        }
        break;
      case Flaw::kWritesBeyond:
        last[kElements] = 0;
        break;
      case Flaw::kWritesBefore:
        p.c[-1] = kInfinite;
        break;
      case Flaw::kReadsBeyondLeft:
        lower(p.c + kElements - kTile, a[p.depth * kElements], p.b);
        break;
      case Flaw::kReadsBeyondRight:
        lower(p.c, a[0], p.b + (p.depth - 1) * p.b_stride + p.columns * kElements);
        break;
      case Flaw::kChangesRight:
        const_cast<Element*>(p.b)[7] ^= 1;
        break;
      case Flaw::kChangesLeft:
        const_cast<Element*>(a)[7] ^= 1;
        break;
      case Flaw::kClearsItsOutput:
        for (std::size_t x = 0; x < before.size(); ++x) p.c[x] = std::min(p.c[x], before[x]);
        break;
      default:
        break;
    }
  }

  static void close(Element* tile) {
    const std::vector<Element> before(tile, tile + kElements);
    right().close(tile);
    if (kFlaw == Flaw::kCloseWritesBeyond) tile[kElements] = 1;
    if (kFlaw != Flaw::kClosesOneStepLess) return;
    std::copy(before.begin(), before.end(), tile);
    for (std::size_t k = 0; k + 1 < kTile; ++k) {
      for (std::size_t i = 0; i < kTile; ++i) {
        const Element first = tile[i * kTile + k];
        for (std::size_t j = 0; j < kTile; ++j) {
          tile[i * kTile + j] = relax(tile[i * kTile + j], first, tile[k * kTile + j]);
        }
      }
    }
  }

  static void widen(const Element* row, std::size_t count, Distance* to) {
    right().widen(row, kFlaw == Flaw::kWidenForgetsLast && count > 0 ? count - 1 : count, to);
    if (kFlaw == Flaw::kWidenMissesInfinity) {
      std::replace(to, to + count, kUnreachable, kUnreachable - 1);
    }
    if (kFlaw == Flaw::kWidenWritesBeyond) to[count] = 1;
    if (kFlaw == Flaw::kWidenChangesRow && count > 5) const_cast<Element*>(row)[5] ^= 1;
  }

  /// The elements (i, j) of the last tile that `forgotten` says are as before.
  template <typename Condition>
  static void put_back(const cpu::Product<Element>& p, const std::vector<Element>& before,
                       const Condition& forgotten) {
    const std::size_t last = (p.columns - 1) * kElements;
    for (std::size_t x = 0; x < kElements; ++x) {
      if (forgotten(x / kTile, x % kTile)) p.c[last + x] = before[last + x];
    }
  }

  static void lower(Element* row, Element first, const Element* second) {
    for (std::size_t j = 0; j < kTile; ++j) row[j] = relax(row[j], first, second[j]);
  }

  static cpu::TileKernels<Element> table() {
    return {right().packed_bytes, pack, product, close, widen};
  }
};

template <Flaw kFlaw>
const cpu::KernelSet& flawed_set() {
  static const cpu::KernelSet kSet = {
      "flawed",
      [] { return true; },
      cpu::Processor::kAny,
      {Flawed<kFlaw, std::uint8_t>::table(), Flawed<kFlaw, std::uint16_t>::table(),
       Flawed<kFlaw, std::int32_t>::table()}};
  return kSet;
}

/// Requires that `kernel` of the set with this flaw is wrong in every width, for several seeds, by
/// a message that contains `words`.
template <Flaw kFlaw>
void require_found(const std::string& kernel, const std::string& words) {
  KernelList list;
  add_cpu_kernels(flawed_set<kFlaw>(), list);
  std::size_t found = 0;
  for (const KernelCase& listed : list) {
    if (listed.kernel != kernel) continue;
    for (const std::uint32_t seed : {1u, 77u, UINT32_MAX}) {
      const std::string wrong = check(listed, seed);
      INFO(words << ", " << listed.width << ", seed " << seed << ": " << wrong);
      REQUIRE(wrong.find(words) != std::string::npos);
      if (seed == 1) REQUIRE(wrong == check(listed, seed));
      ++found;
    }
  }
  REQUIRE(found == 9);
}

TEST_CASE("a set without a flaw is right") {
  KernelList list;
  add_cpu_kernels(flawed_set<Flaw::kNone>(), list);
  REQUIRE(list.size() == 18);
  for (const KernelCase& kernel : list) REQUIRE(check(kernel, 1).empty());
}

TEST_CASE("a product that leaves elements out is found") {
  require_found<Flaw::kForgetsLastColumn>("product", "column 63: found ");
  require_found<Flaw::kForgetsLastVertexRow>("product", "c: tile ");
  require_found<Flaw::kForgetsLastVertexColumn>("product", "c: tile ");
  require_found<Flaw::kForgetsLastVertexK>("product", "c: tile ");
  require_found<Flaw::kForgetsLastOfDepth>("product", "c: tile ");
}

TEST_CASE("a product that takes its operands elsewhere is found") {
  require_found<Flaw::kIgnoresStride>("product", "c: tile ");
  require_found<Flaw::kReadsBeyondLeft>("product", "row 63, ");
  require_found<Flaw::kReadsBeyondRight>("product", "c: tile 0, row 0, ");
}

TEST_CASE("a product that is wrong at infinity is found") {
  require_found<Flaw::kMissesSaturation>("product", "c: tile 0, row 0, ");
  require_found<Flaw::kSaturatesEarly>("product", "c: tile ");
}

TEST_CASE("a kernel that writes beyond its output is found") {
  require_found<Flaw::kWritesBeyond>("product", "c: byte 1 behind it: found 0x00, expected");
  require_found<Flaw::kWritesBefore>("product", "before it: found 0x");
  require_found<Flaw::kCloseWritesBeyond>("close", "tile: byte 1 behind it: found 0x01");
  require_found<Flaw::kPackWritesBeyond>("pack", "packed: byte 1 behind it: found 0x01");
}

TEST_CASE("a kernel that changes its input is found") {
  require_found<Flaw::kChangesRight>("product", "b: tile 0, row 0, column 7: found ");
  require_found<Flaw::kChangesLeft>("product", "packed a: ");
  require_found<Flaw::kPackChangesTile>("pack", "tile: tile 0, row 0, column 5: found ");
}

TEST_CASE("a product that must not be used in place is found in the row panel alone") {
  require_found<Flaw::kClearsItsOutput>("row-panel", "panel: tile ");
  KernelList list;
  add_cpu_kernels(flawed_set<Flaw::kClearsItsOutput>(), list);
  for (const KernelCase& kernel : list) {
    if (kernel.kernel != "row-panel") REQUIRE(check(kernel, 1).empty());
  }
}

TEST_CASE("rows that are widened wrongly are found") {
  require_found<Flaw::kWidenForgetsLast>("widen", "distances: row 0, column ");
  require_found<Flaw::kWidenMissesInfinity>("widen", "expected 1073741823");
  require_found<Flaw::kWidenWritesBeyond>("widen", "distances: byte 1 behind it: found ");
  require_found<Flaw::kWidenChangesRow>("widen", "row of tiles: ");
}

TEST_CASE("a closure or a packed tile that is not whole is found") {
  require_found<Flaw::kClosesOneStepLess>("close", "tile: tile 0, ");
  require_found<Flaw::kPackForgetsLast>("pack", "tile 0, row 63, column 63: found ");
}

/// The portable lanes, without the last pair.
template <typename Element>
struct ForgetfulLanes {
  using Pairs = cpu::Pairs<Element>;
  static const cpu::LaneKernels<Element>& right() { return cpu::kPortableKernels.lanes<Element>(); }
  static Pairs shorter(Pairs pairs) {
    return {pairs.neighbours, pairs.weights, pairs.count - (pairs.count > 0)};
  }
  static void pull(Element* row, const Element* start, const Element* rows, Pairs pairs) {
    right().pull(row, start, rows, shorter(pairs));
  }
  static void push(const Element* row, Element* rows, Pairs pairs) {
    right().push(row, rows, shorter(pairs));
    rows[0] = rows[0] == 0 ? Element{1} : Element{0};  // the vertex's own
  }
  static void correct(const Element* row, Element* rows, Pairs pairs, std::uint64_t* marks) {
    right().correct(row, rows, shorter(pairs), marks);
  }
};

/// Marks rows that have not changed.
template <typename Element>
void mark_all(const Element* row, Element* rows, cpu::Pairs<Element> pairs, std::uint64_t* marks) {
  cpu::kPortableKernels.lanes<Element>().correct(row, rows, pairs, marks);
  marks[0] |= std::uint64_t{1} << 1;
}

TEST_CASE("lanes that leave out a pair or change their own row are found") {
  cpu::KernelSet set = cpu::kPortableKernels;
  const auto forgetful = [](auto zero) {
    using Lanes = ForgetfulLanes<decltype(zero)>;
    return cpu::LaneKernels<decltype(zero)>{Lanes::pull, Lanes::push,
                                            cpu::correct_of<Lanes, decltype(zero)>()};
  };
  set.lanes_by_width = {forgetful(std::uint8_t{}), forgetful(std::uint16_t{}),
                        forgetful(std::int32_t{})};
  set.real_lanes = {forgetful(float{}), forgetful(double{})};
  KernelList list;
  add_cpu_kernels(set, list);
  std::size_t found = 0;
  for (const KernelCase& listed : list) {
    if (listed.kernel != "pull" && listed.kernel != "push" && listed.kernel != "correct") continue;
    REQUIRE_FALSE(check(listed, 3).empty());
    ++found;
  }
  REQUIRE(found == 13);
}

TEST_CASE("a mark of a row that has not changed is found") {
  cpu::KernelSet set = cpu::kPortableKernels;
  std::get<0>(set.lanes_by_width).correct = mark_all<std::uint8_t>;
  std::get<1>(set.lanes_by_width).correct = mark_all<std::uint16_t>;
  std::get<2>(set.lanes_by_width).correct = mark_all<std::int32_t>;
  KernelList list;
  add_cpu_kernels(set, list);
  std::size_t found = 0;
  for (const KernelCase& listed : list) {
    if (listed.kernel != "correct") continue;
    REQUIRE_FALSE(check(listed, 3).empty());
    ++found;
  }
  REQUIRE(found == 3);
}

TEST_CASE("the line of a wrong kernel says how to repeat it, and no time") {
  KernelList list;
  add_cpu_kernels(flawed_set<Flaw::kForgetsLastColumn>(), list);
  const auto product = std::find_if(list.begin(), list.end(),
                                    [](const auto& listed) { return listed.kernel == "product"; });
  REQUIRE(product != list.end());
  const Result result = {&*product, check(*product, 42)};
  const std::string text = line(result, 42);
  REQUIRE(text.find("WRONG: c: tile ") != std::string::npos);
  REQUIRE(text.find("hw3-kernels --isa flawed --arithmetic u8 --kernel product --seed 42") !=
          std::string::npos);
  REQUIRE(text.find("relax/s") == std::string::npos);
  const std::string said = json(result).line_per_member();
  REQUIRE(said.find("\"result\": \"wrong\"") != std::string::npos);
  REQUIRE(said.find("nanoseconds") == std::string::npos);
}

}  // namespace
}  // namespace apsp::kernels
