// SPDX-License-Identifier: MIT
#include "common/rows/verify_sink.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using test::require_error;
using test::Sample;

std::vector<Distance> right_distances(const Sample& sample) {
  return reference::distances(sample.graph()).value();
}

/// A sink between a solver and the self-check that flips bits on the way.
class FlipSink final : public RowSink {
 public:
  struct Flip {
    std::size_t row, column;
    int bit;
  };

  FlipSink(RowSink& next, std::size_t vertices, std::vector<Flip> flips)
      : next_(next), vertices_(vertices), flips_(std::move(flips)) {}

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    std::vector<Distance> copy(rows.begin(), rows.end());
    for (const Flip& flip : flips_) {
      if (flip.row < first_row || flip.row >= first_row + rows.size() / vertices_) continue;
      Distance& distance = copy[(flip.row - first_row) * vertices_ + flip.column];
      distance = static_cast<Distance>(static_cast<std::uint32_t>(distance) ^ (1u << flip.bit));
    }
    next_.put(first_row, copy);
  }

 private:
  RowSink& next_;
  std::size_t vertices_;
  std::vector<Flip> flips_;
};

struct Outcome {
  bool caught_on_the_way = false;
  bool caught_at_the_end = false;
  std::string said;
  [[nodiscard]] bool caught() const { return caught_on_the_way || caught_at_the_end; }
};

/// Puts `distances`, with these flips, past a self-check.
Outcome check(const Graph& graph, std::span<const Distance> distances,
              const std::vector<FlipSink::Flip>& flips, std::size_t rows, std::uint64_t seed) {
  const std::size_t n = graph.vertices;
  MatrixSink matrix(n);
  VerifySink verifier(matrix, graph, rows, seed);
  FlipSink sink(verifier, n, flips);
  Outcome outcome;
  try {
    for (std::size_t i = 0; i < n; ++i) sink.put(i, distances.subspan(i * n, n));
  } catch (const Error& error) {
    REQUIRE(error.fault() == Fault::kInternal);
    return {true, false, error.what()};
  }
  Observer observer;
  try {
    verifier.finish(observer);
  } catch (const Error& error) {
    REQUIRE(error.fault() == Fault::kInternal);
    return {false, true, error.what()};
  }
  return outcome;
}

TEST_CASE("right distances pass, on to the next sink, for any graph", "[verify]") {
  std::uint32_t seed = 7;
  for (const std::size_t vertices : {0, 1, 2, 65, 100}) {
    for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
      INFO("V = " << vertices << ", " << kind);
      const Graph graph = sample.graph();
      const std::vector<Distance> right = right_distances(sample);
      MatrixSink matrix(vertices);
      VerifySink verifier(matrix, graph, 16, ++seed);
      verifier.put(0, right);
      test::Listener observer;
      verifier.finish(observer);
      REQUIRE(std::equal(right.begin(), right.end(), matrix.distances().begin()));
      REQUIRE(std::get<std::int64_t>(observer.facts["verified_rows"]) ==
              static_cast<std::int64_t>(std::min<std::size_t>(16, vertices)));
      REQUIRE(std::get<std::int64_t>(observer.facts["verify_seed"]) == seed);
    }
  }
}

TEST_CASE("negative weights are checked too", "[verify]") {
  const Sample sample{3, {{0, 1, 5}, {1, 2, -3}, {0, 2, 4}}};
  const Graph graph = sample.graph();
  const std::vector<Distance> right = right_distances(sample);
  REQUIRE_FALSE(check(graph, right, {}, 3, 1).caught());
  std::vector<Distance> wrong = right;
  wrong[2] = 1;  // 2 is right; every edge fits
  REQUIRE(check(graph, wrong, {}, 3, 1).caught_at_the_end);
  wrong[2] = -kUnreachable;
  REQUIRE(check(graph, wrong, {}, 1, 1).caught_on_the_way);
}

