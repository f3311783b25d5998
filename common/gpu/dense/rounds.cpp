// SPDX-License-Identifier: MIT
#include "common/gpu/dense/rounds.hpp"

#include <algorithm>

#include "common/gpu/product/word.hpp"

namespace apsp::gpu {

template <class Word>
Rounds<Word>::Rounds(const MatrixView<Word>& matrix)
    : matrix_(matrix),
      schedule_(matrix.layout.schedule()),
      lookahead_panel_(allocate_device<Bits>(matrix.layout.column_panel_words())),
      row_panel_(matrix.layout.row_panels()) {
  for (auto& panel : column_panel_) {
    panel = allocate_device<Bits>(matrix.layout.column_panel_words());
  }
  for (auto& panel : row_panel_) {
    panel = allocate_device<Bits>(matrix.layout.row_panel_words());
  }
}

template <class Word>
void Rounds<Word>::use_symmetry(bool symmetric) {
  symmetric_ = symmetric;
  while (symmetric && row_panel_.size() < 3) {
    row_panel_.push_back(allocate_device<Bits>(matrix_.layout.row_panel_words()));
  }
}

template <class Word>
void Rounds<Word>::first_panel(cudaStream_t stream) {
  // Columns beyond the last block of rows are padding that complete_panels() does not fill. They
  // must not hold what the memory held before: the products would take it into the matrix.
  if (symmetric_) {
    for (auto& panel : row_panel_) {
      fill_words<Word>(panel.get(), matrix_.layout.row_panel_words(), stream);
    }
  }
  gpu::first_panel<Word>(view_before(0), stream);
}

template <class Word>
std::vector<IndexRange> Rounds<Word>::completed_columns(std::size_t round, BlockRange held) const {
  const Layout& layout = matrix_.layout;
  const Window window = layout.window();
  const std::size_t pivot = schedule_.pivot(round).begin;
  std::vector<IndexRange> ranges;
  for (std::size_t block = held.begin; block < held.end; block += window.square) {
    if (window.contains(pivot, block)) continue;
    const std::size_t begin = block / static_cast<std::size_t>(layout.elements_per_word);
    const std::size_t end = std::min(begin + layout.square_columns(), layout.column_blocks());
    if (!ranges.empty() && ranges.back().end == begin) {
      ranges.back().end = end;
    } else {
      ranges.push_back({begin, end});
    }
  }
  return ranges;
}

template <class Word>
typename Word::Bits* Rounds<Word>::closed_rows(std::size_t round) const {
  if (symmetric_ || !owns(round)) return incoming_rows(round);
  const std::size_t block = schedule_.pivot(round).begin - matrix_.layout.held.begin;
  return matrix_.words + block * kBlockRows * matrix_.layout.pitch();
}

template <class Word>
RoundView<Word> Rounds<Word>::view_before(std::size_t round) const {
  const bool first = round == 0;
  const bool last = round == schedule_.rounds();
  RoundView<Word> view{};
  view.matrix = matrix_.words;
  view.layout = matrix_.layout;
  view.pivot = first ? BlockRange{} : schedule_.pivot(round - 1);
  view.next = schedule_.pivot(round);
  view.panel = column_panel_[(round + 1) % 2].get();
  view.rows = first ? nullptr : closed_rows(round - 1);
  view.lookahead_panel = lookahead_panel_.get();
  view.lookahead_rows = symmetric_ ? row_panel_[2].get() : incoming_rows(round);
  view.next_panel = column_panel_[round % 2].get();
  view.next_rows = last ? nullptr : closed_rows(round);
  view.symmetric = symmetric_;
  view.negative = negative_;
  return view;
}

template class Rounds<S32>;
template class Rounds<U16x2>;
template class Rounds<F32>;
template class Rounds<F64>;

}  // namespace apsp::gpu
