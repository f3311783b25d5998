// SPDX-License-Identifier: MIT
#include <cuda_pipeline.h>

#include <type_traits>

#include "common/core/width.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.cuh"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/octave_bins.hpp"
#include "common/gpu/sweep/sweep_kernels.hpp"

namespace apsp::gpu {
namespace {

constexpr unsigned kLanes = static_cast<unsigned>(kWarp);
constexpr unsigned kAll = ~0u;

/// The largest `value` of the warp, in all its threads.
__device__ __forceinline__ int warp_max(int value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(kAll, value);
#else
  for (unsigned lanes = kLanes / 2; lanes > 0; lanes /= 2) {
    value = max(value, __shfl_xor_sync(kAll, value, lanes));
  }
  return value;
#endif
}

/// `value`, which the compiler keeps in a register, as it does not know where it is from. Left to
/// itself it computes values again wherever they are used.
__device__ __forceinline__ std::uint32_t held(std::uint32_t value) {
  asm volatile("" : "+r"(value));
  return value;
}

/// The sum of `value` over the warp, in all its threads.
__device__ __forceinline__ std::uint32_t warp_sum(std::uint32_t value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_add_sync(kAll, value);
#else
  for (unsigned lanes = kLanes / 2; lanes > 0; lanes /= 2) {
    value += __shfl_xor_sync(kAll, value, lanes);
  }
  return value;
#endif
}

constexpr int kWords = static_cast<int>(kWordsOfThread);

/// The words of a thread: read and written at once.
struct alignas(kWords * sizeof(std::uint32_t)) Words {
  std::uint32_t of[kWords];
};

template <class Word>
__device__ __forceinline__ Words infinite_words() {
  Words words;
#pragma unroll
  for (int n = 0; n < kWords; ++n) words.of[n] = Word::kInfinite;
  return words;
}

/// min(known, first + weight), word by word.
template <class Word>
__device__ __forceinline__ Words relax_words(const Words& known, const Words& first,
                                             std::uint32_t weight) {
  Words words;
#pragma unroll
  for (int n = 0; n < kWords; ++n) {
    words.of[n] = WordOps<Word>::relax(known.of[n], first.of[n], weight);
  }
  return words;
}

/// A thread's words of all slots, in shared memory.
class ThreadSlots {
 public:
  explicit __device__ ThreadSlots(Words* first) : first_(reinterpret_cast<char*>(first)) {}
  __device__ __forceinline__ Words& operator[](std::uint32_t bytes) const {
    return *reinterpret_cast<Words*>(first_ + bytes);
  }

 private:
  char* first_;
};

/// The steps that the way up has written, for one warp.
class RisenSteps {
 public:
  explicit __device__ RisenSteps(std::uint32_t* bits) : bits_(bits) {}

  /// Marks a step, in descending order.
  __device__ __forceinline__ void mark(unsigned step) {
    if (step / kLanes != word_) {
      write();
      word_ = step / kLanes;
      open_ = 0;
    }
    open_ |= 1u << step % kLanes;
  }

  /// After the last mark; before the first next().
  __device__ __forceinline__ void finish(unsigned words) {
    write();
    __syncwarp();
    words_ = words;
    first_ = 0;
    load();
  }

  /// The marked steps in ascending order; kNone in the end.
  static constexpr unsigned kNone = ~0u;
  __device__ __forceinline__ unsigned next() {
    for (; first_ < words_; first_ += kLanes, load()) {
      const unsigned holders = __ballot_sync(kAll, open_ != 0);
      if (holders == 0) continue;
      const int holder = __ffs(static_cast<int>(holders)) - 1;
      const std::uint32_t bits = __shfl_sync(kAll, open_, holder);
      if (static_cast<int>(threadIdx.x % kLanes) == holder) open_ &= open_ - 1;
      return (first_ + static_cast<unsigned>(holder)) * kLanes +
             static_cast<unsigned>(__ffs(static_cast<int>(bits)) - 1);
    }
    return kNone;
  }

 private:
  __device__ __forceinline__ void write() {
    if (word_ != kNone && threadIdx.x % kLanes == 0) bits_[word_] = open_;
  }
  __device__ __forceinline__ void load() {
    const unsigned word = first_ + threadIdx.x % kLanes;
    open_ = word < words_ ? bits_[word] : 0;
  }

