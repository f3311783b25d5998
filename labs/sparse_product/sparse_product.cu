// SPDX-License-Identifier: MIT
// After Bell and Garland, "Implementing sparse matrix-vector multiplication on throughput-oriented
// processors" (2009).
#include <type_traits>

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

/// Loads four neighbouring elements that are used once: they leave the caches to x.
template <class Element>
__device__ Four<Element> load_once(const Element* from) {
  Four<Element> four;
  *reinterpret_cast<uint4*>(&four) = __ldcs(reinterpret_cast<const uint4*>(from));
  return four;
}

/// The sum of the row [begin, end) in each of its kLanes lanes, of which this is `lane`; x(column)
/// is at x[column - low]. Loads are of 16 bytes, from multiples of four entries on: entries of the
/// rows before and after come along and add nothing. All lanes of the warp must call it.
template <class Semiring, unsigned kLanes>
__device__ typename Semiring::Element sum_of_row(const Operands<Semiring>& o, std::uint32_t begin,
                                                 std::uint32_t end, unsigned lane,
                                                 const typename Semiring::Element* x,
                                                 std::uint32_t low) {
  using Element = typename Semiring::Element;
  Element sum = Semiring::kZero;
#pragma unroll 2
  for (std::uint32_t e = begin / 4 * 4 + 4 * lane; e < end; e += 4 * kLanes) {
    const auto columns = load_once(o.columns + e);
    const auto values = load_once(o.values + e);
#pragma unroll
    for (unsigned n = 0; n < 4; ++n) {
      const bool own = e + n - begin < end - begin;  // wraps below begin
      if (own) sum = Semiring::step(sum, values.x[n], x[columns.x[n] - low]);
    }
  }
#pragma unroll
  for (unsigned distance = kLanes / 2; distance > 0; distance /= 2) {
    sum = Semiring::add(sum, __shfl_xor_sync(kAll, sum, distance));
  }
  return sum;
}

/// Formula: same as vector.
/// Launch: kLanes threads for each row.
/// Reads and writes: same as vector, 16 bytes a load.
/// Synchronisation: same as vector.
/// Cost: 8 bytes an entry. A lane has 32 bytes of entries under way and asks four times less often.
/// Gathers of x touch a line of the cache for each entry.
template <class Semiring, unsigned kLanes>
__global__ void __launch_bounds__(kThreads) fours(const Operands<Semiring> o) {
  const std::size_t thread = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  const std::size_t row = thread / kLanes;
  const unsigned lane = threadIdx.x % kLanes;
  const std::uint32_t begin = row < o.rows ? o.begins[row] : 0;
  const std::uint32_t end = row < o.rows ? o.begins[row + 1] : 0;
  const auto sum = sum_of_row<Semiring, kLanes>(o, begin, end, lane, o.x, 0);
  if (lane == 0 && row < o.rows) o.y[row] = sum;
}

/// A band of neighbouring rows, those of a block whose rows have kLanes lanes each.
template <unsigned kRowLanes>
struct Band {
  static constexpr unsigned kLanes = kRowLanes;
  static constexpr unsigned kThreads = 512;
  static constexpr unsigned kAtOnce = kThreads / kLanes;
  static constexpr unsigned kRows = 4 * kAtOnce;
};
constexpr unsigned kWindow = 6144;  // elements of x that a block holds

