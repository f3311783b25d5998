// SPDX-License-Identifier: MIT
#include <type_traits>

#include "common/gpu/dense/device_matrix.hpp"
#include "tools/kernels/gpu_checks.hpp"

namespace apsp::kernels {

template <class Word>
void check_widen(Values<Word>& values) {
  using Element = Number<Word>;
  using Out = std::conditional_t<Word::kReal, Element, Distance>;
  const Layout layout = random_layout<Word>(values, 1100);
  const std::size_t pitch = pitch_of(layout);
  const RandomRows wanted(values, layout);
  const std::size_t skipped = values.below(wanted.count);
  const std::size_t count = 1 + values.below(wanted.count - skipped);
  const auto matrix = random_matrix(values, layout.held_rows(), pitch, Operand::kB);
  std::vector<Out> expected(count * layout.vertices);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < layout.vertices; ++j) {
      const Element element = matrix[wanted[skipped + i] * pitch + j];
      const bool infinite = element == kInfinity<Element>;
      expected[i * layout.vertices + j] = infinite ? kInfinity<Out> : static_cast<Out>(element);
    }
  }
  for (const std::byte guard : kGuards) {
    Guarded<Element> held("matrix", matrix.size(), guard, pitch);
    Guarded<Out> rows("rows", expected.size(), guard, layout.vertices);
    held.assign(matrix);
    OnDevice device_held(held);
    OnDevice device_rows(rows);
    gpu::widen<Word>({device_held.words(), layout}, wanted.view(), skipped, count,
                     reinterpret_cast<Distance*>(device_rows.data()), nullptr);
    device_rows.download();
    device_held.download();
    rows.require(expected);
    held.require(matrix);
  }
}

template <class Word>
double time_widen() {
  const Layout layout = timed_layout<Word>();
  const auto matrix = zeroed<Word>(layout.matrix_words());
  const auto rows =
      gpu::allocate_device<Distance>(kTimedVertices * kTimedVertices * gpu::kRowDistances<Word>);
  return best_device_seconds([&] {
    gpu::widen<Word>({matrix.get(), layout}, {nullptr, kTimedVertices}, 0, kTimedVertices,
                     rows.get(), nullptr);
  });
}

#define APSP_INSTANTIATE(Word)                    \
  template void check_widen<Word>(Values<Word>&); \
  template double time_widen<Word>();
APSP_INSTANTIATE(gpu::S32)
APSP_INSTANTIATE(gpu::U16x2)
APSP_INSTANTIATE(gpu::F32)
APSP_INSTANTIATE(gpu::F64)
#undef APSP_INSTANTIATE

}  // namespace apsp::kernels
