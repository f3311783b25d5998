// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/machine.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/solve/chooser.hpp"
#include "common/sparse/bit_graph.hpp"

namespace apsp::gpu {
namespace {

/// Bytes of the host that it takes to eliminate along `tree` and to lay it out.
std::uint64_t host_bytes(const sparse::EliminationTree& tree) {
  constexpr std::size_t kBytesPerPair = 52;  // both lengths twice, units and arcs, the next reads
  constexpr std::size_t kBytesPerVertex = 120;
  return tree.ups.size() * kBytesPerPair + tree.size() * kBytesPerVertex;
}

/// Bytes of the host that searches take, while their graph is made as well.
std::uint64_t search_host_bytes(const Graph& graph) {
  const std::size_t vertices = graph.vertices;
  const std::size_t edges = graph.edge_count();
  constexpr std::size_t kLists = 4;  // of the rows and their sources, and what is sent
  const std::uint64_t ends = edges * sizeof(std::int32_t) + (vertices + 1) * sizeof(std::size_t);
  return std::max(compression_bytes(vertices, edges),
                  ends + sparse::BitGraph::bytes_for(vertices, edges) +
                      (kLists * vertices + edges) * sizeof(std::int32_t));
}

bool has_equal_weights(const Graph& graph) {
  return graph.smallest_weight == graph.largest_weight;
}

}  // namespace

Machine machine_for(const Graph& graph, std::function<DeviceRoom()> ask) {
  // Measured on an H200, on roads and graphs of near points. Searches on 22 networks, random
  // graphs, meshes and scale-free ones: 0.7 to 1.5 of what happens, but 1.9 to 3.6 where hubs end
  // most of them early, as in mail at Enron and the web of Stanford.
  constexpr double kDense = 66e12;
  constexpr double kHalf = 0.55;  // of a symmetric matrix
  constexpr BitRates kBits = {.least = 1024,
                              .most_of_rows = 1024,
                              .visit = 1.2e-9,
                              .edge = 0.13e-9,
                              .far = 0,
                              .store = 0.5e-9,
                              .shared = 0,
                              .fixed = 1,
                              .way_back = 0,
                              .level = 75e-6};
  const auto vertices = static_cast<double>(graph.vertices);
  return {
      .dense = {(graph.symmetric() ? kHalf : 1) * vertices * vertices * vertices, kDense},
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
      .search = SearchRates{.at_once = 1, .row = kUnlimited, .bits = kBits},
      .room = {.order = analysis_bytes(graph) < available_memory(),
               .search = has_equal_weights(graph) && search_host_bytes(graph) < available_memory()},
      .element_fixed = true,
      .devices = {.devices = 1, .core_bytes = 12.0 * (1 << 30)},
      .ask = std::move(ask),
      .core_element_bytes = 6,  // u16 and s32
  };
}

Plan plan_for(const Problem& problem, std::function<DeviceRoom()> ask,
              std::optional<Method> forced) {
  if (forced == Method::kSearch && !has_equal_weights(problem.graph)) {
    throw Error(Fault::kUsage,
                fmt::format("searches on GPUs need edges of one weight, found {} to {}",
                            problem.graph.smallest_weight, problem.graph.largest_weight));
  }
  Plan plan = choose(problem, machine_for(problem.graph, std::move(ask)), forced);
  if (plan.method == Method::kSweep) {
    plan.host_bytes = host_bytes(*plan.tree);
  } else if (plan.method == Method::kSearch) {
    plan.host_bytes = search_host_bytes(problem.graph);
  } else {
    const std::size_t vertices = problem.graph.vertices;
    plan.device_bytes = vertices * vertices * bytes_of(kPredicted);
  }
  return plan;
}

void require_host_memory(const Graph& graph, const Plan& plan, std::size_t processes) {
  const bool sweep = plan.method == Method::kSweep;
  std::string what =
      fmt::format("{} by {}", counted(graph.vertices, "vertex"), sweep ? "sweeps" : "searches");
  if (processes > 1) what += fmt::format(", in {} ranks on this machine", processes);
  require_memory(processes * (sweep ? host_bytes(*plan.tree) : search_host_bytes(graph)), what);
}

}  // namespace apsp::gpu
