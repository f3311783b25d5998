// SPDX-License-Identifier: MIT
// Every set of loops reads matrices of every type as plain words say, whatever the numbers.
#include "library/matrix/matrix_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "common/testing/catch.hpp"

namespace apsp {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

template <typename T>
struct Case {
  std::vector<T> numbers;
  std::size_t vertices;
  MatrixReading reading;

  [[nodiscard]] bool is_edge(std::size_t n) const {
    const auto number = static_cast<double>(numbers[n]);
    return std::isfinite(number) && (number != 0 || reading.zeros_are_edges) &&
           (reading.loops || n / vertices != n % vertices);
  }
  [[nodiscard]] double weight(std::size_t n) const {
    return reading.unweighted ? 1 : static_cast<double>(numbers[n]);
  }
};

/// Requires edges and weights as the numbers say; returns the exponent.
template <typename T>
std::optional<int> require_read(const Case<T>& of) {
  std::optional<int> exponent;
  for (const NumberLoops* loops : runnable_number_loops()) {
    INFO("loops " << loops->name);
    const MatrixWeights read = read_matrix(std::span(of.numbers), of.vertices, of.reading, *loops);
    std::vector<RealEdge> expected;
    double least = kInf;
    double most = -kInf;
    for (std::size_t n = 0; n < of.numbers.size(); ++n) {
      if (!of.is_edge(n)) continue;
      expected.push_back({static_cast<std::int32_t>(n / of.vertices),
                          static_cast<std::int32_t>(n % of.vertices), of.weight(n)});
      least = std::min(least, of.weight(n));
      most = std::max(most, of.weight(n));
    }
    exponent = read.exponent;
    const double unit = std::ldexp(1.0, exponent.value_or(0));
    REQUIRE(read.weights.integers() == exponent.has_value());
    REQUIRE(read.weights.edge_count() == expected.size());
    REQUIRE(read.weights.real_edges(unit) == expected);
    if (expected.empty()) continue;
    REQUIRE(read.weights.range().least == std::ldexp(least, -exponent.value_or(0)));
    REQUIRE(read.weights.range().most == std::ldexp(most, -exponent.value_or(0)));
  }
  return exponent;
}

template <typename T, typename Draw>
Case<T> matrix(std::size_t vertices, const Draw& draw, const MatrixReading& reading = {}) {
  Case<T> made{std::vector<T>(vertices * vertices), vertices, reading};
  for (T& number : made.numbers) number = static_cast<T>(draw());
  return made;
}

std::vector<MatrixReading> all_readings() {
  std::vector<MatrixReading> readings;
  for (const bool zeros : {false, true}) {
    for (const bool loops : {false, true}) {
      for (const bool unweighted : {false, true}) readings.push_back({zeros, loops, unweighted});
    }
  }
  return readings;
}

template <typename T>
void check_small_numbers() {
  std::mt19937 random(7);
  for (const std::size_t vertices : {0, 1, 2, 3, 7, 8, 9, 17, 63, 64, 65, 130}) {
    for (const MatrixReading& reading : all_readings()) {
      INFO("V " << vertices << ", zeros " << reading.zeros_are_edges << ", loops " << reading.loops
                << ", unweighted " << reading.unweighted);
      const auto draw = [&] { return random() % 3 == 0 ? 0 : random() % 200; };
      REQUIRE(require_read(matrix<T>(vertices, draw, reading)) == 0);
    }
  }
}

TEST_CASE("small numbers of every type are integers") {
  check_small_numbers<double>();
  check_small_numbers<float>();
  check_small_numbers<std::int64_t>();
  check_small_numbers<std::int32_t>();
  check_small_numbers<std::uint16_t>();
  check_small_numbers<std::uint8_t>();
}

TEST_CASE("rows longer than a part, and more of them than one thread reads, are read whole") {
  std::mt19937 random(3);
  for (const std::size_t vertices : {1023, 1024, 1025}) {
    const auto draw = [&] { return random() % 50; };
    REQUIRE(require_read(matrix<double>(vertices, draw, {.loops = false})) == 0);
  }
}

TEST_CASE("the types that hold the largest weight end at their last number") {
  std::mt19937 random(9);
  constexpr std::array<std::int64_t, 8> kMost = {127,   254,   255,   256,
                                                 65534, 65535, 65536, kUnreachable - 1};
  for (const std::int64_t most : kMost) {
    for (const std::size_t place :
         {std::size_t{0}, std::size_t{4711}, std::size_t{100 * 100 - 1}}) {
      INFO("most " << most << " at " << place);
      auto of = matrix<std::int64_t>(100, [&] { return random() % 100; });
      of.numbers[place] = most;  // seldom in the sample of the rows
      REQUIRE(require_read(of) == 0);
      of.numbers[place] = -most;
      REQUIRE(require_read(of) == 0);
    }
  }
}

TEST_CASE("numbers that are no integers in range are real") {
  std::mt19937 random(5);
  const auto one_of = [&](double odd, std::size_t place) {
    auto of = matrix<double>(90, [&] { return random() % 100; });
    of.numbers[place] = odd;
    return require_read(of);
  };
  for (const std::size_t place : {std::size_t{0}, std::size_t{777}, std::size_t{90 * 90 - 1}}) {
    INFO("at " << place);
    REQUIRE(one_of(0.1, place) == std::nullopt);
    REQUIRE(one_of(1e300, place) == std::nullopt);
    REQUIRE(one_of(-1e300, place) == std::nullopt);
    REQUIRE(one_of(5e-324, place) == std::nullopt);
    REQUIRE(one_of(kUnreachable, place) == std::nullopt);
    REQUIRE(one_of(-kUnreachable, place) == std::nullopt);
    REQUIRE(one_of(0x1p51 + 1, place) == std::nullopt);
    REQUIRE(one_of(kNan, place) == 0);  // no edge
    REQUIRE(one_of(kInf, place) == 0);
    REQUIRE(one_of(-kInf, place) == 0);
    REQUIRE(one_of(-0.0, place) == 0);
    REQUIRE(one_of(0.25, place) == -2);
    REQUIRE(one_of(0x1p-20, place) == -20);
    REQUIRE(one_of(-0x1.8p-22, place) == -23);
  }
}

TEST_CASE("weights in units far from 1 are integers") {
  std::mt19937 random(11);
  for (const int exponent : {-1074, -1060, -1023, -1001, -1000, -999, -60, -1, 31, 60, 900, 980}) {
    INFO("exponent " << exponent);
    auto of = matrix<double>(70, [&] { return std::ldexp(2 * (random() % 64) + 1, exponent); });
    REQUIRE(require_read(of) == exponent);
    of.numbers[33] = 5e-324;  // becomes 0 where it is multiplied by a small factor
    if (exponent > -1050) REQUIRE(require_read(of) == std::nullopt);
  }
  const auto large = matrix<std::int64_t>(20, [&] { return (random() % 64 + 1) << 40; });
  REQUIRE(require_read(large) >= 40);
  const auto too_large = matrix<double>(20, [&] { return std::ldexp(random() % 64 + 1, 1000); });
  REQUIRE(require_read(too_large) == std::nullopt);  // a length could be infinite
}

TEST_CASE("a weight is an edge, however small those of the sample are") {
  for (const int exponent : {-1074, -1040, -1001, -999, -900}) {
    for (const double odd : {1.0, -1.0, 0x1p-1000, 1e300, 5e-324}) {
      INFO("exponent " << exponent << ", odd " << odd);
      auto of = matrix<double>(64, [] { return 0; });
      for (std::size_t v = 0; v < 64; ++v)
        of.numbers[v * 64 + (v + 1) % 64] = std::ldexp(1.0, exponent);
      of.numbers[64 + 3] = odd;  // in a row that is not sampled
      require_read(of);
    }
  }
}

TEST_CASE("matrices of random numbers are read as they are") {
  const std::vector<double> odd = {0,    -0.0,  1,      -1,   kInf,         -kInf,         kNan,
                                   0.5,  1e-9,  1e9,    -1e9, 0x1p30,       -0x1p30,       0x1p52,
                                   1e18, 1e300, -1e300, 254,  kUnreachable, -kUnreachable, 255};
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = random() % 40;
    const double unit = std::ldexp(1.0, static_cast<int>(random() % 60) - 30);
    const std::size_t rare = 1 + random() % 2000;
    const auto readings = all_readings();
    const MatrixReading reading = readings[random() % readings.size()];
    const auto draw = [&] {
      if (random() % rare == 0) return odd[random() % odd.size()];
      return unit * (static_cast<double>(random() % 2000) - (seed % 2 == 0 ? 0 : 50));
    };
    require_read(matrix<double>(vertices, draw, reading));
    const auto narrow = [&] { return std::clamp(draw(), -3e38, 3e38); };
    require_read(matrix<float>(vertices, narrow, reading));
    const auto whole = [&] {
      const double number = draw();
      return std::isfinite(number) ? std::clamp(number, -2e9, 2e9) : 0;
    };
    require_read(matrix<std::int32_t>(vertices, whole, reading));
    require_read(matrix<std::int64_t>(vertices, whole, reading));
  }
}

}  // namespace
}  // namespace apsp
