// SPDX-License-Identifier: MIT
// One round is one queue of tasks. Threads that are free take tasks in the order of the queue:
//
// clang-format off
//   lookahead  remainder tiles of this round in the block of the next round's pivot
//   pivot      closure of that block                                  (waits for the lookahead)
//   early      remainder tiles, enough for the other threads while one closes the pivot
//   panels     panels of the next round, row by row or strip by strip: first this round's
//              remainder, then, still in the cache, the product with the pivot
//                                                                     (wait for the pivot)
//   late       all other remainder tiles but the last
//   crossings  tiles of the next panels in this round's panels        (wait for the other panels)
//   last       last remainder tiles, in short strips: all threads end at about the same time
// clang-format on
//
// A task waits only for earlier tasks of the queue, and each thread runs its tasks in that order.
// The first task that is not done has nothing to wait for, so there is no deadlock for any number
// of threads. The two serial steps of the textbook round, pivot and panels, overlap with the
// remainder. One barrier ends the round.
//
// The next panels are multiplied while this round's remainder still runs. This is safe: the
// remainder reads this round's panels, and the next panels overwrite only their crossings with
// them. These are the columns of the next pivot in the row panel and its rows in the column panel.
// The lookahead has read them and is done; the other readers are tasks of the next panels, and the
// tasks that overwrite wait for those.
//
// A symmetric matrix has the tasks of the tiles at and below the diagonal, half as many. What the
// panels transpose to above it, the remainder of the next round reads. In a triangle it lies apart,
// for two rounds; in a whole matrix in place, where only the crossings are read in this round.
#include "hw3-1/dense/floyd_warshall.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "common/base/error.hpp"
#include "hw3-1/dense/round_phases.hpp"
#include "hw3-1/dense/round_queue.hpp"
#include "hw3-1/dense/wait_until.hpp"

namespace apsp::cpu {
namespace {

constexpr std::size_t kCacheLine = 64;

/// The state of one round that threads share, each counter on a cache line of its own.
struct RoundState {
  alignas(kCacheLine) std::atomic<std::size_t> next_task = 0;
  alignas(kCacheLine) std::atomic<std::size_t> lookahead_done = 0;
  alignas(kCacheLine) std::atomic<bool> pivot_closed = false;
  alignas(kCacheLine) std::atomic<std::size_t> readers_done = 0;
};

Schedule schedule_for(std::size_t vertices) {
  const std::size_t tiles = Schedule::of(vertices, 1).tiles;
  return {tiles, depth_for(tiles)};
}
static_assert(TileMatrix<std::uint8_t>::kTogether % depth_for(0) == 0 &&
                  TileMatrix<std::uint8_t>::kTogether % depth_for(SIZE_MAX) == 0,
              "the rows of a pivot are equally long in a triangle");

/// Returns the bytes of one thread's part of the work memory.
template <typename Element>
std::size_t thread_bytes(std::size_t vertices, const KernelSet& kernels) {
  return RoundPhases<Element>::workspace_tiles(schedule_for(vertices)) *
         kernels.of<Element>().packed_bytes;
}

template <typename Element>
class Closure {
 public:
  Closure(TileMatrix<Element>& matrix, std::byte* workspace, const TileKernels<Element>& kernels)
      : schedule_(schedule_for(matrix.vertices())),
        triangle_(matrix.symmetric()),
        lengths_(strip_lengths(schedule_, triangle_ ? (schedule_.tiles + 1) / 2 : schedule_.tiles,
                               static_cast<std::size_t>(omp_get_max_threads()))),
        phases_(matrix, workspace, kernels, schedule_),
        rounds_(schedule_.rounds()) {}

  void run(Observer& observer) {
    if (schedule_.rounds() == 0) return;
#pragma omp parallel
    {
      const TileRange first = schedule_.pivot(0);
      const PanelTasks panels(schedule_, first, {}, lengths_, triangle_);
#pragma omp single
      phases_.close_pivot(first);
#pragma omp for schedule(dynamic)
      for (std::size_t n = 0; n < panels.size(); ++n) {
        phases_.panel(0, first, {}, panels.at(n), {});
      }

      for (std::size_t round = 0; round < end_.load(std::memory_order_relaxed); ++round) {
        work_on(round);
#pragma omp barrier
#pragma omp master
        report(round, observer);
      }
    }
    if (end_ < schedule_.rounds()) {
      throw Error(Fault::kCancelled, "the solve was cancelled");
    }
  }

 private:
  /// Reports that `round` is done. One thread, while the others may be in the next round: so that
  /// they all stop after the same one, a cancelled solve ends with that.
  void report(std::size_t round, Observer& observer) {
    observer.advance(static_cast<std::int64_t>(round + 1),
                     static_cast<std::int64_t>(schedule_.rounds()));
    if (observer.cancelled()) end_ = std::min(round + 2, end_.load());
  }

