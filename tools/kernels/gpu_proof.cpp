// SPDX-License-Identifier: MIT
#include "common/core/graph.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "tools/kernels/gpu_checks.hpp"

namespace apsp::kernels {
namespace {

using gpu::kBandRows;
using gpu::kBandWords;

/// The number of an edge in the upper half, of a row in the lower: what find_clipped leaves.
constexpr unsigned long long packed_result(std::size_t edge, std::size_t row) {
  return static_cast<unsigned long long>(edge) << 32 | row;
}

}  // namespace

template <class Word>
void check_finite_bits(Values<Word>& values) {
  using Element = Number<Word>;
  const Layout layout = random_layout<Word>(values, 1300);
  const std::size_t pitch = pitch_of(layout);
  const RandomRows rows(values, layout);
  const std::size_t all_bands = (rows.count + kBandRows - 1) / kBandRows;
  const std::size_t first_band = values.below(all_bands);
  const std::size_t bands = 1 + values.below(all_bands - first_band);
  const auto matrix = random_matrix(values, layout.held_rows(), pitch, Operand::kB);
  std::vector<std::uint32_t> expected(bands * layout.vertices * kBandWords);
  for (std::size_t n = 0; n < bands * kBandRows; ++n) {
    const std::size_t row = first_band * kBandRows + n;
    for (std::size_t j = 0; row < rows.count && j < layout.vertices; ++j) {
      if (matrix[rows[row] * pitch + j] == kInfinity<Element>) continue;
      expected[(n / kBandRows * layout.vertices + j) * kBandWords + n / 32 % kBandWords] |=
          1u << n % 32;
    }
  }
  for (const std::byte guard : kGuards) {
    Guarded<Element> held("matrix", matrix.size(), guard, pitch);
    Guarded<std::uint32_t> bits("bits", expected.size(), guard, kBandWords);
    held.assign(matrix);
    OnDevice device_held(held);
    OnDevice device_bits(bits);
    gpu::finite_bits<Word>({device_held.words(), layout}, rows.view(), first_band, bands,
                           device_bits.data(), nullptr);
    device_bits.download();
    device_held.download();
    bits.require(expected);
    held.require(matrix);
  }
}

template <class Word>
void check_find_clipped(Values<Word>& values) {
  const std::size_t vertices = 1 + values.below(200);
  const std::size_t bands = 1 + values.below(3);
  const std::size_t first_row = values.below(5000);
  const std::size_t first_edge = values.below(100000);
  // Rows reach almost every vertex, so that few edges are clipped.
  std::vector<std::uint32_t> bits(bands * vertices * kBandWords, ~0u);
  for (std::size_t holes = values.below(4); holes > 0; --holes) {
    bits[values.below(bits.size())] &= ~(1u << values.below(32));
  }
  std::vector<Edge> edges(1 + values.below(3000));
  unsigned long long expected = packed_result(first_edge + values.below(4000), first_row);
  const unsigned long long before = expected;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    edges[e] = {static_cast<std::int32_t>(values.below(vertices)),
                static_cast<std::int32_t>(values.below(vertices)), 1};
    const auto source = static_cast<std::size_t>(edges[e].source);
    const auto destination = static_cast<std::size_t>(edges[e].destination);
    for (std::size_t n = 0; n < bands * kBandRows; ++n) {
      const std::size_t word = n / kBandRows * vertices * kBandWords + n / 32 % kBandWords;
      const auto reaches = [&](std::size_t vertex) {
        return (bits[word + vertex * kBandWords] >> n % 32 & 1u) != 0;
      };
      if (!reaches(source) || reaches(destination)) continue;
      expected = std::min(expected, packed_result(first_edge + e, first_row + n));
    }
  }
  for (const std::byte guard : kGuards) {
    Guarded<std::uint32_t> guarded_bits("bits", bits.size(), guard, kBandWords);
    Guarded<Edge> guarded_edges("edges", edges.size(), guard);
    Guarded<unsigned long long> found("edge << 32 | row", 1, guard, 1);
    guarded_bits.assign(bits);
    guarded_edges.assign(edges);
    found.assign(std::span(&before, 1));
    OnDevice device_bits(guarded_bits);
    OnDevice device_edges(guarded_edges);
    OnDevice device_found(found);
    gpu::find_clipped(device_bits.data(), vertices, first_row, bands, device_edges.data(),
                      edges.size(), first_edge, device_found.data(), nullptr);
    device_found.download();
    device_bits.download();
    found.require(std::span(&expected, 1));
    guarded_bits.require(bits);
  }
}

#define APSP_INSTANTIATE(Word)                          \
  template void check_finite_bits<Word>(Values<Word>&); \
  template void check_find_clipped<Word>(Values<Word>&);
APSP_INSTANTIATE(gpu::S32)
APSP_INSTANTIATE(gpu::U16x2)
#undef APSP_INSTANTIATE

}  // namespace apsp::kernels
