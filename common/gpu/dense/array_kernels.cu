// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "common/gpu/dense/array_kernels.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.cuh"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {
namespace {

constexpr unsigned kThreads = 256;
constexpr std::size_t kMostRows = 4096;  // of a grid, whose blocks take every so many rows
constexpr int kBeyondAllBits = -2000;    // below the lowest bit of float64

/// The caller's array as kernels see it.
template <typename T>
struct Weights {
  const T* data;
  std::size_t vertices;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t column_stride;
  double no_edge;  // NaN: none beside infinities and NaN
  bool loops;
  bool unweighted;

  /// The element of an edge as float64; NaN: it is no edge.
  __device__ double operator()(std::size_t row, std::size_t column) const {
    const double weight =
        static_cast<double>(data[static_cast<std::ptrdiff_t>(row) * row_stride +
                                 static_cast<std::ptrdiff_t>(column) * column_stride]);
    if (!isfinite(weight) || weight == no_edge || (!loops && row == column)) return nan("");
    return unweighted ? 1.0 : weight;
  }

  /// Whether float64 changes the element.
  __device__ bool rounds(std::size_t row, std::size_t column, double weight) const {
    if constexpr (std::is_same_v<T, long long>) {
      const T exact = data[static_cast<std::ptrdiff_t>(row) * row_stride +
                           static_cast<std::ptrdiff_t>(column) * column_stride];
      return !unweighted &&
             (weight >= 0x1p63 || static_cast<T>(weight) != (exact < 0 ? -exact : exact));
    }
    return false;
  }
};

/// The power of two of the lowest bit that is set in a positive number.
__device__ int lowest_bit(double number) {
  int exponent = 0;
  const auto mantissa = static_cast<long long>(ldexp(frexp(number, &exponent), 53));
  return exponent - 54 + __ffsll(mantissa);
}

template <typename T>
Weights<T> weights_of(const DeviceWeights& weights) {
  return {static_cast<const T*>(weights.data),
          weights.vertices,
          weights.row_stride,
          weights.column_stride,
          weights.no_edge.value_or(std::nan("")),
          weights.loops,
          weights.unweighted};
}

/// Calls `function` with the array in the type of its elements.
template <class Function>
void with_weights(const DeviceWeights& weights, const Function& function) {
  switch (weights.element) {
    case Element::kFloat64:
      return function(weights_of<double>(weights));
    case Element::kFloat32:
      return function(weights_of<float>(weights));
    case Element::kInt64:
      return function(weights_of<long long>(weights));
    case Element::kInt32:
      return function(weights_of<std::int32_t>(weights));
    case Element::kUint16:
      return function(weights_of<std::uint16_t>(weights));
    case Element::kUint8:
      return function(weights_of<std::uint8_t>(weights));
  }
}

dim3 grid_of(std::size_t vertices) {
  return {static_cast<unsigned>((vertices + kThreads - 1) / kThreads),
          static_cast<unsigned>(std::min(vertices, kMostRows))};
}

/// Formula: the first negative weight; of those other than 0 number, largest and lowest bit.
/// Launch: grid_of(V) blocks of kThreads; a thread for one element of every gridDim.y-th row.
/// Reads and writes: reads each element once; adds to *scan atomically, once a warp.
/// Synchronisation: none but the atomics; all lanes of a warp reach the shuffles.
/// Cost: an element read each, bound by memory.
template <typename T>
__global__ void scan_kernel(Weights<T> weights, WeightScan* scan) {
  const std::size_t column = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  double largest = 0;
  int lowest = no_scan().lowest;
  unsigned edges = 0;
  for (std::size_t row = blockIdx.y; column < weights.vertices && row < weights.vertices;
       row += gridDim.y) {
    double weight = weights(row, column);
    if (weight < 0) atomicMin(&scan->negative, row * weights.vertices + column);
    weight = fabs(weight);
    if (!(weight > 0)) continue;
    if (row == column && !(weights(row, column) < 0)) continue;
    ++edges;
    largest = fmax(largest, weight);
    lowest = min(lowest, weights.rounds(row, column, weight) ? kBeyondAllBits : lowest_bit(weight));
  }
  for (int lanes = 16; lanes > 0; lanes /= 2) {
    largest = fmax(largest, __shfl_xor_sync(~0u, largest, lanes));
    lowest = min(lowest, __shfl_xor_sync(~0u, lowest, lanes));
    edges += __shfl_xor_sync(~0u, edges, lanes);
  }
  if (threadIdx.x % 32 != 0 || edges == 0) return;
  atomicAdd(&scan->edges, edges);
  atomicMax(&scan->largest, static_cast<unsigned long long>(__double_as_longlong(largest)));
  atomicMin(&scan->lowest, lowest);
}

/// Formula: d(r,c) = element_of_weight(w(r,c)), min(w(r,c), w(c,r)) with `both_ways`; if r = c only
/// where that is negative.
/// Launch: grid_of(V) blocks of kThreads; a thread for one element of every gridDim.y-th row.
/// Reads and writes: reads each weight once or twice; writes each element of an edge once.
/// Synchronisation: none; after fill() on the same stream.
/// Cost: bound by memory; with `both_ways` a column of the array for each warp.
template <class Word, typename T>
__global__ void read_kernel(MatrixView<Word> matrix, Weights<T> weights, int exponent,
                            bool both_ways) {
  using Cell = typename Word::Element;
  const std::size_t column = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (column >= weights.vertices) return;
  for (std::size_t row = blockIdx.y; row < weights.vertices; row += gridDim.y) {
    double weight = weights(row, column);
    if (both_ways) weight = fmin(weight, weights(column, row));  // the number, beside a NaN
    if (isnan(weight) || (row == column && weight >= 0)) continue;
    reinterpret_cast<Cell*>(matrix.words + row * matrix.layout.pitch())[column] =
        element_of_weight<Word>(ldexp(weight, -exponent));
  }
}

/// Formula: to(n) = from(n) 2^exponent, and no path where from(n) is kUnreachable.
/// Launch: blocks of kThreads; a thread for each distance.
/// Reads and writes: reads and writes each once.
/// Synchronisation: none.
/// Cost: bound by memory.
template <typename T>
__global__ void write_kernel(const Distance* from, std::size_t count, int exponent, T* to) {
  const std::size_t n = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (n >= count) return;
  const Distance distance = from[n];
  if constexpr (std::is_floating_point_v<T>) {
    to[n] = static_cast<T>(
        distance == kUnreachable ? HUGE_VAL : ldexp(static_cast<double>(distance), exponent));
  } else {
    to[n] = distance == kUnreachable && sizeof(T) == 2 ? static_cast<T>(65535)
                                                       : static_cast<T>(distance);
  }
}

/// Formula: to(n,j) = d(rows[first + n], j) in the type of `to`; *outside = 1 where that has none.
/// Launch: (columns / kThreads, rows) blocks of kThreads; a thread for each distance.
/// Reads and writes: reads and writes each once.
/// Synchronisation: none; all that write to *outside write 1.
/// Cost: bound by memory.
template <typename T>
__global__ void write_numbers_kernel(MatrixView<F64> matrix, HeldRows rows, std::size_t first,
                                     T* to, std::uint32_t* outside) {
  const std::size_t column = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  const std::size_t vertices = matrix.layout.vertices;
  if (column >= vertices) return;
  const std::size_t row = rows[first + blockIdx.y];
  const double length = __longlong_as_double(
      static_cast<long long>(matrix.words[row * matrix.layout.pitch() + column]));
  T number{};
  if constexpr (std::is_floating_point_v<T>) {
    number = static_cast<T>(length);
    if (isinf(number) && !isinf(length)) *outside = 1;
  } else if (isinf(length)) {
    number = sizeof(T) == 2 ? static_cast<T>(65535) : static_cast<T>(kUnreachable);
  } else {
    const bool fits =
        sizeof(T) == 2 ? length >= 0 && length < 65535 : fabs(length) < double{kUnreachable};
    if (!fits) *outside = 1;
    number = fits ? static_cast<T>(length) : T{};
  }
  to[static_cast<std::size_t>(blockIdx.y) * vertices + column] = number;
}

/// Calls `write` with the numbers of `to`, from element `first` on, in their type.
template <class Write>
void with_rows(const DeviceRows& to, std::size_t first, const Write& write) {
  switch (to.element) {
    case Element::kFloat64:
      return write(static_cast<double*>(to.data) + first);
    case Element::kFloat32:
      return write(static_cast<float*>(to.data) + first);
    case Element::kUint16:
      return write(static_cast<std::uint16_t*>(to.data) + first);
    default:
      return write(static_cast<Distance*>(to.data) + first);
  }
}

}  // namespace

