// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/gpu/device/status.hpp"
#include "common/gpu/search/bit_kernels.hpp"

namespace apsp::gpu {
namespace {

constexpr unsigned kAll = 0xffffffffu;
constexpr unsigned kLanes = 32;
constexpr unsigned kThreads = 256;
constexpr unsigned kWarps = kThreads / kLanes;

/// The mark of a place that all sources have reached.
constexpr std::uint32_t kFull = 0xffffffffu;

/// Places or edges whose sets a warp has under way.
constexpr unsigned kTogether = 4;

__device__ unsigned lane_of_thread() {
  return threadIdx.x % kLanes;
}

__device__ unsigned warp_of_grid() {
  return (blockIdx.x * blockDim.x + threadIdx.x) / kLanes;
}

__device__ unsigned warps_of_grid() {
  return gridDim.x * blockDim.x / kLanes;
}

__device__ std::size_t word_of(std::uint32_t place, unsigned lane) {
  return static_cast<std::size_t>(place) * kSetWords + lane;
}

/// The sources of a batch in this lane's word.
__device__ std::uint32_t all_sources(const BitView& view, std::uint32_t batch, unsigned lane) {
  const std::int64_t left = static_cast<std::int64_t>(view.sources) -
                            (static_cast<std::int64_t>(batch) * kSetSources + lane * 32);
  if (left >= 32) return kAll;
  return left <= 0 ? 0 : (1u << left) - 1;
}

/// Numbers of 32 sources, one a bit: how often each was added. Bit-sliced: plane p holds bit p of
/// all. Room for kRoom additions.
class SlicedCounts {
 public:
  static constexpr unsigned kPlanes = 10;
  static constexpr unsigned kRoom = (1u << kPlanes) - 1 - kTogether;

  /// Adds four sets.
  __device__ void add(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    std::uint32_t carry_a = 0;
    std::uint32_t carry_b = 0;
    std::uint32_t carry = 0;
    full_add(planes_[0], a, b, carry_a);
    full_add(planes_[0], c, d, carry_b);
    full_add(planes_[1], carry_a, carry_b, carry);
#pragma unroll
    for (unsigned p = 2; p < kPlanes; ++p) {
      const std::uint32_t both = planes_[p] & carry;
      planes_[p] ^= carry;
      carry = both;
    }
    held_ += kTogether;
  }

  [[nodiscard]] __device__ bool is_full() const {
    return held_ > kRoom;
  }

  /// Adds what is held to `counts`, element 32 bit + lane, and holds nothing.
  __device__ void flush(std::uint32_t* counts, unsigned lane) {
    if (held_ == 0) return;
    for (unsigned bit = 0; bit < 32; ++bit) {
      std::uint32_t number = 0;
#pragma unroll
      for (unsigned p = 0; p < kPlanes; ++p) number |= (planes_[p] >> bit & 1u) << p;
      if (number > 0) atomicAdd(counts + bit * kLanes + lane, number);
    }
#pragma unroll
    for (std::uint32_t& plane : planes_) plane = 0;
    held_ = 0;
  }

 private:
  /// sum + a + b: the sum's bit stays, the other is carried.
  __device__ static void full_add(std::uint32_t& sum, std::uint32_t a, std::uint32_t b,
                                  std::uint32_t& carry) {
    carry = (sum & a) | (sum & b) | (a & b);
    sum = sum ^ a ^ b;
  }

