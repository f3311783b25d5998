// SPDX-License-Identifier: MIT
// A round on two streams. While remainder(r) fills the device, the critical stream, whose blocks
// get room first, makes what round r + 1 needs:
//
//   critical   frontier(r) -> pivot(r + 1) -> panels(r + 1) -> frontier(r + 1) -> ...
//                  ^                               |                ^
//                  | both need panels(r)           v                | needs remainder(r)
//   remainder  remainder(r) -----------------> remainder(r + 1) ...-+
//
// rounds.cuh says why the two do not disturb each other.
#include <algorithm>

#include "common/gpu/close_pivot.cuh"
#include "common/gpu/rounds.cuh"
#include "common/gpu/status.hpp"
#include "common/gpu/word.cuh"
#include "hw3-2/floyd_warshall.hpp"

namespace apsp::gpu {
namespace {

constexpr unsigned kThreads = ProductShape::kThreads;
constexpr std::size_t kShared = ProductShape::kSharedBytes;

}  // namespace

template <class Word>
Closure<Word>::Closure(const MatrixView& matrix)
    : matrix_(matrix),
      schedule_(matrix.layout.schedule()),
      frontier_panel_(allocate_device<std::uint32_t>(matrix.layout.column_panel_words())),
      frontier_rows_(allocate_device<std::uint32_t>(matrix.layout.row_panel_words())),
      critical_(make_stream(Priority::kHigh)),
      remainder_(make_stream(Priority::kLow)) {
  for (int parity = 0; parity < 2; ++parity) {
    column_panel_[parity] = allocate_device<std::uint32_t>(matrix.layout.column_panel_words());
    panels_done_[parity] = make_event();
  }
  for (Event& done : remainder_done_) done = make_event();
}

/// What the kernels of round `round` see. Round -1 makes the first pivot and panels.
template <class Word>
RoundView Closure<Word>::view(std::size_t round) const {
  const std::size_t next = round + 1;
  return {matrix_.words,
          matrix_.layout,
          next == 0 ? TileRange{} : schedule_.pivot(round),
          schedule_.pivot(next),
          column_panel_[(next + 1) % 2].get(),
          frontier_panel_.get(),
          frontier_rows_.get(),
          column_panel_[next % 2].get(),
          1};
}

template <class Word>
void Closure<Word>::close_pivot_of(const RoundView& view) {
  using Element = typename Word::Element;
  const Layout& layout = matrix_.layout;
  const auto close = [&](std::size_t d) {
    const std::size_t block = view.next.begin + d;
    auto* pivot = reinterpret_cast<Element*>(view.matrix + block * kPivot * layout.pitch());
    close_pivot<Word><<<1, ClosureShape::kThreads, 0, critical_.get()>>>(
        pivot + block * kPivot, layout.pitch() * Word::kElements,
        view.next_panel + block * layout.panel_block_words() + d * kPivot * kBlockRows);
    check_launch("close the pivot");
  };
  // Tiles (0,1) and (1,0), then the one on the diagonal that is not k's.
  const auto products = [&](unsigned k) {
    pivot_step<Word><<<2, kThreads, kShared, critical_.get()>>>(view, 0x21, k);
    pivot_step<Word><<<1, kThreads, kShared, critical_.get()>>>(view, k == 0 ? 0x3 : 0x0, k);
    check_launch("multiply inside the pivot");
  };
  close(0);
  if (view.next.size() == 1) return;
  products(0);
  close(1);
  products(1);
}

template <class Word>
void Closure<Word>::frontier_of(const RoundView& view) {
  frontier<Word>
      <<<frontier_blocks(view.layout, view.next), kThreads, kShared, critical_.get()>>>(view);
  check_launch("multiply the frontier");
}

template <class Word>
void Closure<Word>::panels_of(const RoundView& view) {
  panels<Word>
      <<<frontier_blocks(view.layout, view.next), kThreads, kShared, critical_.get()>>>(view);
  check_launch("multiply the panels");
}

template <class Word>
void Closure<Word>::remainder_of(const RoundView& view) {
  const auto blocks = static_cast<unsigned>(view.layout.row_blocks() * view.layout.column_blocks());
  remainder<Word><<<blocks, kThreads, kShared, remainder_.get()>>>(view);
  check_launch("multiply the remainder");
}

template <class Word>
void Closure<Word>::first_panels() {
  const RoundView start = view(static_cast<std::size_t>(-1));
  pack_column_panel<Word>
      <<<static_cast<unsigned>(start.layout.row_blocks()), kBlockRows, 0, critical_.get()>>>(start);
  check_launch("pack the first panel");
  const std::size_t words = start.next.size() * kPivot * start.layout.pitch();
  check(cudaMemcpyAsync(start.frontier_rows, start.matrix, words * sizeof(std::uint32_t),
                        cudaMemcpyDeviceToDevice, critical_.get()),
        "copy the first rows");
  close_pivot_of(start);
  panels_of(start);
}

template <class Word>
void Closure<Word>::run(const std::function<void(std::size_t, std::size_t)>& advance) {
  const std::size_t rounds = schedule_.rounds();
  if (rounds == 0) return;
  first_panels();
  check(cudaEventRecord(panels_done_[0].get(), critical_.get()), "record the panels");
  for (std::size_t round = 0; round < rounds; ++round) {
    const bool last = round + 1 == rounds;
    const std::size_t parity = round % 2;
    const RoundView now = view(round);
    if (round > 0) {
      check(cudaStreamWaitEvent(critical_.get(), remainder_done(round - 1)),
            "wait for the remainder");
    }
    if (!last) frontier_of(now);
    check(cudaStreamWaitEvent(remainder_.get(), panels_done_[parity].get()), "wait for the panels");
    // The same event was recorded kRoundsAhead rounds ago: with it, that round has ended.
    if (round >= kRoundsAhead) {
      check(cudaEventSynchronize(remainder_done(round)), "compute a round");
      advance(round - kRoundsAhead + 1, rounds);
    }
    remainder_of(now);
    check(cudaEventRecord(remainder_done(round), remainder_.get()), "record the remainder");
    if (!last) {
      close_pivot_of(now);
      panels_of(now);
      check(cudaEventRecord(panels_done_[1 - parity].get(), critical_.get()), "record the panels");
    }
  }
  check(cudaStreamSynchronize(critical_.get()), "compute the last panels");
  check(cudaStreamSynchronize(remainder_.get()), "compute the last rounds");
  for (std::size_t done = rounds - std::min(rounds, kRoundsAhead); done < rounds; ++done) {
    advance(done + 1, rounds);
  }
}

template class Closure<S32>;
template class Closure<U16x2>;

}  // namespace apsp::gpu
