// SPDX-License-Identifier: MIT
#include "common/rows/solved_problem.hpp"

#include <cstddef>
#include <cstdint>

#include "common/base/memory.hpp"
#include "common/rows/transposed_sink.hpp"

namespace apsp {
namespace {

bool is_worth_reversing(const Problem& asked, const RowSet& targets) {
  constexpr std::size_t kFewer = 4;  // or else the rows that are left out save little
  if (targets.all() || kFewer * targets.size() > asked.rows.size()) return false;
  if (asked.graph.smallest_weight < 0) return false;  // cycles are told as the graph has them
  constexpr std::uint64_t kShare = 4;                 // of the memory: the solve takes some, too
  return asked.graph.edges.size() * sizeof(Edge) +
             kShare * TransposedSink::bytes_for(asked.rows.size(), targets.size()) <
         available_memory();
}

}  // namespace

SolvedProblem::SolvedProblem(const Problem& asked, const RowSet& targets, bool distances_alone)
    : sources_(asked.rows), targets_(targets), problem_(asked) {
  if (!distances_alone || !is_worth_reversing(asked, targets)) return;
  problem_ = Problem(reversed_.emplace(asked.graph).graph(), targets);
  problem_.reversed = true;
  problem_.limit = asked.limit;
  problem_.order = asked.order;
  problem_.columns = sources_;
}

std::uint64_t SolvedProblem::kept_bytes() const {
  return reversed_ ? TransposedSink::bytes_for(sources_.size(), targets_.size()) : 0;
}

void SolvedProblem::report(Observer& observer) const {
  const auto count = [](const RowSet& set) { return static_cast<std::int64_t>(set.size()); };
  if (!sources_.all()) observer.fact("sources", count(sources_));
  if (!targets_.all()) observer.fact("targets", count(targets_));
  if (problem_.reversed) observer.fact("reversed", true);
}

}  // namespace apsp