  std::uint32_t planes_[kPlanes] = {};
  unsigned held_ = 0;
};

__global__ void begin_kernel(BitView view, const std::int32_t* sources, LevelCounter* level) {
  const unsigned n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= view.sources) return;
  const auto batch = static_cast<std::uint32_t>(n / kSetSources);
  const std::uint32_t place = batch * view.vertices + static_cast<std::uint32_t>(sources[n]);
  atomicOr(view.next + word_of(place, n % kSetSources / 32), 1u << n % 32);
  if (atomicExch(view.marks + place, 1u) != 1u) view.places[atomicAdd(&level->places, 1u)] = place;
}

/// Lists the chunks of the places of a warp, one in each lane.
__device__ void list_chunks(const BitView& view, std::uint32_t place, bool valid,
                            LevelCounter* level, unsigned lane) {
  unsigned count = 0;
  if (valid) {
    const std::uint32_t vertex = place % view.vertices;
    const std::uint32_t edges = view.begin[vertex + 1] - view.begin[vertex];
    count = (edges + kChunkEdges - 1) / kChunkEdges;
  }
  unsigned end = count;
#pragma unroll
  for (unsigned step = 1; step < kLanes; step *= 2) {
    const unsigned before = __shfl_up_sync(kAll, end, step);
    if (lane >= step) end += before;
  }
  const unsigned total = __shfl_sync(kAll, end, kLanes - 1);
  unsigned first = 0;
  if (lane == 0 && total > 0) first = atomicAdd(&level->chunks, total);
  first = __shfl_sync(kAll, first, 0) + end - count;
  for (unsigned n = 0; n < count; ++n) view.chunks[first + n] = make_uint2(place, n);
}

/// kCount: numbers of sources; kRows: planes of levels.
template <bool kCount, bool kRows>
__global__ __launch_bounds__(kThreads) void settle_kernel(BitView view, std::uint32_t number,
                                                          LevelCounter* level,
                                                          const LevelCounter* before,
                                                          SourceCounts counts, LevelPlanes planes) {
  const unsigned lane = lane_of_thread();
  const unsigned warps = warps_of_grid();
  const std::uint32_t places = level->places;

  // Consecutive places, mostly of one batch, so that numbers are kept for long.
  const std::uint32_t groups = (places + kLanes - 1) / kLanes;
  const std::uint32_t groups_each = (groups + warps - 1) / warps;
  const std::uint32_t last = min(groups, (warp_of_grid() + 1) * groups_each);
  SlicedCounts sliced;
  std::uint32_t batch = 0;
  unsigned long long pairs = 0;
  for (std::uint32_t group = min(groups, warp_of_grid() * groups_each); group < last; ++group) {
    const std::uint32_t first = group * kLanes;
    const unsigned held = min(kLanes, places - first);
    const std::uint32_t own = lane < held ? view.places[first + lane] : 0;
    list_chunks(view, own, lane < held, level, lane);
    const std::uint32_t own_batch = own / view.vertices;
    for (unsigned n = 0; n < held; n += kTogether) {
      std::uint32_t fresh[kTogether];
      std::uint32_t seen[kTogether];
      std::uint32_t place[kTogether];
      std::uint32_t batches[kTogether];
#pragma unroll
      for (unsigned t = 0; t < kTogether; ++t) {
        const bool there = n + t < held;
        place[t] = __shfl_sync(kAll, own, (n + t) % kLanes);
        batches[t] = __shfl_sync(kAll, own_batch, min(n + t, held - 1));
        fresh[t] = there ? view.next[word_of(place[t], lane)] : 0;
        seen[t] = there ? view.seen[word_of(place[t], lane)] : 0;
      }
#pragma unroll
      for (unsigned t = 0; t < kTogether; ++t) {
        if (n + t >= held) break;
        const std::uint32_t now = seen[t] | fresh[t];
        view.seen[word_of(place[t], lane)] = now;
        if (__all_sync(kAll, now == all_sources(view, batches[t], lane)) && lane == 0) {
          view.marks[place[t]] = kFull;
        }
        pairs += __popc(fresh[t]);
        if constexpr (kRows) {
          for (std::uint32_t left = number; left != 0; left &= left - 1) {
            std::uint32_t* plane = planes.planes[__ffs(left) - 1];
            if (fresh[t] != 0) plane[word_of(place[t], lane)] |= fresh[t];
          }
        }
      }
      if constexpr (kCount) {
        const std::uint32_t first_batch = batches[0];
        if (first_batch != batch || sliced.is_full()) {
          sliced.flush(counts.fresh + static_cast<std::size_t>(batch) * kSetSources, lane);
          batch = first_batch;
        }
        bool alike = true;
#pragma unroll
        for (unsigned t = 1; t < kTogether; ++t) alike = alike && batches[t] == batch;
        if (alike) {
          sliced.add(fresh[0], fresh[1], fresh[2], fresh[3]);
        } else {
#pragma unroll
          for (unsigned t = 0; t < kTogether; ++t) {
            if (batches[t] != batch) {
              sliced.flush(counts.fresh + static_cast<std::size_t>(batch) * kSetSources, lane);
              batch = batches[t];
            }
            sliced.add(fresh[t], 0, 0, 0);
          }
        }
      }
    }
  }
  if constexpr (kCount) {
    sliced.flush(counts.fresh + static_cast<std::size_t>(batch) * kSetSources, lane);
  }
#pragma unroll
  for (unsigned step = kLanes / 2; step > 0; step /= 2) {
    pairs += __shfl_down_sync(kAll, pairs, step);
  }
  if (lane == 0 && pairs > 0) atomicAdd(&level->pairs, pairs);

  const std::uint32_t old = before != nullptr ? before->places : 0;
  for (std::uint32_t n = warp_of_grid(); n < old; n += warps) {
    view.front[word_of(view.places_old[n], lane)] = 0;
  }
}

/// Adds the fresh numbers of a level to those of all, and clears them.
__global__ void add_level_kernel(SourceCounts counts, std::uint32_t sources, std::uint32_t number) {
  const std::uint32_t n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= sources) return;
  const std::uint32_t fresh = counts.fresh[n];
  if (fresh == 0) return;
  counts.fresh[n] = 0;
  counts.reached[n] += fresh;
  counts.levels[n] += static_cast<unsigned long long>(fresh) * number;
  counts.largest[n] = number;
}