  std::uint32_t* bits_;
  unsigned word_ = kNone;   // marking: the word of the last step
  std::uint32_t open_ = 0;  // marking: that word; reading: this thread's, less what was returned
  unsigned words_ = 0;
  unsigned first_ = 0;  // reading: thread 0's word
};

/// Counts distances by octave bins. Sources side by side are close to each other, and so are
/// vertices whose steps follow each other: most distances of a block lie in a window of some
/// thousand bins, in shared memory, that moves along. The others are counted in device memory.
/// Instructions bind the kernel, so that each is worth its place here.
class CountingWindow {
 public:
  /// `window`: of the block. infinite: what counts as far, wherever the window is. Where it is
  /// `used`, all threads call this.
  __device__ CountingWindow(std::uint32_t* window, const BatchView& batch, std::uint32_t infinite,
                            bool used)
      : window_(window),
        bins_(batch.window_bins),
        offset_(OctaveBins{batch.widening}.offset()),
        log_copies_(batch.log_copies),
        own_(held(static_cast<std::uint32_t>(__cvta_generic_to_shared(window)) +
                  sizeof(std::uint32_t) * (threadIdx.x & ((1u << batch.log_copies) - 1)))),
        stride_(held(sizeof(std::uint32_t) << batch.log_copies)),
        last_(raised_bits(infinite)),
        counts_(batch.counts) {
    begin_at(raised_bits(0));
    if (!used) return;
    for (unsigned n = threadIdx.x; n < bins_; n += blockDim.x) window_[n] = 0;
    __syncthreads();
  }

  /// Counts a distance in the window, or, if it is far, in a bin that nobody asks for: without a
  /// branch, as the warps of a block wait for instructions. Returns whether it is far.
  __device__ __forceinline__ bool count(std::uint32_t distance) {
    const std::uint32_t place = place_of(distance);
    asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(own_ + place * stride_));
    return place == room_;
  }

  /// Counts a distance in device memory, if it is far. It is not infinite.
  __device__ __forceinline__ void count_far(std::uint32_t distance) {
    if (place_of(distance) != room_) return;
    atomicAdd(counts_ + (raised_bits(distance) - raised_bits(0)), 1ull);
  }

  /// By all threads of the block, when all have counted for the `time`th time: moves the window, if
  /// it has to, to where most warps' distances are on average, one of each thread, unless that is
  /// infinite. A barrier; when it returns, all threads have come.
  __device__ __forceinline__ void move(std::uint32_t distance, bool is_finite, unsigned time) {
    const unsigned lane = threadIdx.x % kLanes;
    const std::uint32_t zero = raised_bits(0);
    const std::uint32_t sum = warp_sum(is_finite ? raised_bits(distance) - zero : 0);
    const auto finite = static_cast<std::uint32_t>(__popc(__ballot_sync(kAll, is_finite)));
    // In two places by turns, so that one barrier serves.
    std::uint32_t* const of_warps = window_ + bins_ + kLanes * (1 + time % 2);
    if (lane == 0) of_warps[threadIdx.x / kLanes] = finite == 0 ? kNowhere : sum / finite;
    __syncthreads();
    const unsigned warps = blockDim.x / kLanes;
    const std::uint32_t mean = lane < warps ? of_warps[lane] : kNowhere;
    const std::uint32_t half = bins_ >> (log_copies_ + 1);
    const auto near = [&](std::uint32_t other) { return mean - other + half <= 2 * half; };
    int neighbors = 0;
    for (unsigned warp = 0; warp < warps; ++warp) neighbors += near(__shfl_sync(kAll, mean, warp));
    if (mean == kNowhere) neighbors = 0;
    const int best = warp_max(neighbors * static_cast<int>(kLanes) + static_cast<int>(lane));
    const bool counts = near(__shfl_sync(kAll, mean, best % static_cast<int>(kLanes)));
    const auto counted = static_cast<std::uint32_t>(__popc(__ballot_sync(kAll, counts)));
    const std::uint32_t middle = warp_sum(counts ? mean : 0) / counted;
    const bool all_infinite = best < static_cast<int>(kLanes);
    const std::uint32_t first = zero + (middle > half ? middle - half : 0);
    // Counts have 32 bits: a stage adds a million at most.
    constexpr unsigned kLongest = 1024;
    const bool stays = all_infinite || first + less_first_ + half / 4 <= half / 2;
    if (stays && time % kLongest != 0) return;
    flush();
    __syncthreads();
    if (!all_infinite) begin_at(first);
  }

