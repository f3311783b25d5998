// SPDX-License-Identifier: MIT
// The kernels of sweeps: up an elimination tree from a batch of sources, down to all vertices.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "common/core/distance.hpp"
#include "common/gpu/dense/summary_kernels.hpp"
#include "common/gpu/sweep/program.hpp"
#include "common/gpu/sweep/shape.hpp"

namespace apsp::gpu {

/// A SweepProgram in device memory.
struct ProgramView {
  const Unit* fall;
  std::uint32_t stages;
  const RiseStep* rise;
  const RiseArc* rise_arcs;
  const std::uint32_t* rows_of_kept;  // Columns::kWays; else null
  std::uint32_t core;                 // so many first steps
  std::uint32_t steps;
  std::uint32_t rows;  // of a batch, without those of lengths that the way up leaves
  std::uint32_t slots;
};

/// The distances from a batch of sources, in device memory: a row for each step, a lane for each
/// source. A word holds the lanes of its elements, the lower one in the lower half. Of a program
/// with Columns::kWays: its rows, then those of the lengths that the way up leaves.
struct BatchView {
  std::uint32_t* words;         // rows x pitch
  std::size_t pitch;            // words of a row: those of whole blocks of threads
  const std::int32_t* sources;  // of each lane: the step, or -1: none, or in the core
  std::uint32_t* risen;         // a bit for each step, for each warp; zeros
  DeviceRowNumbers* numbers;    // of each lane; null: not wanted, Columns::kAll
  unsigned long long* counts;   // Columns::kWays: of distances, by octave bins
  int widening;                 // Columns::kWays: of those bins
  std::uint32_t window_bins;    // Columns::kWays: in shared memory, see window_bins_for()
  std::uint32_t log_copies;     // Columns::kWays: of each of them, see log_copies_for()
};

/// The bins of a block that counts distances, on a device with so much shared memory for a block: a
/// power of two. Distances beyond them take longer, as fewer slots do: three tenths of it are best
/// on a device of 227 KiB.
[[nodiscard]] constexpr std::uint32_t window_bins_for(std::size_t shared) {
  std::uint32_t bins = 1024;
  while (bins * (2 * sizeof(std::uint32_t)) <= shared * 3 / 10) bins *= 2;
  return bins;
}

/// Shared memory of those bins, beside shared_bytes(): behind them those that nobody asks for, then
/// two numbers of each warp.
[[nodiscard]] constexpr std::size_t window_bytes(std::uint32_t bins) {
  return (bins + 3 * kWarp) * sizeof(std::uint32_t);
}

/// The logarithm of how many copies of each bin there is room for, where no distance is longer than
/// `longest`.
[[nodiscard]] constexpr std::uint32_t log_copies_for(Distance longest, std::uint32_t bins) {
  std::uint32_t log = 5;  // kWarp
  while (log > 0 && static_cast<std::uint32_t>(longest) >= bins >> log) --log;
  return log;
}

/// Words of BatchView::risen for each warp.
[[nodiscard]] constexpr std::size_t risen_words(std::size_t steps) {
  return (steps + kWarp - 1) / kWarp;
}

/// Computes all distances of a batch from those of the core, and the numbers of its lanes where
/// they are wanted, the 0 of the source included. Lanes without a source are infinite. With
/// Columns::kWays it counts the distances as well, and leaves none behind. `warps` a
/// block. Asynchronous. A relaxation of a word an arc for the fall; reads from shared memory bind
/// it.
template <class Word>
void sweep(const ProgramView& program, const BatchView& batch, std::size_t warps,
           cudaStream_t stream);

}  // namespace apsp::gpu
