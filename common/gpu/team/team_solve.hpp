// SPDX-License-Identifier: MIT
// One attempt by blocked Floyd-Warshall on several devices, each of which holds some rows or the
// windows of some.
#pragma once

#include <cstddef>
#include <memory>

#include "common/gpu/team/exchange.hpp"
#include "common/gpu/team/partition.hpp"
#include "common/gpu/team/team.hpp"
#include "common/solve/backend.hpp"

namespace apsp::gpu {

/// Throws Error(kMemory) if the share of a member of `team`, with the others on its device, does
/// not fit. `team` has this process's members of `lineup`. `half`: of the windows of the rows.
void require_shares_fit(std::size_t vertices, Width width, const Team& team, const Lineup& lineup,
                        bool half);

/// Makes the attempt of this process's members. extent() and first_clipped() speak of their rows
/// alone. Needs V > 0. `team` outlives the attempt. `exchange` is empty where one device holds all.
/// `half`: the devices hold the windows of the rows alone. Then the graph is symmetric, all members
/// are this process's, at most kMostHalves, and their devices read each other's memory.
[[nodiscard]] std::unique_ptr<Solve> make_team_solve(const Attempt& attempt, Team& team,
                                                     const Lineup& lineup, bool half,
                                                     const MakeExchange& exchange);

}  // namespace apsp::gpu
