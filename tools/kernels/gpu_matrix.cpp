// SPDX-License-Identifier: MIT
#include <array>

#include "common/core/graph.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "tools/kernels/gpu_checks.hpp"

namespace apsp::kernels {
namespace {

/// A filled matrix: every element infinite, 0 on the diagonal of vertices.
template <typename Element>
std::vector<Element> filled(const Layout& layout) {
  const std::size_t pitch = pitch_of(layout);
  std::vector<Element> matrix(layout.held_rows() * pitch, kInfinity<Element>);
  for (std::size_t i = 0; i < layout.held_vertices(); ++i) {
    matrix[i * pitch + layout.first_vertex() + i] = 0;
  }
  return matrix;
}

}  // namespace

template <class Word>
void check_fill(Values<Word>& values) {
  using Element = Number<Word>;
  const Layout layout = random_layout<Word>(values, 1100);
  const std::size_t pitch = pitch_of(layout);
  for (const std::byte guard : kGuards) {
    Guarded<Element> held("matrix", layout.held_rows() * pitch, guard, pitch);
    OnDevice device_held(held);
    gpu::fill<Word>({device_held.words(), layout}, nullptr);
    device_held.download();
    held.require(filled<Element>(layout));
  }
}

template <class Word>
void check_scatter(Values<Word>& values) {
  using Element = Number<Word>;
  constexpr Distance kInfinite = kInfinity<Element>;
  const Layout layout = random_layout<Word>(values, 1100);
  const std::size_t pitch = pitch_of(layout);
  // Few vertices, so that edges repeat and two threads lower neighbours in a word.
  const std::size_t sources = std::min<std::size_t>(layout.held_vertices(), 40);
  const std::size_t destinations = std::min<std::size_t>(layout.vertices, 41);
  const std::array<Distance, 6> weights = {0, 1, kInfinite - 1, kInfinite, kUnreachable - 1, 7};
  std::vector<Edge> edges(1 + values.below(20000));
  std::vector<Element> expected = filled<Element>(layout);
  const std::vector<Element> before = expected;
  for (Edge& edge : edges) {
    const std::size_t row = values.below(sources);
    edge.source = static_cast<std::int32_t>(layout.first_vertex() + row);
    edge.destination = static_cast<std::int32_t>(values.below(destinations));
    edge.weight = values.below(4) == 0
                      ? weights[values.below(weights.size())]
                      : static_cast<Distance>(values.below(static_cast<std::size_t>(kInfinite)));
    Element& element = expected[row * pitch + static_cast<std::size_t>(edge.destination)];
    element = std::min(element, static_cast<Element>(std::min(edge.weight, kInfinite)));
  }
  for (const std::byte guard : kGuards) {
    Guarded<Element> held("matrix", before.size(), guard, pitch);
    Guarded<Edge> guarded_edges("edges", edges.size(), guard);
    held.assign(before);
    guarded_edges.assign(edges);
    OnDevice device_held(held);
    OnDevice device_edges(guarded_edges);
    gpu::scatter<Word>({device_held.words(), layout}, device_edges.data(), edges.size(), nullptr);
    device_held.download();
    held.require(expected);
  }
}

template <class Word>
void check_reduce(Values<Word>& values) {
  using Element = Number<Word>;
  static_assert(sizeof(gpu::DeviceExtent) == 2 * sizeof(std::uint32_t));
  const Layout layout = random_layout<Word>(values, 1100);
  const std::size_t pitch = pitch_of(layout);
  auto matrix = random_matrix(values, layout.held_rows(), pitch, Operand::kB);
  // Without infinite elements but one, or none: its place decides, inside the vertices or not.
  if (values.below(2) == 0) {
    constexpr Element kInfinite = kInfinity<Element>;
    for (Element& element : matrix) element = std::min<Element>(element, kInfinite - 1);
    matrix[values.below(matrix.size())] = kInfinite;
  }
  const RandomRows rows(values, layout);
  std::vector<std::uint32_t> expected = {0, 0};
  for (std::size_t n = 0; n < rows.count; ++n) {
    for (std::size_t j = 0; j < layout.vertices; ++j) {
      const Element element = matrix[rows[n] * pitch + j];
      if (element == kInfinity<Element>) {
        expected[1] = 1;
      } else {
        expected[0] = std::max(expected[0], static_cast<std::uint32_t>(element));
      }
    }
  }
  for (const std::byte guard : kGuards) {
    Guarded<Element> held("matrix", matrix.size(), guard, pitch);
    Guarded<std::uint32_t> extent("extent", 2, guard, 2);
    held.assign(matrix);
    extent.assign(std::vector<std::uint32_t>{0, 0});
    OnDevice device_held(held);
    OnDevice device_extent(extent);
    gpu::reduce<Word>({device_held.words(), layout}, rows.view(),
                      reinterpret_cast<gpu::DeviceExtent*>(device_extent.data()), nullptr);
    device_extent.download();
    device_held.download();
    extent.require(expected);
    held.require(matrix);
  }
}

template void check_fill<gpu::F32>(Values<gpu::F32>&);
template void check_fill<gpu::F64>(Values<gpu::F64>&);
#define APSP_INSTANTIATE(Word)                      \
  template void check_fill<Word>(Values<Word>&);    \
  template void check_scatter<Word>(Values<Word>&); \
  template void check_reduce<Word>(Values<Word>&);
APSP_INSTANTIATE(gpu::S32)
APSP_INSTANTIATE(gpu::U16x2)
#undef APSP_INSTANTIATE

}  // namespace apsp::kernels
