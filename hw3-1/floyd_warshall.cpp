// SPDX-License-Identifier: MIT
// One round is one queue of pieces, taken in order by whichever thread is free:
//
//   frontier  remainder tiles of this round that lie in the next round's pivot rows and columns
//   pivot     the next round's pivot block is closed               (waits for the frontier)
//   early     remainder tiles, enough to keep the others busy while one thread closes the pivot
//   panels    the next round's panels are multiplied and packed    (wait for the pivot)
//   late      all other remainder tiles
//
// A piece waits only for pieces that stand before it in the queue, and threads work on theirs in
// the order of the queue: the first piece that is not done has nothing to wait for, so there is no
// deadlock, whatever the number of threads. So the two serial steps of the textbook round, pivot
// and panels, overlap with the remainder, and one barrier ends the round.
//
// Why it is safe to multiply the next panels while this round's remainder still runs: the remainder
// reads this round's column panel from its packed copy (two copies, by the parity of the round) and
// its row panel in place. The next panels overwrite, of that row panel, only the columns of the
// next pivot, and those are read by frontier tiles alone, which are done.
#include "hw3-1/floyd_warshall.hpp"

#include <omp.h>
#include <sched.h>

#include <atomic>
#include <vector>

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
};

template <typename Element>
class Closure {
 public:
  using Packed = std::byte;

  Closure(TileMatrix<Element>& matrix, Packed* workspace, const KernelSet& kernels)
      : matrix_(matrix),
        kernels_(kernels.of<Element>()),
        schedule_{matrix.tiles(), depth_for(matrix.tiles(), kernels_.packed_bytes)},
        depth_(schedule_.depth),
        strip_(strip_for(matrix.tiles())),
        panel_strip_(std::max<std::size_t>(strip_ / depth_, 1)),
        packed_(workspace),
        rounds_(schedule_.rounds()) {}

  void run(Run& run) {
    if (schedule_.rounds() == 0) return;
#pragma omp parallel
    {
      const TileRange first = schedule_.pivot(0);
#pragma omp single
      close_pivot(first);
#pragma omp for schedule(dynamic)
      for (std::size_t piece = 0; piece < panel_pieces(first); ++piece) panel(0, first, piece);

      for (std::size_t round = 0; round < schedule_.rounds(); ++round) {
        work_on(round);
#pragma omp barrier
#pragma omp master
        run.advance(static_cast<std::int64_t>(round + 1),
                    static_cast<std::int64_t>(schedule_.rounds()));
      }
    }
  }

 private:
  /// Tiles that a remainder piece takes of one tile row: long enough that taking a piece costs
  /// nothing, short enough that every thread has several pieces a round.
  static std::size_t strip_for(std::size_t tiles) {
    const auto threads = static_cast<std::size_t>(omp_get_max_threads());
    return std::clamp<std::size_t>(tiles * tiles / (threads * 16), 1, kLongestStrip);
  }
  [[nodiscard]] std::size_t strips(std::size_t tiles) const {
    return (tiles + strip_ - 1) / strip_;
  }

  /// The packed copy of tile (row, pivot.begin + d) of round `round`'s column panel.
  Packed* packed_panel(std::size_t round, std::size_t row, std::size_t d) {
    const std::size_t copy = round % 2;
    return packed_ + ((copy * schedule_.tiles + row) * depth_ + d) * kernels_.packed_bytes;
  }
  /// The packed copy of tile (d, e) of the pivot block that was closed last.
  Packed* packed_pivot(std::size_t d, std::size_t e) {
    return packed_ + (2 * schedule_.tiles * depth_ + d * depth_ + e) * kernels_.packed_bytes;
  }

  /// Vertices of a tile row; the last one is filled up.
  [[nodiscard]] std::size_t vertices_in(std::size_t row) const {
    return std::min(kTile, matrix_.vertices() - row * kTile);
  }

  /// What stands in the queue of a round. All but the pivot and the panels are strips: tiles of one
  /// tile row.
  enum class Kind { kFrontierRows, kFrontierColumns, kPivot, kPanel, kRemainder };

  /// A piece of its kind, numbered from 0.
  struct Piece {
    Kind kind;
    std::size_t number;
  };