TEST_CASE("what is found is told: row, column, both values, and how to repeat it", "[verify]") {
  // 0 -> 1 -> 2 with weights 5 and 7, and a vertex apart.
  const Sample sample = test::chain({5, 7}, 1);
  const std::vector<Distance> right = right_distances(sample);
  const auto said = [&](std::size_t row, std::size_t column, Distance value) {
    std::vector<Distance> wrong = right;
    wrong[row * 4 + column] = value;
    return check(sample.graph(), wrong, {}, 4, 5).said;
  };
  const auto begins = [](const std::string& text, const std::string& start) {
    INFO(text);
    REQUIRE(text.starts_with("self-check failed: " + start));
    REQUIRE(text.find("--verify=4 --verify-seed 5") != std::string::npos);
  };
  begins(said(1, 1, 2), "row 1, column 1: found 2, expected 0\n");
  begins(said(0, 3, -1), "row 0, column 3: found -1, expected 0 to 1073741823\n");
  begins(said(0, 3, 1 << 30), "row 0, column 3: found 1073741824, expected 0 to 1073741823\n");
  begins(said(0, 2, 13),
         "row 0, column 2: found 13, expected at most 12: column 1 is 5, and edge 1 leads from "
         "there to 2 with weight 7\n");
  begins(said(0, 2, 11),
         "row 0, column 2: found 11, expected 12; 1 of the row's 4 elements differ\n");
  begins(said(2, 0, 3), "row 2, column 1: found 1073741823, expected at most 8: column 0 is 3");
  begins(said(3, 0, kUnreachable - 1),
         "row 3, column 0: found 1073741822, expected 1073741823 (no path)");
  begins(said(0, 3, 9),
         "row 0, column 3: found 9, expected 1073741823 (no path); 1 of the row's 4 elements");
}

TEST_CASE("a length outside the format is no \"no path\"", "[verify]") {
  const Sample sample = test::chain({kUnreachable - 1, 1});
  std::vector<Distance> clipped(9, kUnreachable);
  for (std::size_t v = 0; v < 3; ++v) clipped[v * 4] = 0;
  clipped[1] = kUnreachable - 1;
  clipped[5] = 1;
  const Outcome outcome = check(sample.graph(), clipped, {}, 3, 1);
  REQUIRE(outcome.caught_at_the_end);
  REQUIRE(outcome.said.find("row 0, column 2: found 1073741823, expected 1073741823") !=
          std::string::npos);
}

TEST_CASE("a row that comes twice, never or from nowhere is found", "[verify]") {
  const Sample sample = test::ring(3, 1);
  const Graph graph = sample.graph();
  const std::vector<Distance> right = right_distances(sample);
  const std::span<const Distance> rows = right;
  MatrixSink matrix(3);
  VerifySink verifier(matrix, graph, 3, 1);
  verifier.put(0, rows.first(6));
  require_error(Fault::kInternal, {"row 1 ", "once"}, [&] { verifier.put(1, rows.subspan(3, 3)); });
  require_error(Fault::kInternal, {"row 3 ", "3 rows"}, [&] { verifier.put(3, rows.first(3)); });
  Observer observer;
  require_error(Fault::kInternal, {"row 2 never came", "3 rows"},
                [&] { verifier.finish(observer); });
}

TEST_CASE("a missing row is found whatever rows are drawn", "[verify]") {
  const Sample sample = test::ring(40, 1);
  const Graph graph = sample.graph();
  const std::vector<Distance> right = right_distances(sample);
  for (const std::size_t missing : {0, 17, 39}) {
    MatrixSink matrix(40);
    VerifySink verifier(matrix, graph, 1, 5);
    for (std::size_t i = 0; i < 40; ++i) {
      if (i != missing) verifier.put(i, std::span(right).subspan(i * 40, 40));
    }
    Observer observer;
    require_error(Fault::kInternal, {"row " + std::to_string(missing) + " never came"},
                  [&] { verifier.finish(observer); });
  }
}

TEST_CASE("half a row is refused", "[verify]") {
  const Sample sample = test::ring(3, 1);
  const Graph graph = sample.graph();
  const std::vector<Distance> right = right_distances(sample);
  MatrixSink matrix(3);
  VerifySink verifier(matrix, graph, 3, 1);
  require_error(Fault::kInternal, {"4 distances came from row 0 on", "whole rows of 3"},
                [&] { verifier.put(0, std::span(right).first(4)); });
}

TEST_CASE("the rows are drawn by the seed, each as often as any other", "[verify]") {
  constexpr std::size_t kVertices = 10;
  constexpr std::size_t kRows = 3;
  constexpr int kDraws = 3'000;
  const Sample sample{kVertices, {}};
  const Graph graph = sample.graph();
  MatrixSink matrix(kVertices);
  std::vector<int> drawn(kVertices, 0);
  for (int seed = 0; seed < kDraws; ++seed) {
    const VerifySink verifier(matrix, graph, kRows, static_cast<std::uint64_t>(seed));
    const std::vector<std::size_t>& rows = verifier.recomputed_rows();
    REQUIRE(rows.size() == kRows);
    REQUIRE(std::set<std::size_t>(rows.begin(), rows.end()).size() == kRows);
    for (const std::size_t row : rows) ++drawn[row];
  }
  const double expected = double{kDraws} * kRows / kVertices;
  const double sigma = std::sqrt(expected * (1 - double{kRows} / kVertices));
  for (const int count : drawn) REQUIRE(std::abs(count - expected) < 4.5 * sigma);
  REQUIRE(VerifySink(matrix, graph, 3, 5).recomputed_rows() ==
          VerifySink(matrix, graph, 3, 5).recomputed_rows());
  REQUIRE(VerifySink(matrix, graph, 99, 5).recomputed_rows().size() == kVertices);
}

