// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "common/gpu/device/status.hpp"
#include "labs/common/launch.hpp"
#include "labs/heat/heat.hpp"

namespace apsp::labs {
namespace {

constexpr unsigned kBlockX = 32;
constexpr unsigned kBlockY = 8;

__device__ bool inside(Plate plate, std::size_t i, std::size_t j) {
  return i < plate.rows && j < plate.columns;
}

/// Whether the point is one of the plate and none of its edges.
__device__ bool is_inner(Plate plate, std::size_t i, std::size_t j) {
  return i > 0 && j > 0 && i + 1 < plate.rows && j + 1 < plate.columns;
}

/// Formula: to(i, j) = mean of the four neighbours of from(i, j); edges keep their value.
/// Launch: blocks of kBlockX x kBlockY threads, one for each point.
/// Reads and writes: four points for each; the caches serve three of them.
/// Synchronisation: none; `from` and `to` differ.
/// Cost: 16 bytes a point, bound by memory.
__global__ void diffuse(Plate plate, const double* from, double* to) {
  const std::size_t i = blockIdx.y * std::size_t{kBlockY} + threadIdx.y;
  const std::size_t j = blockIdx.x * std::size_t{kBlockX} + threadIdx.x;
  if (!inside(plate, i, j)) return;
  const double* own = from + i * plate.columns + j;
  to[i * plate.columns + j] =
      is_inner(plate, i, j)
          ? mean_of(*(own - plate.columns), *(own + plate.columns), *(own - 1), *(own + 1))
          : *own;
}

/// Formula: to = from.
/// Launch: same as diffuse.
/// Reads and writes: each point once.
/// Synchronisation: none.
/// Cost: 16 bytes a point that compute nothing.
__global__ void copy_back(Plate plate, const double* from, double* to) {
  const std::size_t i = blockIdx.y * std::size_t{kBlockY} + threadIdx.y;
  const std::size_t j = blockIdx.x * std::size_t{kBlockX} + threadIdx.x;
  if (inside(plate, i, j)) to[i * plate.columns + j] = from[i * plate.columns + j];
}

constexpr unsigned kStripThreads = 128;
constexpr unsigned kStripRows = 16;

/// Formula: same as diffuse.
/// Launch: a thread for kStripRows points of a column; neighbouring threads, neighbouring columns.
/// Reads and writes: a point from below, left and right; the one above and its own are registers.
/// Synchronisation: none.
/// Cost: 16 bytes a point; a load fewer, and rows are shared between blocks less often.
__global__ void __launch_bounds__(kStripThreads)
    diffuse_strip(Plate plate, const double* from, double* to) {
  const std::size_t j = blockIdx.x * std::size_t{kStripThreads} + threadIdx.x;
  const std::size_t begin = blockIdx.y * std::size_t{kStripRows};
  if (j >= plate.columns) return;
  const std::size_t end = begin + kStripRows < plate.rows ? begin + kStripRows : plate.rows;
  double up = begin > 0 ? from[(begin - 1) * plate.columns + j] : 0;
  double own = from[begin * plate.columns + j];
#pragma unroll 4
  for (std::size_t i = begin; i < end; ++i) {
    const double* point = from + i * plate.columns + j;
    const double down = i + 1 < plate.rows ? *(point + plate.columns) : 0;
    to[i * plate.columns + j] =
        is_inner(plate, i, j) ? mean_of(up, down, *(point - 1), *(point + 1)) : own;
    up = own;
    own = down;
  }
}

/// Formula, launch: same as diffuse.
/// Reads and writes: a tile with a halo of one point once; 34 x 10 for 32 x 8 points.
/// Synchronisation: a barrier between loading the tile and using it; all threads reach it.
/// Cost: 16 bytes a point; 1.3 loads, where caches served four.
__global__ void diffuse_shared(Plate plate, const double* from, double* to) {
  __shared__ double tile[kBlockY + 2][kBlockX + 2];
  const std::size_t i0 = blockIdx.y * std::size_t{kBlockY};  // of the tile without its halo
  const std::size_t j0 = blockIdx.x * std::size_t{kBlockX};
  for (unsigned y = threadIdx.y; y < kBlockY + 2; y += kBlockY) {
    for (unsigned x = threadIdx.x; x < kBlockX + 2; x += kBlockX) {
      const std::size_t i = i0 + y - 1;  // wraps above the plate: then it is not inside
      const std::size_t j = j0 + x - 1;
      tile[y][x] = inside(plate, i, j) ? from[i * plate.columns + j] : 0;
    }
  }
  __syncthreads();
  const std::size_t i = i0 + threadIdx.y;
  const std::size_t j = j0 + threadIdx.x;
  if (!inside(plate, i, j)) return;
  const unsigned y = threadIdx.y + 1;
  const unsigned x = threadIdx.x + 1;
  to[i * plate.columns + j] = is_inner(plate, i, j) ? mean_of(tile[y - 1][x], tile[y + 1][x],
                                                              tile[y][x - 1], tile[y][x + 1])
                                                    : tile[y][x];
}

// ----- several steps a launch -----

constexpr unsigned kSpan = 64;  // points of a block, a side
constexpr unsigned kOwn = 8;    // points of a thread, one below the other
constexpr unsigned kThreads = kSpan * kSpan / kOwn;
constexpr unsigned kHalo = kStepsPerLaunch;  // points that become wrong, a side
constexpr unsigned kTile = kSpan - 2 * kHalo;

/// Formula: to = from after `count` <= kHalo steps.
/// Launch: a block of kThreads for each kTile x kTile points; it computes a halo round them.
/// Reads and writes: kSpan x kSpan points a block, of which kTile x kTile are written.
/// Synchronisation: for each step, a barrier after all have read their neighbours, and one after
/// points have changed. The span's outermost points lack neighbours and stay: what is wrong moves
/// inwards by a point a step and never reaches the tile.
/// Cost: 18.4 bytes a point for `count` steps; 26 bytes of shared memory a point and step.
__global__ void __launch_bounds__(kThreads)
    diffuse_several(Plate plate, unsigned count, const double* from, double* to) {
  __shared__ double span[kSpan][kSpan];
  const unsigned x = threadIdx.x % kSpan;
  const unsigned y = threadIdx.x / kSpan * kOwn;                      // of the first own point
  const std::size_t i = blockIdx.y * std::size_t{kTile} + y - kHalo;  // may wrap, see inside()
  const std::size_t j = blockIdx.x * std::size_t{kTile} + x - kHalo;
  double own[kOwn];
  unsigned changes = 0;  // bit p: own point p is an inner one of plate and span
#pragma unroll
  for (unsigned p = 0; p < kOwn; ++p) {
    own[p] = inside(plate, i + p, j) ? from[(i + p) * plate.columns + j] : 0;
    span[y + p][x] = own[p];
    const bool in_span = x > 0 && x + 1 < kSpan && y + p > 0 && y + p + 1 < kSpan;
    if (in_span && inside(plate, i + p, j) && is_inner(plate, i + p, j)) changes |= 1u << p;
  }
  __syncthreads();
  for (unsigned step = 0; step < count; ++step) {
    const double above = y > 0 ? span[y - 1][x] : 0;
    const double below = y + kOwn < kSpan ? span[y + kOwn][x] : 0;
    double next[kOwn];
#pragma unroll
    for (unsigned p = 0; p < kOwn; ++p) {
      const double up = p > 0 ? own[p > 0 ? p - 1 : 0] : above;
      const double down = p + 1 < kOwn ? own[p + 1 < kOwn ? p + 1 : p] : below;
      const bool change = (changes >> p & 1u) != 0;
      next[p] = change ? mean_of(up, down, span[y + p][x - 1], span[y + p][x + 1]) : own[p];
    }
    __syncthreads();
#pragma unroll
    for (unsigned p = 0; p < kOwn; ++p) {
      own[p] = next[p];
      span[y + p][x] = own[p];
    }
    __syncthreads();
  }
  if (x < kHalo || x >= kSpan - kHalo) return;
#pragma unroll
  for (unsigned p = 0; p < kOwn; ++p) {
    if (y + p < kHalo || y + p >= kSpan - kHalo || !inside(plate, i + p, j)) continue;
    to[(i + p) * plate.columns + j] = own[p];
  }
}

// ----- several steps a launch, in registers -----

/// A position that may lie outside on either side.
using Position = long long;

constexpr int kWarp = 32;
constexpr unsigned kAll = 0xffffffffu;
constexpr int kColumns = 4;  // of a lane
constexpr int kStreamColumns =
    kWarp * kColumns - 2 * static_cast<int>(kHalo);  // right ones of a warp
constexpr int kStreamRows = 64;
constexpr int kStreamWarps = 4;  // of a block

static_assert(kHalo == kColumns, "the halo is the first and the last lane");

/// A lane's points of a row.
struct Points {
  double x[kColumns];
};

/// The points from (i, j) on; 0 outside. `wide`: rows are aligned, so that 16 bytes are a load.
__device__ Points load_points(Plate plate, const double* from, Position i, Position j, bool wide) {
  Points points{};
  const auto columns = static_cast<Position>(plate.columns);
  if (i >= static_cast<Position>(plate.rows)) return points;
  const double* row = from + i * columns;
  if (wide && j >= 0 && j + kColumns <= columns) {
#pragma unroll
    for (int c = 0; c < kColumns; c += 2) {
      const double2 two = *reinterpret_cast<const double2*>(row + j + c);
      points.x[c] = two.x;
      points.x[c + 1] = two.y;
    }
    return points;
  }
#pragma unroll
  for (int c = 0; c < kColumns; ++c) {
    if (j + c >= 0 && j + c < columns) points.x[c] = row[j + c];
  }
  return points;
}

__device__ void store_points(Plate plate, double* to, Position i, Position j, bool wide,
                             const Points& points) {
  const auto columns = static_cast<Position>(plate.columns);
  double* row = to + i * columns;
  if (wide && j + kColumns <= columns) {
#pragma unroll
    for (int c = 0; c < kColumns; c += 2) {
      *reinterpret_cast<double2*>(row + j + c) = {points.x[c], points.x[c + 1]};
    }
    return;
  }
#pragma unroll
  for (int c = 0; c < kColumns; ++c) {
    if (j + c < columns) row[j + c] = points.x[c];
  }
}

/// The row `own` a step later; columns of `fixed` keep their value. All lanes must call it.
__device__ Points row_later(const Points& above, const Points& own, const Points& below,
                            unsigned fixed) {
  const double before = __shfl_up_sync(kAll, own.x[kColumns - 1], 1);
  const double behind = __shfl_down_sync(kAll, own.x[0], 1);
  Points later;
#pragma unroll
  for (int c = 0; c < kColumns; ++c) {
    const double left = c > 0 ? own.x[c > 0 ? c - 1 : 0] : before;
    const double right = c + 1 < kColumns ? own.x[c + 1 < kColumns ? c + 1 : c] : behind;
    const double mean = mean_of(above.x[c], below.x[c], left, right);
    later.x[c] = (fixed >> c & 1u) != 0 ? own.x[c] : mean;
  }
  return later;
}

/// Formula: to = from after kCount <= kHalo steps.
/// Launch: a warp for kStreamRows x kStreamColumns points; it computes a halo of kHalo round them.
/// Reads and writes: kStreamRows + 2 kCount rows of 128 points a warp; each result once.
/// Synchronisation: shuffles of whole warps. A warp walks down: each row that it loads lets it
/// compute the row before after one step, the one before that after two, and so on. Outermost
/// points lack neighbours: what is wrong moves inwards by a point a step, and stays in the halo.
/// Cost: 18 bytes a point for kCount steps; no shared memory; 4 shuffles for four points and a
/// step.
template <unsigned kCount>
__global__ void __launch_bounds__(kWarp* kStreamWarps)
    diffuse_stream(Plate plate, const double* from, double* to) {
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const Position strip = blockIdx.x * Position{kStreamWarps} + threadIdx.x / kWarp;
  const auto rows = static_cast<Position>(plate.rows);
  const auto columns = static_cast<Position>(plate.columns);
  if (strip * kStreamColumns >= columns) return;
  const bool wide = columns % 2 == 0;
  const Position j = strip * kStreamColumns + (lane - 1) * kColumns;  // of the lane's first point
  unsigned fixed = 0;
#pragma unroll
  for (int c = 0; c < kColumns; ++c) {
    if (j + c <= 0 || j + c + 1 >= columns) fixed |= 1u << c;
  }
  const Position first = blockIdx.y * Position{kStreamRows};  // of the rows that are written
  const Position end = first + kStreamRows < rows ? first + kStreamRows : rows;
  const Position begin = first > Position{kCount} ? first - kCount : 0;

  // The last two rows that are known of each number of steps below kCount.
  Points above[kCount] = {};
  Points own[kCount] = {};
  Points next = load_points(plate, from, begin, j, wide);
#pragma unroll 3
  for (Position i = begin; i < end + kCount; ++i) {
    Points row = next;  // row i, after no step
    next = load_points(plate, from, i + 1, j, wide);
#pragma unroll
    for (unsigned step = 0; step < kCount; ++step) {
      const Position middle = i - 1 - step;  // of own[step]
      const Points later = middle > 0 && middle + 1 < rows
                               ? row_later(above[step], own[step], row, fixed)
                               : own[step];
      above[step] = own[step];
      own[step] = row;
      row = later;
    }
    const Position done = i - Position{kCount};
    if (done >= first && done < end && lane > 0 && lane < kWarp - 1) {
      store_points(plate, to, done, j, wide, row);
    }
  }
}

template <unsigned kCount>
void enqueue_stream(Plate plate, const double* from, double* to) {
  const dim3 grid(
      static_cast<unsigned>(blocks_for(plate.columns, std::size_t{kStreamColumns} * kStreamWarps)),
      static_cast<unsigned>(blocks_for(plate.rows, kStreamRows)));
  diffuse_stream<kCount><<<grid, kWarp * kStreamWarps>>>(plate, from, to);
  gpu::check_launch("diffuse heat");
}

/// Enqueues `count` <= kStepsPerLaunch steps, as enqueue_several_steps() does.
void stream_several_steps(Plate plate, std::size_t count, const double* from, double* to) {
  static_assert(kStepsPerLaunch == 4, "a case for each count");
  if (plate.points() == 0) return;
  switch (count) {
    case 1:
      return enqueue_stream<1>(plate, from, to);
    case 2:
      return enqueue_stream<2>(plate, from, to);
    case 3:
      return enqueue_stream<3>(plate, from, to);
    default:
      return enqueue_stream<4>(plate, from, to);
  }
}

// ----- launches -----

dim3 grid_of(Plate plate, std::size_t columns, std::size_t rows) {
  return {static_cast<unsigned>(blocks_for(plate.columns, columns)),
          static_cast<unsigned>(blocks_for(plate.rows, rows))};
}

void by_points(Plate plate, const double* from, double* to) {
  diffuse<<<grid_of(plate, kBlockX, kBlockY), dim3(kBlockX, kBlockY)>>>(plate, from, to);
}

void by_strips(Plate plate, const double* from, double* to) {
  diffuse_strip<<<grid_of(plate, kStripThreads, kStripRows), kStripThreads>>>(plate, from, to);
}

void by_tiles(Plate plate, const double* from, double* to) {
  diffuse_shared<<<grid_of(plate, kBlockX, kBlockY), dim3(kBlockX, kBlockY)>>>(plate, from, to);
}

/// The lecture's loop: from `first` to `second` and back by a copy.
const double* with_copy(const HeatOperands& o) {
  if (o.plate.points() == 0) return o.start;
  const double* from = o.start;
  for (std::size_t step = 0; step < o.steps; ++step) {
    by_points(o.plate, from, o.second);
    copy_back<<<grid_of(o.plate, kBlockX, kBlockY), dim3(kBlockX, kBlockY)>>>(o.plate, o.second,
                                                                              o.first);
    gpu::check_launch("diffuse heat");
    from = o.first;
  }
  return from;
}

/// Two buffers that take turns.
template <void (*kStep)(Plate, const double*, double*)>
const double* in_turn(const HeatOperands& o) {
  if (o.plate.points() == 0) return o.start;
  const double* from = o.start;
  double* to = o.first;
  double* other = o.second;
  for (std::size_t step = 0; step < o.steps; ++step) {
    kStep(o.plate, from, to);
    gpu::check_launch("diffuse heat");
    from = to;
    std::swap(to, other);
  }
  return from;
}

template <void (*kSeveral)(Plate, std::size_t, const double*, double*)>
const double* by_launches(const HeatOperands& o) {
  const double* from = o.start;
  double* to = o.first;
  double* other = o.second;
  for (std::size_t step = 0; step < o.steps; step += kStepsPerLaunch) {
    kSeveral(o.plate, std::min(kStepsPerLaunch, o.steps - step), from, to);
    from = to;
    std::swap(to, other);
  }
  return from;
}

std::size_t twice(std::size_t steps) {
  return 2 * steps;
}
std::size_t once(std::size_t steps) {
  return steps;
}
std::size_t by_launch(std::size_t steps) {
  return blocks_for(steps, kStepsPerLaunch);
}

constexpr HeatStep kSteps[] = {
    {"a point a thread, copied back", with_copy, twice},
    {"two buffers in turn", in_turn<by_points>, once},
    {"columns in registers", in_turn<by_strips>, once},
    {"shared tile with halo", in_turn<by_tiles>, once},
    {"four steps a launch", by_launches<enqueue_several_steps>, by_launch},
    {"four steps a launch, in registers", by_launches<stream_several_steps>, by_launch},
};

}  // namespace

std::span<const HeatStep> heat_steps() {
  return kSteps;
}

void enqueue_several_steps(Plate plate, std::size_t count, const double* from, double* to) {
  if (plate.points() == 0) return;
  diffuse_several<<<grid_of(plate, kTile, kTile), kThreads>>>(plate, static_cast<unsigned>(count),
                                                              from, to);
  gpu::check_launch("diffuse heat");
}

}  // namespace apsp::labs
