// SPDX-License-Identifier: MIT
// Batches in the memory of a GPU, beside the same ones on processors. gpu_module_test.cpp skips the
// program where no device is.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "library/cuda/test_gpu_batches.hpp"
#include "library/test_graphs.hpp"

namespace {

using apsp::BatchSettings;
using apsp::DeviceBatch;
using apsp::Element;
using apsp::Fault;
using apsp::kNoPath;
using apsp::kUnreachable;
using apsp::test::Batch;
using apsp::test::expected;
using apsp::test::OnGpu;
using apsp::test::random_batch;
using apsp::test::require_as_on_processors;
using apsp::test::require_error;
using apsp::test::require_same;
using apsp::test::solved;

/// On both sides of the borders of the kernels; the matrix of the largest fits no multiprocessor.
constexpr std::array<std::size_t, 15> kSizes = {0,  1,  2,   3,   31,  32,  33, 63,
                                                64, 65, 100, 128, 129, 200, 300};

/// Settings in turn; `most`: the largest weight.
template <typename R>
std::vector<BatchSettings> all_settings(double most) {
  std::vector<BatchSettings> all = {{}, {.fill = 5}, {.limit = 1.5 * most}, {.undirected = true}};
  all.push_back({.fill = 0, .zero_is_no_edge = true, .limit = most / 3, .undirected = true});
  if (std::is_floating_point_v<R>) {
    all.push_back({.fill = std::nan("")});
    all.push_back({.fill = -0.0, .limit = 0.1F});
  }
  return all;
}

constexpr std::size_t kGraphs = 9;

/// Solves batches of all sizes with all settings, and requires what processors compute.
template <typename T, typename R, typename Weight>
void require_all_as_on_processors(double most, bool negative, const Weight& weight) {
  const std::uint32_t seed = std::random_device{}();
  std::mt19937 random(seed);
  for (const std::size_t vertices : kSizes) {
    std::vector<std::int32_t> heights(kGraphs * vertices);
    for (std::int32_t& height : heights) height = static_cast<std::int32_t>(random() % 50);
    const auto lifted = [&](std::size_t g, std::size_t i, std::size_t j) {
      const T base = weight(random);
      if (!negative) return base;
      return static_cast<T>(base + static_cast<T>(heights[g * vertices + i]) -
                            static_cast<T>(heights[g * vertices + j]));
    };
    const Batch<T> batch = random_batch<T>(kGraphs, vertices, random, kNoPath<T>, lifted);
    for (const BatchSettings& settings : all_settings<R>(most)) {
      if (negative && settings.undirected) continue;
      INFO("seed " << seed << ", N " << vertices << ", fill " << settings.fill.value_or(-77)
                   << ", limit " << settings.limit << ", undirected " << settings.undirected);
      require_as_on_processors<R>(batch, settings);
    }
  }
}

template <typename T>
void require_same_reals() {
  const auto real = [](std::mt19937& random) {
    return static_cast<T>(
        std::ldexp(static_cast<double>(random()), -28 - static_cast<int>(random() % 9)));
  };
  require_all_as_on_processors<T, T>(16, false, real);
  require_all_as_on_processors<T, T>(16, true, [&](std::mt19937& random) {
    return std::ldexp(std::ceil(std::ldexp(real(random), 10)), -10);
  });
  const auto extreme = [](std::mt19937& random) {
    constexpr T kMost = std::numeric_limits<T>::max();
    constexpr std::array<T, 6> kOf = {0,     -T{0},     std::numeric_limits<T>::denorm_min(),
                                      kMost, kMost / 3, 1};
    return kOf[random() % kOf.size()];
  };
  require_all_as_on_processors<T, T>(1, false, extreme);
}

}  // namespace

TEST_CASE("each kernel of batches on a GPU, on two graphs") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  // One size for each place of a matrix.
  for (const std::size_t vertices :
       {std::size_t{20}, std::size_t{50}, std::size_t{100}, std::size_t{150}, std::size_t{300}}) {
    INFO("N " << vertices);
    const auto require_one = [&](auto most, const BatchSettings& settings) {
      using T = decltype(most);
      const auto weight = [&](std::size_t, std::size_t, std::size_t) {
        return static_cast<T>(std::ldexp(static_cast<double>(random()), -32) *
                              static_cast<double>(most));
      };
      require_as_on_processors<T>(random_batch<T>(2, vertices, random, kNoPath<T>, weight),
                                  settings);
    };
    require_one(std::int32_t{900}, {.fill = 0, .limit = 500, .undirected = true});
    require_one(900.0F, {});
    if (vertices == 300) continue;  // a launch for each vertex, integers by that of doubles
    require_one(kUnreachable - 1, {.limit = 1e9});  // doubles again
    require_one(900.0, {});
  }
  Batch<double> batch{1, 200, std::vector<double>(40000, 1.5), {}};
  batch.weights[1] = -4.25;
  require_error(Fault::kNoAnswer, {"graph 0: a negative cycle leads through vertex 1"},
                [&] { (void)solved<double>(batch); });
}

