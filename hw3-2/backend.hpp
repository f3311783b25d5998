// SPDX-License-Identifier: MIT
// The solver of one CUDA device: a team of one, whose dense matrix may lie in host memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "common/gpu/team/team_backend.hpp"

namespace apsp::gpu {

/// One device, from its start to the last row. A dense solve takes V^2 elements of its width and
/// less than 256 MiB beside them in device memory, less than 128 MiB of host memory. Where the
/// device lacks that, it holds the half of a symmetric matrix, and up to 256 MiB of whole rows.
/// Another matrix, or one whose half is too large, lies in host memory and streams through the
/// device (streamed/).
class SingleBackend final : public TeamBackend {
 public:
  /// As TeamBackend. `memory`: bytes on the device that a dense solve may take; nothing for all.
  explicit SingleBackend(int device, std::optional<Method> method = {},
                         std::optional<std::uint64_t> memory = {});

  /// Waits for the device only if the matrix may not fit.
  void require_fit(const Problem& problem, const Plan& plan, Width width) override;

 protected:
  [[nodiscard]] std::unique_ptr<Solve> start_dense(const Attempt& attempt,
                                                   Observer& observer) override;

 private:
  const std::optional<std::uint64_t> memory_;
};

}  // namespace apsp::gpu
