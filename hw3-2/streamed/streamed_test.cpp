// SPDX-License-Identifier: MIT
// Matrices in host memory: the plan and the host's part, which need no device, and whole solves.
#include <memory>
#include <random>
#include <vector>

#include "common/gpu/device/device.hpp"
#include "common/gpu/device/test_device.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_matrix.hpp"
#include "common/testing/test_solver.hpp"
#include "hw3-1/backend.hpp"
#include "hw3-2/streamed/streamed_solve.hpp"

namespace apsp::gpu {
namespace {

using test::random_sample;
using test::Sample;

/// Streams every matrix, by strips of `strip` blocks and rounds of `depth` strips.
class StreamedBackend final : public Backend {
 public:
  StreamedBackend(std::size_t strip, std::size_t depth) : strip_(strip), depth_(depth) {
    (void)open_device(0);
  }
  [[nodiscard]] std::span<const Width> widths() const override { return kWidths; }
  [[nodiscard]] bool takes_matrix() const override { return true; }
  void require_fit(const Problem&, const Plan&, Width) override {}
  std::unique_ptr<Solve> start(const apsp::Attempt& attempt, Observer&) override {
    const std::size_t vertices = attempt.problem.graph.vertices;
    if (vertices == 0) return nullptr;
    const int elements = attempt.width == Width::kU16 ? 2 : 1;
    return make_streamed_solve(attempt, {vertices, elements, strip_, depth_});
  }

 private:
  std::size_t strip_, depth_;
};

test::Solver solver(std::size_t strip, std::size_t depth, Arithmetic arithmetic = {}) {
  return test::solver_on([=] { return std::make_unique<StreamedBackend>(strip, depth); },
                         arithmetic);
}

TEST_CASE("streamed matrices agree with the oracle on every edge size", "[gpu][long]") {
  std::uint32_t seed = 7000;
  for (const std::size_t strip : {1, 2, 4}) {
    for (const std::size_t depth : {1, 2}) {
      for (const std::size_t vertices : {1, 2, 127, 128, 129, 256, 257, 384, 385, 513, 640}) {
        for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
          for (const Width width : kWidths) {
            INFO("strips of " << strip << " blocks, " << depth << " a round, V = " << vertices
                              << ", " << kind << ", seed up to " << seed << ", " << name(width));
            (void)require_exact(sample, solver(strip, depth, width));
          }
        }
      }
    }
  }
}

TEST_CASE("streamed matrices of many rounds give hw3-1's distances", "[gpu][long]") {
  const test::Solver processors =
      test::solver_on([] { return std::make_unique<cpu::Backend>(); }, {});
  for (const std::size_t vertices : {1500, 3001}) {
    const Sample sample = random_sample(vertices, vertices * 20, 0, 1000, 79);
    Observer observer;
    MatrixSink expected(vertices);
    processors(sample.graph(), {expected}, observer);
    for (const Width width : kWidths) {
      for (const std::size_t depth : {1, 3, 5}) {
        INFO("V = " << vertices << ", " << depth << " strips a round, " << name(width));
        MatrixSink found(vertices);
        solver(2, depth, width)(sample.graph(), {found}, observer);
        REQUIRE(std::ranges::equal(found.distances(), expected.distances()));
      }
    }
  }
}

TEST_CASE("a matrix of weights streams too, from a list", "[gpu]") {
  const Sample sample = random_sample(257, 30'000, 0, 120, 27);
  REQUIRE(test::require_exact_from_matrix<std::uint8_t>(sample, solver(1, 2)));
  REQUIRE(test::require_exact_from_matrix<Distance>(sample, solver(2, 1, Width::kS32)));
}

TEST_CASE("a streamed width is proven on the borders of its range", "[gpu]") {
  test::require_proven_on_borders(kInfinity<std::uint16_t>, solver(1, 1, Width::kU16));
  test::require_proven_on_borders(kUnreachable, solver(1, 1, Width::kS32));
  test::require_first_clipped_named(Width::kU16, solver(1, 2, Width::kU16));
}

TEST_CASE("some rows of a streamed matrix, and its summary", "[gpu]") {
  test::require_exact_rows_of_samples(solver(1, 1), 20);
  test::require_same_summary(random_sample(300, 900, 0, 1000, 3100), solver(1, 2));
  test::require_ended_by_sink(solver(1, 1));
}

}  // namespace
}  // namespace apsp::gpu