TEST_CASE("processes with a share each draw the rows of one process", "[verify]") {
  constexpr std::size_t kVertices = 50;
  const Sample sample{kVertices, {}};
  const Problem whole = {sample.graph(), RowSet(kVertices)};
  MatrixSink matrix(kVertices);
  std::vector<std::size_t> drawn;
  for (const auto& [first, end] : {std::pair(0, 7), std::pair(7, 7), std::pair(7, 50)}) {
    const RowShare share(whole.rows, static_cast<std::size_t>(first),
                         static_cast<std::size_t>(end));
    const VerifySink verifier(matrix, {whole.graph, share.rows()}, 20, 5, &share);
    for (const std::size_t row : verifier.recomputed_rows()) drawn.push_back(share.number(row));
  }
  REQUIRE(drawn == VerifySink(matrix, whole, 20, 5).recomputed_rows());
}

TEST_CASE("the self-check of a share names rows by their numbers in the whole", "[verify]") {
  const Sample sample{4, {{0, 1, 5}}};
  const RowShare share(RowSet(4), 2, 4);
  MatrixSink matrix(4);
  VerifySink verifier(matrix, {sample.graph(), share.rows()}, 4, 1, &share);
  const std::vector<Distance> wrong(4, 1);
  require_error(Fault::kInternal, {"row 3, column 3: found 1, expected 0", "--verify=4 "},
                [&] { verifier.put(1, wrong); });
}

/// The formula of docs/reliability.md for errors in `wrong_rows` rows, each of which breaks
/// `broken` of E edge inequalities in its row: what is missed is missed by both draws.
double stated_rate(const Graph& graph, std::size_t rows, std::size_t wrong_rows,
                   const std::vector<std::size_t>& broken) {
  const auto n = static_cast<double>(graph.vertices);
  double missed = 1;
  for (std::size_t m = 0; m < wrong_rows; ++m) {
    missed *= (n - static_cast<double>(rows + m)) / (n - static_cast<double>(m));
  }
  const auto edges = static_cast<double>(graph.edges.size());
  const auto draws = static_cast<double>(VerifySink::edges_per_row(graph));
  for (const std::size_t b : broken) {
    missed *= std::pow(1 - static_cast<double>(b) / edges, draws);
  }
  return 1 - missed;
}

/// How many edges (k, j) row `row` does not fit.
std::size_t broken_edges(const Graph& graph, std::span<const Distance> row) {
  return static_cast<std::size_t>(
      std::count_if(graph.edges.begin(), graph.edges.end(), [&](const Edge& e) {
        const Distance before = row[static_cast<std::size_t>(e.source)];
        return before != kUnreachable &&
               std::int64_t{row[static_cast<std::size_t>(e.destination)]} >
                   std::int64_t{before} + e.weight;
      }));
}

TEST_CASE("flipped bits are caught at the stated rate", "[verify]") {
  constexpr std::size_t kVertices = 120;
  constexpr std::size_t kRows = 8;
  constexpr int kTrials = 800;
  const Sample sample = test::random_sample(kVertices, 2'000, 1, 200, 3);
  const Graph graph = sample.graph();
  REQUIRE(VerifySink::edges_per_row(graph) < graph.edges.size());
  const std::vector<Distance> right = right_distances(sample);

  std::mt19937_64 random(20);  // fixed: the test's outcome is, too
  for (const std::size_t flips : {1, 2, 4}) {
    double expected = 0;
    double variance = 0;
    int caught = 0;
    int on_the_way = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<FlipSink::Flip> at;
      std::set<std::size_t> rows;
      std::vector<std::size_t> broken;
      while (rows.size() < flips) {
        const std::size_t row = random() % kVertices;
        const std::size_t column = random() % kVertices;
        // A distance out of range, or on the diagonal, is always caught: another test.
        const int bit = static_cast<int>(random() % 9);
        if (column == row || right[row * kVertices + column] == kUnreachable) continue;
        if (!rows.insert(row).second) continue;
        at.push_back({row, column, bit});
        std::vector<Distance> wrong(
            right.begin() + static_cast<std::ptrdiff_t>(row * kVertices),
            right.begin() + static_cast<std::ptrdiff_t>((row + 1) * kVertices));
        wrong[column] =
            static_cast<Distance>(static_cast<std::uint32_t>(wrong[column]) ^ (1u << bit));
        broken.push_back(broken_edges(graph, wrong));
      }
      const double rate = stated_rate(graph, kRows, flips, broken);
      expected += rate;
      variance += rate * (1 - rate);
      const Outcome outcome = check(graph, right, at, kRows, random());
      caught += outcome.caught() ? 1 : 0;
      on_the_way += outcome.caught_on_the_way ? 1 : 0;
    }
    INFO(flips << " flips: " << caught << " of " << kTrials << " caught, expected " << expected);
    REQUIRE(std::abs(caught - expected) < 4 * std::sqrt(variance));
    // Neither of the two checks does it all.
    REQUIRE(on_the_way > 0);
    REQUIRE(on_the_way < caught);
    REQUIRE(caught < kTrials);
  }
}

