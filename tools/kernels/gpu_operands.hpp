// SPDX-License-Identifier: MIT
// Random operands of GPU kernels, and their form on the device. Matrices are row-major; a packed
// panel is PackedTiles of common/gpu/product/operands.hpp.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/device/send.hpp"
#include "common/gpu/product/layout.hpp"
#include "common/gpu/product/word.hpp"
#include "tools/kernels/edge_values.hpp"
#include "tools/kernels/on_device.hpp"
#include "tools/kernels/plain.hpp"

namespace apsp::kernels {

using gpu::BlockRange;
using gpu::kBlockRows;
using gpu::kBlockWords;
using gpu::kPivot;
using gpu::Layout;

/// The numbers that a word has the bits of.
template <class Word>
using Number = std::conditional_t<
    Word::kReal, std::conditional_t<sizeof(typename Word::Bits) == sizeof(double), double, float>,
    typename Word::Element>;

template <class Word>
using Values = EdgeValues<Number<Word>>;

/// A row-major matrix of random values.
template <typename Element>
std::vector<Element> random_matrix(EdgeValues<Element>& values, std::size_t rows,
                                   std::size_t columns, Operand operand) {
  std::vector<Element> elements(rows * columns);
  values.fill(elements, operand, columns);
  return elements;
}

/// The first `rows` rows of a matrix, `columns` elements of each, from column `first` on.
template <typename Element>
Plain plain(std::span<const Element> matrix, std::size_t pitch, std::size_t rows, std::size_t first,
            std::size_t columns) {
  Plain result(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto row = matrix.subspan(i * pitch + first, columns);
    std::transform(row.begin(), row.end(), result.row(i), to_plain<Element>);
  }
  return result;
}

/// Rows of a layout for a kernel to read: all held ones, or a random list of them, which may name a
/// row more than once.
struct RandomRows {
  template <typename Element>
  RandomRows(EdgeValues<Element>& values, const Layout& layout) : count(layout.held_vertices()) {
    if (values.below(2) == 0) return;
    numbers.resize(1 + values.below(2 * count));
    for (std::uint32_t& number : numbers) number = static_cast<std::uint32_t>(values.below(count));
    count = numbers.size();
    list = gpu::sent(numbers, nullptr);
  }

  /// Counted from the first held row.
  [[nodiscard]] std::size_t operator[](std::size_t n) const {
    return numbers.empty() ? n : numbers[n];
  }
  [[nodiscard]] gpu::HeldRows view() const { return {list.get(), count}; }

  std::size_t count;
  std::vector<std::uint32_t> numbers = {};  // empty: all
  gpu::DeviceMemory<std::uint32_t> list = {};
};

/// The word whose every element is x.
template <class Word>
typename Word::Bits spread(std::int64_t x) {
  using Bits = typename Word::Bits;
  if constexpr (Word::kReal) {
    return std::bit_cast<Bits>(from_plain<Number<Word>>(x));
  } else {
    const auto word = static_cast<Bits>(x);
    return Word::kElements == 2 ? word * 0x00010001u : word;
  }
}

/// Packs `row` as row i of a packed operand whose blocks have room for `steps` steps.
template <class Word>
void pack_row(std::span<const std::int64_t> row, std::size_t i, std::size_t steps,
              std::span<typename Word::Bits> packed) {
  for (std::size_t k = 0; k < row.size(); ++k) {
    packed[(i / kBlockRows * steps + k) * kBlockRows + i % kBlockRows] = spread<Word>(row[k]);
  }
}

/// Packs columns [first, first + count) of `a`, row by row.
template <class Word>
void pack(const Plain& a, std::size_t first, std::size_t count, std::size_t steps,
          std::span<typename Word::Bits> packed) {
  for (std::size_t i = 0; i < a.rows; ++i) {
    pack_row<Word>({a.row(i) + first, count}, i, steps, packed);
  }
}

/// A layout of random size, of all rows or of a random share of whole pivots.
template <class Word>
Layout random_layout(Values<Word>& values, std::size_t most_vertices) {
  const int pivots = 1 + static_cast<int>(values.below(2));
  Layout layout = Layout::of<Word>(1 + values.below(most_vertices), pivots);
  const Schedule schedule = layout.schedule();
  if (values.below(2) == 0) {
    const std::size_t first = values.below(schedule.rounds());
    const std::size_t count = 1 + values.below(schedule.rounds() - first);
    layout.held = {schedule.pivot(first).begin, schedule.pivot(first + count - 1).end};
  }
  return layout;
}

/// Elements from one row to the next.
inline std::size_t pitch_of(const Layout& layout) {
  return layout.pitch() * static_cast<std::size_t>(layout.elements_per_word);
}

/// Seconds of one call on the device: the best of several.
template <typename Call>
double best_device_seconds(const Call& call) {
  const gpu::Event start = gpu::make_timed_event();
  const gpu::Event stop = gpu::make_timed_event();
  float best = 0;
  for (int repeat = 0; repeat < 20; ++repeat) {
    gpu::check(cudaEventRecord(start.get()), "record an event");
    call();
    gpu::check(cudaEventRecord(stop.get()), "record an event");
    gpu::check(cudaEventSynchronize(stop.get()), "time a kernel");
    float milliseconds = 0;
    gpu::check(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()), "read the time");
    if (repeat < 2) best = milliseconds;  // the first one loads the code
    best = std::min(best, milliseconds);
  }
  return static_cast<double>(best) / 1e3;
}

/// Zeroed device memory.
template <class Word>
gpu::DeviceMemory<typename Word::Bits> zeroed(std::size_t words) {
  using Bits = typename Word::Bits;
  auto memory = gpu::allocate_device<Bits>(words);
  gpu::check(cudaMemset(memory.get(), 0, words * sizeof(Bits)), "clear device memory");
  return memory;
}

/// The size of timed calls: a matrix that a large GPU's second-level cache holds.
inline constexpr std::size_t kTimedVertices = 2560;
inline constexpr const char* kTimedSize = "V = 2560";

template <class Word>
Layout timed_layout() {
  return Layout::of<Word>(kTimedVertices, 1);
}

}  // namespace apsp::kernels
