// SPDX-License-Identifier: MIT
// One attempt by label correcting. Rows are computed as they are put, as by sweeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "common/solve/backend.hpp"
#include "common/sparse/label_graph.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

/// `graph` is made of the plan's graph. It outlives the attempt.
[[nodiscard]] std::unique_ptr<Solve> make_label_solve(const sparse::LabelGraph& graph,
                                                      const KernelSet& kernels,
                                                      const Attempt& attempt);

/// Bytes that such an attempt takes with `threads` threads, beside the graph. proven: the width
/// holds every distance, so that no batch is computed once more in s32.
[[nodiscard]] std::uint64_t label_bytes(std::size_t vertices, std::size_t edges, Width width,
                                        bool proven, std::size_t threads);

}  // namespace apsp::cpu
