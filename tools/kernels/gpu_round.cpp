// SPDX-License-Identifier: MIT
// The steps of a round between its pivot and its remainder, on random panels. The reference takes
// the formulas of round_steps.hpp word for word, whether or not a solve could meet such panels.
#include "common/gpu/dense/round_steps.hpp"
#include "tools/kernels/gpu_checks.hpp"

namespace apsp::kernels {
namespace {

/// The buffers of a RoundView, guarded, with their names and sizes.
template <class Word>
struct RoundBuffers {
  using Element = Number<Word>;

  RoundBuffers(const Layout& layout, std::byte guard)
      : matrix("matrix", layout.held_rows() * pitch_of(layout), guard, pitch_of(layout)),
        panel("panel", layout.column_panel_words(), guard, kBlockRows),
        rows("rows", rows_of(layout), guard, pitch_of(layout)),
        lookahead_panel("lookahead_panel", layout.column_panel_words(), guard, kBlockRows),
        lookahead_rows("lookahead_rows", rows_of(layout), guard, pitch_of(layout)),
        next_panel("next_panel", layout.column_panel_words(), guard, kBlockRows),
        next_rows("next_rows", rows_of(layout), guard, pitch_of(layout)) {}

  static std::size_t rows_of(const Layout& layout) {
    return static_cast<std::size_t>(layout.depth()) * pitch_of(layout);
  }

  Guarded<Element> matrix;
  Guarded<typename Word::Bits> panel;
  Guarded<Element> rows;
  Guarded<typename Word::Bits> lookahead_panel;
  Guarded<Element> lookahead_rows;
  Guarded<typename Word::Bits> next_panel;
  Guarded<Element> next_rows;
};

/// The contents expected of each buffer.
template <class Word>
struct RoundContents {
  using Element = Number<Word>;

  explicit RoundContents(const RoundBuffers<Word>& buffers)
      : matrix(buffers.matrix.contents()),
        panel(buffers.panel.contents()),
        rows(buffers.rows.contents()),
        lookahead_panel(buffers.lookahead_panel.contents()),
        lookahead_rows(buffers.lookahead_rows.contents()),
        next_panel(buffers.next_panel.contents()),
        next_rows(buffers.next_rows.contents()) {}

  std::vector<Element> matrix;
  std::vector<typename Word::Bits> panel;
  std::vector<Element> rows;
  std::vector<typename Word::Bits> lookahead_panel;
  std::vector<Element> lookahead_rows;
  std::vector<typename Word::Bits> next_panel;
  std::vector<Element> next_rows;
};

/// Calls `step(view)` on copies of the buffers on the device, and requires `expected` of each.
template <class Word, class Step>
void require_step(RoundBuffers<Word>& buffers, const RoundContents<Word>& expected,
                  const Layout& layout, BlockRange pivot, BlockRange next, const Step& step) {
  OnDevice matrix(buffers.matrix);
  OnDevice panel(buffers.panel);
  OnDevice rows(buffers.rows);
  OnDevice lookahead_panel(buffers.lookahead_panel);
  OnDevice lookahead_rows(buffers.lookahead_rows);
  OnDevice next_panel(buffers.next_panel);
  OnDevice next_rows(buffers.next_rows);
  gpu::RoundView<Word> view{};
  view.matrix = matrix.words();
  view.layout = layout;
  view.pivot = pivot;
  view.next = next;
  view.panel = panel.data();
  view.rows = rows.words();
  view.lookahead_panel = lookahead_panel.data();
  view.lookahead_rows = lookahead_rows.words();
  view.next_panel = next_panel.data();
  view.next_rows = next_rows.words();
  step(view);
  matrix.download();
  panel.download();
  rows.download();
  lookahead_panel.download();
  lookahead_rows.download();
  next_panel.download();
  next_rows.download();
  buffers.matrix.require(expected.matrix);
  buffers.panel.require(expected.panel);
  buffers.rows.require(expected.rows);
  buffers.lookahead_panel.require(expected.lookahead_panel);
  buffers.lookahead_rows.require(expected.lookahead_rows);
  buffers.next_panel.require(expected.next_panel);
  buffers.next_rows.require(expected.next_rows);
}

/// A random layout with a random round: its pivot P and the next one, Q, not empty.
template <class Word>
struct RandomRound {
  explicit RandomRound(Values<Word>& values) : layout(random_layout<Word>(values, 700)) {
    const Schedule schedule = layout.schedule();
    const std::size_t round = values.below(schedule.rounds());
    next = schedule.pivot(round);
    if (round > 0) pivot = schedule.pivot(round - 1);
  }

