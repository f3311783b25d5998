// SPDX-License-Identifier: MIT
#include "common/app/near_run.hpp"

#include <fmt/core.h>

#include <cstdint>

#include "common/app/chosen_rows.hpp"
#include "common/app/near_options.hpp"
#include "common/app/reporter.hpp"
#include "common/base/error.hpp"
#include "common/io/graph_file.hpp"
#include "common/io/near_file.hpp"
#include "common/near/near_solve.hpp"

namespace apsp {
namespace {

/// Shows and writes what `observer` has gathered. `written`: the file that is complete by now.
void report_near(const SolverOptions& options, std::uint64_t read, std::uint64_t written,
                 Reporter& observer) {
  if (!options.verbose && !options.report) return;
  Report report = observer.finish();
  report.input = options.input;
  report.output = options.output;
  report.bytes_read = read;
  report.bytes_written = written;
  if (options.verbose) show(report.table());
  if (!options.report) return;
  try {
    write_report(report, *options.report);
  } catch (const Error& error) {
    throw Error(error.fault(),
                fmt::format("{}\nonly the report is missing: the rows in {} are complete",
                            error.what(), *options.output));
  }
}

}  // namespace

void run_near(const SolverOptions& options, const Program& program, Ranks* ranks,
              std::unique_ptr<Backend>& backend) {
  const NearOptions& near = *program.near;
  if (ranks != nullptr) {
    throw Error(Fault::kUsage,
                "sparse rows are made by one task, and several make this solve; APSP_RANKS=1 has "
                "each solve for itself");
  }
  Reporter observer(program.name, options.quiet);
  backend = program.make_backend(observer);  // it has the threads
  observer.enter_phase(Phase::kRead);
  const GraphFile input(options.input, options.undirected);
  observer.set_graph(input.graph());
  NearProblem problem(input.graph());
  const std::size_t vertices = problem.graph.vertices;
  problem.rows = chosen_rows(options.sources, options.input, vertices);
  problem.targets = VertexSet(chosen_rows(options.targets, options.input, vertices));
  problem.limit = near.within.value_or(kUnreachable);
  problem.nearest = near.nearest;
  problem.path_vertex = near.path_vertex.value_or(PathVertex::kNone);
  NearFileWriter output(*options.output, vertices, problem.rows.size(), problem.path_vertex,
                        problem.nearest.has_value());
  solve_near(problem, backend.get(), output, observer);
  observer.enter_phase(Phase::kWrite);
  output.commit(options.sync);
  report_near(options, input.bytes(), output.bytes(), observer);
}

}  // namespace apsp
