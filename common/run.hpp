// SPDX-License-Identifier: MIT
// What a solver tells while it works: phases, progress, facts for the report. The solver knows
// nothing of clocks, terminals or JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace apsp {

/// A value of the report.
using Fact = std::variant<bool, std::int64_t, double, std::string>;

/// A listener to one solve. The base class listens to nothing: what tests pass.
class Run {
 public:
  virtual ~Run() = default;

  /// From now on, wall time counts for `name` ("read", "upload", "compute", "download", "write").
  /// Entering a phase twice adds up. Called from one thread.
  virtual void enter_phase(std::string_view name) { (void)name; }

  /// `done` of `total` equal pieces of the compute phase are finished. Cheap enough for every
  /// round.
  virtual void advance(std::int64_t done, std::int64_t total) { (void)done, (void)total; }

  /// A line of the report: keys are lower_snake_case ("instruction_set", "threads", "tile").
  virtual void fact(std::string_view key, const Fact& value) { (void)key, (void)value; }

  /// One line for standard error ("warning: ...") unless --quiet.
  virtual void warn(std::string_view message) { (void)message; }
};

}  // namespace apsp