  /// Whether held row i, counted from the first one, lies in `range`.
  [[nodiscard]] bool has_row(BlockRange range, std::size_t i) const {
    return range.contains(layout.held.begin + i / kBlockRows);
  }
  [[nodiscard]] std::size_t first_column() const { return next.begin * kPivot; }
  [[nodiscard]] std::size_t steps() const { return next.size() * kPivot; }
  [[nodiscard]] bool is_next_column(std::size_t j) const { return next.contains(j / kPivot); }

  Layout layout;
  BlockRange pivot;
  BlockRange next;
};

/// Packs columns Q of row i of `product` into the panel that holds that row.
template <class Word>
void expect_packed(const RandomRound<Word>& round, const Plain& product, std::size_t i,
                   std::vector<typename Word::Bits>& panel) {
  pack_row<Word>({product.row(i) + round.first_column(), round.steps()}, i,
                 static_cast<std::size_t>(round.layout.depth()), panel);
}

}  // namespace

template <class Word>
void check_first_panel(Values<Word>& values) {
  using Element = Number<Word>;
  RandomRound<Word> round(values);
  round.pivot = {};
  const Layout& layout = round.layout;
  const std::size_t pitch = pitch_of(layout);
  const auto matrix = random_matrix(values, layout.held_rows(), pitch, Operand::kA);
  const Plain held = plain<Element>(matrix, pitch, layout.held_rows(), 0, pitch);
  for (const std::byte guard : kGuards) {
    RoundBuffers<Word> buffers(layout, guard);
    buffers.matrix.assign(matrix);
    RoundContents<Word> expected(buffers);
    std::size_t in_next = 0;
    for (std::size_t i = 0; i < held.rows; ++i) {
      const bool next = round.has_row(round.next, i);
      expect_packed(round, held, i, next ? expected.next_panel : expected.lookahead_panel);
      if (!next) continue;
      std::copy_n(matrix.begin() + static_cast<std::ptrdiff_t>(i * pitch), pitch,
                  expected.lookahead_rows.begin() + static_cast<std::ptrdiff_t>(in_next++ * pitch));
    }
    require_step(buffers, expected, layout, round.pivot, round.next,
                 [](const gpu::RoundView<Word>& view) { gpu::first_panel<Word>(view, nullptr); });
  }
}

template <class Word>
void check_lookahead(Values<Word>& values) {
  using Element = Number<Word>;
  RandomRound<Word> round(values);
  const Layout& layout = round.layout;
  // There is no lookahead before the first round: any other pivot's panels will do.
  if (round.pivot.size() == 0) round.pivot = {round.next.end, round.next.end + 1};
  const std::size_t depth = round.pivot.size() * kPivot;
  const std::size_t pitch = pitch_of(layout);
  const std::size_t rows = layout.held_rows();
  const auto a = random_matrix(values, rows, depth, Operand::kA);
  const auto b = random_matrix(values, depth, pitch, Operand::kB);
  const auto matrix = random_matrix(values, rows, pitch, Operand::kC);
  const Plain left = plain<Element>(a, depth, rows, 0, depth);
  Plain product = plain<Element>(matrix, pitch, rows, 0, pitch);
  multiply(product, left, plain<Element>(b, pitch, depth, 0, pitch));

  for (const std::byte guard : kGuards) {
    RoundBuffers<Word> buffers(layout, guard);
    buffers.matrix.assign(matrix);
    std::copy(b.begin(), b.end(), buffers.rows.data());
    pack<Word>(left, 0, depth, static_cast<std::size_t>(layout.depth()),
               {buffers.panel.data(), buffers.panel.size()});
    RoundContents<Word> expected(buffers);
    std::size_t in_next = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      const bool next = round.has_row(round.next, i);
      expect_packed(round, product, i, next ? expected.next_panel : expected.lookahead_panel);
      for (std::size_t j = 0; j < pitch; ++j) {
        const auto element = from_plain<Element>(product.row(i)[j]);
        const bool stored = next || (round.is_next_column(j) && !round.has_row(round.pivot, i));
        if (stored) expected.matrix[i * pitch + j] = element;
        if (next) expected.lookahead_rows[in_next * pitch + j] = element;
      }
      if (next) ++in_next;
    }
    require_step(buffers, expected, layout, round.pivot, round.next,
                 [](const gpu::RoundView<Word>& view) { gpu::lookahead<Word>(view, nullptr); });
  }
}

