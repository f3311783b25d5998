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

  /// Begins a phase: wall time counts for it from now on. A phase may be entered more than once;
  /// its times add up. Called from one thread.
  virtual void enter_phase(Phase phase) { (void)phase; }

  /// Reports that `done` of `total` equal steps of the compute phase are finished. Cheap enough to
  /// call each round. One thread at a time.
  virtual void advance(std::int64_t done, std::int64_t total) { (void)done, (void)total; }

  /// Adds a line to the report. Keys are lower_snake_case ("instruction_set", "threads", "tile").
  virtual void fact(std::string_view key, const Fact& value) { (void)key, (void)value; }

  /// Prints one line to standard error ("warning: ...") unless --quiet is given.
  virtual void warn(std::string_view message) { (void)message; }
};

}  // namespace apsp
