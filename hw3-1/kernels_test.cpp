// SPDX-License-Identifier: MIT
// Every instruction set and width against the three loops written out, on values that sit on the
// edges of the width. Sets that this processor does not run are named, not passed over in silence.
#include "hw3-1/kernels.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "common/catch.hpp"
#include "common/error.hpp"
#include "common/width.hpp"
#include "hw3-1/pages.hpp"
#include "hw3-1/solver.hpp"

namespace apsp::cpu {
namespace {

constexpr std::size_t kElements = kTile * kTile;

template <typename Element>
using Tile = Pages<Element>;

/// Values in [0, INF], half of them 0, 1, INF - 1 or INF.
template <typename Element>
void fill(Tile<Element>& tile, std::mt19937& random) {
  constexpr Element kInf = kInfinity<Element>;
  const std::array<Element, 4> edges = {0, 1, kInf - 1, kInf};
  for (std::size_t x = 0; x < kElements; ++x) {
    tile.data()[x] = random() % 2 == 0
                         ? edges[random() % 4]
                         : static_cast<Element>(random() % (static_cast<std::uint32_t>(kInf) + 1));
  }
}

/// c(i,j) = min(c(i,j), a(i,k) + b(k,j)) in 64 bits.
template <typename Element>
std::vector<Element> expected_product(const Tile<Element>& c, const Tile<Element>& a,
                                      const Tile<Element>& b) {
  std::vector<Element> result(kElements);
  for (std::size_t i = 0; i < kTile; ++i) {
    for (std::size_t j = 0; j < kTile; ++j) {
      std::int64_t best = c.data()[i * kTile + j];
      for (std::size_t k = 0; k < kTile; ++k) {
        best = std::min(best, std::int64_t{a.data()[i * kTile + k]} + b.data()[k * kTile + j]);
      }
      result[i * kTile + j] = static_cast<Element>(best);
    }
  }
  return result;
}

template <typename Element>
std::vector<Element> expected_closure(const Tile<Element>& tile) {
  std::vector<Element> d(tile.data(), tile.data() + kElements);
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
std::vector<Element> contents(const Tile<Element>& tile) {
  return {tile.data(), tile.data() + kElements};
}

template <typename Element>
void check(const KernelSet& set, std::uint32_t seed) {
  INFO(set.name << ", " << sizeof(Element) << " bytes, seed " << seed);
  const TileKernels<Element>& kernels = set.of<Element>();
  std::mt19937 random(seed);
  Tile<Element> a(kElements), b(kElements), c(kElements);
  Pages<std::byte> packed(kernels.packed_bytes);
  fill(a, random);
  fill(b, random);
  fill(c, random);

  const std::vector<Element> product = expected_product(c, a, b);
  kernels.pack(a.data(), packed.data());
  kernels.product(c.data(), packed.data(), b.data(), a.data());
  REQUIRE(contents(c) == product);

  for (std::size_t v = 0; v < kTile; ++v) a.data()[v * kTile + v] = 0;
  const std::vector<Element> closure = expected_closure(a);
  kernels.close(a.data());
  REQUIRE(contents(a) == closure);

  // The row panel's case: the product in place, the left operand closed.
  const std::vector<Element> in_place = expected_product(b, a, b);
  kernels.pack(a.data(), packed.data());
  kernels.product(b.data(), packed.data(), b.data(), a.data());
  REQUIRE(contents(b) == in_place);
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
  REQUIRE(choose_kernels("").name == runnable.front());
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