  struct Queue {
    TileRange pivot;      // of the round
    TileRange next;       // of the next round; empty in the last
    std::size_t outside;  // tile rows of the remainder
    std::size_t rest;     // of these, those beside the frontier
    // How many pieces there are, in the order of the queue.
    std::size_t frontier_rows, frontier_columns, closing, early, panels, late;

    [[nodiscard]] std::size_t frontier() const { return frontier_rows + frontier_columns; }
    [[nodiscard]] std::size_t size() const { return frontier() + closing + early + panels + late; }

    [[nodiscard]] Piece at(std::size_t n) const {
      if (n < frontier_rows) return {Kind::kFrontierRows, n};
      n -= frontier_rows;
      if (n < frontier_columns) return {Kind::kFrontierColumns, n};
      n -= frontier_columns;
      if (n < closing) return {Kind::kPivot, n};
      n -= closing;
      if (n < early) return {Kind::kRemainder, n};
      if (n < early + panels) return {Kind::kPanel, n - early};
      return {Kind::kRemainder, n - panels};
    }

    // Of the strips of a kind: tiles of a whole row of them, and the tile rows and columns.
    [[nodiscard]] std::size_t width(Kind kind) const {
      if (kind == Kind::kFrontierRows) return outside;
      return kind == Kind::kFrontierColumns ? next.size() : rest;
    }
    [[nodiscard]] std::size_t row(Kind kind, std::size_t n) const {
      return kind == Kind::kFrontierRows ? next.begin + n : outside_both(pivot, next, n);
    }
    [[nodiscard]] std::size_t column(Kind kind, std::size_t n) const {
      if (kind == Kind::kFrontierRows) return pivot.outside(n);
      return kind == Kind::kFrontierColumns ? next.begin + n : outside_both(pivot, next, n);
    }
  };

  [[nodiscard]] Queue queue_of(std::size_t round) const {
    Queue q{};
    q.pivot = schedule_.pivot(round);
    q.next = schedule_.pivot(round + 1);
    q.outside = schedule_.tiles - q.pivot.size();
    q.rest = q.outside - q.next.size();
    const std::size_t remainder = q.rest * strips(q.rest);
    q.early = std::min(remainder, early_pieces());
    q.late = remainder - q.early;
    if (q.next.size() == 0) return q;
    q.frontier_rows = q.next.size() * strips(q.outside);
    q.frontier_columns = q.rest * strips(q.next.size());
    q.closing = 1;
    q.panels = panel_pieces(q.next);
    return q;
  }

  /// Takes pieces of `round` until none is left.
  void work_on(std::size_t round) {
    const Queue queue = queue_of(round);
    std::atomic<std::size_t>& next_piece = rounds_[round].next_piece;
    const auto take = [&] { return next_piece.fetch_add(1, std::memory_order_relaxed); };
    // A thread takes the piece after this one before it works on this one, and has it brought near
    // meanwhile; but not where pieces are so few that another thread might have to wait for it.
    const std::size_t scarce = 2 * static_cast<std::size_t>(omp_get_num_threads());
    for (std::size_t n = take(); n < queue.size();) {
      if (strip_ == kLongestStrip && n + scarce < queue.size()) {
        const std::size_t after = take();
        work_on(round, queue, queue.at(n), start_of(round, queue, after));
        n = after;
      } else {
        work_on(round, queue, queue.at(n), {});
        n = take();
      }
    }
  }

  void work_on(std::size_t round, const Queue& queue, Piece piece, const NextStrip<Element>& next) {
    RoundState& state = rounds_[round];
    switch (piece.kind) {
      case Kind::kFrontierRows:
      case Kind::kFrontierColumns:
        multiply_strip(round, queue, piece, next);
        state.frontier_done.fetch_add(1, std::memory_order_release);
        break;
      case Kind::kPivot:
        wait_until([&] {
          return state.frontier_done.load(std::memory_order_acquire) == queue.frontier();
        });
        close_pivot(queue.next);
        state.pivot_closed.store(true, std::memory_order_release);
        break;
      case Kind::kPanel:
        wait_until([&] { return state.pivot_closed.load(std::memory_order_acquire); });
        panel(round + 1, queue.next, piece.number);
        break;
      case Kind::kRemainder:
        multiply_strip(round, queue, piece, next);
        break;
    }
  }

