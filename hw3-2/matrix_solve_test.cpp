// SPDX-License-Identifier: MIT
// Matrices that lie in the memory of a device, in all types of weights and of rows.
#include "hw3-2/matrix_solve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "common/core/device_problem.hpp"
#include "common/core/distance.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/send.hpp"
#include "common/gpu/device/status.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"

namespace apsp::gpu {
namespace {

using test::require_error;

template <typename T>
constexpr Element kElement = std::is_same_v<T, double>         ? Element::kFloat64
                             : std::is_same_v<T, float>        ? Element::kFloat32
                             : std::is_same_v<T, std::int32_t> ? Element::kInt32
                                                               : Element::kUint16;

/// V x V weights on the device; 0 is no edge.
template <typename T>
struct OnDevice {
  explicit OnDevice(const std::vector<T>& from)
      : vertices(static_cast<std::size_t>(std::sqrt(static_cast<double>(from.size())))),
        memory(sent(from, nullptr)) {}

  [[nodiscard]] DeviceWeights view() const {
    DeviceWeights weights;
    weights.data = memory.get();
    weights.element = kElement<T>;
    weights.vertices = vertices;
    weights.row_stride = static_cast<std::ptrdiff_t>(vertices);
    weights.column_stride = 1;
    weights.no_edge = no_edge;
    return weights;
  }

  std::size_t vertices;
  std::optional<double> no_edge = 0;
  DeviceMemory<T> memory;
};

template <typename Row, typename Weight>
std::vector<Row> solved(const std::vector<Weight>& weights, RowSet rows, bool both_ways = false,
                        Arithmetic width = {}) {
  const OnDevice<Weight> on_device(weights);
  std::vector<Row> found(rows.size() * on_device.vertices);
  const auto memory = allocate_device<Row>(found.size());
  Observer silent;
  solve_matrix({on_device.view(), std::move(rows), {memory.get(), kElement<Row>}, both_ways, width},
               silent);
  check(cudaMemcpy(found.data(), memory.get(), found.size() * sizeof(Row), cudaMemcpyDeviceToHost),
        "copy the rows");
  return found;
}

/// All lengths, by three loops in double.
template <typename Weight>
std::vector<double> expected(const std::vector<Weight>& weights, std::size_t n, bool both_ways) {
  std::vector<double> d(n * n, HUGE_VAL);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double weight = weights[i * n + j];
      if (weight == 0) continue;
      d[i * n + j] = std::min(d[i * n + j], weight);
      if (both_ways) d[j * n + i] = std::min(d[j * n + i], weight);
    }
    d[i * n + i] = std::min(d[i * n + i], 0.0);
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
      }
    }
  }
  return d;
}

/// Requires lengths of `rows`, within `error` of each.
template <typename Row>
void require_rows(const std::vector<double>& all, const RowSet& rows, const std::vector<Row>& found,
                  double error) {
  const std::size_t n = rows.vertices();
  std::size_t wrong = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t j = 0; j < n; ++j) {
      const double length = all[rows.source(r) * n + j];
      const Row row = found[r * n + j];
      if (std::isinf(length)) {
        const Row none = std::is_floating_point_v<Row> ? std::numeric_limits<Row>::infinity()
                         : sizeof(Row) == 2            ? static_cast<Row>(65535)
                                                       : static_cast<Row>(kUnreachable);
        wrong += row != none;
      } else {
        wrong += !(std::abs(static_cast<double>(row) - length) <= error * length);
      }
    }
  }
  REQUIRE(wrong == 0);
}

/// Requires these very lengths.
template <typename Row>
void require_exact_rows(const std::vector<double>& all, const RowSet& rows,
                        const std::vector<Row>& found) {
  const std::size_t n = rows.vertices();
  std::size_t wrong = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t j = 0; j < n; ++j) {
      const double length = all[rows.source(r) * n + j];
      const bool none = std::isinf(length) && !std::is_floating_point_v<Row>;
      wrong += found[r * n + j] != static_cast<Row>(none ? double{kUnreachable} : length);
    }
  }
  REQUIRE(wrong == 0);
}

TEST_CASE("arrays on a device: integers into every type of rows") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t n : {1, 2, 64, 65, 200}) {
    std::vector<std::int32_t> weights(n * n);
    for (std::int32_t& weight : weights) {
      weight = random() % 8 == 0 ? 1 + static_cast<std::int32_t>(random() % 300) : 0;
    }
    for (const bool both_ways : {false, true}) {
      const std::vector<double> all = expected(weights, n, both_ways);
      const RowSet rows(n);
      require_rows(all, rows, solved<std::int32_t>(weights, rows, both_ways), 0);
      require_rows(all, rows, solved<std::uint16_t>(weights, rows, both_ways), 0);
      require_rows(all, rows, solved<float>(weights, rows, both_ways), 0);
      require_rows(all, rows, solved<double>(weights, rows, both_ways), 0);
    }
  }
}

