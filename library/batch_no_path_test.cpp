// SPDX-License-Identifier: MIT
// No path in a batch: what fill stands in its place, and that lengths beyond the limit are none.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "apsp/batch.hpp"
#include "apsp/solve.hpp"
#include "common/testing/batch_samples.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"
#include "library/test_batches.hpp"

namespace apsp {
namespace {

using test::expected;
using test::Graphs;
using test::kEdgeSizes;
using test::random_samples;
using test::require_error;
using test::require_same;
using test::solved;

}  // namespace

TEST_CASE("fill stands for no path and beyond a graph's size, in every element") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto require_fill = [&](std::size_t vertices, auto fill) {
    using Element = decltype(fill);
    for (const Distance most : {9, 4'000, 40'000}) {
      INFO("N = " << vertices << ", fill " << fill << ", weights to " << most);
      const auto samples = random_samples(vertices, 5, most, 0, random);
      const auto truth = expected<Element>(vertices, samples, fill);
      if (!truth) continue;
      const Graphs<Element> graphs(vertices, samples);
      for (const std::string& isa : instruction_sets()) {
        const BatchSettings settings{.instruction_set = isa, .fill = static_cast<double>(fill)};
        require_same(solved(graphs.by_edges(), settings), *truth, vertices);
        require_same(solved(graphs.by_matrices(), settings), *truth, vertices);
      }
    }
  };
  for (const std::size_t vertices : kEdgeSizes) {
    for (const std::int32_t fill : {-1, 0, 3, 510, 32767, INT32_MIN, INT32_MAX}) {
      require_fill(vertices, fill);
    }
    for (const int fill : {0, 3, 510, 32767, 65534}) {
      require_fill(vertices, static_cast<std::uint16_t>(fill));
    }
    for (const float fill : {-1.0F, 510.0F, 0.1F, -kNoPath<float>}) require_fill(vertices, fill);
    for (const double fill : {-1.0, 32767.0, 0.1, 1e300}) require_fill(vertices, fill);
  }
  require_fill(300, std::int32_t{-1});
  std::vector<double> none(4, kNoPath<double>);
  solve_batch(DenseBatch<double>{2, none, {}}, {.fill = std::nan("")}, std::span(none));
  REQUIRE((std::isnan(none[1]) && std::isnan(none[2])));
  REQUIRE((none[0] == 0 && none[3] == 0));
  for (const std::size_t vertices : {2, 33}) {  // in vectors and without
    std::vector<double> zeros(vertices * vertices, kNoPath<double>);
    solve_batch(DenseBatch<double>{vertices, zeros, {}}, {.fill = -0.0}, std::span(zeros));
    REQUIRE(std::none_of(zeros.begin(), zeros.end(), [](double x) { return std::signbit(x); }));
  }
}

TEST_CASE("a distance may equal fill") {
  const Graphs<std::int32_t> graphs(4, {test::chain({4, -5}), test::chain({400'000, -400'001})});
  REQUIRE(solved(graphs.by_edges(), {.fill = -1})[2] == -1);
  REQUIRE(solved(graphs.by_matrices(), {.fill = -1})[16 + 2] == -1);
}

TEST_CASE("a fill that the element does not hold is refused") {
  const auto refused = [](auto zero, double fill, const std::string& message) {
    const Graphs<decltype(zero)> graphs(2, {test::chain({1})});
    require_error(Fault::kUsage, {message}, [&] { solved(graphs.by_edges(), {.fill = fill}); });
  };
  const std::string integer = "expected an integer from -2147483648 to 2147483647";
  refused(std::int32_t{}, 0.5, "fill is 0.5, " + integer);
  refused(std::int32_t{}, 2147483648.0, "fill is 2147483648, " + integer);
  refused(std::int32_t{}, std::nan(""), "fill is nan, " + integer);
  refused(std::int32_t{}, kNoPath<double>, "fill is inf, " + integer);
  refused(std::uint16_t{}, -1, "fill is -1, expected an integer from 0 to 65535");
  refused(std::uint16_t{}, 65536, "fill is 65536, expected an integer from 0 to 65535");
  refused(0.0F, 1e39, "fill is 1e+39, expected -3.4028234663852886e+38 to 3.4028234663852886e+38");
}

