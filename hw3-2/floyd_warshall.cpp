// SPDX-License-Identifier: MIT
// A round on two streams. While remainder(r) fills the device, the critical stream, whose blocks
// get room first, makes what round r + 1 needs:
//
//   critical   frontier(r + 1) -> pivot(r + 1) -> panels(r + 1) -> frontier(r + 2) -> ...
//                  ^                                   |                ^
//                  | both need panels(r)               v                | needs remainder(r)
//   remainder  remainder(r) -----------------> remainder(r + 1) --------+
//
// common/gpu/rounds.cuh says why the two do not disturb each other.
#include "hw3-2/floyd_warshall.hpp"

#include <algorithm>

#include "common/gpu/resources.hpp"
#include "common/gpu/status.hpp"
#include "common/gpu/word.hpp"

namespace apsp::gpu {

template <class Word>
void close_matrix(Rounds<Word>& step,
                  const std::function<void(std::size_t, std::size_t)>& advance) {
  const Stream critical = make_stream(Priority::kHigh);
  const Stream remainder = make_stream(Priority::kLow);
  const Event panels_done[2] = {make_event(), make_event()};
  Event remainder_done[kRoundsAhead];
  for (Event& done : remainder_done) done = make_event();

  const auto make_panels = [&](std::size_t round) {
    step.close_pivot(round, critical.get());
    step.panels(round, critical.get());
    check(cudaEventRecord(panels_done[round % 2].get(), critical.get()), "record the panels");
  };

  const std::size_t rounds = step.count();
  if (rounds == 0) return;
  step.first_panel(critical.get());
  make_panels(0);
  for (std::size_t round = 0; round < rounds; ++round) {
    const bool last = round + 1 == rounds;
    const cudaEvent_t done = remainder_done[round % kRoundsAhead].get();
    if (round > 0) {
      const cudaEvent_t before = remainder_done[(round - 1) % kRoundsAhead].get();
      check(cudaStreamWaitEvent(critical.get(), before), "wait for the remainder");
    }
    if (!last) step.frontier(round + 1, critical.get());
    check(cudaStreamWaitEvent(remainder.get(), panels_done[round % 2].get()),
          "wait for the panels");
    // The same event was recorded kRoundsAhead rounds ago: with it, that round has ended.
    if (round >= kRoundsAhead) {
      check(cudaEventSynchronize(done), "compute a round");
      advance(round - kRoundsAhead + 1, rounds);
    }
    step.remainder(round, remainder.get());
    check(cudaEventRecord(done, remainder.get()), "record the remainder");
    if (!last) make_panels(round + 1);
  }
  check(cudaStreamSynchronize(critical.get()), "compute the last panels");
  check(cudaStreamSynchronize(remainder.get()), "compute the last rounds");
  for (std::size_t done = rounds - std::min(rounds, kRoundsAhead); done < rounds; ++done) {
    advance(done + 1, rounds);
  }
}

template void close_matrix(Rounds<S32>&, const std::function<void(std::size_t, std::size_t)>&);
template void close_matrix(Rounds<U16x2>&, const std::function<void(std::size_t, std::size_t)>&);

}  // namespace apsp::gpu
