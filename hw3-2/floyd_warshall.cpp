// SPDX-License-Identifier: MIT
// The three phases of a round: the pivot is closed, the panels in its rows and columns are taken
// through it, and everything else through them. The third runs beside the first two of the next
// round, see common/gpu/dense/round_loop.hpp.
#include "hw3-2/floyd_warshall.hpp"

#include "common/gpu/product/word.hpp"

namespace apsp::gpu {

template <class Word>
void close_matrix(Rounds<Word>& rounds, const Advance& advance) {
  const MakePanels phases_1_and_2 = [&](std::size_t round, cudaStream_t stream) {
    rounds.close_pivot(round, stream);
    rounds.panels(round, stream);
  };
  run_rounds(rounds, phases_1_and_2, advance);  // and phase 3 of each: rounds.remainder(round)
}

template void close_matrix(Rounds<S32>&, const Advance&);
template void close_matrix(Rounds<U16x2>&, const Advance&);

}  // namespace apsp::gpu
