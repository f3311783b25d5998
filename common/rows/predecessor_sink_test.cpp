// SPDX-License-Identifier: MIT
#include "common/rows/predecessor_sink.hpp"

#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "common/oracle/predecessors.hpp"
#include "common/oracle/reference.hpp"
#include "common/solve/exact_solve.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using test::Sample;

/// Takes rows until one of them fails, and remembers that it was abandoned.
struct FailingSink final : RowSink {
  explicit FailingSink(bool fails) : fails_(fails) {}
  void put(std::size_t /*first_row*/, std::span<const Distance> /*rows*/) override {
    if (fails_) throw std::runtime_error("full");
  }
  void abandon(const std::exception_ptr& /*cause*/) noexcept override { abandoned = true; }
  [[nodiscard]] bool in_order() const override { return fails_; }

  bool abandoned = false;

 private:
  bool fails_;
};

TEST_CASE("both sinks receive their rows, in chunks of any size", "[predecessors]") {
  const Sample sample = test::random_sample(37, 150, 0, 4, 5);
  const std::vector<Distance> distances = reference::distances(sample.graph()).value();
  const std::vector<std::int32_t> expected = reference::predecessors(sample.graph());
  for (const std::size_t chunk : {1, 3, 8, 20, 37}) {
    INFO("rows at once " << chunk);
    MatrixSink predecessors(37), rows(37);
    Observer observer;
    PredecessorSink sink(predecessors, &rows, sample.graph(), RowSet(37));
    for (std::size_t row = 0; row < 37; row += chunk) {
      const std::size_t count = std::min<std::size_t>(chunk, 37 - row);
      sink.put(row, std::span(distances).subspan(row * 37, count * 37));
    }
    sink.finish(observer);
    REQUIRE(std::ranges::equal(predecessors.distances(), expected));
    REQUIRE(std::ranges::equal(rows.distances(), distances));
  }
}

TEST_CASE("rows of some sources, in any order, one of them twice", "[predecessors]") {
  const Sample sample = test::random_sample(20, 60, 0, 4, 6);
  const std::vector<Distance> distances = reference::distances(sample.graph()).value();
  const std::vector<std::int32_t> expected = reference::predecessors(sample.graph());
  MatrixSink predecessors(20);
  PredecessorSink sink(predecessors, nullptr, sample.graph(), RowSet(20, {7, 0, 19, 7}));
  std::size_t row = 0;
  for (const std::size_t source : {7, 0, 19, 7}) {
    sink.put(row++, std::span(distances).subspan(source * 20, 20));
  }
  Observer observer;
  sink.finish(observer);
  row = 0;
  for (const std::size_t source : {7, 0, 19, 7}) {
    REQUIRE(std::ranges::equal(predecessors.distances().subspan(row++ * 20, 20),
                               std::span(expected).subspan(source * 20, 20)));
  }
}

TEST_CASE("a sink that fails takes the other one along", "[predecessors]") {
  const Sample sample{2, {{0, 1, 5}}};
  const std::vector<Distance> row = {0, 5};
  for (const bool first : {true, false}) {
    FailingSink predecessors(first), rows(!first);
    PredecessorSink sink(predecessors, &rows, sample.graph(), RowSet(2));
    REQUIRE(sink.in_order());
    REQUIRE_THROWS_AS(sink.put(0, row), std::runtime_error);
    REQUIRE(predecessors.abandoned);
    REQUIRE(rows.abandoned);
  }
}

TEST_CASE("rows that wait leave as a batch is full, and at the end", "[predecessors]") {
  const Sample sample = test::random_sample(150, 600, 0, 9, 7);
  const std::vector<Distance> distances = reference::distances(sample.graph()).value();
  MatrixSink predecessors(150);
  PredecessorSink sink(predecessors, nullptr, sample.graph(), RowSet(150));
  const auto is_there = [&](std::size_t row) {
    return predecessors.distances()[row * 150] != MatrixSink::kNotWritten;
  };
  for (std::size_t row = 150; row-- > 0;) {
    sink.put(row, std::span(distances).subspan(row * 150, 150));
    REQUIRE(is_there(row) == (row == 86 || row == 22));
    REQUIRE(is_there(149) == (row <= 86));
  }
  test::Listener listener;
  sink.finish(listener);
  REQUIRE(std::get<double>(listener.facts.at("predecessors_cpu_seconds")) > 0);
  REQUIRE(std::ranges::equal(predecessors.distances(), reference::predecessors(sample.graph())));
}

TEST_CASE("few rows wait for no others, and ask for no memory of a batch", "[predecessors]") {
  const Sample sample = test::random_sample(150, 900, 0, 9, 6);
  const std::vector<Distance> distances = reference::distances(sample.graph()).value();
  const std::vector<std::int32_t> expected = reference::predecessors(sample.graph());
  for (const std::size_t rows : {1, 11, 12}) {
    std::vector<std::int32_t> sources(rows);
    std::iota(sources.begin(), sources.end(), 40);
    MatrixSink predecessors(150);
    PredecessorSink sink(predecessors, nullptr, sample.graph(), RowSet(150, sources));
    sink.put(0, std::span(distances).subspan(std::size_t{40} * 150, 150));
    const bool alone = rows < PredecessorSearch::kFewestLanes;
    REQUIRE((predecessors.distances()[0] != MatrixSink::kNotWritten) == alone);
    Observer observer;
    sink.finish(observer);
    REQUIRE(std::ranges::equal(predecessors.distances().first(150),
                               std::span(expected).subspan(std::size_t{40} * 150, 150)));
  }
  const Sample large{std::size_t{1} << 20, {}};
  const auto bytes_a_vertex = [&](std::size_t rows, std::size_t threads) {
    return PredecessorSink::bytes_for(large.graph(), rows, threads) >> 20;
  };
  REQUIRE(bytes_a_vertex(1, 64) < 60);
  REQUIRE(bytes_a_vertex(11, 1) == bytes_a_vertex(1, 1));
  REQUIRE(bytes_a_vertex(12, 1) > 400);
}

TEST_CASE("a row that others may wait for leaves at once", "[predecessors]") {
  const Sample sample{2, {{0, 1, 5}}};
  struct InOrder final : RowSink {
    std::size_t rows = 0;
    void put(std::size_t, std::span<const Distance>) override { ++rows; }
    [[nodiscard]] bool in_order() const override { return true; }
  } predecessors;
  PredecessorSink sink(predecessors, nullptr, sample.graph(), RowSet(2));
  sink.put(0, std::vector<Distance>{0, 5});
  REQUIRE(predecessors.rows == 1);
}

}  // namespace
}  // namespace apsp
