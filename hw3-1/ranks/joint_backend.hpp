// SPDX-License-Identifier: MIT
// The backend of one of several processes that make one solve.
//
// Sweeps and searches share out sources: every process solves its own rows by itself, with the
// method that all agree on, and nothing is exchanged. The dense method shares out the rows of the
// matrix: share_closure.hpp.
#pragma once

#include "common/ranks/ranks.hpp"
#include "hw3-1/backend.hpp"

namespace apsp::cpu {

/// As Backend. Memory is checked for all processes of one machine together.
class JointBackend final : public Backend {
 public:
  /// `ranks` outlives it. Collective.
  JointBackend(const Options& options, Ranks& ranks);

  [[nodiscard]] Plan plan(const Problem& whole) override;
  [[nodiscard]] bool joint(const Plan& plan) const override {
    return plan.method == Method::kDense;
  }
  [[nodiscard]] Width agree(const Plan& plan, Width width) override;
  void require_fit(const Problem& problem, const Plan& plan, Width width) override;
  [[nodiscard]] std::unique_ptr<Solve> start(const Attempt& attempt, Observer& observer) override;

 protected:
  [[nodiscard]] std::uint64_t matrix_bytes(const Graph& graph, Width width) const override;
  /// Each process has whole rows.
  [[nodiscard]] double share_of_tiles(const Graph& /*graph*/) const override { return 1; }

 private:
  [[nodiscard]] Plan agreed_plan(const Problem& whole);

  Ranks& ranks_;
};

}  // namespace apsp::cpu
