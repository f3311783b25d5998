// SPDX-License-Identifier: MIT
#include "common/rows/summary.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "common/core/width.hpp"
#include "common/rows/put_numbers.hpp"
#include "common/rows/summary_sink.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"

namespace {

using apsp::Distance;
using apsp::Fault;
using apsp::kUnreachable;
using apsp::MatrixSink;
using apsp::RowGatherer;
using apsp::RowsSummary;
using apsp::SummarySink;
using apsp::test::require_error;
using Parsed = nlohmann::json;
using Matrix = std::vector<Distance>;

RowsSummary summary_of(std::size_t vertices, const Matrix& matrix) {
  SummarySink sink{apsp::RowSet(vertices)};
  sink.put(0, matrix);
  return sink.finish();
}

Parsed json_of(std::size_t vertices, const Matrix& matrix) {
  return Parsed::parse(summary_of(vertices, matrix).json("d"));
}

/// Distances in [low, high], of a hundred entries `missing` are "no path".
Matrix random_matrix(std::size_t vertices, Distance low, Distance high, unsigned missing,
                     unsigned seed) {
  std::mt19937 random(seed);
  Matrix matrix(vertices * vertices);
  const auto range = static_cast<unsigned>(high) - static_cast<unsigned>(low) + 1;
  for (std::size_t x = 0; x < matrix.size(); ++x) {
    const auto distance = static_cast<Distance>(static_cast<unsigned>(low) + random() % range);
    matrix[x] = x % (vertices + 1) == 0 ? 0 : random() % 100 < missing ? kUnreachable : distance;
  }
  return matrix;
}

/// Everything by one look at each entry after the other.
void require_right(std::size_t vertices, const Matrix& matrix) {
  std::map<Distance, std::uint64_t> often;
  std::uint64_t pairs = 0;
  std::int64_t sum = 0;
  const RowsSummary summary = summary_of(vertices, matrix);
  for (std::size_t i = 0; i < vertices; ++i) {
    std::int64_t row_sum = 0;
    std::optional<Distance> largest;
    std::uint64_t reached = 0;
    for (std::size_t j = 0; j < vertices; ++j) {
      const Distance d = matrix[i * vertices + j];
      if (i == j || d == kUnreachable) continue;
      ++often[d];
      ++reached;
      row_sum += d;
      largest = std::max(largest, std::optional(d));
    }
    CAPTURE(vertices, i);
    REQUIRE(summary.eccentricity(i) == largest);
    REQUIRE(summary.rows[i].sum == row_sum);
    REQUIRE(summary.rows[i].reachable == reached);
    pairs += reached;
    sum += row_sum;
  }
  REQUIRE(summary.reachable() == pairs);
  REQUIRE(summary.sum() == sum);
  REQUIRE(summary.histogram.total() == pairs);
  const apsp::Bins& bins = summary.histogram.bins();
  std::vector<std::uint64_t> counts(apsp::Bins::kCount);
  for (const auto& [distance, count] : often) counts[bins.index(distance)] += count;
  REQUIRE(counts == summary.histogram.counts());
  if (!often.empty()) {
    REQUIRE(summary.diameter() == often.rbegin()->first);
    const Distance least = often.begin()->first;
    REQUIRE(bins == apsp::Bins::covering(least, often.rbegin()->first));
  }
}

}  // namespace