  /// Takes tasks of `round` until none is left.
  void work_on(std::size_t round) {
    const RoundQueue queue(schedule_, round, lengths_, early_tiles(), triangle_);
    std::atomic<std::size_t>& next_task = rounds_[round].next_task;
    const auto take = [&] { return next_task.fetch_add(1, std::memory_order_relaxed); };
    // A thread takes its next task before it runs this one, which prefetches the next. It does not
    // where tasks are scarce, because another thread might wait for that task. Nor does the thread
    // that closes the pivot: the other threads need the tasks behind it.
    const std::size_t scarce = 2 * static_cast<std::size_t>(omp_get_num_threads());
    const bool plenty = lengths_.strip == kLongestStrip;
    for (std::size_t n = take(); n < queue.size();) {
      const Task task = queue.at(n);
      if (plenty && n + scarce < queue.size() && task.kind != TaskKind::kPivot) {
        const std::size_t after = take();
        const auto next = after < queue.size()
                              ? phases_.start_of(round, queue.pivot(), queue.at(after))
                              : NextStrip<Element>{};
        work_on(round, queue, task, next);
        n = after;
      } else {
        work_on(round, queue, task, {});
        n = take();
      }
    }
  }

  void work_on(std::size_t round, const RoundQueue& queue, const Task& task,
               const NextStrip<Element>& next) {
    RoundState& state = rounds_[round];
    switch (task.kind) {
      case TaskKind::kLookahead:
        phases_.remainder(round, queue.pivot(), task, next);
        state.lookahead_done.fetch_add(1, std::memory_order_release);
        break;
      case TaskKind::kPivot:
        wait_until([&] {
          return state.lookahead_done.load(std::memory_order_acquire) == queue.lookahead();
        });
        phases_.close_pivot(queue.next());
        state.pivot_closed.store(true, std::memory_order_release);
        break;
      case TaskKind::kColumnPanel:
      case TaskKind::kRowPanel: {
        const bool overwrites = queue.overwrites(task);
        wait_until([&] {
          return state.pivot_closed.load(std::memory_order_acquire) &&
                 (!overwrites ||
                  state.readers_done.load(std::memory_order_acquire) == queue.readers());
        });
        phases_.panel(round + 1, queue.next(), queue.pivot(), task, next);
        if (!overwrites) state.readers_done.fetch_add(1, std::memory_order_release);
        break;
      }
      case TaskKind::kRemainder:
        phases_.remainder(round, queue.pivot(), task, next);
        break;
    }
  }

  [[nodiscard]] std::size_t early_tiles() const {
    return apsp::cpu::early_tiles(schedule_, lengths_,
                                  static_cast<std::size_t>(omp_get_num_threads()));
  }

  Schedule schedule_;
  bool triangle_;  // tasks for the tiles at and below the diagonal alone
  StripLengths lengths_;
  RoundPhases<Element> phases_;
  std::vector<RoundState> rounds_;
  std::atomic<std::size_t> end_ = schedule_.rounds();  // of the rounds that are worked on
};

}  // namespace

template <typename Element>
std::size_t workspace_bytes(std::size_t vertices, const KernelSet& kernels) {
  return static_cast<std::size_t>(omp_get_max_threads()) * thread_bytes<Element>(vertices, kernels);
}

template <typename Element>
Pages<std::byte> make_workspace(std::size_t vertices, const KernelSet& kernels,
                                std::pmr::memory_resource* memory) {
  Pages<std::byte> workspace(workspace_bytes<Element>(vertices, kernels), memory);
#pragma omp parallel
  {
    const std::size_t bytes = thread_bytes<Element>(vertices, kernels);
    std::memset(workspace.data() + static_cast<std::size_t>(omp_get_thread_num()) * bytes, 0,
                bytes);
  }
  return workspace;
}

template <typename Element>
void close_matrix(TileMatrix<Element>& matrix, Pages<std::byte>& workspace,
                  const KernelSet& kernels, Observer& observer) {
  Closure<Element>(matrix, workspace.data(), kernels.of<Element>()).run(observer);
}

template std::size_t workspace_bytes<std::uint8_t>(std::size_t, const KernelSet&);
template std::size_t workspace_bytes<std::uint16_t>(std::size_t, const KernelSet&);
template std::size_t workspace_bytes<std::int32_t>(std::size_t, const KernelSet&);
template Pages<std::byte> make_workspace<std::uint8_t>(std::size_t, const KernelSet&,
                                                       std::pmr::memory_resource*);
template Pages<std::byte> make_workspace<std::uint16_t>(std::size_t, const KernelSet&,
                                                        std::pmr::memory_resource*);
template Pages<std::byte> make_workspace<std::int32_t>(std::size_t, const KernelSet&,
                                                       std::pmr::memory_resource*);
template void close_matrix(TileMatrix<std::uint8_t>&, Pages<std::byte>&, const KernelSet&,
                           Observer&);
template void close_matrix(TileMatrix<std::uint16_t>&, Pages<std::byte>&, const KernelSet&,
                           Observer&);
template void close_matrix(TileMatrix<std::int32_t>&, Pages<std::byte>&, const KernelSet&,
                           Observer&);
template std::size_t workspace_bytes<float>(std::size_t, const KernelSet&);
template Pages<std::byte> make_workspace<float>(std::size_t, const KernelSet&,
                                                std::pmr::memory_resource*);
template void close_matrix(TileMatrix<float>&, Pages<std::byte>&, const KernelSet&, Observer&);
template std::size_t workspace_bytes<double>(std::size_t, const KernelSet&);
template Pages<std::byte> make_workspace<double>(std::size_t, const KernelSet&,
                                                 std::pmr::memory_resource*);
template void close_matrix(TileMatrix<double>&, Pages<std::byte>&, const KernelSet&, Observer&);

}  // namespace apsp::cpu