/// Formula: same as vector.
/// Launch: a block of B::kThreads for B::kRows rows.
/// Reads and writes: same as fours. If the columns of the band span at most kWindow elements of x,
/// the block loads these once, into shared memory; otherwise it gathers them from memory.
/// Synchronisation: barriers after the rows' begins, the band's columns and the window are stored;
/// all threads reach them.
/// Cost: 8 bytes an entry. Shared memory serves 32 words from 32 banks at once, wherever they lie.
template <class Semiring, class B>
__global__ void __launch_bounds__(B::kThreads) windowed(const Operands<Semiring> o) {
  using Element = typename Semiring::Element;
  __shared__ Element window[kWindow];
  __shared__ std::uint32_t begins[B::kRows + 1];
  __shared__ std::uint32_t low;   // the least column of the band
  __shared__ std::uint32_t high;  // the largest one
  const std::size_t first = blockIdx.x * std::size_t{B::kRows};
  for (unsigned r = threadIdx.x; r <= B::kRows; r += B::kThreads) {
    begins[r] = o.begins[first + r < o.rows ? first + r : o.rows];
  }
  if (threadIdx.x == 0) {
    low = 0xffffffffu;
    high = 0;
  }
  __syncthreads();
  for (unsigned r = threadIdx.x; r < B::kRows; r += B::kThreads) {
    if (begins[r] == begins[r + 1]) continue;
    atomicMin(&low, o.columns[begins[r]]);  // columns of a row ascend
    atomicMax(&high, o.columns[begins[r + 1] - 1]);
  }
  __syncthreads();
  const bool fits = low <= high && high - low < kWindow;
  if (fits) {
    for (unsigned c = threadIdx.x; c <= high - low; c += B::kThreads) window[c] = o.x[low + c];
  }
  __syncthreads();

  const unsigned lane = threadIdx.x % B::kLanes;
#pragma unroll 1
  for (unsigned r = threadIdx.x / B::kLanes; r < B::kRows; r += B::kAtOnce) {
    const auto sum =
        fits ? sum_of_row<Semiring, B::kLanes>(o, begins[r], begins[r + 1], lane, window, low)
             : sum_of_row<Semiring, B::kLanes>(o, begins[r], begins[r + 1], lane, o.x, 0);
    if (lane == 0 && first + r < o.rows) o.y[first + r] = sum;
  }
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

/// Calls `launch` with as many lanes as make a row two loads of each on average, a power of two
/// from 2 to 32, as a constant.
template <class Semiring, class Launch>
void with_lanes(const Operands<Semiring>& operands, const Launch& launch) {
  const std::size_t average = operands.rows == 0 ? 0 : operands.entries / operands.rows;
  if (average >= 192) return launch(std::integral_constant<unsigned, 32>{});
  if (average >= 96) return launch(std::integral_constant<unsigned, 16>{});
  if (average >= 48) return launch(std::integral_constant<unsigned, 8>{});
  if (average >= 24) return launch(std::integral_constant<unsigned, 4>{});
  launch(std::integral_constant<unsigned, 2>{});
}

template <class Semiring>
void by_fours(const Operands<Semiring>& operands) {
  with_lanes<Semiring>(operands, [&](auto lanes) {
    launch<Semiring, fours<Semiring, lanes.value>, lanes.value>(operands);
  });
}

template <class Semiring>
void by_windows(const Operands<Semiring>& operands) {
  if (operands.rows == 0) return;
  with_lanes<Semiring>(operands, [&](auto lanes) {
    using B = Band<lanes.value>;
    windowed<Semiring, B>
        <<<static_cast<unsigned>(blocks_for(operands.rows, B::kRows)), B::kThreads>>>(operands);
    gpu::check_launch("multiply a sparse matrix");
  });
}

template <class S>
constexpr SparseStep<S> kSteps[] = {
    {"CSR, a thread a row", launch<S, scalar<S>, 1>},
    {"CSR, x near the diagonal cached", launch<S, cached<S>, 1>},
    {"CSR, a warp a row", launch<S, vector<S, kWarp>, kWarp>},
    {"CSR, lanes as rows are long", by_lanes<S>},
    {"ELL, a thread a row", launch<S, ell<S>, 1>},
    {"CSR, four entries a load", by_fours<S>},
    {"CSR, x of a band in shared memory", by_windows<S>},
};

}  // namespace

template <class Semiring>
std::span<const SparseStep<Semiring>> sparse_steps() {
  return kSteps<Semiring>;
}

template std::span<const SparseStep<PlusTimes>> sparse_steps();
template std::span<const SparseStep<MinPlus>> sparse_steps();

}  // namespace apsp::labs
