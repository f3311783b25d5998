// SPDX-License-Identifier: MIT
#include "common/near/whole_rows.hpp"

#include <omp.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <vector>

#include "common/base/error.hpp"
#include "common/base/pool.hpp"
#include "common/core/row_sink.hpp"
#include "common/near/near_batch.hpp"
#include "common/solve/exact_solve.hpp"

namespace apsp {
namespace {

/// Seconds of an element of a whole row on one thread: it is made, brought into the order of the
/// input and looked at.
constexpr double kElement = 2e-9;

/// Passes on what is wanted of whole rows, in their order.
class NearFilter final : public RowSink {
 public:
  NearFilter(const NearProblem& problem, NearSink& sink) : problem_(problem), sink_(sink) {}

  [[nodiscard]] bool in_order() const override { return true; }

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    const auto batch = batches_.borrow([] { return std::make_unique<NearBatch<Distance>>(); });
    try {
      const std::size_t vertices = problem_.graph.vertices;
      batch->restart(first_row);
      for (std::size_t at = 0; at < rows.size(); at += vertices) {
        add(first_row + at / vertices, rows.subspan(at, vertices), *batch);
        if (batch->destinations.size() >= kMostEntries) pass_on(*batch);
      }
      pass_on(*batch);
    } catch (...) {
      abandon(std::current_exception());
      throw;
    }
  }

  void abandon(const std::exception_ptr& cause) noexcept override {
    {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = cause;
    }
    changed_.notify_all();
  }

  /// Whether rows have left. After the solve.
  [[nodiscard]] bool began() const { return next_ > 0; }

  [[nodiscard]] std::uint64_t entries() const { return entries_; }

 private:
  static constexpr std::size_t kMostEntries = std::size_t{1} << 20;  // of a batch, about

  void add(std::size_t row, std::span<const Distance> distances, NearBatch<Distance>& batch) const {
    // The limit of a row without one is kUnreachable, and no path is.
    const Distance most = std::min(problem_.limit_of(row), kUnreachable - 1);
    const bool all = problem_.targets.all();
    for (std::size_t v = 0; v < distances.size(); ++v) {
      if (distances[v] > most || (!all && !problem_.targets.has(v))) continue;
      batch.destinations.push_back(static_cast<std::int32_t>(v));
      batch.distances.push_back(distances[v]);
    }
    batch.end_row();
  }

  /// Waits for the turn of the batch's rows, and puts them.
  void pass_on(NearBatch<Distance>& batch) {
    if (batch.rows() == 0) return;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failure_ || next_ == batch.first_row; });
    if (failure_) std::rethrow_exception(failure_);
    sink_.put(batch.view());  // the others wait for it
    entries_ += batch.destinations.size();
    next_ += batch.rows();
    lock.unlock();
    changed_.notify_all();
    batch.restart(batch.first_row + batch.rows());
  }

  const NearProblem& problem_;
  NearSink& sink_;
  Pool<NearBatch<Distance>> batches_;
  std::mutex mutex_;  // of all that follows
  std::condition_variable changed_;
  std::size_t next_ = 0;  // the row whose turn it is
  std::uint64_t entries_ = 0;
  std::exception_ptr failure_;
};

/// Rows that hold at least what is wanted.
Problem whole(const NearProblem& problem) {
  Problem all(problem.graph, problem.rows);
  all.limit = problem.limit;
  if (!problem.targets.all()) {
    std::vector<std::int32_t> targets(problem.graph.vertices);
    std::iota(targets.begin(), targets.end(), 0);
    std::erase_if(
        targets, [&](std::int32_t v) { return !problem.targets.has(static_cast<std::size_t>(v)); });
    all.columns = RowSet(problem.graph.vertices, std::move(targets));
  }
  return all;
}

/// Whether the plan takes less than searches of so many seconds.
bool wins(const Plan& plan, double besides, double searches) {
  // What it searches from one source at a time is searched here as well.
  if (plan.method == Method::kSearch && plan.sources_at_once == 1) return false;
  const double seconds = plan.seconds();
  return seconds + besides / std::max(omp_get_max_threads(), 1) < searches;
}

}  // namespace

bool put_from_whole_rows(const NearProblem& problem, double seconds, Backend& backend,
                         NearSink& sink, Observer& observer) {
  const double besides = static_cast<double>(problem.rows.size()) *
                         static_cast<double>(problem.graph.vertices) * kElement;
  if (seconds <= besides) return false;
  const int threads = omp_get_max_threads();
  NearFilter filter(problem, sink);
  try {
    const Problem all = whole(problem);
    ExactSolve solve(all, backend, observer, {});
    if (wins(solve.plan(), besides, seconds / std::max(threads, 1))) {
      solve.require_fit();
      solve.run({filter});
      observer.fact("entries", static_cast<std::int64_t>(filter.entries()));
      return true;
    }
  } catch (const Error& error) {
    if (error.fault() != Fault::kMemory || filter.began()) throw;
  }
  omp_set_num_threads(threads);  // of which the plan took those that its own work pays for
  observer.enter_phase(Phase::kCompute);
  return false;
}

}  // namespace apsp