TEST_CASE("arrays on a device: weights that round, into float32 and float64", "[long]") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t n : {1, 2, 64, 65, 128, 129, 200, 257, 700}) {
    std::vector<double> wide(n * n);
    for (double& weight : wide) {
      weight = random() % 8 == 0 ? (1 + static_cast<double>(random() % 1000000)) / 3 : 0;
    }
    wide[0] = -0.0;  // a loop, and no edge
    const std::vector<float> narrow(wide.begin(), wide.end());
    const RowSet some(n, {static_cast<std::int32_t>(n - 1), 0, static_cast<std::int32_t>(n / 2)});
    for (const bool both_ways : {false, true}) {
      for (const RowSet& rows : {RowSet(n), some}) {
        require_rows(expected(wide, n, both_ways), rows, solved<float>(wide, rows, both_ways),
                     1e-5);
        require_rows(expected(narrow, n, both_ways), rows, solved<float>(narrow, rows, both_ways),
                     1e-5);
        require_rows(expected(wide, n, both_ways), rows, solved<double>(wide, rows, both_ways),
                     1e-14);
        require_rows(expected(narrow, n, both_ways), rows, solved<double>(narrow, rows, both_ways),
                     1e-14);
      }
    }
  }
}

TEST_CASE("arrays on a device: zeros of either sign, denormals, infinities, the largest float") {
  constexpr float kNone = std::numeric_limits<float>::infinity();
  constexpr float kTiny = std::numeric_limits<float>::denorm_min();
  constexpr float kHuge = std::numeric_limits<float>::max();
  // 0 -> 1 -> 2 by zeros, 2 -> 3 by the smallest, 3 -> 4 -> 5 by the largest; NaN is no edge.
  std::vector<float> weights(36, kNone);
  weights[1] = -0.0F;
  weights[8] = 0;
  weights[15] = kTiny;
  weights[22] = weights[29] = kHuge;
  weights[30] = std::numeric_limits<float>::quiet_NaN();
  weights[5] = 0.1F;  // 0 -> 5
  OnDevice<float> on_device(weights);
  on_device.no_edge = {};
  const auto memory = allocate_device<float>(36);
  Observer silent;
  solve_matrix({on_device.view(), RowSet(6), {memory.get(), Element::kFloat32}}, silent);
  std::vector<float> found(36);
  check(cudaMemcpy(found.data(), memory.get(), 36 * sizeof(float), cudaMemcpyDeviceToHost),
        "copy the rows");
  const std::vector<float> expected = {
      0,     0,     0,     kTiny, kHuge, 0.1F,   //
      kNone, 0,     0,     kTiny, kHuge, kNone,  // twice the largest is infinity
      kNone, kNone, 0,     kTiny, kHuge, kNone,  //
      kNone, kNone, kNone, 0,     kHuge, kNone,  //
      kNone, kNone, kNone, kNone, 0,     kHuge,  //
      kNone, kNone, kNone, kNone, kNone, 0};
  REQUIRE(found == expected);
  REQUIRE(
      std::none_of(found.begin(), found.end(), [](float length) { return std::signbit(length); }));
}

TEST_CASE("arrays on a device: zeros, denormals, infinities, the largest double") {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  constexpr double kHuge = std::numeric_limits<double>::max();
  // 0 -> 1 by a zero, 1 -> 2 by the smallest, 2 -> 3 -> 0 by the largest; NaN is no edge.
  std::vector<double> weights(16, kNone);
  weights[1] = -0.0;
  weights[6] = kTiny;
  weights[11] = weights[12] = kHuge;
  weights[13] = std::numeric_limits<double>::quiet_NaN();
  OnDevice<double> on_device(weights);
  on_device.no_edge = {};
  const auto memory = allocate_device<double>(16);
  Observer silent;
  solve_matrix({on_device.view(), RowSet(4), {memory.get(), Element::kFloat64}}, silent);
  std::vector<double> found(16);
  check(cudaMemcpy(found.data(), memory.get(), 16 * sizeof(double), cudaMemcpyDeviceToHost),
        "copy the rows");
  const std::vector<double> expected = {0,     0,     kTiny, kHuge,  //
                                        kNone, 0,     kTiny, kHuge,  // twice the largest
                                        kNone, kNone, 0,     kHuge,  //
                                        kHuge, kHuge, kHuge, 0};
  REQUIRE(found == expected);
  REQUIRE(
      std::none_of(found.begin(), found.end(), [](double length) { return std::signbit(length); }));
}

