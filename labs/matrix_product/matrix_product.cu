// SPDX-License-Identifier: MIT
#include "common/gpu/device/status.hpp"
#include "labs/common/launch.hpp"
#include "labs/matrix_product/matrix_product.hpp"

namespace apsp::labs {
namespace {

constexpr unsigned kSide = 16;  // of the blocks of the first two steps

/// The element of a matrix, or the semiring's zero outside. Two zeros add nothing to a result.
template <class Semiring>
__device__ typename Semiring::Element element(const typename Semiring::Element* matrix,
                                              std::size_t rows, std::size_t columns, std::size_t i,
                                              std::size_t j) {
  return i < rows && j < columns ? matrix[i * columns + j] : Semiring::kZero;
}

/// Formula: C(i,j) = sum over k of A(i,k) B(k,j).
/// Launch: blocks of kSide x kSide threads, one for each element of C.
/// Reads and writes: a row of A and a column of B from device memory, for each element of C.
/// Synchronisation: none.
/// Cost: 8 bytes for each multiply-add, which caches serve: bound by their loads.
template <class Semiring>
__global__ void plain(ProductSize size, const typename Semiring::Element* a,
                      const typename Semiring::Element* b, typename Semiring::Element* c) {
  const std::size_t i = blockIdx.y * std::size_t{kSide} + threadIdx.y;
  const std::size_t j = blockIdx.x * std::size_t{kSide} + threadIdx.x;
  if (i >= size.rows || j >= size.columns) return;
  typename Semiring::Element sum = Semiring::kZero;
  for (std::size_t k = 0; k < size.depth; ++k) {
    sum = Semiring::step(sum, a[i * size.depth + k], b[k * size.columns + j]);
  }
  c[i * size.columns + j] = sum;
}

/// Formula, launch: same as plain.
/// Reads and writes: each tile of A and B once a block, so each element kSide times fewer.
/// Synchronisation: a barrier after tiles are loaded, and one before the next ones replace them.
/// Cost: two loads from shared memory for each multiply-add: bound by shared memory.
template <class Semiring>
__global__ void shared_tiles(ProductSize size, const typename Semiring::Element* a,
                             const typename Semiring::Element* b, typename Semiring::Element* c) {
  __shared__ typename Semiring::Element a_tile[kSide][kSide];
  __shared__ typename Semiring::Element b_tile[kSide][kSide];
  const unsigned y = threadIdx.y;
  const unsigned x = threadIdx.x;
  const std::size_t i = blockIdx.y * std::size_t{kSide} + y;
  const std::size_t j = blockIdx.x * std::size_t{kSide} + x;
  typename Semiring::Element sum = Semiring::kZero;
  for (std::size_t k0 = 0; k0 < size.depth; k0 += kSide) {
    a_tile[y][x] = element<Semiring>(a, size.rows, size.depth, i, k0 + x);
    b_tile[y][x] = element<Semiring>(b, size.depth, size.columns, k0 + y, j);
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < kSide; ++k) sum = Semiring::step(sum, a_tile[y][k], b_tile[k][x]);
    __syncthreads();
  }
  if (i < size.rows && j < size.columns) c[i * size.columns + j] = sum;
}

// ----- register tiles -----

constexpr unsigned kThreads = 256;
constexpr unsigned kTile = 128;  // rows and columns of C in a block
constexpr unsigned kHalf = kTile / 2;
constexpr unsigned kDepth = 8;          // steps of k in a stage
constexpr unsigned kOwn = 8;            // rows and columns of C in a thread: two groups of four
constexpr unsigned kPitch = kTile + 4;  // of A's stage: its stores hit 32 banks
constexpr unsigned kLoads = kTile * kDepth / kThreads;  // elements of A, and of B, in a thread

static_assert(kThreads * kOwn * kOwn == kTile * kTile, "threads share out the tile");
static_assert(kPitch % 4 == 0, "rows of a stage are read 16 bytes at a time");

/// A part of A and of B in shared memory, both with k as the row: threads read four neighbours.
template <class Element>
struct alignas(16) Stage {
  Element a[kDepth][kPitch];
  Element b[kDepth][kTile];
};

template <class Element>
struct alignas(16) Four {
  Element x[4];
};

/// The elements of a stage that one thread moves.
template <class Semiring>
struct Part {
  using Element = typename Semiring::Element;
  Element a[kLoads];
  Element b[kLoads];

