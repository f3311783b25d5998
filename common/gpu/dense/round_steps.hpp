// SPDX-License-Identifier: MIT
// The steps of a round on one device, each enqueued by one call on operands of the caller's. P is
// the round's pivot (one or two blocks of kPivot vertices), Q the next round's:
//
//   remainder    everything outside rows and columns P and Q takes column panel P x row panel P
//   lookahead    rows Q and columns Q take the same, so that the next pivot and panels can start
//   close_pivot  the pivot Q is closed, block by block with products between
//   row_panel    row panel Q = closed pivot x row panel Q
//   column_panel column panel Q = column panel Q x closed pivot
//
// Each is a tile product (common/gpu/product) with other operands, but for the closures.
//
// lookahead(r), close_pivot(r + 1) and the panels of r + 1 run beside remainder(r). They write rows
// and columns Q only. The remainder reads nothing there that it stores a result of: its left
// operand is the packed copy of column panel P, its right one lies in rows P, of a symmetric matrix
// in a copy of them. In u16 a macro-tile may span P or Q and other columns; such groups are
// computed with the rest and not stored.
//
// Of a symmetric matrix the steps take the window alone, and after the panels comes
// complete_panels() of symmetry.hpp.
//
// Where several devices share the rows, each runs all of this on the rows it holds. The owner of
// rows Q alone computes them. The other devices receive them closed, and received rows P the same
// way a round before.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "common/gpu/product/layout.hpp"

namespace apsp::gpu {

/// The operands of a round, in device memory, as its kernels take them.
template <class Word>
struct RoundView {
  using Bits = typename Word::Bits;

  Bits* matrix;  // the held rows
  Layout layout;
  BlockRange pivot;        // P; empty before the first round
  BlockRange next;         // Q; empty in the last round
  const Bits* panel;       // closed column panel P, packed
  const Bits* rows;        // closed row panel P, rows a panel's pitch apart, as all panels
  Bits* lookahead_panel;   // column panel Q before it is closed, packed, rows outside Q
  Bits* lookahead_rows;    // row panel Q before it is closed
  Bits* next_panel;        // closed column panel Q, packed; in rows Q the pivot itself
  Bits* next_rows;         // closed row panel Q
  bool symmetric = false;  // the window alone: see symmetry.hpp
  std::uint32_t one = 1;   // see add_by_multiplier
  std::uint32_t* negative = nullptr;  // see PivotBlock

  /// Whether this device computes rows Q.
  [[nodiscard]] constexpr bool owns_next() const { return layout.held.contains(next.begin); }
};

/// Before the first round: packs column panel Q, rows Q into next_panel, the others into
/// lookahead_panel. Where the device owns rows Q, copies them to lookahead_rows. Asynchronous, as
/// the next six, which throw what the launchers of common/gpu/product throw.
template <class Word>
void first_panel(const RoundView<Word>& view, cudaStream_t stream);

/// Takes rows Q and columns Q through P: the matrix, and as left operands next_panel (rows Q) and
/// lookahead_panel (the others); lookahead_rows takes rows Q. Needs `panel` and `rows`.
template <class Word>
void lookahead(const RoundView<Word>& view, cudaStream_t stream);

/// Closes the pivot Q, which lies in the matrix and in next_panel, in both. One closure, or for two
/// blocks two with three products after each. Only where the device owns rows Q.
template <class Word>
void close_pivot(const RoundView<Word>& view, cudaStream_t stream);

/// Closes rows Q outside the pivot, from lookahead_rows. Needs the closed pivot in next_panel.
/// Nothing where the device does not own them.
template <class Word>
void row_panel(const RoundView<Word>& view, cudaStream_t stream);

/// Closes columns Q outside the pivot, from lookahead_panel, in the matrix and in next_panel. Needs
/// the closed pivot in the matrix, or where others own rows Q in next_rows.
template <class Word>
void column_panel(const RoundView<Word>& view, cudaStream_t stream);

/// row_panel and column_panel in one launch.
template <class Word>
void panels(const RoundView<Word>& view, cudaStream_t stream);

/// Takes everything outside rows and columns P and Q through P; of a symmetric matrix, what is in
/// the window. Needs `panel` and `rows`.
template <class Word>
void remainder(const RoundView<Word>& view, cudaStream_t stream);

}  // namespace apsp::gpu