TEST_CASE("a summary is right around every border of its tables", "[summary]") {
  unsigned seed = 0;
  for (const std::size_t vertices : {2, 3, 5, 63, 64, 65, 129, 200}) {
    for (const unsigned missing : {0u, 30u, 99u, 100u}) {
      for (const Distance high : {0, 3, 2047, 2048, 65'535, 65'536, 200'000, kUnreachable - 1}) {
        require_right(vertices, random_matrix(vertices, 0, high, missing, ++seed));
      }
      require_right(vertices, random_matrix(vertices, -40'000, 40'000, missing, ++seed));
      require_right(vertices,
                    random_matrix(vertices, 1 - kUnreachable, kUnreachable - 1, missing, ++seed));
      require_right(vertices, random_matrix(vertices, -9, -2, missing, ++seed));
    }
  }
  // Rows of several chunks, near and far ones in the same row.
  Matrix matrix = random_matrix(4200, 0, 30, 10, ++seed);
  require_right(4200, matrix);
  matrix[4100] = 1'000'000;
  matrix[4200 * 4200 - 2] = -5;
  require_right(4200, matrix);
}

TEST_CASE("no vertex, one vertex, no edge", "[summary]") {
  for (const std::size_t vertices : {0, 1, 2}) {
    Matrix matrix(vertices * vertices, kUnreachable);
    for (std::size_t v = 0; v < vertices; ++v) matrix[v * vertices + v] = 0;
    const Parsed json = json_of(vertices, matrix);
    CAPTURE(json.dump());
    REQUIRE(json["vertices"] == vertices);
    REQUIRE(json["reachable_pairs"] == 0);
    REQUIRE(json["unreachable_pairs"] == (vertices == 2 ? 2 : 0));
    REQUIRE(json["sum_of_distances"] == 0);
    for (const char* key : {"mean_distance", "diameter", "radius"}) REQUIRE(json[key].is_null());
    for (const char* key : {"centre", "periphery"}) REQUIRE(json[key] == Parsed::array());
    REQUIRE(json["percentiles"]["50"].is_null());
    REQUIRE(json["eccentricity"] == Parsed(std::vector<Parsed>(vertices)));
    REQUIRE(json["closeness"] == Parsed(std::vector<double>(vertices)));
    REQUIRE(json["histogram"]["pairs"] == Parsed::array());
  }
}

TEST_CASE("closeness is none where distances below 0 leave no sum above 0", "[summary]") {
  const Matrix matrix = {0, -3, 1, 3, 0, -3, 0, 0, 0};
  REQUIRE(json_of(3, matrix)["closeness"] == Parsed::array({nullptr, nullptr, 0.0}));
  REQUIRE(json_of(3, {0, -3, 5, 3, 0, 9, 1, 1, 0})["closeness"] ==
          Parsed::array({1.0, 1.0 / 6, 1.0}));
}

TEST_CASE("the JSON of a small graph, a line a key", "[summary]") {
  constexpr Distance kNone = kUnreachable;
  // 0 -> 1 -> 2 of weights 3 and 4, and vertex 3 apart.
  const Matrix matrix = {0,     3,     7, kNone, kNone, 0,     4,     kNone,
                         kNone, kNone, 0, kNone, kNone, kNone, kNone, 0};
  REQUIRE(summary_of(4, matrix).json("d", {"a", "b", "c", "d"}) == R"({
  "source": "d",
  "vertices": 4,
  "reachable_pairs": 3,
  "unreachable_pairs": 9,
  "sum_of_distances": 14,
  "mean_distance": 4.666666666666667,
  "diameter": 7,
  "radius": 4,
  "percentiles": {"exact":true,"at_most_too_large":0,"50":4,"90":7,"95":7,"99":7},
  "centre": [1],
  "periphery": [0],
  "centre_names": ["b"],
  "periphery_names": ["a"],
  "histogram": {"bin_width":1,"from":[3,4,7],"pairs":[1,1,1],"cumulative":[1,2,3]},
  "eccentricity": [7,4,null,null],
  "reached_vertices": [2,1,0,0],
  "sum_to_reached": [10,4,0,0],
  "closeness": [0.13333333333333333,0.08333333333333333,0.0,0.0]
}
)");
}

TEST_CASE("sums beyond 2^53 stay whole, and beyond 2^63 become null", "[summary]") {
  RowsSummary summary(apsp::RowSet(3));
  summary.rows.assign(3, {(std::int64_t{1} << 53) + 1, 5, 2});
  REQUIRE(summary.json("d").find("\"sum_of_distances\": 27021597764222979,") != std::string::npos);
  REQUIRE(summary.json("d").find("\"sum_to_reached\": [9007199254740993,") != std::string::npos);
  summary.rows.assign(3, {std::int64_t{1} << 62, 5, 1});
  REQUIRE_FALSE(summary.sum().has_value());
  REQUIRE(summary.mean() == 0x1p62);
  REQUIRE(Parsed::parse(summary.json("d"))["sum_of_distances"].is_null());
}

