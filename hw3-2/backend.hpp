// SPDX-License-Identifier: MIT
// The solver of one CUDA device: blocked Floyd-Warshall, or elimination and sweeps. The algorithms
// are in common/gpu/dense (the steps of a round, their order), common/gpu/product (the tile
// product, the closure of a pivot) and common/gpu/sweep.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "common/gpu/product/word.hpp"
#include "common/solve/backend.hpp"

namespace apsp::gpu {

/// One device, from its start to the last row. A dense solve takes V^2 elements of its width and
/// less than 256 MiB beside them in device memory, less than 128 MiB of host memory. Where the
/// device lacks that, the matrix lies in host memory and streams through it (streamed/). Sweeps
/// take no V^2: the eliminated graph on both sides, a row to its core for every vertex, and a batch
/// of sources that fits. Frees device memory on errors too.
class SingleBackend final : public Backend {
 public:
  /// Starts CUDA on device `device` on a thread of its own, beside the reading of the input.
  /// start() throws its errors.
  /// `method`: nothing for the one that is predicted to be the faster. `memory`: bytes on the
  /// device that a dense solve may take; nothing for all. A matrix that needs more lies in host
  /// memory and streams.
  explicit SingleBackend(int device, std::optional<Method> method = {},
                         std::optional<std::uint64_t> memory = {});
  ~SingleBackend() override;

  [[nodiscard]] std::span<const Width> widths() const override { return kWidths; }
  [[nodiscard]] Plan plan(const Problem& problem) override;
  [[nodiscard]] bool takes_matrix() const override { return true; }

  /// Waits for the device only if the matrix may not fit.
  void require_fit(const Problem& problem, const Plan& plan, Width width) override;
  [[nodiscard]] std::unique_ptr<Solve> start(const Attempt& attempt, Observer& observer) override;

 private:
  struct Opened;
  struct Startup;
  std::unique_ptr<Startup> startup_;
  const std::optional<Method> method_;
  const std::optional<std::uint64_t> memory_;
};

}  // namespace apsp::gpu
