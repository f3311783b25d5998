// SPDX-License-Identifier: MIT
// The parallel loop over OpenMP whose body may throw.
#pragma once

#include <omp.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>

namespace apsp {

/// The exception with the smallest index among those of a parallel region. OpenMP ends the process
/// for an exception that leaves a region, also for a bad_alloc: keep it here, rethrow it after.
class FirstFailure {
 public:
  /// Runs `work()` and keeps what it throws, unless an exception of the same or a smaller index is
  /// kept. Any thread.
  template <typename Work>
  void guard(std::size_t index, Work&& work) noexcept {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (failure_ && index >= index_.load(std::memory_order_relaxed)) return;
      failure_ = std::current_exception();
      index_.store(index, std::memory_order_relaxed);
    }
  }

  /// Whether an exception of a smaller index is kept, so that work `index` changes nothing more.
  [[nodiscard]] bool before(std::size_t index) const noexcept {
    return index_.load(std::memory_order_relaxed) < index;
  }

  /// Throws the kept exception, if there is one. One thread, after the region.
  void rethrow() {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::atomic<std::size_t> index_ = std::numeric_limits<std::size_t>::max();
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// Lets parallel regions within the present one have threads of their own, for its lifetime.
class NestedRegions {
 public:
  NestedRegions() { omp_set_max_active_levels(omp_get_active_level() + 1); }
  ~NestedRegions() { omp_set_max_active_levels(before_); }
  NestedRegions(const NestedRegions&) = delete;
  NestedRegions& operator=(const NestedRegions&) = delete;

 private:
  int before_ = omp_get_max_active_levels();
};

/// Order in which a parallel loop hands out its indices.
enum class Handout {
  kStatic,     // one contiguous share for each thread
  kDynamic,    // chunks, to each thread that is free
  kMonotonic,  // chunks, to each thread that is free, in ascending order: no index waits for a
               // later
};

/// Settings of one parallel loop.
struct Loop {
  int threads = 0;        // at most; 0: as many as OpenMP starts
  std::size_t chunk = 1;  // indices handed out at once; not for kStatic
};

/// Runs `body(workspace, n)` for every n in [0, count), in parallel. Each thread calls `make()` for
/// its workspace before its first index; a thread without an index makes none. If bodies throw, the
/// exception of the smallest index is rethrown after the loop, the same one for any number of
/// threads. Every smaller index has run then; larger ones are skipped once an exception is caught.
/// An exception of `make` counts for the index that needed the workspace. Costs a load and a
/// compare an index beyond OpenMP's own loop. Nested in another region it runs as OpenMP is set, by
/// default on the calling thread alone.
template <Handout kHandout = Handout::kDynamic, typename Make, typename Body>
void parallel_for_with(std::size_t count, const Make& make, const Body& body, Loop loop = {}) {
  if (count == 0) return;
  FirstFailure failure;
  const int threads = loop.threads > 0 ? loop.threads : omp_get_max_threads();
  [[maybe_unused]] const std::size_t chunk = loop.chunk;
#pragma omp parallel num_threads(threads) if (count > 1)
  {
    std::optional<decltype(make())> workspace;
    const auto run = [&](std::size_t n) {
      if (failure.before(n)) return;
      failure.guard(n, [&] {
        if (!workspace) workspace.emplace(make());
        body(*workspace, n);
      });
    };
    if constexpr (kHandout == Handout::kStatic) {
#pragma omp for schedule(static)
      for (std::size_t n = 0; n < count; ++n) run(n);
      // NOLINTNEXTLINE(bugprone-branch-clone): the schedules differ
    } else if constexpr (kHandout == Handout::kDynamic) {
#pragma omp for schedule(dynamic, chunk)
      for (std::size_t n = 0; n < count; ++n) run(n);
    } else {
#pragma omp for schedule(monotonic : dynamic, chunk)
      for (std::size_t n = 0; n < count; ++n) run(n);
    }
  }
  failure.rethrow();
}

/// Same as parallel_for_with(), with a body that needs no workspace: `body(n)`.
template <Handout kHandout = Handout::kDynamic, typename Body>
void parallel_for(std::size_t count, const Body& body, Loop loop = {}) {
  struct Nothing {};
  parallel_for_with<kHandout>(
      count, [] { return Nothing{}; }, [&](Nothing, std::size_t n) { body(n); }, loop);
}

}  // namespace apsp
