// SPDX-License-Identifier: MIT
// The order in which a solver's threads put rows where a sink asks for that of the file.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"

namespace apsp::test {

/// A number of the calling thread that no other one has. Ids are given again when a thread has
/// ended, as those of a team within another do.
inline std::size_t thread_number() {
  static std::atomic<std::size_t> threads = 0;
  thread_local const std::size_t number = threads++;
  return number;
}

/// Takes rows in ascending order of each thread alone, and keeps them.
struct OrderedSink final : RowSink {
  explicit OrderedSink(const RowSet& rows) : matrix(rows.vertices(), rows.size()) {}
  [[nodiscard]] bool in_order() const override { return true; }
  void put(std::size_t first_row, std::span<const Distance> rows) override {
    const std::lock_guard lock(mutex);
    const auto [last, first_time] = last_rows.emplace(thread_number(), first_row);
    ordered = ordered && (first_time || last->second < first_row);
    last->second = first_row;
    matrix.put(first_row, rows);
  }
  MatrixSink matrix;
  std::mutex mutex;
  std::map<std::size_t, std::size_t> last_rows;  // of each thread
  bool ordered = true;
};

/// Right rows, each thread's in ascending order, with one thread and with several.
inline void require_rows_ascending(const Sample& sample, const RowSet& rows, const Solver& solve) {
  const std::vector<Distance> expected =
      rows_of(rows, reference::distances(sample.graph()).value());
  for (const int threads : {1, 2, 5}) {
    OrderedSink sink(rows);
    Observer observer;
    with_threads(threads, [&] { solve({sample.graph(), rows}, {sink}, observer); });
    REQUIRE(sink.ordered);
    REQUIRE(std::ranges::equal(sink.matrix.distances(), expected));
  }
}

inline void require_rows_ascending(const Sample& sample, const Solver& solve) {
  require_rows_ascending(sample, RowSet(sample.vertices), solve);
}

}  // namespace apsp::test