TEST_CASE("batches of integers on a GPU: small, large and negative weights", "[long]") {
  for (const std::uint32_t most : {2u, 100u, 3'000'000u, 40'000'000u}) {
    const auto weight = [&](std::mt19937& random) {
      return static_cast<std::int32_t>(random() % most);
    };
    require_all_as_on_processors<std::int32_t, std::int32_t>(most, false, weight);
    require_all_as_on_processors<std::int32_t, std::int32_t>(most, true, weight);
    require_all_as_on_processors<std::int64_t, std::int32_t>(most, true, weight);
  }
  require_all_as_on_processors<std::uint16_t, std::uint16_t>(
      90, false, [](std::mt19937& random) { return static_cast<std::uint16_t>(random() % 90); });
}

TEST_CASE("batches of floats on a GPU have the bits of the triple loop", "[long]") {
  require_same_reals<float>();
  require_same_reals<double>();
}

TEST_CASE("batches of integers on a GPU go into every kind of distances", "[long]") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t vertices : {std::size_t{20}, std::size_t{300}}) {
    const Batch<std::uint8_t> bytes = random_batch<std::uint8_t>(
        5, vertices, random, 255,
        [&](std::size_t, std::size_t, std::size_t) { return static_cast<std::uint8_t>(random()); });
    Batch<std::int32_t> wide{5, vertices, {}, bytes.sizes};
    wide.weights.assign(bytes.weights.begin(), bytes.weights.end());
    const auto right = expected<std::int32_t>(wide);
    require_same(solved<std::int32_t>(bytes), right);
    const auto require_converted = [&](auto element) {
      using R = decltype(element);
      std::vector<R> converted(right.size());
      std::transform(right.begin(), right.end(), converted.begin(), [](std::int32_t length) {
        return length == kUnreachable ? kNoPath<R> : static_cast<R>(length);
      });
      require_same(solved<R>(bytes), converted);
      require_same(solved<R>(wide), converted);
    };
    require_converted(std::uint16_t{});
    require_converted(float{});
    require_converted(double{});
  }
}

TEST_CASE("batches on a GPU of any strides, in place, and of many graphs") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto weight = [&](std::size_t, std::size_t, std::size_t) {
    return static_cast<std::int32_t>(random() % 900);
  };
  for (const std::size_t vertices : {std::size_t{7}, std::size_t{70}, std::size_t{290}}) {
    const Batch<std::int32_t> batch =
        random_batch<std::int32_t>(6, vertices, random, kUnreachable, weight);
    const auto right = expected<std::int32_t>(batch);
    const OnGpu<std::int32_t> in_place(batch.weights);
    apsp::solve_batch_on_device(batch.view(in_place.data()), {},
                                {in_place.data(), Element::kInt32});
    require_same(in_place.copied(), right);

    // Elements 3 apart, graphs inside, rows and graphs backwards.
    std::vector<std::int32_t> spread(3 * batch.weights.size(), -kUnreachable);
    const auto n = static_cast<std::ptrdiff_t>(vertices);
    const std::ptrdiff_t column = 18;
    const std::ptrdiff_t row = -column * n;
    const std::ptrdiff_t graph = -3;
    const std::ptrdiff_t first = 15 + column * n * (n - 1);
    for (std::ptrdiff_t x = 0; x < 6 * n * n; ++x) {
      spread[static_cast<std::size_t>(first + x / (n * n) * graph + x / n % n * row +
                                      x % n * column)] = batch.weights[static_cast<std::size_t>(x)];
    }
    const OnGpu<std::int32_t> from(spread);
    const OnGpu<std::int32_t> to(right);
    DeviceBatch view = batch.view(from.data() + first);
    view.graph_stride = graph;
    view.weights.row_stride = row;
    view.weights.column_stride = column;
    apsp::solve_batch_on_device(view, {}, {to.data(), Element::kInt32});
    require_same(to.copied(), right);
    require_error(Fault::kUsage, {"the weights lie in host memory"}, [&] {
      apsp::solve_batch_on_device(batch.view(batch.weights.data()), {},
                                  {to.data(), Element::kInt32});
    });
  }
  const Batch<std::int32_t> many =
      random_batch<std::int32_t>(70'000, 5, random, kUnreachable, weight);
  require_same(solved<std::int32_t>(many), expected<std::int32_t>(many));
}