template <class Word>
void check_panels(Values<Word>& values) {
  using Element = Number<Word>;
  const RandomRound<Word> round(values);
  const Layout& layout = round.layout;
  const std::size_t depth = round.steps();
  const std::size_t pitch = pitch_of(layout);
  const std::size_t rows = layout.held_rows();
  const std::size_t which = values.below(3);  // the row panel, the column panel, or both
  const auto a = random_matrix(values, rows, depth, Operand::kA);  // in rows Q the pivot
  const auto row_panel = random_matrix(values, depth, pitch, Operand::kB);
  const auto closed_rows = random_matrix(values, depth, pitch, Operand::kB);
  const auto matrix = random_matrix(values, rows, pitch, Operand::kC);
  // Where the device owns rows Q it takes the closed pivot from there.
  const bool owns = layout.held.contains(round.next.begin);
  const auto own_rows = std::span(matrix).subspan(
      owns ? (round.next.begin - layout.held.begin) * kBlockRows * pitch : 0);
  const Plain left = plain<Element>(a, depth, rows, 0, depth);
  Plain row_product = plain<Element>(matrix, pitch, rows, 0, pitch);
  Plain column_product = row_product;
  multiply(row_product, left, plain<Element>(row_panel, pitch, depth, 0, pitch));
  multiply(column_product, left,
           plain<Element>(owns ? own_rows : std::span(closed_rows), pitch, depth, 0, pitch));

  for (const std::byte guard : kGuards) {
    RoundBuffers<Word> buffers(layout, guard);
    buffers.matrix.assign(matrix);
    std::copy(row_panel.begin(), row_panel.end(), buffers.lookahead_rows.data());
    std::copy(closed_rows.begin(), closed_rows.end(), buffers.next_rows.data());
    for (std::size_t i = 0; i < rows; ++i) {
      auto& panel = round.has_row(round.next, i) ? buffers.next_panel : buffers.lookahead_panel;
      pack_row<Word>({left.row(i), depth}, i, static_cast<std::size_t>(layout.depth()),
                     {panel.data(), panel.size()});
    }
    RoundContents<Word> expected(buffers);
    for (std::size_t i = 0; i < rows; ++i) {
      const bool next = round.has_row(round.next, i);
      if (which == (next ? 1 : 0)) continue;
      const Plain& product = next ? row_product : column_product;
      if (!next) expect_packed(round, product, i, expected.next_panel);
      for (std::size_t j = 0; j < pitch; ++j) {
        if (round.is_next_column(j) == next) continue;
        expected.matrix[i * pitch + j] = from_plain<Element>(product.row(i)[j]);
      }
    }
    require_step(buffers, expected, layout, round.pivot, round.next,
                 [&](const gpu::RoundView<Word>& view) {
                   if (which == 0) return gpu::row_panel<Word>(view, nullptr);
                   if (which == 1) return gpu::column_panel<Word>(view, nullptr);
                   gpu::panels<Word>(view, nullptr);
                 });
  }
}

#define APSP_INSTANTIATE(Word)                          \
  template void check_first_panel<Word>(Values<Word>&); \
  template void check_lookahead<Word>(Values<Word>&);   \
  template void check_panels<Word>(Values<Word>&);
APSP_INSTANTIATE(gpu::S32)
APSP_INSTANTIATE(gpu::U16x2)
APSP_INSTANTIATE(gpu::F32)
APSP_INSTANTIATE(gpu::F64)
#undef APSP_INSTANTIATE

}  // namespace apsp::kernels