  /// Adds the window to the counts in device memory. Barriers before and after are the caller's.
  __device__ __forceinline__ void flush() {
    for (unsigned n = threadIdx.x; n < bins_; n += blockDim.x) {
      const std::uint32_t found = window_[n];
      if (found == 0) continue;
      const std::uint32_t place = n >> log_copies_;
      window_[n] = 0;
      if (place >= room_) continue;
      atomicAdd(counts_ + (place - less_first_ - raised_bits(0)),
                static_cast<unsigned long long>(found));
    }
  }

 private:
  /// The bin of a distance, after those of smaller floats. See OctaveBins.
  __device__ __forceinline__ std::uint32_t raised_bits(std::uint32_t distance) const {
    constexpr int kMantissa = 23;
    return __float_as_uint(__uint2float_rz(distance + offset_)) >> (kMantissa - OctaveBins::kBits);
  }

  __device__ __forceinline__ std::uint32_t place_of(std::uint32_t distance) const {
    return __viaddmin_u32(raised_bits(distance), less_first_, room_);
  }

  /// The infinite one may share its bin with large distances, so that this bin is never inside.
  __device__ __forceinline__ void begin_at(std::uint32_t bits) {
    less_first_ = 0u - bits;
    room_ = min(bins_ >> log_copies_, last_ - bits);
  }

  static constexpr std::uint32_t kNowhere = 1u << 31;

  std::uint32_t* const window_;
  const std::uint32_t bins_;
  const std::uint32_t offset_;
  const std::uint32_t log_copies_;  // of each bin, for threads that have one distance
  const std::uint32_t own_;         // this thread's copy of the first bin
  const std::uint32_t stride_;      // bytes of a bin
  const std::uint32_t last_;        // raised_bits() of the infinite one
  unsigned long long* const counts_;
  std::uint32_t less_first_;  // minus raised_bits() of the window's first bin
  std::uint32_t room_;        // bins of the window; the place of a far distance
};

/// What a sweep makes of the distances.
enum class Made {
  kRows,     // nothing else
  kNumbers,  // the numbers of lanes as well
  kCounts,   // numbers and counts, and no rows: Columns::kWays
};

/// The numbers of a thread's lanes.
template <class Word>
class LaneNumbers {
 public:
  static constexpr int kCount = kWords * Word::kElements;

  /// kCounts: counts them as well. Returns whether add_rare() has to follow.
  template <Made kMade>
  [[nodiscard]] __device__ __forceinline__ bool add(const Words& words, CountingWindow* counts) {
    bool rare = false;
#pragma unroll
    for (int lane = 0; lane < kCount; ++lane) {
      const std::uint32_t distance = lane_of(words, lane);
      rare |= kMade == Made::kCounts ? counts->count(distance) : distance == kInfiniteElement<Word>;
      sum_[lane] += distance;
      above_[lane] = __viaddmax_u32(distance, kAbove, above_[lane]);
    }
    return rare;
  }

  /// What is infinite or far among them.
  template <Made kMade>
  __device__ __forceinline__ void add_rare(const Words& words, CountingWindow* counts) {
#pragma unroll
    for (int lane = 0; lane < kCount; ++lane) {
      const std::uint32_t distance = lane_of(words, lane);
      if (distance == kInfiniteElement<Word>) {
        ++unreached_[lane];
        sum_[lane] -= distance;
      } else if (kMade == Made::kCounts) {
        counts->count_far(distance);
      }
    }
  }

  /// Of a lane, for so many steps.
  [[nodiscard]] __device__ __forceinline__ DeviceRowNumbers of(int lane,
                                                               std::uint32_t steps) const {
    return {sum_[lane], above_[lane] == 0 ? 0 : above_[lane] - kAbove, steps - unreached_[lane]};
  }

 private:
  __device__ __forceinline__ static std::uint32_t lane_of(const Words& words, int lane) {
    return element_of<Word>(words.of[lane / Word::kElements], lane % Word::kElements);
  }

  /// Added to a distance: the larger it is, the larger; the infinite one is 0.
  static constexpr std::uint32_t kAbove = 0u - kInfiniteElement<Word>;