TEST_CASE("arrays on a device: lengths beyond 2^30 go into floats, into others they do not") {
  constexpr std::int32_t kLong = (1 << 30) - 2;
  const std::vector<std::int32_t> weights = {0, kLong, 0, 0, 0, kLong, 0, 0, 0};
  const std::vector<float> found = solved<float>(weights, RowSet(3));
  REQUIRE(found[2] == static_cast<float>(2.0 * kLong));
  REQUIRE(std::isinf(found[3]));
  REQUIRE(solved<double>(weights, RowSet(3))[2] == 2.0 * kLong);
  require_error(Fault::kNoAnswer, {"which s32 does not hold"},
                [&] { (void)solved<std::int32_t>(weights, RowSet(3)); });

  const std::vector<double> rounded = {0, 0.1, 0, 0.3, 0, 0, 0, 0, 0};
  require_error(Fault::kInput, {"others are solved into float64 or float32"},
                [&] { (void)solved<std::int32_t>(rounded, RowSet(3)); });
  require_error(Fault::kUsage, {"are in no u16"},
                [&] { (void)solved<float>(rounded, RowSet(3), false, Width::kU16); });
  const std::vector<double> large = {0, 1e39, 0, 0.3, 0, 0, 0, 0, 0};
  require_error(Fault::kInput, {"which float32 does not hold"},
                [&] { (void)solved<float>(large, RowSet(3)); });
  const std::vector<double> negative = {0, 0.1, 0, -0.3, 0, 0, 0, 0, 0};
  require_error(Fault::kInput, {"row 1, column 0 is negative"},
                [&] { (void)solved<float>(negative, RowSet(3)); });
  for (const double sign : {1.0, -1.0}) {  // an integer times a power of two
    const std::vector<double> beyond_floats = {0, sign * 0x1p128, 0, 0};
    REQUIRE(solved<double>(beyond_floats, RowSet(2))[1] == beyond_floats[1]);
    require_error(Fault::kNoAnswer, {"does not fit into float32"},
                  [&] { (void)solved<float>(beyond_floats, RowSet(2)); });
  }
  const std::vector<double> beyond = {0, 0x1p53, 0, -1, 0, 0, 0, 0, 0};
  require_error(Fault::kInput, {"row 1, column 0 is negative", "below 2^53"},
                [&] { (void)solved<double>(beyond, RowSet(3)); });
}

TEST_CASE("arrays on a device: negative weights", "[long]") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t n : {2, 3, 64, 65, 129, 257, 700}) {
    // No cycle is negative: potentials differ by what weights are lowered by.
    std::vector<std::int32_t> potential(n);
    for (std::int32_t& height : potential) height = static_cast<std::int32_t>(random() % 500);
    std::vector<std::int32_t> weights(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j || random() % 4 != 0) continue;
        weights[i * n + j] =
            static_cast<std::int32_t>(random() % 300) + potential[j] - potential[i];
      }
    }
    const RowSet rows(n);
    const RowSet some(n, {static_cast<std::int32_t>(n - 1), 0, static_cast<std::int32_t>(n / 2)});
    const std::vector<double> all = expected(weights, n, false);
    require_exact_rows(all, rows, solved<std::int32_t>(weights, rows));
    require_exact_rows(all, some, solved<double>(weights, some));
    require_exact_rows(all, rows, solved<float>(weights, rows));
    std::vector<double> halves(weights.begin(), weights.end());
    for (double& weight : halves) weight /= 2;
    require_exact_rows(expected(halves, n, false), rows, solved<double>(halves, rows));
    if (n >= 64) {  // some weight is odd
      require_error(Fault::kUsage, {"multiples of 2^-1"},
                    [&] { (void)solved<std::int32_t>(halves, rows); });
    }
    weights[n - 1] = -600;       // 0 -> n - 1
    weights[(n - 1) * n] = 599;  // and back
    REQUIRE_THROWS_AS(solved<std::int32_t>(weights, rows), NegativeCycle);
  }
  const std::vector<std::int32_t> chain = {0, -3, 0, 0, 0, -4, 0, 0, 0};
  REQUIRE(solved<std::int32_t>(chain, RowSet(3)) ==
          std::vector<std::int32_t>{0, -3, -7, kUnreachable, 0, -4, kUnreachable, kUnreachable, 0});
  require_error(Fault::kNoAnswer, {"does not fit into uint16"},
                [&] { (void)solved<std::uint16_t>(chain, RowSet(3)); });
  require_error(Fault::kUsage, {"width is s32"},
                [&] { (void)solved<std::int32_t>(chain, RowSet(3), false, Width::kS32); });
  const std::vector<std::int32_t> far = {0, -(1 << 29), 0, 0, 0, -(1 << 29), 0, 0, 0};
  require_error(Fault::kNoAnswer, {"does not fit into int32"},
                [&] { (void)solved<std::int32_t>(far, RowSet(3)); });
  REQUIRE(solved<double>(far, RowSet(3))[2] == -0x1p30);
  REQUIRE_THROWS_AS(solved<std::int32_t>(chain, RowSet(3), true), NegativeCycle);
  const std::vector<std::int32_t> lowered = {0, 9, 0, 0, 0, -4, 0, 0, 0};
  REQUIRE(solved<std::uint16_t>(lowered, RowSet(3, {0, 2})) ==
          std::vector<std::uint16_t>{0, 9, 5, 65535, 65535, 0});
  const std::vector<double> unit = {0, 0x1p60, -0x1p59, 0};  // 2 and -1 of one unit
  REQUIRE(solved<double>(unit, RowSet(2)) == std::vector<double>{0, 0x1p60, -0x1p59, 0});
}

