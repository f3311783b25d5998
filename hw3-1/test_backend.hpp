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

}  // namespace apsp::cpu
