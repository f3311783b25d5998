// SPDX-License-Identifier: MIT
// Batches that are refused: the graph and the place, what was found and what was expected.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "apsp/batch.hpp"
#include "apsp/solve.hpp"
#include "common/testing/batch_samples.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using test::CopiedEdges;
using test::Graphs;
using test::require_error;
using test::Sample;
using test::solved;

}  // namespace

TEST_CASE("a bad edge is named with its graph, its number, what was found and expected") {
  const std::vector<Sample> good = {test::chain({1, 2}), test::chain({1, 2, 3})};
  const auto refused = [&](const BatchEdge<std::int32_t>& bad, const std::string& message) {
    for (const int threads : {1, 3}) {
      Graphs<std::int32_t> graphs(9, good);
      graphs.edges[3] = bad;
      graphs.edges[4] = {-1, -1, 1};
      const CopiedEdges<std::int32_t> copied(graphs.edges);
      for (const auto& batch : {graphs.by_edges(), graphs.by(copied)}) {
        try {
          (void)solved(batch, {.threads = threads});
          FAIL("not refused");
        } catch (const InvalidEdge& error) {
          REQUIRE(error.edge() == 3);
          REQUIRE(error.what() == message);
        }
      }
    }
  };
  refused({2, 4, 1}, "graph 1, edge 3 (its number 1): destination is 4, expected 0 to 3");
  refused({-7, 9, 1}, "graph 1, edge 3 (its number 1): source is -7, expected 0 to 3");
  refused({0, 1, kUnreachable},
          "graph 1, edge 3 (its number 1): weight is 1073741823, expected -1073741822 to "
          "1073741822");
  refused({0, 1, -kUnreachable},
          "graph 1, edge 3 (its number 1): weight is -1073741823, expected -1073741822 to "
          "1073741822");
  Graphs<std::uint16_t> narrow(4, good);
  narrow.edges[2].weight = 65535;
  require_error(Fault::kInput,
                {"graph 1, edge 2 (its number 0): weight is 65535, expected 0 to 65534"},
                [&] { solved(narrow.by_edges()); });
  Graphs<double> real(4, good);
  for (const double weight : {std::nan(""), -kNoPath<double>}) {
    real.edges[4].weight = weight;
    require_error(
        Fault::kInput,
        {"graph 1, edge 4 (its number 2): weight is ", "expected a number greater than -infinity"},
        [&] { solved(real.by_edges()); });
  }
  real.edges[4].weight = kNoPath<double>;
  REQUIRE(solved(real.by_edges())[16 + 3] == kNoPath<double>);
  require_error(Fault::kInput, {"graph 0, edge 0 (its number 0): source is 0, expected no edge in"},
                [&] {
                  const std::vector<Edge> edges = {{0, 0, 1}};
                  const std::vector<std::int64_t> offsets = {0, 1};
                  const std::vector<std::int32_t> sizes = {0};
                  solved(EdgeBatch<std::int32_t>{4, edges, offsets, sizes});
                });
}

TEST_CASE("what a table of edges throws ends the batch, of the smallest graph that fails") {
  class Broken final : public EdgeTable<float> {
   public:
    [[nodiscard]] std::size_t size() const override { return 40; }
    void read(std::size_t first, std::span<WeightedEdge<float>> edges) const override {
      if (first >= 10) throw std::out_of_range("edge " + std::to_string(first));
      std::fill(edges.begin(), edges.end(), WeightedEdge<float>{0, 1, 1});
    }
  };
  std::vector<std::int64_t> offsets(41);
  std::iota(offsets.begin(), offsets.end(), 0);
  const std::vector<std::int32_t> sizes(40, 2);
  const Broken broken;
  for (const int threads : {1, 4}) {
    REQUIRE_THROWS_WITH(solved(EdgeBatch<float>{2, {}, offsets, sizes, &broken}, {threads}),
                        "edge 10");
  }
  offsets.pop_back();
  require_error(Fault::kUsage, {"there are 40 offsets, expected 41"}, [&] {
    solved(EdgeBatch<float>{2, {}, offsets, sizes, &broken});
  });
}

