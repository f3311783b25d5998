// SPDX-License-Identifier: MIT
// A round on one device, as in hw3-2, with the exchange in its middle. While remainder(r) fills the
// device, the critical stream makes what round r + 1 needs, and where the pivot's rows are another
// device's it waits for their arrival, which that device hurries to bring about likewise:
//
//   owner's critical    frontier(r + 1) -> pivot(r + 1) -> row panel(r + 1) -> column panel(r + 1)
//                                                             |
//                                                             v copied while remainder(r) runs
//   others' critical    frontier(r + 1) -> wait ......................... -> column panel(r + 1)
//   everybody's         remainder(r) --------------------------------------> remainder(r + 1)
//
// Why only rows cross: the remainder of a row i takes d(i,k) + d(k,j) over the pivot's k. d(i,k)
// lies in row i itself, and so does what the column panel's product reads and writes; d(k,j) are
// the pivot's rows. Nothing else of another device's rows is ever read.
#include "hw3-3/floyd_warshall.hpp"

#include <algorithm>

#include "common/gpu/resources.hpp"
#include "common/gpu/status.hpp"
#include "common/gpu/word.hpp"

namespace apsp::gpu {
namespace {

/// Rounds that a thread may be ahead of its device: see hw3-2/floyd_warshall.hpp.
constexpr std::size_t kRoundsAhead = 8;

}  // namespace

template <class Word>
void close_share(Rounds<Word>& step, Exchange& exchange, std::size_t member,
                 const std::function<void(std::size_t, std::size_t)>& advance) {
  const Stream critical = make_stream(Priority::kHigh);
  const Stream remainder = make_stream(Priority::kLow);
  const Event panels_done[2] = {make_event(), make_event()};
  Event remainder_done[kRoundsAhead];
  for (Event& done : remainder_done) done = make_event();

  const auto make_panels = [&](std::size_t round) {
    if (step.owns(round)) {
      step.close_pivot(round, critical.get());
      step.row_panel(round, critical.get());
      exchange.offer(member, round, step.closed_rows(round), step.row_words(round), critical.get());
    } else {
      exchange.fetch(member, round, step.incoming_rows(round), step.row_words(round),
                     critical.get());
    }
    // The column panel changes the rows of the pivot before, if they are here, and after it the
    // room of incoming rows is used anew.
    if (round > 0) exchange.retire(member, round - 1, critical.get());
    step.column_panel(round, critical.get());
    check(cudaEventRecord(panels_done[round % 2].get(), critical.get()), "record the panels");
  };

  const std::size_t rounds = step.count();
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
  exchange.finish(member);
  for (std::size_t done = rounds - std::min(rounds, kRoundsAhead); done < rounds; ++done) {
    advance(done + 1, rounds);
  }
}

template void close_share(Rounds<S32>&, Exchange&, std::size_t,
                          const std::function<void(std::size_t, std::size_t)>&);
template void close_share(Rounds<U16x2>&, Exchange&, std::size_t,
                          const std::function<void(std::size_t, std::size_t)>&);

}  // namespace apsp::gpu
