// SPDX-License-Identifier: MIT
// One round is one queue of pieces, taken in order by whichever thread is free:
//
//   frontier  remainder tiles of this round that lie in the next round's pivot rows and columns
//   pivot     the next round's pivot block is closed               (waits for the frontier)
//   early     remainder tiles, enough to keep the others busy while one thread closes the pivot
//   panels    the next round's panels are multiplied and packed    (wait for the pivot)
//   late      all other remainder tiles, the last of them in short strips, so that all threads are
//             done at about the same time
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
//
// A row of the column panel without a finite element changes nothing in its row of the remainder,
// and a column of the row panel nothing in its column: both are left out. In a graph whose vertices
// are numbered along it, as a grid's or a road network's often are, that is most of the work; in
// one that is dense it is nothing, and finding that out ends at the first finite element.
#include "hw3-1/floyd_warshall.hpp"

#include <omp.h>
#include <sched.h>

#include <array>
#include <atomic>
#include <vector>

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
};

/// Which rows of the column panel and columns of the row panel hold a finite element.
struct Reached {
  explicit Reached(std::size_t tiles) : rows(tiles), columns(tiles) {}

  std::vector<std::uint8_t> rows;  // bytes, not bits: threads write neighbours at the same time
  std::vector<std::uint8_t> columns;
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
        lengths_(lengths_for(matrix.tiles(), depth_)),
        packed_(workspace),
        reached_{Reached(matrix.tiles()), Reached(matrix.tiles())},
        rounds_(schedule_.rounds()) {}

