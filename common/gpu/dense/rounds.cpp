// SPDX-License-Identifier: MIT
#include "common/gpu/dense/rounds.hpp"

#include "common/gpu/product/word.hpp"

namespace apsp::gpu {

template <class Word>
Rounds<Word>::Rounds(const MatrixView& matrix)
    : matrix_(matrix),
      schedule_(matrix.layout.schedule()),
      lookahead_panel_(allocate_device<std::uint32_t>(matrix.layout.column_panel_words())),
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

template <class Word>
RoundView Rounds<Word>::view_before(std::size_t round) const {
  const bool first = round == 0;
  const bool last = round == schedule_.rounds();
  RoundView view{};
  view.matrix = matrix_.words;
  view.layout = matrix_.layout;
  view.pivot = first ? BlockRange{} : schedule_.pivot(round - 1);
  view.next = schedule_.pivot(round);
  view.panel = column_panel_[(round + 1) % 2].get();
  view.rows = first ? nullptr : closed_rows(round - 1);
  view.lookahead_panel = lookahead_panel_.get();
  view.lookahead_rows = incoming_rows(round);
  view.next_panel = column_panel_[round % 2].get();
  view.next_rows = last ? nullptr : closed_rows(round);
  view.symmetric = symmetric_;
  return view;
}

template class Rounds<S32>;
template class Rounds<U16x2>;
template class Rounds<F32>;

}  // namespace apsp::gpu