TEST_CASE("a bad element of a matrix is named with its graph, row and column") {
  const std::vector<std::int32_t> sizes = {2, 2};
  const auto refused = [&](auto weight, const std::string& message) {
    using Element = decltype(weight);
    for (const std::string& isa : instruction_sets()) {
      for (const std::size_t at : {0, 3}) {
        std::vector<Element> matrices(18, kNoPath<Element>);
        matrices[9 + at] = weight;
        require_error(
            Fault::kInput,
            {"graph 1, row " + std::to_string(at / 3) + ", column 0: weight is " + message}, [&] {
              solved(DenseBatch<Element>{3, matrices, sizes}, {.instruction_set = isa});
            });
      }
    }
  };
  refused(-kUnreachable,
          "-1073741823, expected -1073741822 to 1073741822, or 1073741823 for no edge");
  refused(std::nan(""), "nan, expected a number greater than -infinity, or inf for no edge");
  refused(std::nanf(""), "nan, expected a number greater than -infinity, or inf for no edge");
  refused(-kNoPath<float>, "-inf, expected a number greater than -infinity");
}

TEST_CASE("a batch whose parts do not fit is refused, with what was found and expected") {
  const std::vector<Edge> edges = {{0, 1, 1}, {1, 0, 1}};
  std::vector<std::int32_t> out(8);
  const auto refused = [&](std::vector<std::int64_t> offsets, std::vector<std::int32_t> sizes,
                           const std::string& message, std::size_t vertices = 2) {
    require_error(Fault::kUsage, {message}, [&] {
      solve_batch(EdgeBatch<std::int32_t>{vertices, edges, offsets, sizes}, {}, std::span(out));
    });
  };
  refused({0, 2}, {2, 2}, "there are 2 offsets, expected 3: one more than sizes");
  refused({}, {}, "there are 0 offsets, expected 1");
  refused({1, 2, 2}, {2, 2}, "offset 0 is 1, expected 0");
  refused({0, 2, 1}, {2, 2}, "graph 1: its edges end at offset 1, expected 2 or more");
  refused({0, 1, 3}, {2, 2}, "offset 2 is 3, expected the number of edges, 2");
  refused({0, 1, 2}, {2, 3}, "graph 1: its size is 3, expected 0 to 2");
  refused({0, 1, 2}, {-1, 2}, "graph 0: its size is -1, expected 0 to 2");
  refused({0, 2}, {2}, "the distances have 8 elements, expected 4 for 1 graph of 2 x 2");
  refused({0, 2}, {2}, "64 bits do not count", std::size_t{1} << 40);
  require_error(
      Fault::kUsage, {"the weights have 7 elements, expected 4 for 1 graph of 2 x 2"}, [&] {
        solve_batch(DenseBatch<std::int32_t>{2, std::span(out).first(7), {}}, {}, std::span(out));
      });
  const DenseBatch<std::int32_t> dense{2, out, {}};
  std::vector<std::int32_t> to(8);
  require_error(Fault::kUsage, {"threads is -1, expected 0 to 4096"},
                [&] { solve_batch(dense, {.threads = -1}, std::span(to)); });
  require_error(Fault::kUsage, {"instruction set 'mmx' cannot run here"},
                [&] { solve_batch(dense, {.instruction_set = "mmx"}, std::span(to)); });
}

TEST_CASE("a length that the element does not hold is named with its graph and vertices") {
  const Graphs<std::uint16_t> graphs(40, {test::chain({1}), test::chain({65534, 1})});
  require_error(
      Fault::kNoAnswer,
      {"graph 1: the distance from vertex 0 to vertex 2 is 65535, expected less than 65535"},
      [&] { solved(graphs.by_edges()); });
  const Graphs<std::int32_t> far(40, {test::chain({1}), test::chain({kUnreachable - 1, 1})});
  require_error(Fault::kNoAnswer, {"graph 1: ", "from 0"}, [&] { solved(far.by_matrices()); });
}

TEST_CASE("of several bad graphs the first is named, whatever the number of threads") {
  std::vector<Sample> samples(400, test::chain({1, 2, 3}));
  samples[150].edges.push_back({3, 0, -9});                          // a negative cycle
  samples[170] = test::chain({kUnreachable - 1, kUnreachable - 1});  // a length out of range
  Graphs<std::int32_t> graphs(4, samples);
  graphs.edges[graphs.edges.size() - 2].source = 5;
  for (int threads = 1; threads <= 8; ++threads) {
    try {
      (void)solved(graphs.by_edges(), {.threads = threads});
      FAIL("not refused");
    } catch (const NegativeCycle& cycle) {
      REQUIRE(std::string(cycle.what()).starts_with("graph 150: "));
      REQUIRE(cycle.vertices() == std::vector<std::int32_t>{0, 1, 2, 3});
    }
  }
  const Graphs<float> real(4, samples);
  try {
    (void)solved(real.by_edges());
    FAIL("not refused");
  } catch (const NegativeCycle& cycle) {
    REQUIRE(std::string(cycle.what()).starts_with("graph 150: a negative cycle leads through"));
    REQUIRE(cycle.vertices().size() == 1);
  }
}

}  // namespace apsp