/// Places that a warp has found, on their way to the list: one addition for 32 of them.
class Listed {
 public:
  static constexpr unsigned kRoom = 2 * kLanes;

  __device__ Listed(std::uint32_t* room, std::uint32_t* places, std::uint32_t* count)
      : room_(room), places_(places), count_(count) {}

  /// Adds the places of those lanes whose `found` is true. All lanes call it.
  __device__ void add(std::uint32_t place, bool found, unsigned lane) {
    const unsigned lanes = __ballot_sync(kAll, found);
    if (found) room_[held_ + __popc(lanes & ((1u << lane) - 1))] = place;
    held_ += __popc(lanes);
    __syncwarp();
    if (held_ < kLanes) return;
    write(kLanes, lane);
    held_ -= kLanes;
    const std::uint32_t rest = room_[kLanes + lane];
    __syncwarp();
    room_[lane] = rest;
    __syncwarp();
  }

  __device__ void end(unsigned lane) {
    if (held_ > 0) write(held_, lane);
    held_ = 0;
    __syncwarp();
  }

 private:
  __device__ void write(unsigned count, unsigned lane) {
    std::uint32_t first = 0;
    if (lane == 0) first = atomicAdd(count_, count);
    first = __shfl_sync(kAll, first, 0);
    if (lane < count) places_[first + lane] = room_[lane];
  }

  std::uint32_t* room_;
  std::uint32_t* places_;
  std::uint32_t* count_;
  unsigned held_ = 0;
};

/// Chunks on end that a warp follows at most.
constexpr std::uint32_t kRun = 16;

/// The chunk after n, in runs that warps take in turn.
__device__ std::uint32_t after_run(std::uint32_t n, std::uint32_t run, std::uint32_t warps) {
  return (n + 1) % run != 0 ? n + 1 : n + 1 + (warps - 1) * run;
}

