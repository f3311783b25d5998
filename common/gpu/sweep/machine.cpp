// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/machine.hpp"

#include <fmt/core.h>

#include <string>
#include <utility>

#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/solve/chooser.hpp"

namespace apsp::gpu {
namespace {

/// Bytes of the host that it takes to eliminate along `tree` and to lay it out.
std::uint64_t host_bytes(const sparse::EliminationTree& tree) {
  constexpr std::size_t kBytesPerPair = 52;  // both lengths twice, units and arcs, the next reads
  constexpr std::size_t kBytesPerVertex = 120;
  return tree.ups.size() * kBytesPerPair + tree.size() * kBytesPerVertex;
}

}  // namespace

Machine machine_for(const Graph& graph, std::function<DeviceRoom()> ask) {
  // Measured on an H200, on roads and graphs of near points.
  constexpr double kDense = 66e12;
  const auto vertices = static_cast<double>(graph.vertices);
  return {
      .dense = {vertices * vertices * vertices, kDense},
      .sweep = {.lanes = 12e12,
                .step = 10,
                .near = 300,
                .far = 4,
                .core = 2,
                .core_rows = 3,
                .closure = kDense,
                .tree = 1.2e9,
                .laid_out = 15e6},
      // 0.2 seconds pass anyway until CUDA has started; beside that a solve of less than 0.05 is
      // none to make faster. A kernel that knows cores takes a tenth longer; those of roads, of
      // any size, win nothing.
      .order = {.edge = 0.5e-6,
                .floor = 0.2,
                .share = 0.05,
                .least = 0.05,
                .least_core = 2000,
                .core_gain = 0.2},
      .room = {.order = analysis_bytes(graph) < available_memory()},
      .devices = {.devices = 1, .core_bytes = 12.0 * (1 << 30)},
      .ask = std::move(ask),
      .core_element_bytes = 6,  // u16 and s32
  };
}

Plan plan_for(const Problem& problem, std::function<DeviceRoom()> ask,
              std::optional<Method> forced) {
  Plan plan = choose(problem, machine_for(problem.graph, std::move(ask)), forced);
  if (plan.method == Method::kSweep) {
    plan.host_bytes = host_bytes(*plan.tree);
  } else {
    const std::size_t vertices = problem.graph.vertices;
    plan.device_bytes = vertices * vertices * bytes_of(kPredicted);
  }
  return plan;
}

void require_host_memory(const sparse::EliminationTree& tree, std::size_t processes) {
  std::string what = fmt::format("{} by sweeps", counted(tree.size(), "vertex"));
  if (processes > 1) what += fmt::format(", in {} ranks on this machine", processes);
  require_memory(processes * host_bytes(tree), what);
}

}  // namespace apsp::gpu
