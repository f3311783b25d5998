// SPDX-License-Identifier: MIT
// The phases of a round on one device: 1 closes the pivot, 2 takes its panels through it, 3 takes
// the remainder through them. Phase 3 runs beside phases 1 and 2 of the next round, see
// common/gpu/dense/round_loop.hpp.
#include "common/gpu/dense/floyd_warshall.hpp"

#include "common/gpu/product/word.hpp"

namespace apsp::gpu {

template <class Word>
void close_matrix(Rounds<Word>& rounds, const Advance& advance) {
  const MakePanels phases_1_and_2 = [&](std::size_t round, cudaStream_t stream) {
    rounds.close_pivot(round, stream);
    rounds.panels(round, stream);
  };
  run_rounds(rounds, phases_1_and_2, advance);  // enqueues phase 3
}

template void close_matrix(Rounds<S32>&, const Advance&);
template void close_matrix(Rounds<U16x2>&, const Advance&);

}  // namespace apsp::gpu
