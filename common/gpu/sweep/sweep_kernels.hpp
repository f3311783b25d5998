// SPDX-License-Identifier: MIT
// The kernels of sweeps: up an elimination tree from a batch of sources, down to all vertices.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

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
  std::uint32_t core;  // so many first steps
  std::uint32_t steps;
  std::uint32_t slots;
};

/// The distances from a batch of sources, in device memory: a row for each step, a lane for each
/// source. A word holds the lanes of its elements, the lower one in the lower half.
struct BatchView {
  std::uint32_t* words;         // steps x pitch
  std::size_t pitch;            // words of a row: those of whole blocks of threads
  const std::int32_t* sources;  // of each lane: the step, or -1: none, or in the core
  std::uint32_t* risen;         // a bit for each step, for each warp; zeros
  DeviceRowNumbers* numbers;    // of each lane; null: not wanted
};

/// Words of BatchView::risen for each warp.
[[nodiscard]] constexpr std::size_t risen_words(std::size_t steps) {
  return (steps + kWarp - 1) / kWarp;
}

/// Computes all distances of a batch from those of the core, and the numbers of its lanes where
/// they are wanted, the 0 of the source included. Lanes without a source are infinite. `warps` a
/// block. Asynchronous. A relaxation of a word an arc for the fall; reads from shared memory bind
/// it.
template <class Word>
void sweep(const ProgramView& program, const BatchView& batch, std::size_t warps,
           cudaStream_t stream);

}  // namespace apsp::gpu
