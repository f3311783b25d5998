// SPDX-License-Identifier: MIT
// The phases of a round on one device: 1 closes the pivot, 2 takes its panels through it, 3 takes
// the remainder through them. Phase 3 runs beside phases 1 and 2 of the next round, see
// common/gpu/dense/round_loop.hpp.
#include "common/gpu/dense/floyd_warshall.hpp"

#include "common/gpu/dense/symmetry.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {

template <class Word>
bool close_matrix(Rounds<Word>& rounds, cudaStream_t stream, const Advance& advance,
                  std::size_t least) {
  const Layout& layout = rounds.matrix().layout;
  // Two more row panels, for which there may be no room beside a matrix that just fits.
  const std::size_t panels = 2 * layout.row_panel_words() * layout.word_bytes;
  const bool symmetric =
      layout.half || (layout.vertices >= least && free_device_memory() > 2 * panels &&
                      is_symmetric<Word>(rounds.matrix(), stream));
  rounds.use_symmetry(symmetric);

  const MakePanels phases_1_and_2 = [&](std::size_t round, cudaStream_t critical) {
    rounds.close_pivot(round, critical);
    rounds.panels(round, critical);
  };
  run_rounds(rounds, phases_1_and_2, advance);  // enqueues phase 3
  if (symmetric && !layout.half) mirror<Word>(rounds.matrix(), stream);
  check(cudaStreamSynchronize(stream), "complete the matrix");
  return symmetric;
}

template bool close_matrix(Rounds<S32>&, cudaStream_t, const Advance&, std::size_t);
template bool close_matrix(Rounds<U16x2>&, cudaStream_t, const Advance&, std::size_t);
template bool close_matrix(Rounds<F32>&, cudaStream_t, const Advance&, std::size_t);
template bool close_matrix(Rounds<F64>&, cudaStream_t, const Advance&, std::size_t);

}  // namespace apsp::gpu