  /// What piece `n` of the queue reads first, if it is a strip.
  [[nodiscard]] NextStrip<Element> start_of(std::size_t round, const Queue& queue, std::size_t n) {
    if (n >= queue.size()) return {};
    const Piece piece = queue.at(n);
    if (piece.kind == Kind::kPivot || piece.kind == Kind::kPanel) return {};
    const std::size_t a_row = strips(queue.width(piece.kind));
    const std::size_t row = queue.row(piece.kind, piece.number / a_row);
    const std::size_t column = queue.column(piece.kind, piece.number % a_row * strip_);
    return {matrix_.tile(row, column), packed_panel(round, row, 0),
            matrix_.tile(queue.pivot.begin, column)};
  }

  /// Remainder pieces that keep all other threads busy for as long as one closes a pivot block.
  [[nodiscard]] std::size_t early_pieces() const {
    const auto others = static_cast<std::size_t>(omp_get_num_threads()) - 1;
    // Closing takes about 2 depth^3 tile products' time, a remainder tile `depth` of them.
    return strips(others * 2 * depth_ * depth_);
  }

  /// Calls function(columns) for each run of neighbours in strip `strip`, `size` long, of the
  /// columns column_of(0 .. count - 1).
  template <typename ColumnOf, typename Function>
  static void for_runs(std::size_t count, std::size_t size, std::size_t strip, ColumnOf column_of,
                       Function function) {
    const std::size_t end = std::min((strip + 1) * size, count);
    for (std::size_t n = strip * size; n < end;) {
      const std::size_t first = n;
      while (++n < end && column_of(n) == column_of(n - 1) + 1) {
      }
      function(TileRange{column_of(first), column_of(n - 1) + 1});
    }
  }

  /// A strip of frontier or remainder takes column panel x row panel of `round`.
  void multiply_strip(std::size_t round, const Queue& queue, Piece piece,
                      const NextStrip<Element>& next) {
    const std::size_t width = queue.width(piece.kind);
    const std::size_t row = queue.row(piece.kind, piece.number / strips(width));
    for_runs(
        width, strip_, piece.number % strips(width),
        [&](std::size_t n) { return queue.column(piece.kind, n); },
        [&](TileRange columns) {
          multiply(row, columns, packed_panel(round, row, 0), queue.pivot, next);
        });
  }

  /// Tiles (row, columns) take a x tiles (pivot, columns). `a`: pivot.size() packed tiles.
  void multiply(std::size_t row, TileRange columns, const Packed* a, TileRange pivot,
                const NextStrip<Element>& next = {}) {
    kernels_.product({matrix_.tile(row, columns.begin), a, matrix_.tile(pivot.begin, columns.begin),
                      schedule_.tiles * TileMatrix<Element>::kTileElements, pivot.size(),
                      columns.size(), vertices_in(row), vertices_in(pivot.end - 1), next});
  }

  /// A piece closes the pivot rows' share of a few tile columns, or the pivot columns' share of one
  /// row.
  [[nodiscard]] std::size_t panel_pieces(TileRange pivot) const {
    const std::size_t outside = schedule_.tiles - pivot.size();
    return outside + (outside + panel_strip_ - 1) / panel_strip_;
  }

  void panel(std::size_t round, TileRange pivot, std::size_t piece) {
    const std::size_t outside = schedule_.tiles - pivot.size();
    if (piece < outside) {
      column_panel(round, pivot, pivot.outside(piece));
    } else {
      row_panel(pivot, piece - outside);
    }
  }

  /// tiles(pivot, columns) = closed pivot x tiles(pivot, columns), in place: see Product.
  void row_panel(TileRange pivot, std::size_t strip) {
    for_runs(
        schedule_.tiles - pivot.size(), panel_strip_, strip,
        [&](std::size_t n) { return pivot.outside(n); },
        [&](TileRange columns) {
          for (std::size_t d = 0; d < pivot.size(); ++d) {
            multiply(pivot.begin + d, columns, packed_pivot(d, 0), pivot);
          }
        });
  }

