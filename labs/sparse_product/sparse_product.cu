// SPDX-License-Identifier: MIT
// After Bell and Garland, "Implementing sparse matrix-vector multiplication on throughput-oriented
// processors" (2009).
#include "common/gpu/device/status.hpp"
#include "labs/common/launch.hpp"
#include "labs/sparse_product/sparse_product.hpp"

namespace apsp::labs {
namespace {

constexpr unsigned kThreads = 128;
constexpr unsigned kWarp = 32;
constexpr unsigned kAll = 0xffffffffu;

template <class Semiring>
using Operands = SparseOperands<typename Semiring::Element>;

/// Formula: y(i) = sum over the entries of row i of value x(column).
/// Launch: a thread for each row.
/// Reads and writes: each entry once; x as columns say; y once.
/// Synchronisation: none.
/// Cost: 8 bytes an entry, but lanes read rows that lie far apart: each load touches 32 sectors.
template <class Semiring>
__global__ void scalar(const Operands<Semiring> o) {
  const std::size_t row = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  if (row >= o.rows) return;
  const std::uint32_t end = o.begins[row + 1];
  auto sum = Semiring::kZero;
  for (std::uint32_t e = o.begins[row]; e < end; ++e) {
    sum = Semiring::step(sum, o.values[e], o.x[o.columns[e]]);
  }
  o.y[row] = sum;
}

/// Formula, launch, reads and writes: same as scalar; the block's part of x from shared memory.
/// Synchronisation: a barrier after that part is loaded; all threads reach it.
/// Cost: a comparison an entry, to save loads near the diagonal that the cache serves as well.
template <class Semiring>
__global__ void cached(const Operands<Semiring> o) {
  __shared__ typename Semiring::Element cache[kThreads];
  const std::size_t first = blockIdx.x * std::size_t{kThreads};
  const std::size_t row = first + threadIdx.x;
  if (row < o.rows) cache[threadIdx.x] = o.x[row];
  __syncthreads();
  if (row >= o.rows) return;
  const std::uint32_t end = o.begins[row + 1];
  auto sum = Semiring::kZero;
  for (std::uint32_t e = o.begins[row]; e < end; ++e) {
    const std::size_t column = o.columns[e];
    const bool near = column >= first && column - first < kThreads;  // also below rows, as columns
    sum = Semiring::step(sum, o.values[e], near ? cache[column - first] : o.x[column]);
  }
  o.y[row] = sum;
}

/// Formula: same as scalar; kLanes neighbouring lanes share a row and add up by shuffles.
/// Launch: kLanes threads for each row.
/// Reads and writes: same as scalar, but lanes read neighbouring entries.
/// Synchronisation: shuffles of whole warps; lanes beyond the last row have no entries.
/// Cost: 8 bytes an entry, bound by memory where rows are not shorter than kLanes.
template <class Semiring, unsigned kLanes>
__global__ void vector(const Operands<Semiring> o) {
  const std::size_t thread = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  const std::size_t row = thread / kLanes;
  const unsigned lane = threadIdx.x % kLanes;
  const std::uint32_t begin = row < o.rows ? o.begins[row] : 0;
  const std::uint32_t end = row < o.rows ? o.begins[row + 1] : 0;
  auto sum = Semiring::kZero;
#pragma unroll 2
  for (std::size_t e = std::size_t{begin} + lane; e < end; e += kLanes) {
    sum = Semiring::step(sum, o.values[e], o.x[o.columns[e]]);
  }
#pragma unroll
  for (unsigned distance = kLanes / 2; distance > 0; distance /= 2) {
    sum = Semiring::add(sum, __shfl_xor_sync(kAll, sum, distance));
  }
  if (lane == 0 && row < o.rows) o.y[row] = sum;
}

template <class Element>
struct alignas(16) Four {
  Element x[4];
};

/// Formula: same as vector.
/// Launch: kLanes threads for each row.
/// Reads and writes: same as vector, 16 bytes a load from multiples of four entries on. Entries of
/// the rows before and after come along and add nothing.
/// Synchronisation: same as vector.
/// Cost: 8 bytes an entry. A lane has 32 bytes of entries under way, or 64 where rows are longer
/// than 4 kLanes, and asks four times less often.
template <class Semiring, unsigned kLanes>
__global__ void __launch_bounds__(kThreads) fours(const Operands<Semiring> o) {
  using Element = typename Semiring::Element;
  const std::size_t thread = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  const std::size_t row = thread / kLanes;
  const unsigned lane = threadIdx.x % kLanes;
  const std::size_t begin = row < o.rows ? o.begins[row] : 0;
  const std::size_t end = row < o.rows ? o.begins[row + 1] : 0;
  auto sum = Semiring::kZero;
#pragma unroll 2
  for (std::size_t e = begin / 4 * 4 + 4 * lane; e < end; e += 4 * kLanes) {
    if (e + 4 <= o.entries) {
      const auto columns = *reinterpret_cast<const Four<std::uint32_t>*>(o.columns + e);
      const auto values = *reinterpret_cast<const Four<Element>*>(o.values + e);
#pragma unroll
      for (unsigned n = 0; n < 4; ++n) {
        const bool own = e + n >= begin && e + n < end;
        const Element next = Semiring::step(sum, values.x[n], o.x[columns.x[n]]);
        sum = own ? next : sum;
      }
    } else {  // the last entries of the matrix
      for (std::size_t n = e < begin ? begin : e; n < end; ++n) {
        sum = Semiring::step(sum, o.values[n], o.x[o.columns[n]]);
      }
    }
  }
#pragma unroll
  for (unsigned distance = kLanes / 2; distance > 0; distance /= 2) {
    sum = Semiring::add(sum, __shfl_xor_sync(kAll, sum, distance));
  }
  if (lane == 0 && row < o.rows) o.y[row] = sum;
}

/// Formula: same as scalar, on the padded matrix.
/// Launch: a thread for each row.
/// Reads and writes: `width` entries a row; neighbouring lanes read neighbouring words.
/// Synchronisation: none.
/// Cost: 8 bytes an entry, those that fill up included: bound by memory.
template <class Semiring>
__global__ void ell(const Operands<Semiring> o) {
  const std::size_t row = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  if (row >= o.rows) return;
  auto sum = Semiring::kZero;
#pragma unroll 4
  for (std::size_t k = 0; k < o.width; ++k) {
    const std::size_t e = k * o.rows + row;
    sum = Semiring::step(sum, o.padded_values[e], o.x[o.padded_columns[e]]);
  }
  o.y[row] = sum;
}

template <class Semiring>
using Kernel = void (*)(Operands<Semiring>);

template <class Semiring, Kernel<Semiring> kKernel, std::size_t kLanes>
void launch(const Operands<Semiring>& operands) {
  if (operands.rows == 0) return;
  kKernel<<<static_cast<unsigned>(blocks_for(operands.rows, kThreads / kLanes)), kThreads>>>(
      operands);
  gpu::check_launch("multiply a sparse matrix");
}

/// Takes as many lanes as a row has entries on average, a power of two from 4 to 32.
template <class Semiring>
void by_lanes(const Operands<Semiring>& operands) {
  const std::size_t average = operands.rows == 0 ? 0 : operands.entries / operands.rows;
  if (average >= 32) return launch<Semiring, vector<Semiring, 32>, 32>(operands);
  if (average >= 16) return launch<Semiring, vector<Semiring, 16>, 16>(operands);
  if (average >= 8) return launch<Semiring, vector<Semiring, 8>, 8>(operands);
  launch<Semiring, vector<Semiring, 4>, 4>(operands);
}

/// Takes as many lanes as make a row two loads of each on average, a power of two from 2 to 32.
template <class Semiring>
void by_fours(const Operands<Semiring>& operands) {
  const std::size_t average = operands.rows == 0 ? 0 : operands.entries / operands.rows;
  if (average >= 192) return launch<Semiring, fours<Semiring, 32>, 32>(operands);
  if (average >= 96) return launch<Semiring, fours<Semiring, 16>, 16>(operands);
  if (average >= 48) return launch<Semiring, fours<Semiring, 8>, 8>(operands);
  if (average >= 24) return launch<Semiring, fours<Semiring, 4>, 4>(operands);
  launch<Semiring, fours<Semiring, 2>, 2>(operands);
}

template <class S>
constexpr SparseStep<S> kSteps[] = {
    {"CSR, a thread a row", launch<S, scalar<S>, 1>},
    {"CSR, x near the diagonal cached", launch<S, cached<S>, 1>},
    {"CSR, a warp a row", launch<S, vector<S, kWarp>, kWarp>},
    {"CSR, lanes as rows are long", by_lanes<S>},
    {"ELL, a thread a row", launch<S, ell<S>, 1>},
    {"CSR, four entries a load", by_fours<S>},
};

}  // namespace

template <class Semiring>
std::span<const SparseStep<Semiring>> sparse_steps() {
  return kSteps<Semiring>;
}

template std::span<const SparseStep<PlusTimes>> sparse_steps();
template std::span<const SparseStep<MinPlus>> sparse_steps();

}  // namespace apsp::labs
