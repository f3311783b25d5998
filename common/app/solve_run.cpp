// SPDX-License-Identifier: MIT
#include "common/app/solve_run.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/app/chosen_rows.hpp"
#include "common/app/deliveries.hpp"
#include "common/app/interruption.hpp"
#include "common/app/joint_input.hpp"
#include "common/app/joint_run.hpp"
#include "common/app/printed_plan.hpp"
#include "common/app/reporter.hpp"
#include "common/base/elided.hpp"
#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/base/shown.hpp"
#include "common/core/idle_vertices.hpp"
#include "common/core/potentials.hpp"
#include "common/io/graph_file.hpp"
#include "common/io/vertex_names.hpp"
#include "common/rows/checkpoint_sink.hpp"
#include "common/rows/sink_chain.hpp"
#include "common/rows/solved_problem.hpp"
#include "common/solve/exact_solve.hpp"

namespace apsp {
namespace {

/// Shows, and reports, what a run goes on from.
void show_start(const CheckpointSink& checkpoint, const SolverOptions& options,
                const Program& program) {
  if (options.quiet || checkpoint.found() == 0) return;
  show(fmt::format("{}: goes on with {} of {} from {}\n", program.name, checkpoint.found(),
                   counted(checkpoint.left().whole().size(), "row"), *options.checkpoint));
}

/// Runs `work` and keeps what is done where it fails.
void keep_on_failure(CheckpointSink& checkpoint, const SolverOptions& options,
                     const Program& program, const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    const std::string kept = checkpoint.save_or_say();
    if (!options.quiet) show(fmt::format("{}: {}\n", program.name, kept));
    throw;
  }
}

/// The same for a solve that a signal ends: the process dies of it once all is kept. One that comes
/// while the results are put in place waits for them.
void run_kept(CheckpointSink& checkpoint, const SolverOptions& options, const Program& program,
              const std::function<void()>& solve, const std::function<void()>& finish) {
  const NotedSignal signal;
  keep_on_failure(checkpoint, options, program, [&] {
    solve();
    if (NotedSignal::came()) {
      throw Error(Fault::kCancelled, "a signal came as the last row was done");
    }
    finish();
  });
}

/// Warns where a long solve has nothing to keep until its end.
void warn_of_dense(const Plan& plan, const SolverOptions& options, Observer& observer) {
  if (plan.method != Method::kDense) return;
  const double seconds = plan.seconds();
  if (seconds < static_cast<double>(options.checkpoint_seconds)) return;
  observer.warn(fmt::format(
      "the dense method has no row before its last round, in about {:.2g} s: until then {} gets "
      "nothing; --method sweep or search have rows as they go",
      seconds, *options.checkpoint));
}

/// Makes a solve that fits. Hands its plan to `planned` before it is known to fit. Warns, and says
/// in the refusal, where most vertices have no edge.
void make_solve(const Problem& problem, Backend& backend, const SolverOptions& options,
                const Program& program, Observer& observer, std::optional<ExactSolve>& solve,
                const std::function<void(const Plan&)>& planned) {
  const Graph& graph = problem.graph;
  std::string hint = describe_idle_vertices(graph.vertices, graph.edges);
  if (!hint.empty()) hint += "; hw3-convert --compact leaves out the others";
  try {
    solve.emplace(problem, backend, observer, options.arithmetic, program.beyond_s32);
    planned(solve->plan());
    solve->require_fit();
  } catch (const Error& error) {
    if (hint.empty() || error.fault() != Fault::kMemory) throw;
    throw Error(error.fault(), fmt::format("{}\n{}", error.what(), hint));
  }
  if (!hint.empty()) observer.warn(hint);
}

/// Runs `solve`. To the message about a negative cycle adds the names of its vertices, where the
/// side file of `input` has them.
void with_names_of_cycle(const std::string& input, std::size_t vertices,
                         const std::function<void()>& solve) {
  try {
    solve();
  } catch (const NegativeCycle& cycle) {
    std::vector<std::string> names;
    try {
      names = names_for(input, vertices, std::nullopt);
    } catch (const Error&) {  // a side file of something else: numbers will do
    }
    if (names.empty()) throw;
    const std::vector<std::int32_t>& met = cycle.vertices();
    const std::string by_name = elided_cycle(
        met.size(), [&](std::size_t n) { return shown(names[static_cast<std::size_t>(met[n])]); });
    throw Error(cycle.fault(), fmt::format("{}\nby name: {}", cycle.what(), by_name));
  }
}

/// Returns the part of the report about this process.
RankReport rank_report(const Report& report, const RowShare& share, std::size_t columns,
                       const Traffic& traffic) {
  const std::uint64_t files = (report.output ? 1 : 0) + (report.predecessors ? 1 : 0);
  RankReport own;
  own.host = report.host;
  for (const auto& [key, value] : report.facts) {
    if (key == "device") own.device = std::get<std::string>(value);
  }
  own.threads = omp_get_max_threads();
  own.rows = share.size();
  own.seconds = report.seconds;
  own.compute_seconds = report.compute_seconds;
  own.bytes_written = files * share.size() * columns * sizeof(Distance);
  own.peak_memory = report.peak_memory;
  own.waiting_seconds = traffic.waiting_seconds;
  own.sending_seconds = traffic.sending_seconds;
  own.bytes_received = traffic.bytes_received;
  return own;
}

}  // namespace

