// SPDX-License-Identifier: MIT
// For tests: hw3-1's backend with its options, as a solver.
#pragma once

#include <omp.h>

#include <memory>
#include <optional>

#include "common/testing/test_solver.hpp"
#include "hw3-1/backend.hpp"

namespace apsp::cpu {

/// The recipe as hw3-1 runs it, with these options, in a width or the best one.
inline test::Solver solver_with(const Options& options, Arithmetic arithmetic = {}) {
  const auto make = [=] {
    Options all = options;
    if (!all.threads) all.threads = omp_get_max_threads();  // which little work would not take
    return std::make_unique<Backend>(all);
  };
  return test::solver_on(make, arithmetic, BeyondS32::kOnProcessors);
}

/// The same by a method, or the one that is predicted to be the fastest.
inline test::Solver solver_by(std::optional<Method> method, Arithmetic arithmetic = {}) {
  return solver_with({.method = method}, arithmetic);
}

/// Searches from one source at a time, whatever is predicted.
class OneARow final : public Backend {
 public:
  using Backend::Backend;

  [[nodiscard]] Plan plan(const Problem& problem) override {
    Plan plan = Backend::plan(problem);
    plan.labels.reset();
    plan.sources_at_once = 1;
    return plan;
  }
};

/// The recipe on these.
inline test::Solver one_a_row(Arithmetic arithmetic = {}) {
  const auto make = [] {
    return std::make_unique<OneARow>(
        Options{.method = Method::kSearch, .threads = omp_get_max_threads()});
  };
  return test::solver_on(make, arithmetic, BeyondS32::kOnProcessors);
}

}  // namespace apsp::cpu
