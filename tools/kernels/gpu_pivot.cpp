// SPDX-License-Identifier: MIT
#include "common/gpu/dense/round_steps.hpp"
#include "common/gpu/product/product.hpp"
#include "tools/kernels/gpu_checks.hpp"

namespace apsp::kernels {
namespace {

/// Stores `from` into a matrix from row `first_row`, column `first_column` on.
template <typename Element>
void store(const Plain& from, std::size_t first_row, std::size_t first_column, std::size_t pitch,
           std::vector<Element>& matrix) {
  for (std::size_t i = 0; i < from.rows; ++i) {
    for (std::size_t j = 0; j < from.columns; ++j) {
      matrix[(first_row + i) * pitch + first_column + j] = from_plain<Element>(from.row(i)[j]);
    }
  }
}

}  // namespace

template <class Word>
void check_close(Values<Word>& values) {
  using Element = Number<Word>;
  const std::size_t pitch = std::size_t{2} * kPivot;
  const std::size_t first = kPivot * values.below(2);
  const bool zero_diagonal = values.below(2) == 0;
  auto matrix = random_matrix(values, kPivot, pitch, Operand::kA);
  for (std::size_t v = 0; zero_diagonal && v < kPivot; ++v) matrix[v * pitch + first + v] = 0;
  Plain closure = plain<Element>(matrix, pitch, kPivot, first, kPivot);
  close(closure);
  std::vector<Element> expected = matrix;
  store(closure, 0, first, pitch, expected);
  std::vector<typename Word::Bits> expected_packed(std::size_t{kPivot} * kBlockRows);
  pack<Word>(closure, 0, kPivot, kPivot, expected_packed);

  for (const std::byte guard : kGuards) {
    Guarded<Element> rows("rows of the pivot", matrix.size(), guard, pitch);
    Guarded<typename Word::Bits> packed("packed pivot", expected_packed.size(), guard, kBlockRows);
    rows.assign(matrix);
    OnDevice device_rows(rows);
    OnDevice device_packed(packed);
    gpu::close<Word>({device_rows.words() + first / Word::kElements, pitch / Word::kElements,
                      device_packed.data()},
                     nullptr);
    device_rows.download();
    device_packed.download();
    rows.require(expected);
    packed.require(expected_packed);
  }
}

template <class Word>
void check_pivot(Values<Word>& values) {
  using Element = Number<Word>;
  const Layout layout = random_layout<Word>(values, 700);
  const Schedule schedule = layout.schedule();
  const std::size_t held_rounds =
      (layout.held.size() + schedule.depth - 1) / schedule.depth;  // whole pivots
  const BlockRange next =
      schedule.pivot(layout.held.begin / schedule.depth + values.below(held_rounds));
  const std::size_t steps = next.size() * kPivot;
  const std::size_t first_row = (next.begin - layout.held.begin) * kBlockRows;
  const std::size_t first_column = next.begin * kPivot;
  const std::size_t pitch = pitch_of(layout);
  const auto depth = static_cast<std::size_t>(layout.depth());

  auto matrix = random_matrix(values, layout.held_rows(), pitch, Operand::kA);
  if (values.below(2) == 0) {
    for (std::size_t v = 0; v < steps; ++v) {
      matrix[(first_row + v) * pitch + first_column + v] = 0;
    }
  }
  const std::span<const Element> pivot_rows = std::span(matrix).subspan(first_row * pitch);
  const Plain before = plain<Element>(pivot_rows, pitch, steps, first_column, steps);
  Plain closure = before;
  close(closure);
  std::vector<Element> expected = matrix;
  store(closure, first_row, first_column, pitch, expected);

  for (const std::byte guard : kGuards) {
    Guarded<Element> held("matrix", matrix.size(), guard, pitch);
    Guarded<typename Word::Bits> panel("packed column panel", layout.column_panel_words(), guard,
                                       kBlockRows);
    held.assign(matrix);
    std::vector<typename Word::Bits> expected_panel = panel.contents();
    for (std::size_t i = 0; i < steps; ++i) {
      pack_row<Word>({before.row(i), steps}, first_row + i, depth, {panel.data(), panel.size()});
      pack_row<Word>({closure.row(i), steps}, first_row + i, depth, expected_panel);
    }
    OnDevice device_held(held);
    OnDevice device_panel(panel);
    gpu::RoundView<Word> view{};
    view.matrix = device_held.words();
    view.layout = layout;
    view.next = next;
    view.next_panel = device_panel.data();
    gpu::close_pivot<Word>(view, nullptr);
    device_held.download();
    device_panel.download();
    held.require(expected);
    panel.require(expected_panel);
  }
}

template <class Word>
double time_close() {
  const auto pivot = zeroed<Word>(std::size_t{kPivot} * kPivot);
  const auto packed = zeroed<Word>(std::size_t{kPivot} * kBlockRows);
  return best_device_seconds([&] {
    gpu::close<Word>({pivot.get(), std::size_t{kPivot} / Word::kElements, packed.get()}, nullptr);
  });
}

#define APSP_INSTANTIATE(Word)                    \
  template void check_close<Word>(Values<Word>&); \
  template void check_pivot<Word>(Values<Word>&); \
  template double time_close<Word>();
APSP_INSTANTIATE(gpu::S32)
APSP_INSTANTIATE(gpu::U16x2)
APSP_INSTANTIATE(gpu::F32)
APSP_INSTANTIATE(gpu::F64)
#undef APSP_INSTANTIATE

}  // namespace apsp::kernels