  __device__ void load(ProductSize size, const Element* from_a, const Element* from_b,
                       std::size_t i0, std::size_t j0, std::size_t k0) {
#pragma unroll
    for (unsigned n = 0; n < kLoads; ++n) {
      const unsigned e = threadIdx.x + n * kThreads;
      a[n] = element<Semiring>(from_a, size.rows, size.depth, i0 + e / kDepth, k0 + e % kDepth);
      b[n] = element<Semiring>(from_b, size.depth, size.columns, k0 + e / kTile, j0 + e % kTile);
    }
  }
  __device__ void store(Stage<Element>& stage) const {
#pragma unroll
    for (unsigned n = 0; n < kLoads; ++n) {
      const unsigned e = threadIdx.x + n * kThreads;
      stage.a[e % kDepth][e / kDepth] = a[n];
      stage.b[e / kTile][e % kTile] = b[n];
    }
  }
};

/// The first of the four rows, and of the four columns, of a thread; the others lie kHalf further.
/// A warp covers 4 x 8 groups, so that it reads 64 bytes of A and 128 bytes of B without conflicts.
__device__ unsigned own_row() {
  return (threadIdx.x % 32 / 8 + threadIdx.x / 64 * 4) * 4;
}
__device__ unsigned own_column() {
  return (threadIdx.x % 8 + threadIdx.x / 32 % 2 * 8) * 4;
}

/// c = c + A x B for the thread's 8 x 8 elements and the stage's kDepth steps.
template <class Semiring, class Element>
__device__ void multiply_stage(const Stage<Element>& stage, Element (&c)[kOwn][kOwn]) {
#pragma unroll
  for (unsigned k = 0; k < kDepth; ++k) {
    Four<Element> a[2];
    Four<Element> b[2];
#pragma unroll
    for (unsigned h = 0; h < 2; ++h) {
      a[h] = *reinterpret_cast<const Four<Element>*>(&stage.a[k][own_row() + h * kHalf]);
      b[h] = *reinterpret_cast<const Four<Element>*>(&stage.b[k][own_column() + h * kHalf]);
    }
#pragma unroll
    for (unsigned i = 0; i < kOwn; ++i) {
#pragma unroll
      for (unsigned j = 0; j < kOwn; ++j) {
        c[i][j] = Semiring::step(c[i][j], a[i / 4].x[i % 4], b[j / 4].x[j % 4]);
      }
    }
  }
}

/// Formula: same as plain.
/// Launch: a block of kThreads for each tile of kTile x kTile of C; a thread has 8 x 8 of it.
/// Reads and writes: each tile of A and B once a block; C once.
/// Synchronisation: without kOverlap, a barrier before and after each stage is used. With it, the
/// next stage's loads are in flight meanwhile, and one barrier separates two stages in turn.
/// Cost: 16 elements from shared memory for 64 multiply-adds: bound by the issue rate.
template <class Semiring, bool kOverlap>
__global__ void __launch_bounds__(kThreads, 2)
    register_tiles(ProductSize size, const typename Semiring::Element* a,
                   const typename Semiring::Element* b, typename Semiring::Element* c) {
  using Element = typename Semiring::Element;
  __shared__ Stage<Element> stages[kOverlap ? 2 : 1];
  const std::size_t i0 = blockIdx.y * std::size_t{kTile};
  const std::size_t j0 = blockIdx.x * std::size_t{kTile};
  Element sums[kOwn][kOwn];
#pragma unroll
  for (auto& row : sums) {
#pragma unroll
    for (Element& sum : row) sum = Semiring::kZero;
  }

  Part<Semiring> part;
  if constexpr (kOverlap) {
    part.load(size, a, b, i0, j0, 0);
    part.store(stages[0]);
    __syncthreads();
    unsigned now = 0;
    for (std::size_t k0 = 0; k0 < size.depth; k0 += kDepth) {
      const bool more = k0 + kDepth < size.depth;
      if (more) part.load(size, a, b, i0, j0, k0 + kDepth);
      multiply_stage<Semiring>(stages[now], sums);
      if (more) part.store(stages[1 - now]);
      __syncthreads();
      now = 1 - now;
    }
  } else {
    for (std::size_t k0 = 0; k0 < size.depth; k0 += kDepth) {
      part.load(size, a, b, i0, j0, k0);
      part.store(stages[0]);
      __syncthreads();
      multiply_stage<Semiring>(stages[0], sums);
      __syncthreads();
    }
  }

#pragma unroll
  for (unsigned i = 0; i < kOwn; ++i) {
    const std::size_t row = i0 + own_row() + i / 4 * kHalf + i % 4;
#pragma unroll
    for (unsigned j = 0; j < kOwn; ++j) {
      const std::size_t column = j0 + own_column() + j / 4 * kHalf + j % 4;
      if (row < size.rows && column < size.columns) c[row * size.columns + column] = sums[i][j];
    }
  }
}

static_assert(kThreads * 4 == kTile * kDepth, "a thread moves four elements of A and four of B");

/// The four elements of A, and of B, of a stage that one thread moves. Their addresses are computed
/// once and then advance: rows of A and B are whole groups of four.
template <class Semiring>
struct FourPart {
  using Element = typename Semiring::Element;
  const Element* from_a;
  const Element* from_b;
  bool row;      // whether A has the thread's
  bool columns;  // whether B has the thread's
  Four<Element> a;
  Four<Element> b;

