// SPDX-License-Identifier: MIT
#include "common/rows/predecessor_sink.hpp"

#include <omp.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <utility>

#include "common/base/parallel_for.hpp"
#include "common/base/plural.hpp"

namespace apsp {
namespace {

/// Returns how many rows wait for each other, because a batch of them is searched faster than each
/// alone; 1: none.
std::size_t most_waiting(std::size_t rows) {
  return rows < PredecessorSearch::kFewestLanes ? 1 : std::min(rows, PredecessorBatch::kLanes);
}

/// Returns the time that the calling thread has had a processor.
std::int64_t thread_nanoseconds() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Returns what bytes_for() returns, once it is found to be there.
std::uint64_t required_bytes(const Graph& graph, const RowSet& rows) {
  const auto threads = static_cast<std::size_t>(omp_get_max_threads());
  const std::uint64_t bytes = PredecessorSink::bytes_for(graph, rows.size(), threads);
  require_memory(bytes, "the predecessors of " + counted(graph.vertices, "vertex"));
  return bytes;
}

}  // namespace

/// Rows that wait, and the memory for their search.
struct PredecessorSink::Workspace {
  Workspace(const PredecessorGraph& graph, std::size_t most)
      : search(graph), found(most * graph.vertices()) {
    rows.reserve(most);
  }

  PredecessorSearch search;         // holds the rows
  std::vector<std::size_t> rows;    // their numbers
  std::vector<std::int32_t> found;  // predecessors of each
};

PredecessorSink::PredecessorSink(RowSink& predecessors, RowSink* next, const Graph& graph,
                                 RowSet rows)
    : predecessors_(predecessors),
      next_(next),
      rows_(std::move(rows)),
      promised_(required_bytes(graph, rows_)),
      graph_(graph),
      found_(rows_.size()) {}

PredecessorSink::~PredecessorSink() = default;

std::uint64_t PredecessorSink::bytes_for(const Graph& graph, std::size_t rows,
                                         std::size_t threads) {
  const std::size_t waiting = most_waiting(rows);
  return PredecessorGraph::bytes_for(graph) +
         std::min(threads, rows) * (PredecessorSearch::bytes_for(graph.vertices, waiting > 1) +
                                    waiting * graph.vertices * sizeof(std::int32_t));
}

void PredecessorSink::prepare() {
  predecessors_.prepare();
  if (next_ != nullptr) next_->prepare();
}

bool PredecessorSink::in_order() const {
  return predecessors_.in_order() || (next_ != nullptr && next_->in_order());
}

void PredecessorSink::abandon(const std::exception_ptr& cause) noexcept {
  predecessors_.abandon(cause);
  if (next_ != nullptr) next_->abandon(cause);
}

void PredecessorSink::put_predecessors(std::size_t row,
                                       std::span<const std::int32_t> predecessors) {
  predecessors_.put(row, predecessors);
  found_[row] = 1;
}

void PredecessorSink::put(std::size_t first_row, std::span<const Distance> rows) {
  const std::size_t vertices = rows_.vertices();
  const std::size_t most = most_waiting(rows_.size());
  try {
    {
      const auto workspace =
          workspaces_.borrow([&] { return std::make_unique<Workspace>(graph_, most); });
      for (std::size_t at = 0; at < rows.size(); at += vertices) {
        take(first_row + at / vertices, rows.subspan(at, vertices), *workspace);
      }
      // No row may wait where later rows wait for it.
      if (in_order()) search(*workspace);
    }
    if (next_ != nullptr) next_->put(first_row, rows);
  } catch (...) {
    abandon(std::current_exception());
    throw;
  }
}

/// Lets a row wait for others, or puts its predecessors. Searches those that wait once there are
/// enough.
void PredecessorSink::take(std::size_t row, std::span<const Distance> distances,
                           Workspace& waiting) {
  if (found_[row] != 0) return;
  const std::int64_t begin = thread_nanoseconds();
  const std::size_t most = most_waiting(rows_.size());
  const bool held = most > 1 && waiting.search.hold(rows_.source(row), distances);
  nanoseconds_ += thread_nanoseconds() - begin;
  if (held) {
    waiting.rows.push_back(row);
    if (waiting.rows.size() == most) search(waiting);
  } else {
    search(waiting);  // its memory is needed
    const std::span<std::int32_t> found = std::span(waiting.found).first(distances.size());
    const std::int64_t begin_alone = thread_nanoseconds();
    waiting.search.run(rows_.source(row), distances, found);
    nanoseconds_ += thread_nanoseconds() - begin_alone;
    predecessors_.put(row, found);
  }
}

/// Puts the predecessors of the rows that wait.
void PredecessorSink::search(Workspace& waiting) {
  if (waiting.rows.empty()) return;
  const std::size_t vertices = rows_.vertices();
  const std::span<std::int32_t> found =
      std::span(waiting.found).first(waiting.rows.size() * vertices);
  const std::int64_t begin = thread_nanoseconds();
  waiting.search.run_held(found);
  nanoseconds_ += thread_nanoseconds() - begin;
  for (std::size_t n = 0; n < waiting.rows.size(); ++n) {
    predecessors_.put(waiting.rows[n], found.subspan(n * vertices, vertices));
  }
  waiting.rows.clear();
}

void PredecessorSink::finish(Observer& observer) {
  auto& all = workspaces_.all();
  parallel_for(all.size(), [&](std::size_t n) { search(*all[n]); });
  observer.fact("predecessors_cpu_seconds", 1e-9 * static_cast<double>(nanoseconds_.load()));
}

}  // namespace apsp
