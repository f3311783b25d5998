// SPDX-License-Identifier: MIT
// Every instruction set and width against the three loops written out, on values that sit on the
// edges of the width. Sets that this processor does not run are named, not passed over in silence.
#include "hw3-1/kernels.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "common/catch.hpp"
#include "common/error.hpp"
#include "common/width.hpp"
#include "hw3-1/backend.hpp"
#include "hw3-1/pages.hpp"

namespace apsp::cpu {
namespace {

constexpr std::size_t kElements = kTile * kTile;

/// Tiles, one after the other.
template <typename Element>
using Tiles = Pages<Element>;

template <typename Element>
std::vector<Element> contents(const Tiles<Element>& tiles) {
  return {tiles.data(), tiles.data() + tiles.bytes() / sizeof(Element)};
}

/// Values in [0, INF], half of them 0, 1, INF - 1 or INF.
template <typename Element>
void fill(Tiles<Element>& tiles, std::mt19937& random) {
  constexpr Element kInf = kInfinity<Element>;
  const std::array<Element, 4> edges = {0, 1, kInf - 1, kInf};
  for (std::size_t x = 0; x < tiles.bytes() / sizeof(Element); ++x) {
    tiles.data()[x] = random() % 2 == 0
                          ? edges[random() % 4]
                          : static_cast<Element>(random() % (static_cast<std::uint32_t>(kInf) + 1));
  }
}

/// c(i,j) = min(c(i,j), a(i,k) + b(k,j)) in 64 bits.
template <typename Element>
std::vector<Element> expected_product(const Element* c, const Element* a, const Element* b) {
  std::vector<Element> result(kElements);
  for (std::size_t i = 0; i < kTile; ++i) {
    for (std::size_t j = 0; j < kTile; ++j) {
      std::int64_t best = c[i * kTile + j];
      for (std::size_t k = 0; k < kTile; ++k) {
        best = std::min(best, std::int64_t{a[i * kTile + k]} + b[k * kTile + j]);
      }
      result[i * kTile + j] = static_cast<Element>(best);
    }
  }
  return result;
}

template <typename Element>
std::vector<Element> expected_closure(const Element* tile) {
  std::vector<Element> d(tile, tile + kElements);
  for (std::size_t k = 0; k < kTile; ++k) {
    for (std::size_t i = 0; i < kTile; ++i) {
      for (std::size_t j = 0; j < kTile; ++j) {
        const std::int64_t detour = std::int64_t{d[i * kTile + k]} + d[k * kTile + j];
        if (detour < d[i * kTile + j]) d[i * kTile + j] = static_cast<Element>(detour);
      }
    }
  }
  return d;
}

template <typename Element>
void check_tile(const KernelSet& set, std::uint32_t seed) {
  const TileKernels<Element>& kernels = set.of<Element>();
  std::mt19937 random(seed);
  Tiles<Element> a(kElements), b(kElements);
  Pages<std::byte> packed(kernels.packed_bytes);
  fill(a, random);
  fill(b, random);

  for (std::size_t v = 0; v < kTile; ++v) a.data()[v * kTile + v] = 0;
  const std::vector<Element> closure = expected_closure(a.data());
  kernels.close(a.data());
  REQUIRE(contents(a) == closure);

  // The row panel's case: the product in place, the left operand closed.
  const std::vector<Element> in_place = expected_product(b.data(), a.data(), b.data());
  kernels.pack(a.data(), packed.data());
  kernels.product({b.data(), packed.data(), b.data(), kElements, 1, 1});
  REQUIRE(contents(b) == in_place);
}

template <typename Element>
void check_strip(const KernelSet& set, std::size_t depth, std::size_t columns, std::size_t last_j,
                 std::uint32_t seed) {
  INFO(depth << " deep, " << columns << " columns, " << last_j << " of the last");
  const TileKernels<Element>& kernels = set.of<Element>();
  std::mt19937 random(seed);
  // A tile more to the right, in c and in each row of b, that the product must leave alone.
  const std::size_t b_stride = (columns + 1) * kElements;
  Tiles<Element> a(depth * kElements), b(depth * b_stride), c(b_stride);
  Pages<std::byte> packed(depth * kernels.packed_bytes);
  fill(a, random);
  fill(b, random);
  fill(c, random);
  std::vector<Element> expected = contents(c);
  for (std::size_t d = 0; d < depth; ++d) {
    kernels.pack(a.data() + d * kElements, packed.data() + d * kernels.packed_bytes);
    for (std::size_t column = 0; column < columns; ++column) {
      Element* tile = expected.data() + column * kElements;
      const std::vector<Element> product = expected_product(
          tile, a.data() + d * kElements, b.data() + d * b_stride + column * kElements);
      std::copy(product.begin(), product.end(), tile);
    }
  }
  const std::vector<Element> b_before = contents(b);
  kernels.product({c.data(), packed.data(), b.data(), b_stride, depth, columns, kTile, last_j});
  std::vector<Element> result = contents(c);
  // What lies beyond last_j may be either.
  for (std::size_t i = 0; i < kTile; ++i) {
    const std::size_t row = (columns - 1) * kElements + i * kTile;
    std::copy_n(expected.begin() + row + last_j, kTile - last_j, result.begin() + row + last_j);
  }
  REQUIRE(result == expected);
  REQUIRE(contents(b) == b_before);
}

template <typename Element>
void check(const KernelSet& set, std::uint32_t seed) {
  INFO(set.name << ", " << sizeof(Element) << " bytes, seed " << seed);
  check_tile<Element>(set, seed);
  for (const std::size_t depth : {1, 2, 3}) {
    for (const std::size_t columns : {1, 2, 3, 4}) {
      const std::array<std::size_t, 6> widths = {kTile, 1, 8, 17, 32, kTile - 1};
      const std::size_t last_j = widths[(seed + columns) % widths.size()];
      check_strip<Element>(set, depth, columns, last_j, seed);
    }
  }
}

TEST_CASE("every instruction set and width computes the tile product and closure") {
  for (const KernelSet* set : compiled_kernels()) {
    if (!set->runnable()) {
      WARN("not run here, this processor lacks it: " << set->name);
      continue;
    }
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
      check<std::uint8_t>(*set, seed);
      check<std::uint16_t>(*set, seed);
      check<std::int32_t>(*set, seed);
    }
  }
}

TEST_CASE("an instruction set is chosen by name or best first") {
  const std::vector<std::string> runnable = runnable_isas();
  REQUIRE(runnable.back() == "portable");
  REQUIRE(std::set<std::string>(runnable.begin(), runnable.end()).size() == runnable.size());
  REQUIRE(choose_kernels("").name == runnable.front());
  const std::vector<std::string> compiled = compiled_isas();
  REQUIRE(compiled.size() >= runnable.size());
  REQUIRE(std::equal(runnable.rbegin(), runnable.rend(), compiled.rbegin()));
  for (const std::string& isa : runnable) REQUIRE(choose_kernels(isa).name == isa);
  try {
    (void)choose_kernels("mmx");
    FAIL("mmx was accepted");
  } catch (const Error& error) {
    REQUIRE(error.code() == ExitCode::kUsage);
    const std::string message = error.what();
    REQUIRE(message.find("'mmx'") != std::string::npos);
    REQUIRE(message.find("portable") != std::string::npos);
  }
}

}  // namespace
}  // namespace apsp::cpu
