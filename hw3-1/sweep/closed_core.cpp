// SPDX-License-Identifier: MIT
#include "hw3-1/sweep/closed_core.hpp"

#include <algorithm>

#include "common/base/parallel_for.hpp"
#include "hw3-1/dense/floyd_warshall.hpp"
#include "hw3-1/dense/tile_matrix.hpp"

namespace apsp::cpu {
namespace {

template <typename Element>
void fill(TileMatrix<Element>& matrix, const sparse::CoreGraph<sparse::LengthOf<Element>>& core) {
  using Length = sparse::LengthOf<Element>;
  const std::size_t vertices = core.vertices();
  const auto fill_rows = [&](std::vector<Length>& lengths, std::size_t tile_row) {
    lengths.resize(vertices);
    std::fill_n(matrix.tile(tile_row, 0), matrix.tiles() * matrix.kTileElements,
                kInfinity<Element>);
    const std::size_t end = std::min((tile_row + 1) * kTile, vertices);
    for (std::size_t v = tile_row * kTile; v < end; ++v) {
      core.departures(v, lengths);
      for (std::size_t u = 0; u < vertices; u += kTile) {
        const std::size_t count = std::min(kTile, vertices - u);
        std::transform(lengths.data() + u, lengths.data() + u + count, matrix.at(v, u),
                       narrowed<Element>);
      }
    }
  };
  parallel_for_with(
      matrix.tiles(), [] { return std::vector<Length>(); }, fill_rows);
}

std::size_t count_strips(std::size_t vertices, std::size_t batch) {
  return (vertices + batch - 1) / batch;
}

/// out[i][j] = in[j][i] for the first `rows` rows of `out`; both have kSide columns. Block by
/// block, so that cache lines are read and written whole.
template <typename Element, std::size_t kSide>
void transpose(const Element* in, Element* out, std::size_t rows) {
  constexpr std::size_t kBlock = std::min<std::size_t>(64 / sizeof(Element), 16);
  for (std::size_t i = 0; i < rows; i += kBlock) {
    for (std::size_t j = 0; j < kSide; j += kBlock) {
      for (std::size_t y = i; y < std::min(i + kBlock, rows); ++y) {
        for (std::size_t x = j; x < j + kBlock; ++x) out[y * kSide + x] = in[x * kSide + y];
      }
    }
  }
}

}  // namespace

template <typename Element>
ClosedCore<Element>::ClosedCore(const sparse::CoreGraph<sparse::LengthOf<Element>>& core,
                                const KernelSet& kernels, Observer& observer)
    : vertices_(core.vertices()),
      rows_(count_strips(core.vertices(), kBatch<Element>) * core.vertices() * kBatch<Element>) {
  TileMatrix<Element> matrix(vertices_);
  fill(matrix, core);
  Pages<std::byte> workspace = make_workspace<Element>(vertices_, kernels);
  CancelOnly silent(observer);  // the progress that is shown is that of the sweeps
  close_matrix(matrix, workspace, kernels, silent);
  stop_if_cancelled(observer);
  constexpr std::size_t kStep = std::min(kTile, kBatch<Element>);  // within a tile
  parallel_for(strips(), [&](std::size_t n) {
    Element* row = rows_.data() + n * vertices_ * kBatch<Element>;
    for (std::size_t v = 0; v < vertices_; ++v, row += kBatch<Element>) {
      for (std::size_t j = 0; j < kBatch<Element>; j += kStep) {
        const std::size_t u = n * kBatch<Element> + j;
        if (u < matrix.tiles() * kTile) {
          std::copy_n(matrix.at(v, u), kStep, row + j);
        } else {
          std::fill_n(row + j, kStep, kInfinity<Element>);
        }
      }
    }
  });
}

template <typename Element>
std::size_t ClosedCore<Element>::strips() const {
  return count_strips(vertices_, kBatch<Element>);
}

template <typename Element>
bool ClosedCore<Element>::symmetric() const {
  for (std::size_t n = 0; n < strips(); ++n) {
    const std::size_t first = n * kBatch<Element>;
    const std::size_t end = std::min(first + kBatch<Element>, vertices_);
    for (std::size_t v = 0; v < end; ++v) {  // to u from `first` on, of which v may be one
      const Element* there = strip(n) + v * kBatch<Element>;
      const Element* back = strip(v / kBatch<Element>) + v % kBatch<Element>;
      for (std::size_t u = first; u < end; ++u) {
        if (there[u - first] != back[u * kBatch<Element>]) return false;
      }
    }
  }
  return true;
}

template <typename Element>
std::size_t ClosedCore<Element>::bytes_for(std::size_t vertices, const KernelSet& kernels) {
  return TileMatrix<Element>::bytes_for(vertices) + workspace_bytes<Element>(vertices, kernels) +
         count_strips(vertices, kBatch<Element>) * vertices * kRowBytes;
}

template <typename Element>
CoreCrossing<Element>::CoreCrossing(const ClosedCore<Element>& core,
                                    const LaneKernels<Element>& kernels)
    : core_(core),
      kernels_(kernels),
      arrivals_(kBatch<Element>),
      infinite_(kBatch<Element>),
      block_(kBatch<Element> * kBatch<Element>) {
  std::fill_n(infinite_.data(), kBatch<Element>, kInfinity<Element>);
}

template <typename Element>
std::size_t CoreCrossing<Element>::bytes_for(std::size_t vertices) {
  return kBatch<Element> *
         (kRowBytes +
          2 * vertices * (sizeof(std::int32_t) + sizeof(Element)));  // grown by doubling
}

/// Collects the finite lengths of each lane.
template <typename Element>
void CoreCrossing<Element>::gather(const Element* rows) {
  for (Arrivals& arrivals : arrivals_) {
    arrivals.vertices.clear();
    arrivals.lengths.clear();
  }
  for (std::size_t v = 0; v < core_.vertices(); ++v, rows += kBatch<Element>) {
    unsigned difference = 0;  // no branch inside, so that the compiler vectorizes it
    for (std::size_t lane = 0; lane < kBatch<Element>; ++lane) {
      if constexpr (std::is_floating_point_v<Element>) {
        difference |= static_cast<unsigned>(rows[lane] < kInfinity<Element>);
      } else {
        difference |= static_cast<unsigned>(rows[lane] ^ kInfinity<Element>);
      }
    }
    if (difference == 0) continue;
    for (std::size_t lane = 0; lane < kBatch<Element>; ++lane) {
      if (rows[lane] == kInfinity<Element>) continue;
      arrivals_[lane].vertices.push_back(static_cast<std::int32_t>(v));
      arrivals_[lane].lengths.push_back(rows[lane]);
    }
  }
}

template <typename Element>
void CoreCrossing<Element>::run(Element* rows) {
  gather(rows);
  for (std::size_t strip = 0; strip < core_.strips(); ++strip) {
    for (std::size_t lane = 0; lane < kBatch<Element>; ++lane) {
      const Arrivals& arrivals = arrivals_[lane];
      kernels_.pull(block_.data() + lane * kBatch<Element>, infinite_.data(), core_.strip(strip),
                    {arrivals.vertices.data(), arrivals.lengths.data(), arrivals.vertices.size()});
    }
    const std::size_t first = strip * kBatch<Element>;
    transpose<Element, kBatch<Element>>(block_.data(), rows + first * kBatch<Element>,
                                        std::min(kBatch<Element>, core_.vertices() - first));
  }
}

template class ClosedCore<std::uint8_t>;
template class ClosedCore<std::uint16_t>;
template class ClosedCore<std::int32_t>;
template class ClosedCore<float>;
template class ClosedCore<double>;
template class CoreCrossing<std::uint8_t>;
template class CoreCrossing<std::uint16_t>;
template class CoreCrossing<std::int32_t>;
template class CoreCrossing<float>;
template class CoreCrossing<double>;

}  // namespace apsp::cpu
