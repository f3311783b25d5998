// SPDX-License-Identifier: MIT
#include "common/app/reporter.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "common/app/interruption.hpp"
#include "common/base/host_name.hpp"
#include "common/base/memory.hpp"

namespace apsp {

void show(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

Reporter::Reporter(std::string program, bool quiet)
    : program_(std::move(program)),
      quiet_(quiet),
      progress_(stderr, !quiet && wants_progress(stderr)) {}

void Reporter::enter_phase(Phase phase) {
  note_memory();
  stopwatch_.enter(phase);
  if (phase != Phase::kCompute) {
    progress_.clear();
  }
}

void Reporter::advance(std::int64_t done, std::int64_t total) {
  const double seconds = stopwatch_.seconds(Phase::kCompute);
  progress_.advance(done, total, seconds);
  // For what a phase gives back before it ends. Rounds may be much shorter than a look takes.
  if (seconds >= next_look_) {
    note_memory();
    next_look_ = seconds + kBetweenLooks;
  }
}

void Reporter::fact(std::string_view key, const Fact& value) {
  const auto known = std::find_if(report_.facts.begin(), report_.facts.end(),
                                  [&](const auto& fact) { return fact.first == key; });
  if (known != report_.facts.end()) {
    known->second = value;
  } else {
    report_.facts.emplace_back(key, value);
  }
}

void Reporter::warn(std::string_view message) {
  if (!quiet_) {
    progress_.clear();
    show(fmt::format("{}: warning: {}\n", program_, message));
  }
}

bool Reporter::cancelled() {
  return NotedSignal::came();
}

void Reporter::set_graph(const Graph& graph) {
  report_.vertices = graph.vertices;
  report_.edges = graph.edges_in_file();
  if (graph.both_ways) fact("undirected", true);
}

Report Reporter::finish() {
  stopwatch_.stop();
  progress_.clear();
  report_.program = program_;
  report_.version = APSP_VERSION;
  report_.phases = stopwatch_.finished();
  report_.seconds = stopwatch_.total();
  report_.compute_seconds = stopwatch_.seconds(Phase::kCompute);
  report_.processors = omp_get_num_procs();
  report_.peak_memory = peak_memory();
  report_.host = host_name();
  return report_;
}

}  // namespace apsp