  /// Row and step of the thread's group of A: its stores hit 32 banks.
  static __device__ unsigned a_row() { return threadIdx.x / (kDepth / 4); }
  static __device__ unsigned a_step() { return threadIdx.x % (kDepth / 4) * 4; }
  /// Step and column of its group of B.
  static __device__ unsigned b_step() { return threadIdx.x / (kTile / 4); }
  static __device__ unsigned b_column() { return threadIdx.x % (kTile / 4) * 4; }

  __device__ FourPart(ProductSize size, const Element* first_a, const Element* first_b,
                      std::size_t i0, std::size_t j0)
      : from_a(first_a + (i0 + a_row()) * size.depth + a_step()),
        from_b(first_b + b_step() * size.columns + j0 + b_column()),
        row(i0 + a_row() < size.rows),
        columns(j0 + b_column() < size.columns) {}

  /// Loads the stage's groups; `left` steps of k are left in the matrices. Advances to the next.
  __device__ void load(ProductSize size, std::size_t left) {
    a = group(from_a, row && a_step() < left);
    b = group(from_b, columns && b_step() < left);
    from_a += kDepth;
    from_b += kDepth * size.columns;
  }
  __device__ void store(Stage<Element>& stage) const {
#pragma unroll
    for (unsigned x = 0; x < 4; ++x) stage.a[a_step() + x][a_row()] = a.x[x];
    *reinterpret_cast<Four<Element>*>(&stage.b[b_step()][b_column()]) = b;
  }