void scan_weights(const DeviceWeights& weights, WeightScan* scan, cudaStream_t stream) {
  with_weights(weights, [&](const auto& array) {
    scan_kernel<<<grid_of(weights.vertices), kThreads, 0, stream>>>(array, scan);
  });
  check_launch("scan the weights");
}

template <class Word>
void read_weights(const MatrixView<Word>& matrix, const DeviceWeights& weights, int exponent,
                  bool both_ways, cudaStream_t stream) {
  with_weights(weights, [&](const auto& array) {
    read_kernel<Word>
        <<<grid_of(weights.vertices), kThreads, 0, stream>>>(matrix, array, exponent, both_ways);
  });
  check_launch("read the weights");
}

template void read_weights<S32>(const MatrixView<S32>&, const DeviceWeights&, int, bool,
                                cudaStream_t);
template void read_weights<U16x2>(const MatrixView<U16x2>&, const DeviceWeights&, int, bool,
                                  cudaStream_t);
template void read_weights<F32>(const MatrixView<F32>&, const DeviceWeights&, int, bool,
                                cudaStream_t);
template void read_weights<F64>(const MatrixView<F64>&, const DeviceWeights&, int, bool,
                                cudaStream_t);

void write_distances(const Distance* from, std::size_t count, int exponent, const DeviceRows& to,
                     std::size_t first, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>((count + kThreads - 1) / kThreads);
  with_rows(to, first, [&](auto* out) {
    write_kernel<<<blocks, kThreads, 0, stream>>>(from, count, exponent, out);
  });
  check_launch("write distances");
}

void write_numbers(const MatrixView<F64>& matrix, HeldRows rows, std::size_t first,
                   std::size_t count, const DeviceRows& to, std::uint32_t* outside,
                   cudaStream_t stream) {
  const dim3 blocks(grid_of(matrix.layout.vertices).x, static_cast<unsigned>(count));
  with_rows(to, first * matrix.layout.vertices, [&](auto* out) {
    write_numbers_kernel<<<blocks, kThreads, 0, stream>>>(matrix, rows, first, out, outside);
  });
  check_launch("write numbers");
}

}  // namespace apsp::gpu