void run_solve(const SolverOptions& options, const Program& program, Ranks* ranks,
               std::unique_ptr<Backend>& backend) {
  const bool speaks = ranks == nullptr || ranks->rank() == 0;
  Reporter observer(program.name, options.quiet || !speaks);
  backend = ranks == nullptr ? program.make_backend(observer)
                             : program.make_joint_backend(observer, *ranks);

  observer.enter_phase(Phase::kRead);
  std::optional<JointInput> shown;
  if (ranks != nullptr) shown.emplace(*ranks, options.input);
  const GraphFile input(shown ? shown->open() : std::make_unique<InputFile>(options.input),
                        options.undirected);
  observer.set_graph(input.graph());
  if (ranks != nullptr) require_same_graph(*ranks, options.input, input.graph());
  const std::size_t vertices = input.graph().vertices;
  Problem asked(input.graph(), chosen_rows(ranks, options.sources, options.input, vertices));
  const RowSet targets = chosen_rows(ranks, options.targets, options.input, vertices);
  if (!options.summary) asked.columns = targets;  // a summary is of whole rows
  asked.seconds_besides =
      seconds_of_sinks(asked, options.predecessors.has_value(), options.verify_rows.value_or(0));
  asked.numbers_alone = wants_summary_alone(options);
  const SolvedProblem solved(asked, targets, wants_distances_alone(options) && ranks == nullptr);
  solved.report(observer);
  std::optional<PromisedMemory> kept(solved.kept_bytes());  // until the deliveries have it
  Problem problem = solved.problem();
  std::optional<CheckpointSink> checkpoint;
  if (options.checkpoint) {
    checkpoint.emplace(
        CheckpointFile{*options.checkpoint, static_cast<double>(options.checkpoint_seconds)}, asked,
        observer);
    problem = checkpoint->left_of(std::move(problem));
    show_start(*checkpoint, options, program);
  }
  std::optional<JointRun> run;
  std::optional<ExactSolve> solve;
  std::optional<Deliveries> deliveries;
  bool finished = false;
  with_names_of_cycle(options.input, vertices, [&] {
    if (checkpoint && checkpoint->complete() && !options.plan) {
      deliveries.emplace(options, asked, targets, problem, observer, nullptr, &*checkpoint);
      return;
    }
    make_solve(problem, *backend, options, program, observer, solve, [&](const Plan& plan) {
      if (!options.plan) return;
      const bool rows = options.output || options.predecessors || !options.summary;
      if (speaks && !options.quiet) {
        show_plan(plan, asked, rows ? std::optional(targets.size()) : std::nullopt);
      }
      apsp::report(plan, observer);
    });
    if (ranks != nullptr) {
      observer.fact("ranks", static_cast<std::int64_t>(ranks->size()));
      if (shown->receivers() > 0) {
        observer.fact("input_received_by", static_cast<std::int64_t>(shown->receivers()));
      }
      run.emplace(JointRun{*ranks, *solve->plan().share});
      problem.rows = asked.rows = run->share.rows();
    }
    if (options.plan) return;
    deliveries.emplace(options, asked, targets, problem, observer, run ? &*run : nullptr,
                       checkpoint ? &*checkpoint : nullptr);
    kept.reset();
    if (!checkpoint) return solve->run(deliveries->outputs());
    warn_of_dense(solve->plan(), options, observer);
    run_kept(
        *checkpoint, options, program, [&] { solve->run(deliveries->outputs()); },
        [&] { deliveries->finish(observer); });
    finished = true;
  });
  if (deliveries && !finished) deliveries->finish(observer);
  // Runs without a report end here, so that its failures, such as lack of memory, never reach them.
  if (!options.verbose && !options.report) return;

  Report report = observer.finish();
  report.input = options.input;
  report.output = options.output;
  report.predecessors = options.predecessors;
  report.summary = options.summary;
  report.bytes_read = input.bytes();
  if (deliveries) report.bytes_written = deliveries->bytes();
  if (ranks != nullptr) {
    report.ranks =
        gather_reports(*ranks, rank_report(report, run->share, targets.size(), ranks->traffic));
  }
  if (!speaks) return;
  if (options.verbose) {
    show(report.table());
  }
  if (options.report) {
    const auto write = [&] { write_report(report, *options.report); };
    if (!deliveries) return write();
    deliveries->write_later("the report", write);
  }
}

}  // namespace apsp