  void run(Run& run) {
    if (schedule_.rounds() == 0) return;
#pragma omp parallel
    {
      const TileRange first = schedule_.pivot(0);
      const PanelPieces panels(schedule_, first, lengths_);
#pragma omp single
      close_pivot(first);
#pragma omp for schedule(dynamic)
      for (std::size_t n = 0; n < panels.size(); ++n) panel(0, first, panels.at(n), {});

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
  /// Long enough that taking a piece costs nothing, short enough that every thread has several
  /// pieces a round. A column of the row panel takes `depth` times as long as a tile.
  static StripLengths lengths_for(std::size_t tiles, std::size_t depth) {
    const auto threads = static_cast<std::size_t>(omp_get_max_threads());
    const auto strip = std::clamp<std::size_t>(tiles * tiles / (threads * 16), 1, kLongestStrip);
    return {strip, std::max<std::size_t>(strip / depth, 1), std::max<std::size_t>(strip / 4, 1),
            threads * strip};
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

  /// Vertices of a tile row or column; the last one is filled up.
  [[nodiscard]] std::size_t vertices_in(std::size_t tile) const {
    return std::min(kTile, matrix_.vertices() - tile * kTile);
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
        work_on(round, queue, piece, start_of(round, queue, after));
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
        multiply(round, piece, queue.pivot(), next);
        state.frontier_done.fetch_add(1, std::memory_order_release);
        break;
      case PieceKind::kPivot:
        wait_until([&] {
          return state.frontier_done.load(std::memory_order_acquire) == queue.frontier();
        });
        close_pivot(queue.next());
        state.pivot_closed.store(true, std::memory_order_release);
        break;
      case PieceKind::kColumnPanel:
      case PieceKind::kRowPanel:
        wait_until([&] { return state.pivot_closed.load(std::memory_order_acquire); });
        panel(round + 1, queue.next(), piece, next);
        break;
      case PieceKind::kRemainder:
        multiply(round, piece, queue.pivot(), next);
        break;
    }
  }

  /// What piece `n` of the queue reads first, if it is a strip, or packs to, if it is a column
  /// panel.
  [[nodiscard]] NextStrip<Element> start_of(std::size_t round, const RoundQueue& queue,
                                            std::size_t n) {
    if (n >= queue.size()) return {};
    const Piece piece = queue.at(n);
    const auto& [before, behind] = piece.columns;
    const std::size_t column = before.size() > 0 ? before.begin : behind.begin;
    switch (piece.kind) {
      case PieceKind::kFrontier:
      case PieceKind::kRemainder:
        return {matrix_.tile(piece.row, column), packed_panel(round, piece.row, 0),
                matrix_.tile(queue.pivot().begin, column)};
      case PieceKind::kColumnPanel:
        return {matrix_.tile(piece.row, column), packed_panel(round + 1, piece.row, 0), nullptr};
      default:
        return {};
    }
  }

  /// Tiles of the remainder that keep all other threads busy for as long as one closes a pivot.
  [[nodiscard]] std::size_t early_tiles() const {
    const auto others = static_cast<std::size_t>(omp_get_num_threads()) - 1;
    // Closing takes about 2 depth^3 tile products' time, a remainder tile `depth` of them.
    const std::size_t each = 2 * depth_ * depth_;
    const std::size_t strips = (each + lengths_.strip - 1) / lengths_.strip;
    return others * strips * lengths_.strip;
  }

  /// A strip of frontier or remainder takes column panel x row panel of `round`.
  void multiply(std::size_t round, const Piece& piece, TileRange pivot,
                const NextStrip<Element>& next) {
    const Reached& reached = reached_[round % 2];
    if (reached.rows[piece.row] == 0) return;
    for (const TileRange& columns : piece.columns) {
      for_each_run(columns, reached.columns, [&](TileRange run) {
        multiply(piece.row, run, packed_panel(round, piece.row, 0), pivot, next);
      });
    }
  }

  /// Calls `body` for each run of neighbours in `columns` that is marked.
  template <typename Body>
  static void for_each_run(TileRange columns, const std::vector<std::uint8_t>& marked, Body body) {
    for (std::size_t column = columns.begin; column < columns.end; ++column) {
      const std::size_t begin = column;
      while (column < columns.end && marked[column] != 0) ++column;
      if (begin < column) body(TileRange{begin, column});
    }
  }

  /// Tiles (row, columns) take a x tiles (pivot, columns). `a`: pivot.size() packed tiles.
  void multiply(std::size_t row, TileRange columns, const Packed* a, TileRange pivot,
                const NextStrip<Element>& next = {}) {
    kernels_.product({matrix_.tile(row, columns.begin), a, matrix_.tile(pivot.begin, columns.begin),
                      schedule_.tiles * TileMatrix<Element>::kTileElements, pivot.size(),
                      columns.size(), vertices_in(row), vertices_in(columns.end - 1),
                      vertices_in(pivot.end - 1), next});
  }

  void panel(std::size_t round, TileRange pivot, const Piece& piece,
             const NextStrip<Element>& next) {
    if (piece.kind == PieceKind::kColumnPanel) {
      column_panel(round, pivot, piece.row, next);
    } else {
      for (const TileRange& columns : piece.columns) {
        row_panel(round, pivot, columns);
      }
    }
  }

  /// tiles(pivot, columns) = closed pivot x tiles(pivot, columns), in place: see Product.
  void row_panel(std::size_t round, TileRange pivot, TileRange columns) {
    std::vector<std::uint8_t>& reached = reached_[round % 2].columns;
    for (std::size_t column = columns.begin; column < columns.end; ++column) {
      reached[column] = matrix_.is_reached(pivot, {column, column + 1});
    }
    for_each_run(columns, reached, [&](TileRange run) {
      for (std::size_t d = 0; d < pivot.size(); ++d) {
        multiply(pivot.begin + d, run, packed_pivot(d, 0), pivot);
      }
    });
  }

  /// tile(row, pivot) = tile(row, pivot) x closed pivot, and its packed copy for the remainder.
  void column_panel(std::size_t round, TileRange pivot, std::size_t row,
                    const NextStrip<Element>& next) {
    const bool reached = matrix_.is_reached({row, row + 1}, pivot);
    reached_[round % 2].rows[row] = reached;
    if (!reached) return;
    const auto pack = [&] {
      for (std::size_t d = 0; d < pivot.size(); ++d) {
        kernels_.pack(matrix_.tile(row, pivot.begin + d), packed_panel(round, row, d));
      }
    };
    pack();
    multiply(row, pivot, packed_panel(round, row, 0), pivot, next);
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
  StripLengths lengths_;
  Packed* packed_;                  // column panels of two rounds, then the pivot block
  std::array<Reached, 2> reached_;  // by the parity of the round, as the column panels
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
