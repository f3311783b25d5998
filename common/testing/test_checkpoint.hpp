// SPDX-License-Identifier: MIT
// For tests: a solve that is stopped again and again, and goes on from its checkpoint.
#pragma once

#include <cstdint>
#include <string>

#include "common/core/observer.hpp"
#include "common/rows/checkpoint_sink.hpp"
#include "common/rows/summary_sink.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::test {

/// Asks for the end after some steps.
struct Stopper final : Observer {
  explicit Stopper(std::int64_t steps) : left(steps) {}
  void advance(std::int64_t, std::int64_t) override { --left; }
  [[nodiscard]] bool cancelled() override { return left <= 0; }
  std::int64_t left;
};

/// The summary of a solve without a checkpoint.
inline std::string whole_summary(const Problem& asked, const Solver& solve) {
  SummarySink sink(asked.rows);
  Observer observer;
  solve(asked, {sink, &sink}, observer);
  return sink.finish().json("distances");
}

/// Solves until the observer stops it, after more steps each time, and goes on from what is kept.
/// Requires the bytes of a solve in one go. Returns how many runs went on with some rows.
inline int require_goes_on(const Sample& sample, const RowSet& rows, const Solver& solve) {
  Problem asked(sample.graph(), rows);
  asked.numbers_alone = true;
  const std::string expected = whole_summary(asked, solve);
  const TestFolder folder;
  int resumed = 0;
  for (std::int64_t steps = 1;; ++steps) {
    Observer silent;
    CheckpointSink checkpoint({folder / "kept", 0}, asked, silent);
    INFO("run " << steps << " begins with " << checkpoint.found() << " of " << rows.size());
    if (checkpoint.found() > 0) ++resumed;
    if (!checkpoint.complete()) {
      const Problem problem = checkpoint.left_of(asked);
      Stopper observer(steps);
      const auto error = error_of([&] { solve(problem, checkpoint.outputs(), observer); });
      if (error) {
        INFO(error->what());
        REQUIRE(error->fault() == Fault::kCancelled);
        checkpoint.save();
        continue;
      }
    }
    SummarySink sink(rows);
    checkpoint.finish(sink);
    REQUIRE(sink.finish().json("distances") == expected);
    return resumed;
  }
}

}  // namespace apsp::test
