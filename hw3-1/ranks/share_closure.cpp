// SPDX-License-Identifier: MIT
// A round of one rank, which owns some rows, is one queue of tasks, as in floyd_warshall.cpp:
//
// clang-format off
//   owner of the next pivot                    other ranks
//   -----------------------                    -----------
//   lookahead, pivot                           remainder of the own rows
//   early remainder
//   row panel of the next round -- broadcast ->
//   remainder of the own rows                  arrival of the row panel
//   column panel of the next round             column panel of the next round
// clang-format on
//
// Only rows cross: the remainder of a row i takes d(i,k) + d(k,j) over the pivot's k. d(i,k) lies
// in row i itself, and d(k,j) are the pivot's rows. The owner hurries; the broadcast runs under the
// remainders of all. A rank waits only where the owner is a round behind.
//
// A task waits only for earlier tasks of the queue, or for a broadcast that other ranks make in
// tasks that wait for nothing of this round of this rank. Threads move the broadcasts on between
// their tasks.
//
// The next row panel overwrites its crossing with this round's column panel, which is read by the
// row panel's strips alone: they come first. The next column panel overwrites its crossing with
// this round's row panel. All other column panel tasks and the broadcast of these rows read that:
// it waits for both.
#include "hw3-1/ranks/share_closure.hpp"

#include <omp.h>

#include <atomic>
#include <chrono>
#include <span>

#include "hw3-1/dense/floyd_warshall.hpp"
#include "hw3-1/dense/round_phases.hpp"
#include "hw3-1/dense/wait_until.hpp"
#include "hw3-1/ranks/exchange.hpp"
#include "hw3-1/ranks/share_queue.hpp"

namespace apsp::cpu {
namespace {

constexpr std::size_t kCacheLine = 64;

Schedule schedule_for(std::size_t vertices) {
  const std::size_t tiles = Schedule::of(vertices, 1).tiles;
  return {tiles, depth_for(tiles)};
}

/// Returns the rank whose rows hold each round's pivot.
std::vector<std::size_t> owners(const Schedule& schedule, const std::vector<TileRange>& shares) {
  std::vector<std::size_t> owner(schedule.rounds());
  for (std::size_t rank = 0; rank < shares.size(); ++rank) {
    for (std::size_t round = 0; round < owner.size(); ++round) {
      if (shares[rank].contains(schedule.pivot(round).begin)) owner[round] = rank;
    }
  }
  return owner;
}

/// The state of one round that threads share, each counter on a cache line of its own.
struct RoundState {
  alignas(kCacheLine) std::atomic<std::size_t> next_task = 0;
  alignas(kCacheLine) std::atomic<std::size_t> lookahead_done = 0;
  alignas(kCacheLine) std::atomic<bool> pivot_here = false;  // closed, or arrived
  alignas(kCacheLine) std::atomic<std::size_t> makers_done = 0;
  alignas(kCacheLine) std::atomic<std::size_t> readers_done = 0;
};

template <typename Element>
class ShareClosure {
 public:
  ShareClosure(TileMatrix<Element>& matrix, std::byte* workspace,
               const TileKernels<Element>& kernels, Ranks& ranks)
      : matrix_(matrix),
        schedule_(schedule_for(matrix.vertices())),
        lengths_(strip_lengths(schedule_, matrix.own().size(),
                               static_cast<std::size_t>(omp_get_max_threads()))),
        phases_(matrix, workspace, kernels, schedule_),
        exchange_(ranks, owners(schedule_, partition(matrix.vertices(), ranks.size()))),
        states_(schedule_.rounds() + 1) {}

  void run(Observer& observer) {
#pragma omp parallel
    // Step n makes the panels of round n, beside the remainder of round n - 1.
    for (std::size_t step = 0; step <= schedule_.rounds(); ++step) {
#pragma omp single
      prepare(step, observer);
      work_on(step);
#pragma omp barrier
    }
    // The last rows may still be on their way to ranks that are behind.
    if (schedule_.rounds() > 0)
      wait_until([&] { return exchange_.complete(schedule_.rounds() - 1); });
  }

 private:
  /// One thread, before the step.
  void prepare(std::size_t step, Observer& observer) {
    if (step > 1) {
      observer.advance(static_cast<std::int64_t>(step - 1),
                       static_cast<std::int64_t>(schedule_.rounds()));
    }
    if (step >= schedule_.rounds() || exchange_.owns(step)) return;
    const TileRange next = schedule_.pivot(step);
    Element* const rows = matrix_.place(next, step % 2 * schedule_.depth);
    exchange_.begin(step, bytes_of_rows(rows, next));
  }

  [[nodiscard]] std::span<std::byte> bytes_of_rows(Element* rows, TileRange range) const {
    return std::as_writable_bytes(std::span(rows, range.size() * matrix_.row_elements()));
  }

  [[nodiscard]] ShareQueue queue_for(std::size_t step) const {
    const TileRange pivot = step == 0 ? TileRange{} : schedule_.pivot(step - 1);
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    return {schedule_, matrix_.own(),
            pivot,     schedule_.pivot(step),
            lengths_,  early_tiles(schedule_, lengths_, threads)};
  }