 private:
  static __device__ Four<Element> group(const Element* from, bool inside) {
    constexpr Element kZero = Semiring::kZero;
    if (inside) return *reinterpret_cast<const Four<Element>*>(from);
    return {{kZero, kZero, kZero, kZero}};
  }
};

/// Formula, launch: same as register_tiles. Depth and columns are multiples of four.
/// Reads and writes: same as register_tiles, 16 bytes a load from device memory.
/// Synchronisation: one barrier for each stage of kDepth steps; two stages take turns.
/// Cost: 2 loads from device memory, 5 stores to shared memory and 32 loads from it for 512
/// multiply-adds: bound by the issue rate.
template <class Semiring>
__global__ void __launch_bounds__(kThreads, 2)
    wide_loads(ProductSize size, const typename Semiring::Element* a,
               const typename Semiring::Element* b, typename Semiring::Element* c) {
  using Element = typename Semiring::Element;
  __shared__ Stage<Element> stages[2];
  const std::size_t i0 = blockIdx.y * std::size_t{kTile};
  const std::size_t j0 = blockIdx.x * std::size_t{kTile};
  Element sums[kOwn][kOwn];
#pragma unroll
  for (auto& row : sums) {
#pragma unroll
    for (Element& sum : row) sum = Semiring::kZero;
  }

  FourPart<Semiring> part(size, a, b, i0, j0);
  part.load(size, size.depth);
  part.store(stages[0]);
  __syncthreads();
  unsigned now = 0;
  for (std::size_t k0 = 0; k0 < size.depth; k0 += kDepth) {
    const bool more = k0 + kDepth < size.depth;
    if (more) part.load(size, size.depth - k0 - kDepth);
    multiply_stage<Semiring>(stages[now], sums);
    if (more) part.store(stages[1 - now]);
    __syncthreads();
    now = 1 - now;
  }

#pragma unroll
  for (unsigned i = 0; i < kOwn; ++i) {
    const std::size_t row = i0 + own_row() + i / 4 * kHalf + i % 4;
    if (row >= size.rows) continue;
#pragma unroll
    for (unsigned h = 0; h < 2; ++h) {
      const std::size_t column = j0 + own_column() + h * kHalf;
      if (column >= size.columns) continue;
      *reinterpret_cast<Four<Element>*>(c + row * size.columns + column) = {
          {sums[i][4 * h], sums[i][4 * h + 1], sums[i][4 * h + 2], sums[i][4 * h + 3]}};
    }
  }
}

template <class Semiring>
using Kernel = void (*)(ProductSize, const typename Semiring::Element*,
                        const typename Semiring::Element*, typename Semiring::Element*);

/// Launches a block of `kBlockSide` x `kBlockSide` elements for each part of C.
template <class Semiring, Kernel<Semiring> kKernel, unsigned kBlockSide, unsigned kX, unsigned kY>
void launch(ProductSize size, const typename Semiring::Element* a,
            const typename Semiring::Element* b, typename Semiring::Element* c) {
  if (size.rows == 0 || size.columns == 0) return;
  const dim3 grid(static_cast<unsigned>(blocks_for(size.columns, kBlockSide)),
                  static_cast<unsigned>(blocks_for(size.rows, kBlockSide)));
  kKernel<<<grid, dim3(kX, kY)>>>(size, a, b, c);
  gpu::check_launch("multiply matrices");
}

/// Takes loads of 16 bytes where rows begin at multiples of 16 bytes, single elements elsewhere.
template <class Semiring>
void by_wide_loads(ProductSize size, const typename Semiring::Element* a,
                   const typename Semiring::Element* b, typename Semiring::Element* c) {
  if (size.depth % 4 == 0 && size.columns % 4 == 0) {
    launch<Semiring, wide_loads<Semiring>, kTile, kThreads, 1>(size, a, b, c);
  } else {
    launch<Semiring, register_tiles<Semiring, true>, kTile, kThreads, 1>(size, a, b, c);
  }
}

template <class S>
constexpr ProductStep<S> kSteps[] = {
    {"plain", launch<S, plain<S>, kSide, kSide, kSide>},
    {"shared tiles of 16", launch<S, shared_tiles<S>, kSide, kSide, kSide>},
    {"register tiles of 8", launch<S, register_tiles<S, false>, kTile, kThreads, 1>},
    {"register tiles, next in flight", launch<S, register_tiles<S, true>, kTile, kThreads, 1>},
    {"register tiles, loads of 16 bytes", by_wide_loads<S>},
};

}  // namespace

template <class Semiring>
std::span<const ProductStep<Semiring>> product_steps() {
  return kSteps<Semiring>;
}

template std::span<const ProductStep<PlusTimes>> product_steps();
template std::span<const ProductStep<MinPlus>> product_steps();

}  // namespace apsp::labs
