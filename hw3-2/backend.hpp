// SPDX-License-Identifier: MIT
// Blocked Floyd-Warshall on one CUDA device. The algorithm is in common/gpu/dense (the steps of a
// round, their order) and common/gpu/product (the tile product, the closure of a pivot).
#pragma once

#include <memory>

#include "common/core/backend.hpp"
#include "common/gpu/dense/pace.hpp"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {

/// One device, from its start to the last row. A solve takes V^2 elements of its width and less
/// than 256 MiB beside them in device memory, less than 128 MiB of host memory. Frees device memory
/// on errors too.
class SingleBackend final : public Backend {
 public:
  /// Starts CUDA on device `device` on a thread of its own, beside the reading of the input.
  /// start() throws its errors.
  explicit SingleBackend(int device);
  ~SingleBackend() override;

  [[nodiscard]] std::span<const Width> widths() const override { return kWidths; }
  [[nodiscard]] Pace pace(const Problem& problem) const override {
    return pace_of_device(problem.graph);
  }

  /// Waits for the device only if the matrix may not fit.
  void require_fit(const Problem& problem, Width width) override;
  [[nodiscard]] std::unique_ptr<Solve> start(const Plan& plan, Observer& observer) override;

 private:
  struct Machine;
  struct Startup;
  std::unique_ptr<Startup> startup_;
};

}  // namespace apsp::gpu
