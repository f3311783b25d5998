// SPDX-License-Identifier: MIT
// hw3-triple-loop: what a textbook prints (Floyd 1962, Warshall 1962), with one OpenMP pragma. The
// benchmark's peer: the same files and the same report, only the solver is different.
#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "common/app.hpp"
#include "common/distance.hpp"
#include "common/memory.hpp"
#include "common/option_parser.hpp"

namespace {

/// O(V^3) time, V^2 distances. For the weights of the course: lengths of paths must stay below
/// kUnreachable.
void solve(const apsp::Graph& graph, apsp::RowSink& rows, apsp::Run& run, apsp::Arithmetic) {
  const std::size_t v = graph.vertices;
  apsp::require_memory(v * v * sizeof(apsp::Distance), "the matrix of distances");
  run.fact("instruction_set", std::string("compiler's"));
  run.fact("threads", std::int64_t{omp_get_max_threads()});
  run.fact("arithmetic", std::string("s32"));
  std::vector<apsp::Distance> d(v * v, apsp::kUnreachable);
  for (std::size_t i = 0; i < v; ++i) d[i * v + i] = 0;
  for (const apsp::Edge& edge : graph.edges) {
    apsp::Distance& known =
        d[static_cast<std::size_t>(edge.source) * v + static_cast<std::size_t>(edge.destination)];
    known = std::min(known, edge.weight);
  }

  run.enter_phase("compute");
  for (std::size_t k = 0; k < v; ++k) {
#pragma omp parallel for
    for (std::size_t i = 0; i < v; ++i) {
      for (std::size_t j = 0; j < v; ++j) {
        d[i * v + j] = std::min(d[i * v + j], d[i * v + k] + d[k * v + j]);
      }
    }
  }

  run.enter_phase("write");
  rows.put(0, std::span(d));
}

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_solver(argc, argv,
                          {.name = "hw3-triple-loop",
                           .summary = "the textbook's three loops, for comparison",
                           .launcher = "srun -N1 -n1 -c8",
                           .widths = {apsp::Width::kS32},
                           .add_options = [](apsp::OptionParser& parser) { parser.add_threads(); },
                           .prepare = {},
                           .solve = solve});
}