  unsigned long long sum_[kCount] = {};
  std::uint32_t above_[kCount] = {};  // the largest plus kAbove; 0: all are infinite
  std::uint32_t unreached_[kCount] = {};
};

/// The arcs of a step on the way up, 32 at a time: a thread holds one of them.
template <class Word>
class ArcsOfStep {
 public:
  __device__ ArcsOfStep(const ProgramView& program, unsigned begin, unsigned end)
      : next_(program.rise_arcs + begin + threadIdx.x % kLanes),
        end_(program.rise_arcs + end),
        none_{static_cast<std::uint32_t>((program.slots - 1) * kSlotBytes), Word::kInfinite} {}

  /// The next of them; beyond the last, arcs that change nothing.
  __device__ __forceinline__ RiseArc next() {
    const RiseArc arc = next_ < end_ ? *next_ : none_;
    next_ += kLanes;
    return arc;
  }

 private:
  const RiseArc* next_;
  const RiseArc* const end_;
  const RiseArc none_;
};

/// value = min(value, length + weight) at the places of kCount arcs, all different, which threads
/// from `first` on hold. The reads of all are under way together. in_memory: whether any place is
/// no slot.
template <class Word, int kCount>
__device__ __forceinline__ void push(const RiseArc& held, int first, bool in_memory,
                                     const Words& length, const ThreadSlots& slots, Words* column,
                                     std::size_t pitch) {
  std::uint32_t place[kCount];
  Words known[kCount];
#pragma unroll
  for (int a = 0; a < kCount; ++a) place[a] = __shfl_sync(kAll, held.place, first + a);
  const auto weight = [&](int a) { return __shfl_sync(kAll, held.weight, first + a); };
  if (!in_memory) {
#pragma unroll
    for (int a = 0; a < kCount; ++a) known[a] = slots[place[a]];
#pragma unroll
    for (int a = 0; a < kCount; ++a) {
      slots[place[a]] = relax_words<Word>(known[a], length, weight(a));
    }
    return;
  }
  const auto at = [&](int a) -> Words* {
    return (place[a] & RiseArc::kInMemory) != 0
               ? column + static_cast<std::size_t>(place[a] & ~RiseArc::kInMemory) * pitch
               : &slots[place[a]];
  };
#pragma unroll
  for (int a = 0; a < kCount; ++a) known[a] = *at(a);
#pragma unroll
  for (int a = 0; a < kCount; ++a) *at(a) = relax_words<Word>(known[a], length, weight(a));
}

/// The way up from the sources of one warp: for each ancestor of one, from the bottom, its length
/// to the batch, and the steps that have one to `risen`. Leaves all slots infinite. kCounts: the
/// lengths go to `lengths`, one below the other, which ends behind them.
template <class Word, Made kMade>
__device__ __forceinline__ void rise(const ProgramView& program, const std::int32_t* sources,
                                     Words* column, std::size_t pitch, const ThreadSlots& slots,
                                     RisenSteps& risen, Words*& lengths) {
  constexpr int kAtOnce = 16;
  constexpr int kCount = kWords * Word::kElements;  // lanes of the thread
  int source[kCount];
  int cursor[kCount];
#pragma unroll
  for (int lane = 0; lane < kCount; ++lane) source[lane] = cursor[lane] = sources[lane];
  const auto highest = [&] {
    int step = cursor[0];
#pragma unroll
    for (int lane = 1; lane < kCount; ++lane) step = max(step, cursor[lane]);
    return warp_max(step);
  };
  const auto leave = [&](int step, int parent) {
#pragma unroll
    for (int lane = 0; lane < kCount; ++lane) {
      if (cursor[lane] == step) cursor[lane] = parent;
    }
  };
  const auto memory_of = [&](const RiseStep& step) -> Words& {
    return column[static_cast<std::size_t>(RiseStep::kInMemory - step.slot) * pitch];
  };
  const int first_step = highest();
  if (first_step < 0) return;
  for (int step = first_step; step >= 0; step = highest()) {
    const RiseStep present = program.rise[step];
    if (present.slot <= RiseStep::kInMemory) memory_of(present) = infinite_words<Word>();
    leave(step, present.parent);
  }
#pragma unroll
  for (int lane = 0; lane < kCount; ++lane) cursor[lane] = source[lane];
  int step = first_step;
  RiseStep present = program.rise[step];
  while (step >= 0) {
    ArcsOfStep<Word> arcs(program, present.begin, present.end);
    RiseArc held = arcs.next();
    Words length = infinite_words<Word>();
    if (present.slot >= 0) {
      length = slots[static_cast<std::uint32_t>(present.slot)];
      slots[static_cast<std::uint32_t>(present.slot)] = infinite_words<Word>();
    } else if (present.slot <= RiseStep::kInMemory) {
      length = memory_of(present);
      if (kMade == Made::kCounts) memory_of(present) = infinite_words<Word>();  // for others
    }
#pragma unroll
    for (int lane = 0; lane < kCount; ++lane) {
      const int e = lane % Word::kElements;
      if (source[lane] == step) {
        length.of[lane / Word::kElements] &= Word::kElements == 2 ? 0xffff0000u >> (16 * e) : 0u;
      }
    }
    if (kMade == Made::kCounts) {
      *lengths = length;
      lengths += pitch;
    } else {
      column[static_cast<std::size_t>(step) * pitch] = length;
    }
    risen.mark(static_cast<unsigned>(step));
    leave(step, present.parent);
    const int following = highest();
    const RiseStep next = program.rise[max(following, 0)];  // arrives while arcs are pushed
    for (int left = static_cast<int>(present.end - present.begin); left > 0;
         left -= static_cast<int>(kLanes)) {
      const RiseArc ahead = arcs.next();
      unsigned in_memory = __ballot_sync(kAll, (held.place & RiseArc::kInMemory) != 0);
      for (int first = 0; first < min(left, static_cast<int>(kLanes)); first += kAtOnce) {
        push<Word, kAtOnce>(held, first, (in_memory & ((1u << kAtOnce) - 1)) != 0, length, slots,
                            column, pitch);
        in_memory >>= kAtOnce;
      }
      held = ahead;
    }
    step = following;
    present = next;
  }
}

/// Units from one stage to the next in shared memory.
constexpr auto kStageRoom = static_cast<unsigned>(kStageUnits + kUnitsAhead);

/// Enqueues the copy of a stage to shared memory by all threads of the block.
__device__ __forceinline__ void copy_stage(const ProgramView& program, unsigned stage, Unit* ring) {
  constexpr auto kUnits = static_cast<unsigned>(kStageUnits);
  if (stage < program.stages) {
    const Unit* from = program.fall + static_cast<std::size_t>(stage) * kUnits;
    Unit* to = ring + stage % 2 * kStageRoom;
    for (unsigned n = threadIdx.x; n < kUnits; n += blockDim.x) {
      __pipeline_memcpy_async(to + n, from + n, sizeof(Unit));
    }
  }
  __pipeline_commit();
}

/// The unit that begins `at` bytes behind the beginning of shared memory.
__device__ __forceinline__ uint4 load(std::uint32_t at) {
  extern __shared__ uint4 shared[];
  return *reinterpret_cast<const uint4*>(reinterpret_cast<const char*>(shared) + at);
}

constexpr auto kUnitBytes = static_cast<std::uint32_t>(sizeof(Unit));

/// A group's head, and the first unit with arcs, if it has any.
struct Group {
  uint4 head;
  uint4 first;

