// SPDX-License-Identifier: MIT
#include "common/gpu/dense/proof.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/gpu/dense/wanted_rows.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {
namespace {

/// Device memory for the bits of find_clipped at one time.
constexpr std::size_t kBitsBytes = std::size_t{64} << 20;

/// The sources by ascending vertex, each once.
RowSet sorted(const RowSet& set) {
  if (set.all()) return set;
  std::vector<std::int32_t> sources;
  for (std::size_t r = 0; r < set.size(); ++r) {
    sources.push_back(static_cast<std::int32_t>(set.source(r)));
  }
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return {set.vertices(), std::move(sources)};
}

}  // namespace

template <class Word>
std::optional<Clipped> first_clipped(const MatrixView<Word>& matrix, const RowSet& set,
                                     const Graph& graph, StagingRing& ring) {
  const RowSet ascending = sorted(set);
  const WantedRows rows(ascending, matrix.layout);
  if (rows.size() == 0) return std::nullopt;
  const std::size_t band_words = graph.vertices * kBandWords;
  const std::size_t bands = (rows.size() + kBandRows - 1) / kBandRows;
  const std::size_t at_once =
      std::clamp<std::size_t>(kBitsBytes / (band_words * sizeof(std::uint32_t)), 1, bands);
  const DeviceMemory<std::uint32_t> bits = allocate_device<std::uint32_t>(at_once * band_words);
  const DeviceMemory<unsigned long long> found = allocate_device<unsigned long long>(1);
  check(cudaMemsetAsync(found.get(), 0xff, sizeof(unsigned long long), ring.stream()),
        "clear a result");
  for (std::size_t band = 0; band < bands; band += at_once) {
    const std::size_t count = std::min(at_once, bands - band);
    finite_bits<Word>(matrix, rows.view(), band, count, bits.get(), ring.stream());
    stream_elements(graph.edges, ring,
                    [&](const Edge* edges, std::size_t edge_count, std::size_t first) {
                      find_clipped(bits.get(), graph.vertices, band * kBandRows, count, edges,
                                   edge_count, first, found.get(), ring.stream());
                    });
  }
  unsigned long long result = 0;
  check(cudaMemcpyAsync(&result, found.get(), sizeof result, cudaMemcpyDeviceToHost, ring.stream()),
        "fetch a result");
  check(cudaStreamSynchronize(ring.stream()), "look for clipped lengths");
  if (result == ~0ull) return std::nullopt;
  const std::size_t row = rows.number(static_cast<std::size_t>(result & 0xffffffffu));
  return Clipped{ascending.source(row), static_cast<std::size_t>(result >> 32)};
}

template <class Word>
Extent extent_of(const MatrixView<Word>& matrix, HeldRows rows, cudaStream_t stream) {
  const DeviceMemory<DeviceExtent> device = allocate_device<DeviceExtent>(1);
  check(cudaMemsetAsync(device.get(), 0, sizeof(DeviceExtent), stream), "clear a result");
  reduce<Word>(matrix, rows, device.get(), stream);
  DeviceExtent found = {};
  check(cudaMemcpyAsync(&found, device.get(), sizeof found, cudaMemcpyDeviceToHost, stream),
        "fetch a result");
  check(cudaStreamSynchronize(stream), "reduce the matrix");
  return {static_cast<Distance>(found.largest), found.infinite == 0};
}

template Extent extent_of<S32>(const MatrixView<S32>&, HeldRows, cudaStream_t);
template Extent extent_of<U16x2>(const MatrixView<U16x2>&, HeldRows, cudaStream_t);
template std::optional<Clipped> first_clipped<S32>(const MatrixView<S32>&, const RowSet&,
                                                   const Graph&, StagingRing&);
template std::optional<Clipped> first_clipped<U16x2>(const MatrixView<U16x2>&, const RowSet&,
                                                     const Graph&, StagingRing&);

}  // namespace apsp::gpu
