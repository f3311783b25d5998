// SPDX-License-Identifier: MIT
// Receives what a solver reports while it works: phases, progress, facts. Solvers have no access to
// clocks, terminals or JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "common/core/phase.hpp"

namespace apsp {

/// A value of the report.
using Fact = std::variant<bool, std::int64_t, double, std::string>;

/// Receives the reports of one solve. The base class ignores them: tests pass it.
class Observer {
 public:
  virtual ~Observer() = default;

  /// From now on, wall time counts for `phase`. Entering a phase twice adds up. Called from one
  /// thread.
  virtual void enter_phase(Phase phase) { (void)phase; }

  /// `done` of `total` equal steps of the compute phase are finished. Cheap enough for every
  /// round. One thread at a time.
  virtual void advance(std::int64_t done, std::int64_t total) { (void)done, (void)total; }

  /// A line of the report: keys are lower_snake_case ("instruction_set", "threads", "tile").
  virtual void fact(std::string_view key, const Fact& value) { (void)key, (void)value; }

  /// One line for standard error ("warning: ...") unless --quiet.
  virtual void warn(std::string_view message) { (void)message; }
};

}  // namespace apsp
