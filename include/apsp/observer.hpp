// SPDX-License-Identifier: MIT
/// \file
/// Receives what a solve reports while it works: phases, progress, facts. Solvers have no access to
/// clocks, terminals or JSON.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#pragma GCC visibility push(default)
namespace apsp {

/// A phase of a solve.
enum class Phase {
  kStart,         ///< devices start, memory is taken
  kRead,          ///< the input is mapped and checked
  kPotentials,    ///< negative weights are reduced
  kBound,         ///< a method is chosen, and a width by bounds of the largest distance
  kScatter,       ///< edges become the matrix, in host memory
  kUpload,        ///< edges become the matrix, in device memory
  kCompute,       ///< paths are shortened: the relaxations
  kProve,         ///< the width is proven to hold every distance
  kDownload,      ///< rows leave a device
  kWrite,         ///< rows leave for the output
  kSummary,       ///< numbers are gathered from rows
  kVerify,        ///< rows are compared with an independent computation
  kPredecessors,  ///< the edges are made ready for the search of predecessors
};

/// Returns "read" for Phase::kRead; one name a phase.
[[nodiscard]] constexpr std::string_view name(Phase phase) {
  constexpr std::array<std::string_view, 13> kNames = {
      "start", "read",     "potentials", "bound",   "scatter", "upload",      "compute",
      "prove", "download", "write",      "summary", "verify",  "predecessors"};
  return kNames[static_cast<std::size_t>(phase)];
}

/// A value of the report.
using Fact = std::variant<bool, std::int64_t, double, std::string>;

/// Receives the reports of one solve. The base class ignores them. Calls come one at a time, those
/// of advance() and cancelled() from any thread of the solve.
class Observer {
 public:
  virtual ~Observer() = default;

  /// Begins a phase: wall time counts for it from now on. A phase may be entered more than once;
  /// its times add up.
  virtual void enter_phase(Phase phase) { (void)phase; }

  /// Reports that `done` of `total` equal steps of the compute phase are finished. Cheap enough to
  /// call each round.
  virtual void advance(std::int64_t done, std::int64_t total) { (void)done, (void)total; }

  /// Adds a line to the report. Keys are lower_snake_case ("instruction_set", "threads", "tile").
  virtual void fact(std::string_view key, const Fact& value) { (void)key, (void)value; }

  /// Reports something that the user may want to change, as one line without a newline.
  virtual void warn(std::string_view message) { (void)message; }

  /// Returns true to end the solve: it then throws Error(kCancelled) within about a round, and the
  /// rows that it has put are not all. Asked after each advance() and between phases.
  [[nodiscard]] virtual bool cancelled() { return false; }
};

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