TEST_CASE("threads and the order of rows change no byte, and every row is passed on", "[summary]") {
  constexpr std::size_t kVertices = 150;
  const Matrix matrix = random_matrix(kVertices, -50, 90'000, 20, 5);
  const std::string expected = summary_of(kVertices, matrix).json("d");
  for (const std::size_t threads : {1, 2, 5}) {
    MatrixSink next(kVertices);
    SummarySink sink(apsp::RowSet(kVertices), &next);
    std::vector<std::thread> workers;
    for (std::size_t t = 0; t < threads; ++t) {
      workers.emplace_back([&, t] {
        for (std::size_t row = t; row < kVertices; row += threads) {
          const std::size_t turned = kVertices - 1 - row;
          sink.put(turned, std::span(matrix).subspan(turned * kVertices, kVertices));
        }
      });
    }
    for (std::thread& worker : workers) worker.join();
    REQUIRE(sink.finish().json("d") == expected);
    REQUIRE(std::ranges::equal(next.distances(), matrix));
  }
}

TEST_CASE("a solver may put numbers in place of rows", "[summary]") {
  constexpr std::size_t kVertices = 100;
  const Matrix matrix = random_matrix(kVertices, 0, 70'000, 20, 6);
  SummarySink sink{apsp::RowSet(kVertices)};
  // Two devices of 40 and 50 rows, and a host with the last ones.
  for (const auto& [first, end] : {std::pair(0, 40), std::pair(40, 90)}) {
    RowGatherer device;
    std::vector<apsp::RowNumbers> numbers;
    for (std::size_t row = first; row < static_cast<std::size_t>(end); ++row) {
      numbers.push_back(device.add(row, std::span(matrix).subspan(row * kVertices, kVertices)));
    }
    apsp::put_numbers_from(first, numbers, device.histogram(), sink);
  }
  sink.put(90, std::span(matrix).subspan(90 * kVertices));
  REQUIRE(sink.finish().json("d") == summary_of(kVertices, matrix).json("d"));

  MatrixSink rows(1);
  SummarySink both(apsp::RowSet(1), &rows);
  require_error(Fault::kInternal, {"rows are wanted"}, [&] {
    apsp::put_numbers_from(0, std::vector<apsp::RowNumbers>(1), apsp::Histogram(), both);
  });
}

TEST_CASE("counts are moved on before 32 bits are too few", "[summary]") {
  std::mt19937 random(5);
  std::vector<Distance> row(30'000);
  RowGatherer usual, often(4096);
  for (std::size_t i = 0; i < 3; ++i) {
    for (Distance& entry : row) entry = static_cast<Distance>(random() % 60'000);
    row[i] = 0;
    REQUIRE(usual.add(i, row) == often.add(i, row));
  }
  REQUIRE(usual.histogram() == often.histogram());
  REQUIRE(usual.histogram().total() == 3 * (row.size() - 1));
}

TEST_CASE("the vertices that a row reaches count as the row does", "[summary]") {
  constexpr std::size_t kVertices = 9'001;  // more than two chunks of a row
  std::vector<Distance> row(kVertices, kUnreachable);
  for (const std::uint32_t seed : {1, 2, 3}) {
    for (const std::size_t count : {0, 1, 4'095, 4'096, 9'000}) {
      INFO("seed " << seed << ", " << count << " vertices");
      std::mt19937 random(seed);
      std::vector<std::int32_t> reached(kVertices);
      std::iota(reached.begin(), reached.end(), 0);
      std::shuffle(reached.begin(), reached.end(), random);
      const auto source = static_cast<std::size_t>(reached[count]);
      reached.resize(count + 1);
      std::ranges::fill(row, kUnreachable);
      for (const std::int32_t v : reached) {
        row[static_cast<std::size_t>(v)] = static_cast<Distance>(random() % 3'000'000);
      }
      row[source] = 0;
      RowGatherer whole;
      RowGatherer part;
      REQUIRE(part.add_reached(source, row, reached) == whole.add(source, row));
      REQUIRE(part.histogram() == whole.histogram());
      row[static_cast<std::size_t>(reached[0])] = -kUnreachable;
      REQUIRE_THROWS_AS(part.add_reached(source, row, reached), apsp::NoDistance);
    }
  }
}

TEST_CASE("what is no matrix of distances is refused", "[summary]") {
  require_error(Fault::kInternal, {"row 1, column 1: 3", "0 (the diagonal)"}, [] {
    (void)summary_of(2, {0, 1, 1, 3});
  });
  require_error(Fault::kInternal, {"row 0, column 1: 1073741824", "expected -1073741822 to"}, [] {
    (void)summary_of(2, {0, kUnreachable + 1, 1, 0});
  });
  require_error(Fault::kInternal, {"row 1, column 0: -1073741823"}, [] {
    (void)summary_of(2, {0, 1, -kUnreachable, 0});
  });
  require_error(Fault::kInternal, {"row 1, column 0: -2147483648"}, [] {
    (void)summary_of(2, {0, 1, INT32_MIN, 0});
  });
  SummarySink sink{apsp::RowSet(2)};
  sink.put(1, Matrix{1, 0});
  require_error(Fault::kInternal, {"1 rows", "expected 2"}, [&] { (void)sink.finish(); });
}

/// Counts parts of up to 10,000 distances below `end`, in Element and as distances.
template <typename Element>
void require_counts_alike(Distance end, std::mt19937& random) {
  RowGatherer narrow, wide;
  for (const std::size_t size : {0, 1, 7, 64, 4096, 4097, 10'000}) {
    std::vector<Element> elements(size);
    Matrix distances(size);
    Distance least = kUnreachable, largest = -kUnreachable;
    for (std::size_t n = 0; n < size; ++n) {
      const bool none = random() % 5 == 0;
      const auto distance = static_cast<Distance>(random() % static_cast<unsigned>(end));
      elements[n] = none ? apsp::kInfinity<Element> : static_cast<Element>(distance);
      distances[n] = none ? kUnreachable : distance;
      if (none) continue;
      least = std::min(least, distance);
      largest = std::max(largest, distance);
    }
    narrow.count(std::span<const Element>(elements), least, largest);
    wide.count(distances, least, largest);
  }
  CAPTURE(end, sizeof(Element));
  REQUIRE(wide.histogram().total() > 14'000);
  REQUIRE(narrow.histogram() == wide.histogram());
}

TEST_CASE("narrow distances are counted like wide ones") {
  const unsigned seed = GENERATE(1, 2, 3);
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (const Distance end : {1, 2, 60, 127}) require_counts_alike<std::uint8_t>(end, random);
  for (const Distance end : {1, 100, 2047, 2048, 2049, 2050, 32'767}) {
    require_counts_alike<std::uint16_t>(end, random);
  }
}
