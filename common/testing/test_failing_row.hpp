// SPDX-License-Identifier: MIT
// Solves whose first row fails while other threads wait for their turn in the file, or whose
// numbers of rows do.
#pragma once

#include <unistd.h>

#include <chrono>
#include <exception>
#include <span>
#include <string>
#include <thread>

#include "common/io/distance_file.hpp"
#include "common/io/file_descriptor.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"

namespace apsp::test {

/// Passes all rows on but the first, which fails after time for the others to come and wait.
struct FirstRowFails final : RowSink {
  explicit FirstRowFails(RowSink& sink) : next(sink) {}
  [[nodiscard]] bool in_order() const override { return next.in_order(); }
  void put(std::size_t first_row, std::span<const Distance> rows) override {
    if (first_row > 0) return next.put(first_row, rows);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    throw Error(Fault::kInternal, "the first row is lost");
  }
  void abandon(const std::exception_ptr& cause) noexcept override { next.abandon(cause); }
  RowSink& next;
};

/// A solve with four threads through a pipe, whose reader gets nothing, ends with the error of the
/// first row: no thread waits on.
inline void require_none_left_waiting(const Solver& solve) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const FileDescriptor reader(ends[0]);
  const FileDescriptor writer(ends[1]);
  const Sample sample = ring(600, 1);
  with_threads(4, [&] {
    DistanceWriter output("/dev/fd/" + std::to_string(writer.get()), sample.vertices,
                          sample.vertices);
    FirstRowFails sink(output);
    Observer observer;
    require_error(Fault::kInternal, {"the first row is lost"},
                  [&] { solve(sample.graph(), {sink}, observer); });
  });
}

/// A solve that puts the numbers of rows ends with the error of their sink.
inline void require_ended_by_numbers(const Solver& solve) {
  struct NoNumbers final : RowSink, NumbersSink {
    void put(std::size_t, std::span<const Distance>) override { FAIL("rows were put"); }
    void put_numbers(std::span<const std::int32_t>, std::span<const RowNumbers>,
                     const Histogram&) override {
      throw Error(Fault::kOutput, "the numbers are lost");
    }
  } sink;
  Observer observer;
  require_error(Fault::kOutput, {"the numbers are lost"}, [&] {
    solve(ring(300, 1).graph(), {sink, &sink}, observer);
  });
}

}  // namespace apsp::test
