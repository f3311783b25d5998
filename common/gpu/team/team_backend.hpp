// SPDX-License-Identifier: MIT
// The solver of CUDA devices of one machine, one or several: blocked Floyd-Warshall, elimination
// and sweeps, or searches.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "common/gpu/product/word.hpp"
#include "common/gpu/team/exchange.hpp"
#include "common/gpu/team/partition.hpp"
#include "common/gpu/team/team_exchange.hpp"
#include "common/solve/backend.hpp"
#include "common/solve/machine.hpp"

namespace apsp::gpu {

class Team;

/// The options of the devices.
struct Devices {
  static constexpr std::size_t kMost = 8;

  std::vector<int> ids;      // empty: all visible ones, at most kMost; a number may occur twice
  std::size_t required = 1;  // different devices without which the run is refused
  Crossing crossing;
  std::optional<Method> method = {};  // nothing: the one that is predicted to be the faster
  bool alone = false;                 // one device is what the user wants
  std::size_t half_from = 12'000;     // vertices of undirected graphs whose half several share
};

/// CUDA's numbers of the devices that the user names, or of the visible ones. Throws
/// Error(kNoDevice).
[[nodiscard]] std::vector<int> chosen_ids(const Devices& devices);

/// Throws Error(kNoDevice) where the `distinct` devices in use are fewer than the user requires.
void require_devices(const Devices& devices, std::size_t distinct);

/// Devices, from their start to the last row. Each of G devices holds V^2 / G elements of
/// the width used, two row panels and less than 256 MiB; where takes_half(), half of the elements,
/// three row panels and less than 512 MiB. The
/// host holds less than 128 MiB a device, and two row panels where devices cannot reach each other.
/// A device that fails stops all. Frees device memory on errors too. Sweeps and searches share the
/// sources: nothing crosses.
class TeamBackend : public Backend {
 public:
  /// Starts CUDA on the devices on threads of their own. start() throws the errors: kNoDevice also
  /// for fewer different devices than required, kUsage for a number that is not visible.
  explicit TeamBackend(Devices devices);
  ~TeamBackend() override;

  [[nodiscard]] std::span<const Width> widths() const override { return kWidths; }
  [[nodiscard]] Plan plan(const Problem& problem) override;
  [[nodiscard]] bool takes_matrix() const override { return true; }

  /// Waits for the devices only if the shares may not fit.
  void require_fit(const Problem& problem, const Plan& plan, Width width) override;
  [[nodiscard]] std::unique_ptr<Solve> start(const Attempt& attempt, Observer& observer) override;

 protected:
  /// For a process that drives the devices `own` among those of `lineup`.
  TeamBackend(const Devices& devices, std::vector<int> own, Lineup lineup);

  /// The devices of this process, and all of the solve; both wait for their start.
  [[nodiscard]] Team& team();
  [[nodiscard]] const Lineup& lineup();
  [[nodiscard]] const Crossing& crossing() const;

  /// Makes an attempt by the dense method, on the devices that have started. V > 0.
  [[nodiscard]] virtual std::unique_ptr<Solve> start_dense(const Attempt& attempt,
                                                           Observer& observer);

  /// Makes the transfers of one attempt.
  [[nodiscard]] virtual std::unique_ptr<Exchange> make_exchange(const Crossings& crossings);

  /// The plan of all members, by the method that is forced, if one is.
  [[nodiscard]] Plan plan_of_all(const Problem& problem, std::optional<Method> forced);

  const std::optional<Method> method_;  // forced

 private:
  [[nodiscard]] DeviceRoom room();

  struct Startup;
  /// Whether several devices share the half of a graph's symmetric matrix.
  [[nodiscard]] bool takes_half(const Graph& graph);

  std::unique_ptr<Startup> startup_;
  const bool alone_;
  const std::size_t half_from_;
};

}  // namespace apsp::gpu