  /// tile(row, pivot) = tile(row, pivot) x closed pivot, and its packed copy for the remainder.
  void column_panel(std::size_t round, TileRange pivot, std::size_t row) {
    const auto pack = [&] {
      for (std::size_t d = 0; d < pivot.size(); ++d) {
        kernels_.pack(matrix_.tile(row, pivot.begin + d), packed_panel(round, row, d));
      }
    };
    pack();
    multiply(row, pivot, packed_panel(round, row, 0), pivot);
    pack();
  }

  /// Floyd-Warshall inside the pivot block, tile by tile, then its packed copy for the row panel.
  void close_pivot(TileRange pivot) {
    Packed* left = packed_pivot(0, 0);  // free until the end of this function
    for (std::size_t k = pivot.begin; k < pivot.end; ++k) {
      const TileRange here = {k, k + 1};
      // Row i of the pivot block takes tile (i, k), packed, x row k of it.
      const auto multiply_row = [&](std::size_t i) {
        for (const TileRange columns : {TileRange{pivot.begin, k}, TileRange{k + 1, pivot.end}}) {
          if (columns.size() > 0) multiply(i, columns, left, here);
        }
      };
      kernels_.close(matrix_.tile(k, k));
      kernels_.pack(matrix_.tile(k, k), left);
      multiply_row(k);
      for (std::size_t i = pivot.begin; i < pivot.end; ++i) {
        if (i == k) continue;
        kernels_.pack(matrix_.tile(i, k), left);
        multiply(i, here, left, here);
        kernels_.pack(matrix_.tile(i, k), left);
        multiply_row(i);
      }
    }
    for (std::size_t d = 0; d < pivot.size(); ++d) {
      for (std::size_t e = 0; e < pivot.size(); ++e) {
        kernels_.pack(matrix_.tile(pivot.begin + d, pivot.begin + e), packed_pivot(d, e));
      }
    }
  }

  TileMatrix<Element>& matrix_;
  const TileKernels<Element>& kernels_;
  Schedule schedule_;
  std::size_t depth_;  // tiles of the pivot block a side
  std::size_t strip_;
  std::size_t panel_strip_;  // the same for the row panel, whose columns take `depth` times as long
  Packed* packed_;           // column panels of two rounds, then the pivot block
  std::vector<RoundState> rounds_;
};

}  // namespace

template <typename Element>
std::size_t workspace_bytes(std::size_t vertices, const KernelSet& kernels) {
  const std::size_t tiles = Schedule::of(vertices, 1).tiles;
  const std::size_t packed_bytes = kernels.of<Element>().packed_bytes;
  const std::size_t depth = depth_for(tiles, packed_bytes);
  return (2 * tiles * depth + depth * depth) * packed_bytes;
}

template <typename Element>
Pages<std::byte> make_workspace(std::size_t vertices, const KernelSet& kernels) {
  Pages<std::byte> workspace(workspace_bytes<Element>(vertices, kernels));
  constexpr std::size_t kPage = 4096;  // the smallest there are
#pragma omp parallel for schedule(static)
  for (std::size_t at = 0; at < workspace.bytes(); at += kPage) workspace.data()[at] = {};
  return workspace;
}

template <typename Element>
void close_matrix(TileMatrix<Element>& matrix, Pages<std::byte>& workspace,
                  const KernelSet& kernels, Run& run) {
  Closure<Element>(matrix, workspace.data(), kernels).run(run);
}

template std::size_t workspace_bytes<std::uint8_t>(std::size_t, const KernelSet&);
template std::size_t workspace_bytes<std::uint16_t>(std::size_t, const KernelSet&);
template std::size_t workspace_bytes<std::int32_t>(std::size_t, const KernelSet&);
template Pages<std::byte> make_workspace<std::uint8_t>(std::size_t, const KernelSet&);
template Pages<std::byte> make_workspace<std::uint16_t>(std::size_t, const KernelSet&);
template Pages<std::byte> make_workspace<std::int32_t>(std::size_t, const KernelSet&);
template void close_matrix(TileMatrix<std::uint8_t>&, Pages<std::byte>&, const KernelSet&, Run&);
template void close_matrix(TileMatrix<std::uint16_t>&, Pages<std::byte>&, const KernelSet&, Run&);
template void close_matrix(TileMatrix<std::int32_t>&, Pages<std::byte>&, const KernelSet&, Run&);

}  // namespace apsp::cpu