__global__ __launch_bounds__(kThreads) void follow_kernel(BitView view, std::uint32_t number,
                                                          const LevelCounter* level,
                                                          LevelCounter* after) {
  __shared__ std::uint32_t rooms[kWarps][Listed::kRoom];
  const unsigned lane = lane_of_thread();
  const unsigned warps = warps_of_grid();
  const std::uint32_t chunks = level->chunks;
  const std::uint32_t mark = number + 2;  // of those that the level after lists
  Listed listed(rooms[threadIdx.x / kLanes], view.places, &after->places);
  // Some chunks on end, mostly of one batch, so that the places which they list are of one, too.
  const std::uint32_t run = min(kRun, max(1u, chunks / warps));
  for (std::uint32_t n = warp_of_grid() * run; n < chunks; n = after_run(n, run, warps)) {
    const uint2 chunk = view.chunks[n];
    const std::uint32_t vertex = chunk.x % view.vertices;
    const std::uint32_t first = view.begin[vertex] + chunk.y * kChunkEdges;
    const std::uint32_t edges =
        min(static_cast<std::uint32_t>(kChunkEdges), view.begin[vertex + 1] - first);
    const std::uint32_t front = view.front[word_of(chunk.x, lane)];
    std::uint32_t place = 0;
    std::uint32_t marked = kFull;
    if (lane < edges) {
      place = chunk.x - vertex + static_cast<std::uint32_t>(view.ends[first + lane]);
      marked = view.marks[place];
    }
    unsigned open = __ballot_sync(kAll, marked != kFull);
    unsigned reached = 0;
    while (open != 0) {
      unsigned edge[kTogether];
      std::uint32_t to[kTogether];
      std::uint32_t seen[kTogether];
      std::uint32_t known[kTogether];
#pragma unroll
      for (unsigned t = 0; t < kTogether; ++t) {
        edge[t] = open != 0 ? __ffs(open) - 1 : kLanes;
        open &= open - 1;
        to[t] = __shfl_sync(kAll, place, edge[t] % kLanes);
        seen[t] = edge[t] < kLanes ? view.seen[word_of(to[t], lane)] : kAll;
        known[t] = edge[t] < kLanes ? __ldcg(view.next + word_of(to[t], lane)) : kAll;
      }
#pragma unroll
      for (unsigned t = 0; t < kTogether; ++t) {
        // Who has put the other bits there has listed the place.
        const std::uint32_t fresh = front & ~(seen[t] | known[t]);
        if (fresh != 0) atomicOr(view.next + word_of(to[t], lane), fresh);
        if (__any_sync(kAll, fresh != 0)) reached |= 1u << edge[t] % kLanes;
      }
    }
    bool found = (reached >> lane & 1u) != 0 && marked != mark;
    if (found) found = atomicExch(view.marks + place, mark) != mark;
    listed.add(place, found, lane);
    if ((n + 1) % run == 0) listed.end(lane);
  }
  listed.end(lane);
}

__global__ void write_levels_kernel(BitView view, LevelPlanes planes, const std::int32_t* numbers,
                                    std::size_t first, std::size_t count, Distance weight,
                                    Distance* rows) {
  const std::size_t vertex = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (vertex >= view.vertices) return;
  const auto number = static_cast<std::uint32_t>(numbers[vertex]);
  const std::size_t words_first = first / 32;
  const std::size_t words_last = (first + count - 1) / 32;
  for (std::size_t word = words_first + blockIdx.y; word <= words_last; word += gridDim.y) {
    const auto batch = static_cast<std::uint32_t>(word / kSetWords);
    const std::size_t at =
        word_of(batch * view.vertices + number, static_cast<unsigned>(word % kSetWords));
    const std::uint32_t seen = view.seen[at];
    std::uint32_t bits[LevelPlanes::kMost];
#pragma unroll
    for (std::size_t p = 0; p < LevelPlanes::kMost; ++p) {
      bits[p] = planes.planes[p] != nullptr ? planes.planes[p][at] : 0;
    }
    const std::size_t from = max(word * 32, first);
    const std::size_t to = min(word * 32 + 32, first + count);
    for (std::size_t source = from; source < to; ++source) {
      const auto bit = static_cast<unsigned>(source % 32);
      std::uint32_t level = 0;
#pragma unroll
      for (std::size_t p = 0; p < LevelPlanes::kMost; ++p) level |= (bits[p] >> bit & 1u) << p;
      rows[(source - first) * view.vertices + vertex] =
          (seen >> bit & 1u) != 0 ? static_cast<Distance>(level) * weight : kUnreachable;
    }
  }
}