TEST_CASE("a length beyond the limit is no path, one of exactly the limit is one") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto require_limit = [&](auto zero, std::size_t vertices, Distance most, Distance heights) {
    using Element = decltype(zero);
    const auto samples = random_samples(vertices, 5, most, heights, random);
    const Graphs<Element> graphs(vertices, samples);
    const auto all = expected<std::int32_t>(vertices, samples);
    if (!all) return;
    for (const double limit : {0.0, 0.5, 2.0 * most, 2.0 * most + 0.5, 20.0 * most, 40'000.0}) {
      std::vector<Element> truth;
      bool fits = true;
      for (const std::int32_t length : *all) {
        const bool there = length != kUnreachable && length <= limit;
        fits &= !std::is_same_v<Element, std::uint16_t> || !there || length < 65535;
        truth.push_back(there ? static_cast<Element>(length) : Element{9});
      }
      if (!fits) continue;
      for (const std::string& isa : instruction_sets()) {
        INFO("N = " << vertices << ", limit " << limit << ", weights to " << most << ", " << isa);
        const BatchSettings settings{.instruction_set = isa, .fill = 9, .limit = limit};
        require_same(solved(graphs.by_edges(), settings), truth, vertices);
        require_same(solved(graphs.by_matrices(), settings), truth, vertices);
      }
    }
  };
  for (const std::size_t vertices : kEdgeSizes) {
    for (const Distance most : {1, 100, 9'000, 40'000}) {
      require_limit(std::uint16_t{}, vertices, most, 0);
      for (const Distance heights : {0, 500}) {
        require_limit(std::int32_t{}, vertices, most, heights);
        require_limit(0.0F, vertices, most, heights);
        require_limit(0.0, vertices, most, heights);
      }
    }
  }
  require_limit(std::int32_t{}, 300, 100, 0);
  require_limit(std::int32_t{}, 300, 100, 50);
}

TEST_CASE("a length beyond the limit need not fit into the element") {
  const Graphs<std::uint16_t> narrow(4, {test::chain({65534, 1})});
  REQUIRE(solved(narrow.by_edges(), {.limit = 65534})[1] == 65534);
  REQUIRE(solved(narrow.by_matrices(), {.limit = 65534})[2] == kNoPath<std::uint16_t>);
  require_error(Fault::kNoAnswer, {"the distance from vertex 0 to vertex 2 is 65535"},
                [&] { solved(narrow.by_edges(), {.limit = 65535}); });
  const Graphs<std::int32_t> far(4, {test::chain({kUnreachable - 1, 1})});
  REQUIRE(solved(far.by_edges(), {.limit = kUnreachable - 1})[1] == kUnreachable - 1);
  REQUIRE(solved(far.by_edges(), {.limit = kUnreachable - 1})[2] == kUnreachable);
}

TEST_CASE("a limit is rounded as weights of floating point are") {
  const std::vector<float> third = {0, 0.1F, kNoPath<float>, 0};
  std::vector<float> distances(4);
  solve_batch(DenseBatch<float>{2, third, {}}, {.limit = 0.1}, std::span(distances));
  REQUIRE(distances == third);
  solve_batch(DenseBatch<float>{2, third, {}}, {.limit = 0.09999}, std::span(distances));
  REQUIRE(distances[1] == kNoPath<float>);
  const std::vector<float> three = {0, 3, kNoPath<float>, 0};  // closed in 16 bits
  solve_batch(DenseBatch<float>{2, three, {}}, {.limit = 3 - 1e-12}, std::span(distances));
  REQUIRE(distances == three);
  solve_batch(DenseBatch<float>{2, three, {}}, {.limit = 1e300}, std::span(distances));
  REQUIRE(distances == three);
  for (const double wrong : {-1.0, std::nan("")}) {
    require_error(Fault::kUsage, {"limit is ", ", expected 0 or more"}, [&] {
      solve_batch(DenseBatch<float>{2, three, {}}, {.limit = wrong}, std::span(distances));
    });
  }
}

}  // namespace apsp
