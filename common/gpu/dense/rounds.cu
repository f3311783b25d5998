// SPDX-License-Identifier: MIT
#include "common/gpu/dense/rounds.cuh"
#include "common/gpu/dense/rounds.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/close_pivot.cuh"
#include "common/gpu/product/word.cuh"

namespace apsp::gpu {
namespace {

constexpr unsigned kThreads = ProductShape::kThreads;
constexpr std::size_t kShared = ProductShape::kSharedBytes;

/// Launches blocks `first` to `first + count` of the panels, unless there are none.
template <class Word>
void launch_panels(const RoundView& view, std::size_t first, std::size_t count,
                   cudaStream_t stream) {
  if (count == 0) return;
  panels<Word><<<static_cast<unsigned>(count), kThreads, kShared, stream>>>(
      view, static_cast<unsigned>(first));
  check_launch("multiply the panels");
}

}  // namespace

template <class Word>
Rounds<Word>::Rounds(const MatrixView& matrix)
    : matrix_(matrix),
      schedule_(matrix.layout.schedule()),
      frontier_panel_(allocate_device<std::uint32_t>(matrix.layout.column_panel_words())),
      row_panel_(matrix.layout.row_panels()) {
  for (auto& panel : column_panel_) {
    panel = allocate_device<std::uint32_t>(matrix.layout.column_panel_words());
  }
  for (auto& panel : row_panel_) {
    panel = allocate_device<std::uint32_t>(matrix.layout.row_panel_words());
  }
}

template <class Word>
const std::uint32_t* Rounds<Word>::closed_rows(std::size_t round) const {
  if (!owns(round)) return incoming_rows(round);
  const std::size_t block = schedule_.pivot(round).begin - matrix_.layout.held.begin;
  return matrix_.words + block * kBlockRows * matrix_.layout.pitch();
}

/// What the kernels see that make pivot and panels of round `round`, and those of the remainder of
/// the round before.
template <class Word>
RoundView Rounds<Word>::view_before(std::size_t round) const {
  const bool first = round == 0;
  const bool last = round == schedule_.rounds();
  return {matrix_.words,
          matrix_.layout,
          first ? TileRange{} : schedule_.pivot(round - 1),
          schedule_.pivot(round),
          column_panel_[(round + 1) % 2].get(),
          first ? nullptr : closed_rows(round - 1),
          frontier_panel_.get(),
          incoming_rows(round),
          column_panel_[round % 2].get(),
          last ? nullptr : closed_rows(round),
          1};
}

template <class Word>
void Rounds<Word>::first_panel(cudaStream_t stream) {
  const RoundView view = view_before(0);
  pack_column_panel<Word>
      <<<static_cast<unsigned>(view.layout.held.size()), kBlockRows, 0, stream>>>(view);
  check_launch("pack the first panel");
  if (!view.owns_next()) return;
  check(cudaMemcpyAsync(view.frontier_rows, closed_rows(0), row_words(0) * sizeof(std::uint32_t),
                        cudaMemcpyDeviceToDevice, stream),
        "copy the first rows");
}

template <class Word>
void Rounds<Word>::frontier(std::size_t round, cudaStream_t stream) {
  const RoundView view = view_before(round);
  const std::size_t blocks = row_panel_blocks(view) + column_panel_blocks(view);
  gpu::frontier<Word><<<static_cast<unsigned>(blocks), kThreads, kShared, stream>>>(view);
  check_launch("multiply the frontier");
}

template <class Word>
void Rounds<Word>::close_pivot(std::size_t round, cudaStream_t stream) {
  using Element = typename Word::Element;
  const RoundView view = view_before(round);
  const Layout& layout = matrix_.layout;
  const auto close = [&](std::size_t d) {
    const std::size_t block = view.next.begin + d;
    const std::size_t held_block = block - layout.held.begin;
    auto* rows = reinterpret_cast<Element*>(view.matrix + held_block * kPivot * layout.pitch());
    gpu::close_pivot<Word><<<1, ClosureShape::kThreads, 0, stream>>>(
        rows + block * kPivot, layout.pitch() * Word::kElements,
        view.next_panel + held_block * layout.panel_block_words() + d * kPivot * kBlockRows);
    check_launch("close the pivot");
  };
  // Tiles (0,1) and (1,0), then the one on the diagonal that is not k's.
  const auto products = [&](unsigned k) {
    pivot_step<Word><<<2, kThreads, kShared, stream>>>(view, 0x21, k);
    pivot_step<Word><<<1, kThreads, kShared, stream>>>(view, k == 0 ? 0x3 : 0x0, k);
    check_launch("multiply inside the pivot");
  };
  close(0);
  if (view.next.size() == 1) return;
  products(0);
  close(1);
  products(1);
}

template <class Word>
void Rounds<Word>::row_panel(std::size_t round, cudaStream_t stream) {
  const RoundView view = view_before(round);
  launch_panels<Word>(view, 0, row_panel_blocks(view), stream);
}

template <class Word>
void Rounds<Word>::column_panel(std::size_t round, cudaStream_t stream) {
  const RoundView view = view_before(round);
  launch_panels<Word>(view, row_panel_blocks(view), column_panel_blocks(view), stream);
}

template <class Word>
void Rounds<Word>::panels(std::size_t round, cudaStream_t stream) {
  const RoundView view = view_before(round);
  launch_panels<Word>(view, 0, row_panel_blocks(view) + column_panel_blocks(view), stream);
}

template <class Word>
void Rounds<Word>::remainder(std::size_t round, cudaStream_t stream) {
  const RoundView view = view_before(round + 1);
  const std::size_t blocks = view.layout.held.size() * view.layout.column_blocks();
  gpu::remainder<Word><<<static_cast<unsigned>(blocks), kThreads, kShared, stream>>>(view);
  check_launch("multiply the remainder");
}

template class Rounds<S32>;
template class Rounds<U16x2>;

}  // namespace apsp::gpu
