// SPDX-License-Identifier: MIT
// Observers of a batch: what they are told, and how they end it.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "apsp/batch.hpp"
#include "apsp/observer.hpp"
#include "common/testing/batch_samples.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using test::Graphs;
using test::require_error;
using test::Sample;
using test::solved;

/// Keeps all steps; ends the batch after `after` graphs, by its wish or by an exception.
struct Steps final : Observer {
  enum class End { kNone, kCancel, kThrow };

  explicit Steps(End how = End::kNone, std::int64_t graphs = 0) : end(how), after(graphs) {}

  void advance(std::int64_t done, std::int64_t total) override {
    steps.emplace_back(done, total);
    if (end == End::kThrow && done >= after) throw std::out_of_range("enough");
  }
  [[nodiscard]] bool cancelled() override {
    return end == End::kCancel && (steps.empty() ? 0 : steps.back().first) >= after;
  }

  End end;
  std::int64_t after;
  std::vector<std::pair<std::int64_t, std::int64_t>> steps = {};
};

}  // namespace

TEST_CASE("an observer is told how many graphs are solved") {
  std::vector<Sample> samples(1200, test::random_sample(64, 500, 0, 99, 1));
  samples.push_back(test::random_sample(300, 900, 0, 99, 2));  // solved after the small ones
  const Graphs<std::int32_t> graphs(300, samples);
  const auto truth = solved(graphs.by_edges());
  for (const int threads : {1, 3}) {
    Steps observer;
    REQUIRE(solved(graphs.by_edges(), {.threads = threads, .observer = &observer}) == truth);
    REQUIRE(observer.steps.size() > 5);
    REQUIRE(std::is_sorted(observer.steps.begin(), observer.steps.end()));
    REQUIRE(observer.steps.back() == std::pair<std::int64_t, std::int64_t>(1201, 1201));
  }
  Steps few;
  solved(Graphs<float>(3, {test::chain({1, 2})}).by_matrices(), {.observer = &few});
  REQUIRE(few.steps == std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 1}});
}

TEST_CASE("an observer ends a batch by its wish or by an exception") {
  const Graphs<std::uint16_t> small(
      64, std::vector<Sample>(1200, test::random_sample(64, 500, 0, 99, 1)));
  const Graphs<std::uint16_t> large(700, {test::random_sample(700, 2800, 0, 50, 3)});
  for (const Graphs<std::uint16_t>* graphs : {&small, &large}) {
    for (const int threads : {1, 3}) {
      for (const std::int64_t after : {0, 1, 300}) {
        if (after > 1 && graphs == &large) continue;
        INFO("threads " << threads << ", after " << after << " graphs of " << graphs->vertices);
        Steps cancels(Steps::End::kCancel, after);
        require_error(Fault::kCancelled, {"the solve was cancelled"}, [&] {
          solved(graphs->by_edges(), {.threads = threads, .observer = &cancels});
        });
        REQUIRE((cancels.steps.empty() || cancels.steps.back().first < 1200));
        Steps throws(Steps::End::kThrow, after);
        REQUIRE_THROWS_AS(solved(graphs->by_matrices(), {.threads = threads, .observer = &throws}),
                          std::out_of_range);
      }
    }
  }
  REQUIRE(solved(small.by_edges()) == solved(small.by_matrices()));
}

TEST_CASE("an observer ends a batch within a large graph") {
  struct Later final : Observer {
    [[nodiscard]] bool cancelled() override { return ++asked > 1; }
    int asked = 0;  // the first time before the batch
  } later;
  const Graphs<std::int32_t> graphs(700,
                                    {test::chain({5}), test::random_sample(700, 9000, 0, 9, 3)});
  require_error(Fault::kCancelled, {"the solve was cancelled"},
                [&] { solved(graphs.by_edges(), {.observer = &later}); });
  REQUIRE(later.asked > 1);
}

}  // namespace apsp
