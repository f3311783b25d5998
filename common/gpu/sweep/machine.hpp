// SPDX-License-Identifier: MIT
// Devices, as far as the choice of a method and of a width depends on them.
//
// - dense: V^3 relaxations at the tile products' rate.
// - sweep: on the host, the elimination outside the core, and the layout of the fill. On the
//   device, for each source, a step for each vertex and a relaxation for each pair of the fill.
//   Pairs of vertices with more higher neighbours than a warp has slots take longer. A core of C
//   vertices takes every device C^3 relaxations at the dense rate, and C for each pair of the fill.
//   It has C elements for every vertex, which must have room on a device.
// - search: where all weights are equal, by bits; at each level the vertices that any source of a
//   batch reaches, and the edges that leave them.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "common/core/problem.hpp"
#include "common/solve/machine.hpp"
#include "common/solve/plan.hpp"

namespace apsp::gpu {

/// What the values of --method mean.
inline constexpr std::string_view kMethodHelp =
    "a dense matrix, elimination and sweeps for sparse\ngraphs, or searches where all weights are "
    "equal;\ndefault: the fastest of";

/// Devices like an H200, for a graph. On others, slower ones or several, searches for a width take
/// less or more of the solve's time than intended, a few milliseconds either way. `ask`: the room
/// that there is; may wait for the devices to start. Empty: unknown, that of a common device.
[[nodiscard]] Machine machine_for(const Graph& graph, std::function<DeviceRoom()> ask = {});

/// The plan of devices, by the method that is forced, if one is. Throws Error(kUsage) for searches
/// of unequal weights.
[[nodiscard]] Plan plan_for(const Problem& problem, std::function<DeviceRoom()> ask,
                            std::optional<Method> forced);

/// Throws Error(kMemory) if the host has no room for the sweeps or the searches of `plan`, in each
/// of `processes`.
void require_host_memory(const Graph& graph, const Plan& plan, std::size_t processes = 1);

}  // namespace apsp::gpu
