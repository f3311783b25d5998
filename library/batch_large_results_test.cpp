// SPDX-License-Identifier: MIT
// Results that are stored past the caches.
#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "apsp/batch.hpp"
#include "apsp/solve.hpp"
#include "common/testing/batch_samples.hpp"
#include "common/testing/catch.hpp"

namespace apsp {
namespace {

using test::solved;

/// Memory that begins `shift` elements after a multiple of 64 bytes.
template <typename Element>
class Aligned {
 public:
  Aligned(std::size_t size, std::size_t shift) : all_(size + shift + 64, Element{77}) {
    const auto address = reinterpret_cast<std::uintptr_t>(all_.data());
    const std::size_t before = (64 - address % 64) % 64 / sizeof(Element);
    span = std::span(all_).subspan(before + shift, size);
  }
  std::span<Element> span;

 private:
  std::vector<Element> all_;
};

}  // namespace

TEST_CASE("results beyond the caches are the same as small ones, at any address") {
  const auto require_large = [](auto zero) {
    using Element = decltype(zero);
    constexpr std::size_t kVertices = 64 / sizeof(Element) * 2;
    constexpr std::size_t kGraphs =
        (std::size_t{65} << 20) / sizeof(Element) / kVertices / kVertices;
    std::mt19937 random(9);
    constexpr std::size_t kSome = 50 * kVertices * kVertices;
    std::vector<Element> some(kSome);
    for (Element& weight : some) {
      weight = static_cast<Element>(random() % 300);
      if (random() % 2 == 0) weight = kNoPath<Element>;
    }
    some[3 * kVertices * kVertices + 1] = 100'000;  // this graph is closed in its own width
    std::vector<Element> truth(kSome);
    solve_batch(DenseBatch<Element>{kVertices, some, {}}, {}, std::span(truth));
    std::vector<Element> matrices(kGraphs * kVertices * kVertices);
    for (std::size_t x = 0; x < matrices.size(); ++x) matrices[x] = some[x % kSome];
    for (const std::string& isa : instruction_sets()) {
      for (const std::size_t shift : {0, 1}) {
        Aligned<Element> found(matrices.size(), shift);
        solve_batch(DenseBatch<Element>{kVertices, matrices, {}},
                    {.threads = 3, .instruction_set = isa}, found.span);
        bool same = true;
        for (std::size_t x = 0; x < matrices.size(); ++x) same &= found.span[x] == truth[x % kSome];
        REQUIRE(same);
      }
    }
  };
  require_large(std::int32_t{});
  require_large(0.0F);
  require_large(0.0);
}

TEST_CASE("packed results beyond the caches are the padded ones, at any address") {
  std::vector<test::Sample> samples;
  for (std::uint32_t g = 0; g < 4'500; ++g) {
    samples.push_back(test::random_sample(g % 5 == 4 ? 63 : 64, 200, 0, 90, g % 25));
  }
  const test::Graphs<std::int32_t> graphs(64, samples);
  const auto padded = solved(graphs.by_edges());
  std::vector<std::int32_t> truth;
  for (std::size_t g = 0; g < samples.size(); ++g) {
    const std::size_t n = samples[g].vertices;
    for (std::size_t x = 0; x < n * n; ++x) {
      truth.push_back(padded[(g * 64 + x / n) * 64 + x % n]);
    }
  }
  for (const std::string& isa : instruction_sets()) {
    for (const std::size_t shift : {0, 1}) {
      Aligned<std::int32_t> found(truth.size(), shift);
      solve_batch(graphs.by_edges(), {.threads = 3, .instruction_set = isa, .packed = true},
                  found.span);
      REQUIRE(std::equal(truth.begin(), truth.end(), found.span.begin()));
    }
  }
}

}  // namespace apsp