  __device__ __forceinline__ void read(std::uint32_t at) {
    head = load(at);
    first = load(at + kUnitBytes);
  }
  [[nodiscard]] __device__ __forceinline__ std::uint32_t arc_bytes() const {
    return head.x & group::kArcBytes;
  }
  [[nodiscard]] __device__ __forceinline__ bool ends_stage() const {
    return (head.x & group::kEndOfStage) != 0;
  }
};

/// The way down of one thread's lanes.
template <class Word, Made kMade, bool kCore>
class Fall {
 public:
  /// Begins after the core. kCore: there is one. Without it the compiler finds loops that are
  /// a tenth faster. lengths: as rise() leaves it.
  __device__ Fall(const ThreadSlots& slots, Words* column, std::size_t pitch,
                  const ProgramView& program, CountingWindow* counts, RisenSteps& risen,
                  const Words* lengths)
      : slots_(slots),
        column_(column),
        pitch_(pitch),
        risen_(risen),
        here_(column),
        lengths_(lengths),
        rows_(program.rows_of_kept),
        counts_(counts) {
    if (kCore) {
      if (kMade != Made::kRows) {
#pragma unroll 4
        for (unsigned step = 0; step < program.core; ++step) {
          const Words distance = column[step * pitch];
          if (numbers_.template add<kMade>(distance, counts_)) {
            numbers_.template add_rare<kMade>(distance, counts_);
          }
        }
      }
      step_ = program.core;
      here_ += program.core * pitch;
    }
    if (kMade == Made::kCounts) row_ = *rows_;
    next_risen_ = risen_.next();
    begin_step();
  }