  /// Takes tasks of the step until none is left.
  void work_on(std::size_t step) {
    const ShareQueue queue = queue_for(step);
    std::atomic<std::size_t>& next_task = states_[step].next_task;
    const auto take = [&] { return next_task.fetch_add(1, std::memory_order_relaxed); };
    const std::size_t scarce = 2 * static_cast<std::size_t>(omp_get_num_threads());
    const bool plenty = lengths_.strip == kLongestStrip;
    for (std::size_t n = take(); n < queue.size();) {
      const ShareTask task = queue.at(n);
      // Prefetches the next strip, as in floyd_warshall.cpp.
      if (plenty && n + scarce < queue.size() && task.kind == ShareTaskKind::kRemainder) {
        const std::size_t after = take();
        NextStrip<Element> next = {};
        if (after < queue.size() && queue.at(after).kind == ShareTaskKind::kRemainder) {
          next = phases_.start_of(step - 1, queue.pivot(), queue.at(after).task);
        }
        work_on(step, queue, task, next);
        n = after;
      } else {
        work_on(step, queue, task, {});
        n = take();
      }
      exchange_.progress();
    }
  }

  void work_on(std::size_t step, const ShareQueue& queue, const ShareTask& share_task,
               const NextStrip<Element>& next) {
    RoundState& state = states_[step];
    const Task& task = share_task.task;
    const auto pivot_is_here = [&] { return state.pivot_here.load(std::memory_order_acquire); };
    switch (share_task.kind) {
      case ShareTaskKind::kLookahead:
        phases_.remainder(step - 1, queue.pivot(), task, next);
        state.lookahead_done.fetch_add(1, std::memory_order_release);
        break;
      case ShareTaskKind::kPivot:
        wait_until([&] {
          return state.lookahead_done.load(std::memory_order_acquire) == queue.lookahead();
        });
        phases_.close_pivot(queue.next());
        state.pivot_here.store(true, std::memory_order_release);
        made(step, queue);
        break;
      case ShareTaskKind::kRowPanel:
        wait_until(pivot_is_here);
        phases_.panel(step, queue.next(), queue.pivot(), task, next);
        made(step, queue);
        break;
      case ShareTaskKind::kRowCrossing:
        wait_until([&] {
          return state.makers_done.load(std::memory_order_acquire) == queue.makers() - 1;
        });
        phases_.panel(step, queue.next(), queue.pivot(), task, next);
        made(step, queue);
        break;
      case ShareTaskKind::kRemainder:
        phases_.remainder(step - 1, queue.pivot(), task, next);
        break;
      case ShareTaskKind::kArrival:
        await(step);
        phases_.receive_row_panel(step, queue.next());
        state.pivot_here.store(true, std::memory_order_release);
        break;
      case ShareTaskKind::kColumnPanel:
        wait_until(pivot_is_here);
        phases_.panel(step, queue.next(), queue.pivot(), task, next);
        state.readers_done.fetch_add(1, std::memory_order_release);
        break;
      case ShareTaskKind::kColumnCrossing:
        wait_until([&] {
          return pivot_is_here() &&
                 state.readers_done.load(std::memory_order_acquire) == queue.readers() &&
                 state.makers_done.load(std::memory_order_acquire) == queue.makers() &&
                 exchange_.complete(step - 1);
        });
        phases_.panel(step, queue.next(), queue.pivot(), task, next);
        break;
    }
  }

  /// Notes that a task of the next pivot's rows is done. The last one sends them.
  void made(std::size_t step, const ShareQueue& queue) {
    if (states_[step].makers_done.fetch_add(1, std::memory_order_acq_rel) + 1 < queue.makers()) {
      return;
    }
    const TileRange rows = queue.next();
    exchange_.begin(step, bytes_of_rows(matrix_.tile(rows.begin, 0), rows));
  }

  /// Waits for the rows of another rank.
  void await(std::size_t step) {
    if (exchange_.complete(step)) return;
    const auto begin = std::chrono::steady_clock::now();
    wait_until([&] { return exchange_.complete(step); });
    exchange_.waited(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }

  TileMatrix<Element>& matrix_;
  Schedule schedule_;
  StripLengths lengths_;
  RoundPhases<Element> phases_;
  Exchange exchange_;
  std::vector<RoundState> states_;  // by step
};

}  // namespace

std::vector<TileRange> partition(std::size_t vertices, std::size_t ranks) {
  const Schedule schedule = schedule_for(vertices);
  const std::size_t rounds = schedule.rounds();
  std::vector<TileRange> shares;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    shares.push_back({schedule.pivot(rounds * rank / ranks).begin,
                      schedule.pivot(rounds * (rank + 1) / ranks).begin});
  }
  return shares;
}

std::size_t guest_rows(std::size_t vertices) {
  return 2 * schedule_for(vertices).depth;
}

template <typename Element>
void close_share(TileMatrix<Element>& matrix, Pages<std::byte>& workspace, const KernelSet& kernels,
                 Ranks& ranks, Observer& observer) {
  ShareClosure<Element>(matrix, workspace.data(), kernels.of<Element>(), ranks).run(observer);
}

template void close_share(TileMatrix<std::uint8_t>&, Pages<std::byte>&, const KernelSet&, Ranks&,
                          Observer&);
template void close_share(TileMatrix<std::uint16_t>&, Pages<std::byte>&, const KernelSet&, Ranks&,
                          Observer&);
template void close_share(TileMatrix<std::int32_t>&, Pages<std::byte>&, const KernelSet&, Ranks&,
                          Observer&);

}  // namespace apsp::cpu
