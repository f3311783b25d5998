// SPDX-License-Identifier: MIT
#include "common/gpu/dense/round_loop.hpp"

#include <algorithm>

#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {
namespace {

/// Rounds that the host may be ahead of the device. With so many the device does not wait for a
/// launch while the host is busy elsewhere for a millisecond. With more, progress and errors would
/// show late.
constexpr std::size_t kRoundsAhead = 8;

}  // namespace

template <class Word>
void run_rounds(Rounds<Word>& rounds, const MakePanels& make_panels, const Advance& advance) {
  const Stream critical = make_stream(Priority::kHigh);
  const Stream remainder = make_stream(Priority::kLow);
  const Event panels_done[2] = {make_event(), make_event()};
  Event remainder_done[kRoundsAhead];
  for (Event& done : remainder_done) done = make_event();

  const auto close_panels = [&](std::size_t round) {
    make_panels(round, critical.get());
    check(cudaEventRecord(panels_done[round % 2].get(), critical.get()), "record the panels");
  };

  const std::size_t count = rounds.count();
  if (count == 0) return;
  rounds.first_panel(critical.get());
  close_panels(0);
  for (std::size_t round = 0; round < count; ++round) {
    const bool last = round + 1 == count;
    const cudaEvent_t done = remainder_done[round % kRoundsAhead].get();
    if (round > 0) {
      const cudaEvent_t before = remainder_done[(round - 1) % kRoundsAhead].get();
      check(cudaStreamWaitEvent(critical.get(), before), "wait for the remainder");
    }
    if (!last) rounds.lookahead(round + 1, critical.get());
    check(cudaStreamWaitEvent(remainder.get(), panels_done[round % 2].get()),
          "wait for the panels");
    // The same event was recorded kRoundsAhead rounds ago: with it, that round has ended.
    if (round >= kRoundsAhead) {
      check(cudaEventSynchronize(done), "compute a round");
      advance(round - kRoundsAhead + 1, count);
    }
    rounds.remainder(round, remainder.get());
    check(cudaEventRecord(done, remainder.get()), "record the remainder");
    if (!last) close_panels(round + 1);
  }
  check(cudaStreamSynchronize(critical.get()), "compute the last panels");
  check(cudaStreamSynchronize(remainder.get()), "compute the last rounds");
  for (std::size_t done = count - std::min(count, kRoundsAhead); done < count; ++done) {
    advance(done + 1, count);
  }
}

template void run_rounds(Rounds<S32>&, const MakePanels&, const Advance&);
template void run_rounds(Rounds<U16x2>&, const MakePanels&, const Advance&);
template void run_rounds(Rounds<F32>&, const MakePanels&, const Advance&);
template void run_rounds(Rounds<F64>&, const MakePanels&, const Advance&);

}  // namespace apsp::gpu
