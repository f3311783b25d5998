// SPDX-License-Identifier: MIT
// What a run tells people and its report while it goes on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/app/progress.hpp"
#include "common/app/report.hpp"
#include "common/app/stopwatch.hpp"
#include "common/core/graph.hpp"
#include "common/core/observer.hpp"

namespace apsp {

/// Prints on standard error, for people. Nobody may be listening: a closed or full standard error
/// is no reason to lose a run, so unlike fmt::print this does not throw.
void show(const std::string& text);

/// Receives what a solve reports: keeps what the report needs, shows the rest on standard error.
class Reporter final : public Observer {
 public:
  /// `quiet`: shows nothing.
  Reporter(std::string program, bool quiet);

  void enter_phase(Phase phase) override;
  void advance(std::int64_t done, std::int64_t total) override;
  void fact(std::string_view key, const Fact& value) override;
  void warn(std::string_view message) override;
  [[nodiscard]] bool cancelled() override;

  /// Stores the sizes that the report needs.
  void set_graph(const Graph& graph);

  /// Ends the clock and the bar. The caller fills in the remaining fields.
  Report finish();

 private:
  static constexpr double kBetweenLooks = 0.05;  // seconds of computing, a thousand times a look's

  std::string program_;
  bool quiet_;
  Stopwatch stopwatch_;
  Progress progress_;
  Report report_;
  double next_look_ = kBetweenLooks;  // at the memory, in seconds of computing
};

}  // namespace apsp