__global__ void find_cut_off_kernel(BitView view, const std::int32_t* numbers,
                                    const std::int32_t* rows, const Edge* edges, std::size_t count,
                                    std::size_t first_edge, unsigned long long* found) {
  const unsigned lane = lane_of_thread();
  const auto batches = static_cast<std::uint32_t>((view.sources + kSetSources - 1) / kSetSources);
  for (std::size_t e = warp_of_grid(); e < count; e += warps_of_grid()) {
    for (std::uint32_t batch = 0; batch < batches; ++batch) {
      const std::uint32_t place = batch * view.vertices;
      const auto from = static_cast<std::uint32_t>(numbers[edges[e].source]);
      const auto to = static_cast<std::uint32_t>(numbers[edges[e].destination]);
      std::uint32_t cut =
          view.seen[word_of(place + from, lane)] & ~view.seen[word_of(place + to, lane)];
      for (; cut != 0; cut &= cut - 1) {
        const std::size_t source =
            batch * kSetSources + lane * 32 + static_cast<unsigned>(__ffs(cut) - 1);
        const auto row = static_cast<unsigned>(rows[source]);
        atomicMin(found, static_cast<unsigned long long>(first_edge + e) << 32 | row);
      }
    }
  }
}

/// Blocks that fill the current device.
unsigned blocks_of_device() {
  constexpr unsigned kOfProcessor = 2048 / kThreads;
  return static_cast<unsigned>(limit_of_device(cudaDevAttrMultiProcessorCount)) * kOfProcessor;
}

unsigned blocks_for(std::size_t threads) {
  return static_cast<unsigned>((threads + kThreads - 1) / kThreads);
}

}  // namespace

void begin_levels(const BitView& view, const std::int32_t* sources, LevelCounter* level,
                  cudaStream_t stream) {
  begin_kernel<<<blocks_for(view.sources), kThreads, 0, stream>>>(view, sources, level);
  check_launch("begin a search");
}

void settle_level(const BitView& view, std::uint32_t number, LevelCounter* level,
                  const LevelCounter* before, const SourceCounts* counts, const LevelPlanes* planes,
                  cudaStream_t stream) {
  const unsigned blocks = blocks_of_device();
  if (number > 0 && counts != nullptr) {
    settle_kernel<true, false>
        <<<blocks, kThreads, 0, stream>>>(view, number, level, before, *counts, {});
    const std::size_t sources = (view.sources + kSetSources - 1) / kSetSources * kSetSources;
    add_level_kernel<<<blocks_for(sources), kThreads, 0, stream>>>(
        *counts, static_cast<std::uint32_t>(sources), number);
  } else if (number > 0 && planes != nullptr) {
    settle_kernel<false, true>
        <<<blocks, kThreads, 0, stream>>>(view, number, level, before, {}, *planes);
  } else {
    settle_kernel<false, false>
        <<<blocks, kThreads, 0, stream>>>(view, number, level, before, {}, {});
  }
  check_launch("end a level");
}

void follow_level(const BitView& view, std::uint32_t number, const LevelCounter* level,
                  LevelCounter* after, cudaStream_t stream) {
  follow_kernel<<<blocks_of_device(), kThreads, 0, stream>>>(view, number, level, after);
  check_launch("follow the edges of a level");
}

void write_levels(const BitView& view, const LevelPlanes& planes, const std::int32_t* numbers,
                  std::size_t first, std::size_t count, Distance weight, Distance* rows,
                  cudaStream_t stream) {
  if (count == 0) return;
  const auto words = static_cast<unsigned>((first + count - 1) / 32 - first / 32 + 1);
  write_levels_kernel<<<dim3(blocks_for(view.vertices), std::min(words, 1024u)), kThreads, 0,
                        stream>>>(view, planes, numbers, first, count, weight, rows);
  check_launch("write rows of levels");
}

void find_cut_off(const BitView& view, const std::int32_t* numbers, const std::int32_t* rows,
                  const Edge* edges, std::size_t count, std::size_t first_edge,
                  unsigned long long* found, cudaStream_t stream) {
  if (count == 0) return;
  find_cut_off_kernel<<<blocks_of_device(), kThreads, 0, stream>>>(view, numbers, rows, edges,
                                                                   count, first_edge, found);
  check_launch("look for clipped lengths");
}

}  // namespace apsp::gpu