TEST_CASE("flips of the upper two bits and on the diagonal are always caught", "[verify]") {
  constexpr std::size_t kVertices = 40;
  const Sample sample = test::random_sample(kVertices, 100, 0, 99, 4);
  const Graph graph = sample.graph();
  const std::vector<Distance> right = right_distances(sample);
  std::mt19937_64 random(21);
  for (int trial = 0; trial < 100; ++trial) {
    const std::size_t row = random() % kVertices;
    const std::size_t column = random() % kVertices;
    const int high = 30 + static_cast<int>(random() % 2);
    REQUIRE(check(graph, right, {{row, column, high}}, 1, random()).caught_on_the_way);
    const int any = static_cast<int>(random() % 32);
    REQUIRE(check(graph, right, {{row, row, any}}, 1, random()).caught_on_the_way);
  }
}

TEST_CASE("every edge is looked at where there are few", "[verify]") {
  // One broken edge of V / 32 + 16.
  constexpr std::size_t kVertices = 64;
  const Sample sample = test::chain(std::vector<Distance>(18, 1), kVertices - 19);
  const Graph graph = sample.graph();
  REQUIRE(VerifySink::edges_per_row(graph) == graph.edges.size());
  const std::vector<Distance> right = right_distances(sample);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    // 18 becomes 18 + 32: only the last edge of the path says no.
    REQUIRE(check(graph, right, {{0, 18, 5}}, 1, seed).caught_on_the_way);
  }
}

/// A sink in which one thread waits for the other's row.
class TurnSink final : public RowSink {
 public:
  void put(std::size_t first_row, std::span<const Distance>) override {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return cause_ || next_ == first_row; });
    if (cause_) std::rethrow_exception(cause_);
    ++next_;
    turn_.notify_all();
  }
  void abandon(const std::exception_ptr& cause) noexcept override {
    const std::lock_guard lock(mutex_);
    cause_ = cause;
    turn_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable turn_;
  std::size_t next_ = 0;
  std::exception_ptr cause_;
};

TEST_CASE("a thread that waits for a wrong row hears of it", "[verify]") {
  const Sample sample = test::ring(2, 1);
  const Graph graph = sample.graph();
  TurnSink turns;
  VerifySink verifier(turns, graph, 1, 1);
  const std::jthread waiter([&] {
    // On Catch's own thread alone are assertions safe.
    const auto error = test::error_of([&] { verifier.put(1, std::vector<Distance>{1, 0}); });
    if (!error || std::string(error->what()).find("found 9") == std::string::npos) std::abort();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  require_error(Fault::kInternal, {"found 9"}, [&] {
    verifier.put(0, std::vector<Distance>{9, 1});
  });
}

TEST_CASE("what is drawn does not depend on threads or order", "[verify]") {
  const Sample sample = test::random_sample(90, 1'500, 1, 99, 9);
  const Graph graph = sample.graph();
  const std::vector<Distance> right = right_distances(sample);
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const std::vector<FlipSink::Flip> flips = {{random() % 90, random() % 90, 4}};
    const bool caught = check(graph, right, flips, 4, 77).caught();
    MatrixSink matrix(90);
    VerifySink verifier(matrix, graph, 4, 77);
    FlipSink sink(verifier, 90, flips);
    const auto error = test::error_of([&] {
      for (std::size_t i = 90; i-- > 0;) {
        sink.put(i, std::span(right).subspan(i * 90, 90));
      }
      Observer observer;
      verifier.finish(observer);
    });
    REQUIRE(error.has_value() == caught);
  }
}

}  // namespace
}  // namespace apsp