  /// Takes a group, whose units with arcs begin at `arcs`. They must not change before the step
  /// ends, or arrive() is called.
  __device__ __forceinline__ void take(const Group& group, std::uint32_t arcs) {
    if ((group.head.x & group::kFromMemory) == 0) {
      from_slots(group, arcs);
    } else {
      from_memory(arcs, group.arc_bytes());
    }
    if ((group.head.x & (group::kMore | group::kArrives)) != 0) {
      if ((group.head.x & group::kMore) != 0) return;
      arrive();
    }
    slots_[group.head.y] = distance_;
    if (kMade == Made::kCounts) {
      last_ = distance_.of[0];
    } else {
      *here_ = distance_;
      here_ += pitch_;
    }
    if (kMade != Made::kRows) {
      const bool rare = numbers_.template add<kMade>(distance_, counts_);
      const bool is_kept = kMade == Made::kCounts && (group.head.x & group::kKept) != 0;
      if (rare || is_kept) {  // one branch
        if (is_kept) {
          column_[row_ * pitch_] = distance_;
          row_ = *++rows_;
        }
        numbers_.template add_rare<kMade>(distance_, counts_);
      }
    }
    ++step_;
    begin_step();
  }

  /// Waits for what is read from memory, and uses it.
  __device__ __forceinline__ void arrive() {
    if (reading_ == 0) return;
#pragma unroll
    for (unsigned a = 0; a < kReads; ++a) {
      if (a * kUnitBytes >= reading_) continue;
      const uint4 arc = load(arcs_read_ + a * kUnitBytes);
      slots_[arc.z] = found_[a];
      distance_ = relax_words<Word>(distance_, found_[a], arc.y);
    }
    reading_ = 0;
  }

  /// kCounts: at the end of a stage, by all threads of the block. A barrier.
  __device__ __forceinline__ void move_window(unsigned stage) {
    const std::uint32_t value = element_of<Word>(last_, 0);
    counts_->move(value, value != kInfiniteElement<Word>, stage + 1);
  }

  [[nodiscard]] __device__ const LaneNumbers<Word>& numbers() const {
    return numbers_;
  }

 private:
  __device__ __forceinline__ void begin_step() {
    distance_ = infinite_words<Word>();
    if (step_ == next_risen_) {
      if (kMade == Made::kCounts) lengths_ -= pitch_;
      distance_ = kMade == Made::kCounts ? *lengths_ : *here_;
      next_risen_ = risen_.next();
    }
  }

  __device__ __forceinline__ void from_slots(const Group& group, std::uint32_t arcs) {
    const Words of_head = slots_[group.head.z];
    Words other = relax_words<Word>(infinite_words<Word>(), of_head, group.head.w);
    const std::uint32_t bytes = group.arc_bytes();
    if (bytes > 0) {
      const Words x = slots_[group.first.x], z = slots_[group.first.z];
      distance_ = relax_words<Word>(distance_, x, group.first.y);
      other = relax_words<Word>(other, z, group.first.w);
      std::uint32_t at = arcs + kUnitBytes;
      const std::uint32_t end = arcs + bytes;
      // Most have few arcs: what the compiler does before an unrolled loop takes longer than it.
#pragma unroll 1
      for (; at + 4 * kUnitBytes <= end; at += 4 * kUnitBytes) pairs<4>(at, other);
      if (at < end) pairs<2>(at, other);
    }
    distance_ = relax_words<Word>(distance_, other, 0);
  }

