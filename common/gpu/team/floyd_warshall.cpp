// SPDX-License-Identifier: MIT
// A round on one device, as in hw3-2 (common/gpu/dense/round_loop.hpp), with the exchange in its
// middle. Where the pivot's rows are another device's, the critical stream waits for their arrival.
// The owner closes and sends them beside its own remainder:
//
//   owner's critical    lookahead(r + 1) -> pivot(r + 1) -> row panel(r + 1) -> column panel(r + 1)
//                                                             |
//                                                             v copied while remainder(r) runs
//   others' critical    lookahead(r + 1) -> wait ......................... -> column panel(r + 1)
//   every remainder     remainder(r) --------------------------------------> remainder(r + 1)
//
// Only rows cross, because the remainder of a row i takes d(i,k) + d(k,j) over the pivot's k.
// d(i,k) lies in row i itself, as do the operands and results of the column panel's product. d(k,j)
// are the pivot's rows. No device reads anything else of another device's rows.
//
// Of a symmetric matrix of which half is held, what the owner sends is the row panel in the window
// of the pivot. The other columns are column panels of the devices that have them (symmetry.hpp):
// each makes its own after the owner's rows have come, and takes those of all others. The owner's
// rows cross whole, outside the window with what was there: the two steps after write that anew.
#include "common/gpu/team/floyd_warshall.hpp"

#include "common/gpu/product/word.hpp"

namespace apsp::gpu {
namespace {

/// Rows as they cross, in words of 32 bits.
template <typename Bits>
std::uint32_t* crossing(Bits* rows) {
  return reinterpret_cast<std::uint32_t*>(rows);
}

}  // namespace

template <class Word>
void close_share(Rounds<Word>& rounds, Exchange& exchange, std::size_t member,
                 const Advance& advance) {
  const MakePanels make_panels = [&](std::size_t round, cudaStream_t stream) {
    const std::size_t words = rounds.row_words(round) * kRowDistances<Word>;
    if (rounds.owns(round)) {
      rounds.close_pivot(round, stream);
      rounds.row_panel(round, stream);
      exchange.offer(member, round, crossing(rounds.closed_rows(round)), words, stream);
    } else {
      exchange.fetch(member, round, crossing(rounds.incoming_rows(round)), words, stream);
    }
    // The column panel changes the rows of the pivot before, if they are here. After it the buffer
    // of incoming rows is used anew.
    if (round > 0) exchange.retire(member, round - 1, stream);
    rounds.column_panel(round, stream);
  };
  run_rounds(rounds, make_panels, advance);
  exchange.finish(member);
}

template <class Word>
void close_half(Rounds<Word>& rounds, Exchange& exchange, PanelGather& gather,
                std::span<const Layout> layouts, std::size_t member, const Advance& advance) {
  const std::size_t pitch = layouts[member].panel_pitch() * kRowDistances<Word>;
  const MakePanels make_panels = [&](std::size_t round, cudaStream_t stream) {
    std::uint32_t* const panel = crossing(rounds.closed_rows(round));
    const std::size_t words = rounds.row_words(round) * kRowDistances<Word>;
    if (rounds.owns(round)) {
      rounds.close_pivot(round, stream);
      rounds.row_panel(round, stream);
      exchange.offer(member, round, panel, words, stream);
    } else {
      exchange.fetch(member, round, panel, words, stream);
    }
    if (round > 0) exchange.retire(member, round - 1, stream);
    rounds.column_panel(round, stream);
    rounds.complete_panels(round, stream);
    gather.gather(
        member, round, {panel, pitch, words / pitch},
        [&](std::size_t other) {
          std::vector<IndexRange> columns = rounds.completed_columns(round, layouts[other].held);
          for (IndexRange& range : columns) {
            range = {range.begin * kRowDistances<Word>, range.end * kRowDistances<Word>};
          }
          return columns;
        },
        stream);
  };
  run_rounds(rounds, make_panels, advance);
  exchange.finish(member);
}

template void close_share(Rounds<S32>&, Exchange&, std::size_t, const Advance&);
template void close_share(Rounds<U16x2>&, Exchange&, std::size_t, const Advance&);
template void close_share(Rounds<F32>&, Exchange&, std::size_t, const Advance&);
template void close_share(Rounds<F64>&, Exchange&, std::size_t, const Advance&);
template void close_half(Rounds<S32>&, Exchange&, PanelGather&, std::span<const Layout>,
                         std::size_t, const Advance&);
template void close_half(Rounds<U16x2>&, Exchange&, PanelGather&, std::span<const Layout>,
                         std::size_t, const Advance&);
template void close_half(Rounds<F32>&, Exchange&, PanelGather&, std::span<const Layout>,
                         std::size_t, const Advance&);
template void close_half(Rounds<F64>&, Exchange&, PanelGather&, std::span<const Layout>,
                         std::size_t, const Advance&);

}  // namespace apsp::gpu