TEST_CASE("batches on a GPU without loops or weights, and with a number that is no edge") {
  Batch<std::int64_t> batch{1, 3, {-5, 7, 9, 1, -5, 7, std::int64_t{1} << 40, 9, 3}, {}};
  const OnGpu<std::int64_t> weights(batch.weights);
  const OnGpu<std::int32_t> distances(std::vector<std::int32_t>(9));
  DeviceBatch view = batch.view(weights.data());
  const auto found = [&] {
    apsp::solve_batch_on_device(view, {}, {distances.data(), Element::kInt32});
    return distances.copied();
  };
  require_error(Fault::kInput, {"graph 0, row 2, column 0: weight is 1099511627776, expected"},
                found);
  view.weights.no_edge = 0x1p40;
  require_error(Fault::kNoAnswer, {"graph 0: a negative cycle leads through vertex 0", "-5 or"},
                found);
  view.weights.loops = false;
  REQUIRE(found() == std::vector<std::int32_t>{0, 7, 9, 1, 0, 7, 10, 9, 0});
  view.weights.no_edge = 9;
  view.weights.unweighted = true;
  REQUIRE(found() == std::vector<std::int32_t>{0, 1, 2, 1, 0, 1, 1, 2, 0});
}

TEST_CASE("batches on a GPU without an answer name the first graph, its place and its number",
          "[long]") {
  for (const std::size_t vertices :
       {std::size_t{3}, std::size_t{40}, std::size_t{100}, std::size_t{150}, std::size_t{300}}) {
    Batch<std::int32_t> batch{40, vertices, {}, {}};
    batch.weights.assign(40 * vertices * vertices, kUnreachable);
    const auto set = [&](std::size_t g, std::size_t i, std::size_t j, std::int32_t weight) {
      batch.weights[(g * vertices + i) * vertices + j] = weight;
    };
    const auto refused = [&](Fault fault, const std::string& message) {
      INFO("N " << vertices << ", " << message);
      require_error(fault, {message}, [&] { (void)solved<std::int32_t>(batch); });
    };
    set(39, 0, 1, kUnreachable - 1);
    set(39, 1, 2, kUnreachable - 2);
    require_same(solved<std::int32_t>(batch, {.limit = 5e8}),
                 expected<std::int32_t>(batch, {.limit = 5e8}));
    refused(Fault::kNoAnswer, "graph 39: the distance from vertex 0 to vertex 2 is 2147483643");
    set(30, 1, 2, 4);
    set(30, 2, 1, -9);
    refused(Fault::kNoAnswer,
            "graph 30: a negative cycle leads through vertex 2, its length is -5");
    set(21, 1, 1, -kUnreachable);
    set(21, 2, 0, -kUnreachable - 1);
    refused(Fault::kInput, "graph 21, row 1, column 1: weight is -1073741823, expected");
    set(20, 2, 2, -1);
    refused(Fault::kNoAnswer,
            "graph 20: a negative cycle leads through vertex 2, its length is -1");
    Batch<double> real{3, vertices, std::vector<double>(3 * vertices * vertices, 1.5), {}};
    real.weights[vertices * vertices + 1] = -4.25;
    require_error(Fault::kNoAnswer,
                  {"graph 1: a negative cycle leads through vertex 1, its length is -2.75 or less"},
                  [&] { (void)solved<double>(real); });
  }
}

TEST_CASE("threads that solve batches share a GPU") {
  std::mt19937 random(2);
  // Their blocks take unlike shares of shared memory.
  const auto batch_of = [&](std::size_t vertices) {
    return random_batch<std::int32_t>(4, vertices, random, kUnreachable,
                                      [&](std::size_t, std::size_t, std::size_t) {
                                        return static_cast<std::int32_t>(random() % 9);
                                      });
  };
  const std::array<Batch<std::int32_t>, 2> batches = {batch_of(140), batch_of(230)};
  const OnGpu<std::int32_t> weights[] = {OnGpu(batches[0].weights), OnGpu(batches[1].weights)};
  const OnGpu<std::int32_t> found[] = {OnGpu(batches[0].weights), OnGpu(batches[1].weights)};
  std::array<std::string, 2> failures;
  {
    std::vector<std::jthread> callers;
    for (std::size_t n = 0; n < batches.size(); ++n) {
      callers.emplace_back([&, n] {
        try {
          for (int times = 0; times < 100; ++times) {
            apsp::solve_batch_on_device(batches[n].view(weights[n].data()), {},
                                        {found[n].data(), Element::kInt32});
          }
        } catch (const std::exception& error) {
          failures[n] = error.what();
        }
      });
    }
  }
  REQUIRE(failures == std::array<std::string, 2>{});
  for (std::size_t n = 0; n < batches.size(); ++n) {
    require_same(found[n].copied(), expected<std::int32_t>(batches[n]));
  }
}

TEST_CASE("observers are told of the graphs of a batch on a GPU, and end it") {
  std::mt19937 random(1);
  const Batch<std::int32_t> batch = random_batch<std::int32_t>(
      50, 300, random, kUnreachable, [](std::size_t, std::size_t, std::size_t) { return 1; });
  apsp::test::Listener told;
  (void)solved<std::int32_t>(batch, {.observer = &told});
  REQUIRE(told.last == 50);
  apsp::test::Listener cancels(apsp::test::Listener::End::kCancel);
  require_error(Fault::kCancelled, {},
                [&] { (void)solved<std::int32_t>(batch, {.observer = &cancels}); });
}