  template <int kCount>
  __device__ __forceinline__ void pairs(std::uint32_t arcs, Words& other) {
    uint4 two[kCount];
    Words x[kCount], z[kCount];
#pragma unroll
    for (int a = 0; a < kCount; ++a) two[a] = load(arcs + static_cast<unsigned>(a) * kUnitBytes);
#pragma unroll
    for (int a = 0; a < kCount; ++a) {
      x[a] = slots_[two[a].x];
      z[a] = slots_[two[a].z];
    }
#pragma unroll
    for (int a = 0; a < kCount; ++a) {
      distance_ = relax_words<Word>(distance_, x[a], two[a].y);
      other = relax_words<Word>(other, z[a], two[a].w);
    }
  }

  /// Begins to read: slots are read meanwhile.
  __device__ __forceinline__ void from_memory(std::uint32_t arcs, std::uint32_t bytes) {
    arrive();
#pragma unroll
    for (unsigned a = 0; a < kReads; ++a) {
      if (a * kUnitBytes < bytes) found_[a] = column_[load(arcs + a * kUnitBytes).x * pitch_];
    }
    arcs_read_ = arcs;
    reading_ = bytes;
  }

  static constexpr auto kReads = static_cast<unsigned>(group::kReads);

  const ThreadSlots slots_;
  Words* const column_;
  const std::size_t pitch_;
  RisenSteps& risen_;
  Words* here_;                // of the step: kRows, kNumbers
  const Words* lengths_;       // behind the next one that rose; from here on: kCounts
  const std::uint32_t* rows_;  // of the next step that is kept, and of those that follow
  std::uint32_t row_;          // of that step
  CountingWindow* const counts_;
  std::uint32_t last_ = Word::kInfinite;  // kCounts: the first word of the last step
  unsigned step_ = 0;
  unsigned next_risen_ = 0;
  Words distance_;
  Words found_[kReads];  // on its way from memory
  std::uint32_t arcs_read_ = 0;
  std::uint32_t reading_ = 0;  // bytes of their arcs
  LaneNumbers<Word> numbers_;
};

/// The bins of the window, behind the slots.
__device__ __forceinline__ std::uint32_t* window_after(uint4* shared, const ProgramView& program) {
  const std::size_t slots = static_cast<std::size_t>(blockDim.x / kLanes) * program.slots;
  return reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(shared + 2 * kStageRoom) +
                                          slots * kSlotBytes);
}

/// Formula: X(t,s) = length of the shortest path from source s to the vertex of step t, for all
/// steps t and the lanes s of the batch.
/// Launch: pitch / (64 warps) blocks of `warps` warps. Dynamic shared memory: two stages of the
/// program, and the `slots` rows of each warp, two words a thread; kCounts: a window.
/// Reads and writes: each word of the batch once; twice, where the way up wrote it or it has no
/// slot; those of the core are read alone. kCounts: those words alone that have no slot, and what
/// the way up leaves, mostly in the second-level cache. The fall once a block, from there. The arcs
/// of the ancestors once a warp. Threads read what they wrote alone, but for the program, the core
/// and the window.
/// Synchronisation: a barrier when a stage has arrived, another when all warps are done with it.
/// kCounts: an atomic a distance in shared memory, and one more barrier where the window moves.
/// Cost: a relaxation, one word from shared memory and half a unit an arc and warp. Bound by the
/// latency of shared memory: a group is read while the one before it is taken. kCounts: by
/// instructions as well, from 15 warps on.
template <class Word, Made kMade, bool kCore, std::size_t kMostWarps>
__global__ void __launch_bounds__(kMostWarps* kWarp, 1)
    sweep_kernel(ProgramView program, BatchView batch) {
  extern __shared__ uint4 shared[];
  Unit* const ring = reinterpret_cast<Unit*>(shared);
  const unsigned warp = threadIdx.x / kLanes;
  Words* const first_slot = reinterpret_cast<Words*>(shared + 2 * kStageRoom) +
                            static_cast<std::size_t>(warp) * program.slots * kLanes +
                            threadIdx.x % kLanes;
  const ThreadSlots slots(first_slot);
  const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  Words* const column = reinterpret_cast<Words*>(batch.words) + thread;
  const std::size_t pitch = batch.pitch / kWordsOfThread;
  constexpr int kCount = LaneNumbers<Word>::kCount;
  const unsigned risen_count = (program.steps + kLanes - 1) / kLanes;
  RisenSteps risen(batch.risen + thread / kLanes * risen_count);

  copy_stage(program, 0, ring);
  for (unsigned n = 0; n < program.slots; ++n) first_slot[n * kLanes] = infinite_words<Word>();
  Words* lengths = column + static_cast<std::size_t>(program.rows) * pitch;
  rise<Word, kMade>(program, batch.sources + thread * kCount, column, pitch, slots, risen, lengths);
  risen.finish(risen_count);

  CountingWindow counts(window_after(shared, program), batch, kInfiniteElement<Word>,
                        kMade == Made::kCounts);
  Fall<Word, kMade, kCore> fall(slots, column, pitch, program, &counts, risen, lengths);
  for (unsigned stage = 0; stage < program.stages; ++stage) {
    copy_stage(program, stage + 1, ring);
    __pipeline_wait_prior(1);
    __syncthreads();
    std::uint32_t unit = stage % 2 * kStageRoom * kUnitBytes;
    // Two groups in turn: none is copied from register to register.
    Group even, odd;
    even.read(unit);
    const auto take = [&](const Group& present, Group& next) {
      const std::uint32_t arcs = unit + kUnitBytes;
      unit = arcs + present.arc_bytes();
      next.read(unit);
      fall.take(present, arcs);
    };
    for (;;) {
      if (even.ends_stage()) break;
      take(even, odd);
      if (odd.ends_stage()) break;
      take(odd, even);
    }
    fall.arrive();
    if (kMade == Made::kCounts) {
      fall.move_window(stage);
    } else {
      __syncthreads();
    }
  }
  if (kMade == Made::kCounts) {
    __syncthreads();  // a core alone has no stage
    counts.flush();
  }
  if (kMade != Made::kRows) {
#pragma unroll
    for (int lane = 0; lane < kCount; ++lane) {
      batch.numbers[thread * kCount + lane] = fall.numbers().of(lane, program.steps);
    }
  }
}

