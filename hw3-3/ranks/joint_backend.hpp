// SPDX-License-Identifier: MIT
// The backend of one of several processes that make one solve, each with a GPU or some.
//
// Sweeps share out sources, and nothing is exchanged. The dense method shares out the rows of the
// matrix over the devices of all processes, as TeamBackend does over those of one. Pivot rows
// travel by NCCL, or by MPI through host memory.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "common/gpu/team/team_backend.hpp"
#include "common/ranks/ranks.hpp"
#include "hw3-3/ranks/nccl.hpp"
#include "hw3-3/ranks/placement.hpp"

namespace apsp::gpu {

class JointTeamBackend final : public TeamBackend {
 public:
  /// Chooses the devices of this process: placement.hpp. `ranks` outlives it. Collective. Throws
  /// Error(kNoDevice), also for fewer different devices, of all processes, than required.
  JointTeamBackend(const Devices& devices, Ranks& ranks);
  ~JointTeamBackend() override;

  [[nodiscard]] Plan plan(const Problem& whole) override;
  [[nodiscard]] bool joint(const Plan& plan) const override {
    return plan.method == Method::kDense && plan.share->whole().vertices() > 0;
  }
  [[nodiscard]] Width agree(const Plan& plan, Width width) override;
  /// Host memory is checked for all processes of one machine together.
  void require_fit(const Problem& problem, const Plan& plan, Width width) override;
  [[nodiscard]] std::unique_ptr<Solve> start(const Attempt& attempt, Observer& observer) override;

 protected:
  [[nodiscard]] std::unique_ptr<Exchange> make_exchange(const Crossings& crossings) override;

 private:
  struct Members;
  JointTeamBackend(const Devices& devices, Ranks& ranks, const Members& members);
  [[nodiscard]] RowShare held_rows(const Problem& whole) const;
  [[nodiscard]] RowShare even_rows(const Problem& whole) const;
  void look_for_nccl();
  [[nodiscard]] bool connect(const Crossings& crossings);

  Ranks& ranks_;
  std::vector<std::size_t> process_;  // of each member
  bool own_cards_;                    // each member has a GPU of its own
  std::size_t here_;                  // processes of this machine
  bool looked_for_nccl_ = false;
  std::string without_nccl_;                                // the reason; empty: there is none
  std::unique_ptr<Nccl> nccl_;                              // null where not all ranks have it
  std::vector<std::unique_ptr<Broadcaster>> broadcasters_;  // of this process's members
};

}  // namespace apsp::gpu