TEST_CASE("arrays on a device: the vertex of a negative cycle lies on one") {
  const auto vertex_of = [](const std::vector<std::int32_t>& weights, std::size_t n) {
    try {
      (void)solved<double>(weights, RowSet(n));
    } catch (const NegativeCycle& found) {
      REQUIRE(found.vertices().size() == 1);
      return found.vertices()[0];
    }
    FAIL("no cycle was found");
    return 0;
  };
  REQUIRE(vertex_of({0, 4, 0, 0, -1, 0, 0, 0, 0}, 3) == 1);  // a loop
  // A way from `a` to the cycle of b and c and back is shorter than 0, but a lies on no such cycle.
  constexpr std::size_t kSize = 300;
  constexpr std::array<std::array<std::size_t, 3>, 5> kPlaces = {
      {{0, 1, 2}, {5, 140, 290}, {131, 250, 7}, {299, 298, 1}, {0, 128, 256}}};
  for (const auto& [a, b, c] : kPlaces) {
    std::vector<std::int32_t> weights(kSize * kSize);
    weights[a * kSize + b] = weights[b * kSize + a] = weights[c * kSize + b] = 1;
    weights[b * kSize + c] = -4;
    const auto found = static_cast<std::size_t>(vertex_of(weights, kSize));
    REQUIRE((found == b || found == c));
  }
}

TEST_CASE("arrays on a device: negative weights of two pivots a round") {
  constexpr std::size_t kSize = 8200;
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  // Lengths of lowered weights are those of the others, lowered by the same potentials.
  std::vector<std::int32_t> potential(kSize);
  for (std::int32_t& height : potential) height = static_cast<std::int32_t>(random() % 500);
  std::vector<std::int32_t> weights(kSize * kSize), lowered(kSize * kSize);
  for (std::size_t i = 0; i < kSize; ++i) {
    for (int n = 0; n < 12; ++n) {
      const std::size_t j = random() % kSize;
      const auto weight = static_cast<std::int32_t>(1 + random() % 900);
      const std::int32_t other = weight + potential[j] - potential[i];
      if (i == j || other == 0) continue;
      weights[i * kSize + j] = weight;
      lowered[i * kSize + j] = other;
    }
  }
  const std::vector<std::int32_t> sources = {0, 127, 128, 4095, 8191, 8192, 8199};
  const RowSet rows(kSize, sources);
  const std::vector<std::int32_t> expected = solved<std::int32_t>(weights, rows);
  const std::vector<std::int32_t> found = solved<std::int32_t>(lowered, rows);
  std::size_t wrong = 0;
  for (std::size_t r = 0; r < sources.size(); ++r) {
    const std::int32_t height = potential[static_cast<std::size_t>(sources[r])];
    for (std::size_t j = 0; j < kSize; ++j) {
      const std::int32_t length = expected[r * kSize + j];
      wrong += found[r * kSize + j] !=
               (length == kUnreachable ? length : length + potential[j] - height);
    }
  }
  REQUIRE(wrong == 0);
}

}  // namespace
}  // namespace apsp::gpu
