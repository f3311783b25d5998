// SPDX-License-Identifier: MIT
// One round is one queue of pieces, taken in order by whichever thread is free:
//
//   frontier  remainder tiles of this round that lie in the block of the next round's pivot
//   pivot     that block is closed                                 (waits for the frontier)
//   early     remainder tiles, enough to keep the others busy while one thread closes the pivot
//   panels    the next round's: row by row, or strip by strip, this round's remainder, and while
//             that is near, the product with the pivot             (wait for the pivot)
//   late      all other remainder tiles but the last
//   crossings the next panels' tiles in this round's               (wait for the other panels)
//   last      the last remainder tiles, in short strips, so that all threads are done at about the
//             same time
//
// A piece waits only for pieces that stand before it in the queue, and threads work on theirs in
// the order of the queue: the first piece that is not done has nothing to wait for, so there is no
// deadlock, whatever the number of threads. So the two serial steps of the textbook round, pivot
// and panels, overlap with the remainder, and one barrier ends the round.
//
// Why it is safe to multiply the next panels while this round's remainder still runs: the remainder
// reads this round's panels. Of these the next ones overwrite only what they cross, the columns of
// the next pivot in the row panel and its rows in the column panel. Those are read by the frontier,
// which is done, and by pieces of the next panels: the ones that overwrite wait for the ones that
// read.
#include "hw3-1/floyd_warshall.hpp"

#include <omp.h>
#include <sched.h>

#include <atomic>
#include <cstring>
#include <vector>

#include "hw3-1/round_phases.hpp"
#include "hw3-1/round_queue.hpp"

namespace apsp::cpu {
namespace {

constexpr std::size_t kCacheLine = 64;

/// Tiles of a strip where there are enough for all threads: by measurement.
constexpr std::size_t kLongestStrip = 40;

/// Waits until `ready` holds. Spins a little, then lets other threads have the processor: there may
/// be more threads than processors.
template <typename Condition>
void wait_until(Condition ready) {
  for (int spins = 0; !ready(); ++spins) {
    if (spins > 1000) sched_yield();
  }
}

/// What the threads share about one round, each counter on a cache line of its own.
struct RoundState {
  alignas(kCacheLine) std::atomic<std::size_t> next_piece = 0;
  alignas(kCacheLine) std::atomic<std::size_t> frontier_done = 0;
  alignas(kCacheLine) std::atomic<bool> pivot_closed = false;
  alignas(kCacheLine) std::atomic<std::size_t> readers_done = 0;
};

Schedule schedule_for(std::size_t vertices) {
  const std::size_t tiles = Schedule::of(vertices, 1).tiles;
  return {tiles, depth_for(tiles)};
}

/// Bytes of one thread's part of the work memory.
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
        lengths_(lengths_for(schedule_)),
        phases_(matrix, workspace, kernels, schedule_),
        rounds_(schedule_.rounds()) {}

  void run(Observer& observer) {
    if (schedule_.rounds() == 0) return;
#pragma omp parallel
    {
      const TileRange first = schedule_.pivot(0);
      const PanelPieces panels(schedule_, first, {}, lengths_);
#pragma omp single
      phases_.close_pivot(first);
#pragma omp for schedule(dynamic)
      for (std::size_t n = 0; n < panels.size(); ++n) {
        phases_.panel(0, first, {}, panels.at(n), {});
      }

      for (std::size_t round = 0; round < schedule_.rounds(); ++round) {
        work_on(round);
#pragma omp barrier
#pragma omp master
        observer.advance(static_cast<std::int64_t>(round + 1),
                         static_cast<std::int64_t>(schedule_.rounds()));
      }
    }
  }

 private:
  /// Long enough that taking a piece costs nothing, short enough that every thread has several
  /// pieces a round. A column of the row panel takes `depth` times as long as a tile; single ones
  /// would take longer to pack for, and some kernels multiply two at once.
  static StripLengths lengths_for(const Schedule& schedule) {
    const auto threads = static_cast<std::size_t>(omp_get_max_threads());
    const auto strip =
        std::clamp<std::size_t>(schedule.tiles * schedule.tiles / (threads * 16), 1, kLongestStrip);
    return {strip, std::max<std::size_t>(strip / schedule.depth, std::min<std::size_t>(strip, 2)),
            std::max<std::size_t>(strip / 4, 1), threads * strip};
  }

