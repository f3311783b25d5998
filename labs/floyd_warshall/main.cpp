// SPDX-License-Identifier: MIT
// lab-floyd-warshall: all pairs from a plain port to the kernels of hw3-2, on one GPU and on two.
#include <fmt/core.h>

#include <string>

#include "labs/common/lab.hpp"
#include "labs/common/launch.hpp"
#include "labs/common/operands.hpp"
#include "labs/floyd_warshall/floyd_warshall.hpp"
#include "labs/floyd_warshall/sample.hpp"
#include "labs/floyd_warshall/solver_rounds.hpp"

namespace {

using namespace apsp::labs;

void run(Session& session, std::size_t n) {
  const std::vector<int> start = sample_distances(n);
  const std::vector<int> expected = close_on_cpu(n, start);
  const auto vertices = static_cast<double>(n);
  const auto row = [&](const std::string& name, const std::function<void()>& enqueue,
                       const std::function<std::vector<int>()>& result) {
    session.row(
        {.name = name, .work = vertices * vertices * vertices, .enqueue = enqueue, .check = [&] {
           require_same(result(), expected);
         }});
  };
  session.head(fmt::format("all pairs of {} vertices", n), session.relaxations(),
               n * n * sizeof(int));
  for (const ClosureStep& step : closure_steps()) {
    const std::size_t side = blocks_for(n, step.multiple) * step.multiple;
    const auto operand = to_device(resized<int>(start, n, side));
    const auto matrix = apsp::gpu::allocate_device<int>(side * side);
    row(
        std::string(step.name), [&] { step.enqueue(side, operand.get(), matrix.get()); },
        [&] { return resized<int>(to_host(matrix.get(), side * side), side, n); });
  }
  const auto solver_row = [&](const std::string& name, const std::vector<int>& devices) {
    SolverRounds rounds(devices, n, start);
    row(
        name, [&] { rounds.enqueue(); }, [&] { return rounds.result(); });
  };
  solver_row("kernels of hw3-2", {session.device()});
  const std::string pair = "kernels of hw3-2, two GPUs";
  if (session.has_pair(pair)) solver_row(pair, {0, 1});
}

}  // namespace

int main(int argc, char** argv) {
  return run_lab(argc, argv,
                 {.name = "lab-floyd-warshall",
                  .summary = "shortest paths of all pairs, step by step",
                  .size = "vertices; default: 1000,5000",
                  .sizes = {1000, 5000},
                  .largest = 32768,
                  .add_options = {},
                  .run = run});
}
