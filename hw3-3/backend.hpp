// SPDX-License-Identifier: MIT
// The solver of several CUDA devices of one machine: blocked Floyd-Warshall, or elimination and
// sweeps.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "common/core/backend.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/method.hpp"
#include "hw3-3/exchange.hpp"

namespace apsp::gpu {

/// The options of the devices.
struct Devices {
  static constexpr std::size_t kMost = 8;

  std::vector<int> ids;      // empty: all visible ones, at most kMost; a number may occur twice
  std::size_t required = 1;  // different devices without which the run is refused
  Crossing crossing;
  std::optional<Method> method = {};  // nothing: the one that is predicted to be the faster
};

/// Several devices, from their start to the last row. Each of G devices holds V^2 / G elements of
/// the width used, two row panels and less than 256 MiB. The host holds less than 128 MiB a device,
/// and two row panels where devices cannot reach each other. A device that fails stops all. Frees
/// device memory on errors too. Sweeps share the sources: nothing crosses.
class TeamBackend final : public Backend {
 public:
  /// Starts CUDA on the devices on threads of their own. start() throws the errors: kNoDevice also
  /// for fewer different devices than required, kUsage for a number that is not visible.
  explicit TeamBackend(Devices devices);
  ~TeamBackend() override;

  [[nodiscard]] std::span<const Width> widths() const override { return kWidths; }
  [[nodiscard]] Pace pace(const Problem& problem) const override;

  /// Waits for the devices only if the shares may not fit.
  void require_fit(const Problem& problem, Width width) override;
  [[nodiscard]] std::unique_ptr<Solve> start(const Plan& plan, Observer& observer) override;

 private:
  struct Startup;
  std::unique_ptr<Startup> startup_;
  mutable MethodOfGraph method_;
};

}  // namespace apsp::gpu