  /// Takes pieces of `round` until none is left.
  void work_on(std::size_t round) {
    const RoundQueue queue(schedule_, round, lengths_, early_tiles());
    std::atomic<std::size_t>& next_piece = rounds_[round].next_piece;
    const auto take = [&] { return next_piece.fetch_add(1, std::memory_order_relaxed); };
    // A thread takes the piece after this one before it works on this one, and has it brought near
    // meanwhile; but not where pieces are so few that another thread might have to wait for it, and
    // not with the pivot: what stands behind it keeps the others busy.
    const std::size_t scarce = 2 * static_cast<std::size_t>(omp_get_num_threads());
    const bool plenty = lengths_.strip == kLongestStrip;
    for (std::size_t n = take(); n < queue.size();) {
      const Piece piece = queue.at(n);
      if (plenty && n + scarce < queue.size() && piece.kind != PieceKind::kPivot) {
        const std::size_t after = take();
        const auto next = after < queue.size() ? phases_.start_of(queue.pivot(), queue.at(after))
                                               : NextStrip<Element>{};
        work_on(round, queue, piece, next);
        n = after;
      } else {
        work_on(round, queue, piece, {});
        n = take();
      }
    }
  }

  void work_on(std::size_t round, const RoundQueue& queue, const Piece& piece,
               const NextStrip<Element>& next) {
    RoundState& state = rounds_[round];
    switch (piece.kind) {
      case PieceKind::kFrontier:
        phases_.remainder(round, queue.pivot(), piece, next);
        state.frontier_done.fetch_add(1, std::memory_order_release);
        break;
      case PieceKind::kPivot:
        wait_until([&] {
          return state.frontier_done.load(std::memory_order_acquire) == queue.frontier();
        });
        phases_.close_pivot(queue.next());
        state.pivot_closed.store(true, std::memory_order_release);
        break;
      case PieceKind::kColumnPanel:
      case PieceKind::kRowPanel: {
        const bool overwrites = queue.overwrites(piece);
        wait_until([&] {
          return state.pivot_closed.load(std::memory_order_acquire) &&
                 (!overwrites ||
                  state.readers_done.load(std::memory_order_acquire) == queue.readers());
        });
        phases_.panel(round + 1, queue.next(), queue.pivot(), piece, next);
        if (!overwrites) state.readers_done.fetch_add(1, std::memory_order_release);
        break;
      }
      case PieceKind::kRemainder:
        phases_.remainder(round, queue.pivot(), piece, next);
        break;
    }
  }

  /// Tiles of the remainder that keep all other threads busy for as long as one closes a pivot.
  [[nodiscard]] std::size_t early_tiles() const {
    const auto others = static_cast<std::size_t>(omp_get_num_threads()) - 1;
    // Closing takes about 2 depth^3 tile products' time, a row of the frontier, before it, depth^2,
    // and a remainder tile `depth`.
    const std::size_t each = (2 * schedule_.depth + 1) * schedule_.depth;
    const std::size_t strips = (each + lengths_.strip - 1) / lengths_.strip;
    return others * strips * lengths_.strip;
  }

  Schedule schedule_;
  StripLengths lengths_;
  RoundPhases<Element> phases_;
  std::vector<RoundState> rounds_;
};

}  // namespace

template <typename Element>
std::size_t workspace_bytes(std::size_t vertices, const KernelSet& kernels) {
  return static_cast<std::size_t>(omp_get_max_threads()) * thread_bytes<Element>(vertices, kernels);
}

template <typename Element>
Pages<std::byte> make_workspace(std::size_t vertices, const KernelSet& kernels) {
  Pages<std::byte> workspace(workspace_bytes<Element>(vertices, kernels));
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
template Pages<std::byte> make_workspace<std::uint8_t>(std::size_t, const KernelSet&);
template Pages<std::byte> make_workspace<std::uint16_t>(std::size_t, const KernelSet&);
template Pages<std::byte> make_workspace<std::int32_t>(std::size_t, const KernelSet&);
template void close_matrix(TileMatrix<std::uint8_t>&, Pages<std::byte>&, const KernelSet&,
                           Observer&);
template void close_matrix(TileMatrix<std::uint16_t>&, Pages<std::byte>&, const KernelSet&,
                           Observer&);
template void close_matrix(TileMatrix<std::int32_t>&, Pages<std::byte>&, const KernelSet&,
                           Observer&);

}  // namespace apsp::cpu