template <class Word, Made kMade, bool kCore, std::size_t kMostWarps>
void launch_sweep(const ProgramView& program, const BatchView& batch, std::size_t warps,
                  cudaStream_t stream) {
  // Few warps have more registers.
  if constexpr (kMade == Made::kCounts && kMostWarps < most_warps(Columns::kWays)) {
    if (warps > kMostWarps) {
      launch_sweep<Word, kMade, kCore, most_warps(Columns::kWays)>(program, batch, warps, stream);
      return;
    }
  }
  const std::size_t threads = warps * kWarp;
  const std::size_t shared = shared_bytes(warps, program.slots) +
                             (kMade == Made::kCounts ? window_bytes(batch.window_bins) : 0);
  const auto most_shared =
      static_cast<int>(limit_of_device(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  // The most there is, not what is needed: threads that share a device share the attribute.
  check(cudaFuncSetAttribute(sweep_kernel<Word, kMade, kCore, kMostWarps>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize, most_shared),
        "ask for shared memory");
  const std::size_t words = threads * kWordsOfThread;
  require_equal("the remainder of the pitch by a block", batch.pitch % words, 0);
  sweep_kernel<Word, kMade, kCore, kMostWarps>
      <<<static_cast<unsigned>(batch.pitch / words), static_cast<unsigned>(threads), shared,
         stream>>>(program, batch);
  check_launch("sweep");
}

}  // namespace

template <class Word>
void sweep(const ProgramView& program, const BatchView& batch, std::size_t warps,
           cudaStream_t stream) {
  const auto launch = [&](auto made) {
    constexpr Made kMade = decltype(made)::value;
    constexpr std::size_t kFew = most_warps(Columns::kAll);
    const auto with_core = program.core > 0 ? launch_sweep<Word, kMade, true, kFew>
                                            : launch_sweep<Word, kMade, false, kFew>;
    with_core(program, batch, warps, stream);
  };
  if (program.rows_of_kept != nullptr) {
    launch(std::integral_constant<Made, Made::kCounts>());
  } else if (batch.numbers != nullptr) {
    launch(std::integral_constant<Made, Made::kNumbers>());
  } else {
    launch(std::integral_constant<Made, Made::kRows>());
  }
}

template void sweep<S32>(const ProgramView&, const BatchView&, std::size_t, cudaStream_t);
template void sweep<U16x2>(const ProgramView&, const BatchView&, std::size_t, cudaStream_t);

}  // namespace apsp::gpu
