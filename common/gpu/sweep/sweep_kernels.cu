// SPDX-License-Identifier: MIT
#include <type_traits>

#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/counting_window.cuh"
#include "common/gpu/sweep/fall.cuh"
#include "common/gpu/sweep/lane_numbers.cuh"
#include "common/gpu/sweep/rise.cuh"
#include "common/gpu/sweep/risen_steps.cuh"
#include "common/gpu/sweep/sweep_kernels.hpp"
#include "common/gpu/sweep/warp.cuh"
#include "common/gpu/sweep/words.cuh"

namespace apsp::gpu {
namespace {

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
  const bool rows_alone = program.rows_of_kept == nullptr && batch.numbers == nullptr;
  if constexpr (Word::kReal) {
    require_equal("the numbers and counts of lengths that round", rows_alone ? 0 : 1, 0);
    launch(std::integral_constant<Made, Made::kRows>());
  } else if (program.rows_of_kept != nullptr) {
    launch(std::integral_constant<Made, Made::kCounts>());
  } else if (!rows_alone) {
    launch(std::integral_constant<Made, Made::kNumbers>());
  } else {
    launch(std::integral_constant<Made, Made::kRows>());
  }
}

template void sweep<S32>(const ProgramView&, const BatchView&, std::size_t, cudaStream_t);
template void sweep<U16x2>(const ProgramView&, const BatchView&, std::size_t, cudaStream_t);
template void sweep<F32>(const ProgramView&, const BatchView&, std::size_t, cudaStream_t);

}  // namespace apsp::gpu
