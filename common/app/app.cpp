// SPDX-License-Identifier: MIT
#include "common/app/app.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "common/app/deliveries.hpp"
#include "common/app/exit_code.hpp"
#include "common/app/interruption.hpp"
#include "common/app/progress.hpp"
#include "common/app/report.hpp"
#include "common/app/solver_options.hpp"
#include "common/app/stopwatch.hpp"
#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/core/exact_solve.hpp"
#include "common/core/idle_vertices.hpp"
#include "common/core/potentials.hpp"
#include "common/io/graph_file.hpp"
#include "common/io/vertex_names.hpp"
#include "common/rows/solved_problem.hpp"

namespace apsp {
namespace {

/// Prints for people. Nobody may be listening: a closed or full standard error is no reason to lose
/// a run, so unlike fmt::print this does not throw.
void show(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

/// Receives what a solve reports: keeps what the report needs, shows the rest on standard error.
class Reporter final : public Observer {
 public:
  Reporter(std::string program, bool quiet)
      : program_(std::move(program)),
        quiet_(quiet),
        progress_(stderr, !quiet && wants_progress(stderr)) {}

  void enter_phase(Phase phase) override {
    note_memory();
    stopwatch_.enter(phase);
    if (phase != Phase::kCompute) {
      progress_.clear();
    }
  }

  void advance(std::int64_t done, std::int64_t total) override {
    const double seconds = stopwatch_.seconds(Phase::kCompute);
    progress_.advance(done, total, relaxations_, seconds);
    // For what a phase gives back before it ends. Rounds may be much shorter than a look takes.
    if (seconds >= next_look_) {
      note_memory();
      next_look_ = seconds + kBetweenLooks;
    }
  }

  void fact(std::string_view key, const Fact& value) override {
    const auto known = std::find_if(report_.facts.begin(), report_.facts.end(),
                                    [&](const auto& fact) { return fact.first == key; });
    if (known != report_.facts.end()) {
      known->second = value;
    } else {
      report_.facts.emplace_back(key, value);
    }
  }

  void warn(std::string_view message) override {
    if (!quiet_) {
      progress_.clear();
      show(fmt::format("{}: warning: {}\n", program_, message));
    }
  }

  /// Stores the sizes that the report and the bar's rate need.
  void set_graph(const Graph& graph) {
    report_.vertices = graph.vertices;
    report_.edges = graph.edges_in_file();
    if (graph.both_ways) fact("undirected", true);
    relaxations_ = report_.relaxations();
  }

  /// Ends the clock and the bar. The caller fills in the remaining fields.
  Report finish() {
    stopwatch_.stop();
    progress_.clear();
    report_.program = program_;
    report_.version = APSP_VERSION;
    report_.phases = stopwatch_.finished();
    report_.seconds = stopwatch_.total();
    report_.compute_seconds = stopwatch_.seconds(Phase::kCompute);
    report_.processors = omp_get_num_procs();
    report_.peak_memory = peak_memory();
    char host[256] = {};
    if (gethostname(host, sizeof host - 1) == 0) {
      report_.host = host;
    }
    return report_;
  }

 private:
  static constexpr double kBetweenLooks = 0.05;  // seconds of computing, a thousand times a look's

  std::string program_;
  bool quiet_;
  Stopwatch stopwatch_;
  Progress progress_;
  Report report_;
  double relaxations_ = 0;
  double next_look_ = kBetweenLooks;  // at the memory, in seconds of computing
};

/// Checks that the solve fits. Warns, and says in the refusal, where most vertices have no edge.
void require_fit(const Problem& problem, Backend& backend, const SolverOptions& options,
                 Observer& observer) {
  const Graph& graph = problem.graph;
  std::string hint = describe_idle_vertices(graph.vertices, graph.edges);
  if (!hint.empty()) hint += "; hw3-convert --compact leaves out the others";
  try {
    apsp::require_fit(problem, backend, options.arithmetic);
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
    std::string text = fmt::format("{}\nby name: ", cycle.what());
    const auto name_of = [&](std::int32_t v) { return names[static_cast<std::size_t>(v)]; };
    for (const std::int32_t vertex : cycle.vertices()) text += name_of(vertex) + " -> ";
    throw Error(cycle.fault(), text + name_of(cycle.vertices().front()));
  }
}

/// The vertices of `list`; all of them without one.
RowSet chosen(const std::optional<SourceList>& list, const std::string& input,
              std::size_t vertices) {
  if (!list) return RowSet(vertices);
  const bool named = list->file().has_value();
  return list->rows(vertices,
                    named ? names_for(input, vertices, std::nullopt) : std::vector<std::string>());
}

void solve(const SolverOptions& options, const Program& program) {
  Reporter observer(program.name, options.quiet);
  const std::unique_ptr<Backend> backend = program.make_backend(observer);

  observer.enter_phase(Phase::kRead);
  const GraphFile input(options.input, options.undirected);
  observer.set_graph(input.graph());
  const std::size_t vertices = input.graph().vertices;
  const Problem asked(input.graph(), chosen(options.sources, options.input, vertices));
  const RowSet targets = chosen(options.targets, options.input, vertices);
  const SolvedProblem solved(asked, targets, wants_distances_alone(options));
  solved.report(observer);
  const Problem& problem = solved.problem();
  require_fit(problem, *backend, options, observer);

  std::optional<Deliveries> deliveries;
  with_names_of_cycle(options.input, vertices, [&] {
    deliveries.emplace(options, asked, targets, problem, observer);
    solve_exactly(problem, *backend, deliveries->outputs(), observer, options.arithmetic,
                  program.beyond_s32);
  });
  deliveries->finish(observer);
  // Runs without a report end here, so that its failures, such as lack of memory, never reach them.
  if (!options.verbose && !options.report) return;

  Report report = observer.finish();
  report.input = options.input;
  report.output = options.output;
  report.predecessors = options.predecessors;
  report.summary = options.summary;
  report.bytes_read = input.bytes();
  report.bytes_written = deliveries->bytes();
  if (options.verbose) {
    show(report.table());
  }
  if (options.report) {
    deliveries->write_later("the report", [&] { write_report(report, *options.report); });
  }
}

/// Occupies descriptors 0 to 2 where the caller closed them. Otherwise the output file could get
/// number 2 and a message would be written into it. Each is opened the wrong way round, so that
/// using it as "-" still fails.
void occupy_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) == -1) {
      (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

int fail(const std::string& name, Fault fault, std::string_view message) {
  show(fmt::format("{}: {}\n", name, message));
  return exit_code(fault);
}

}  // namespace

int run_program(const std::string& name, const std::function<void()>& body) {
  occupy_standard_descriptors();
  try {
    handle_interruptions();
    body();
    return kDone;
  } catch (const Error& error) {
    return fail(name, error.fault(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(name, Fault::kMemory,
                fmt::format("not enough memory: an allocation failed with {} available",
                            describe_bytes(available_memory())));
  } catch (const std::exception& error) {
    return fail(name, Fault::kInternal, fmt::format("internal error: {}", error.what()));
  }
}

int run_solver(int argc, char** argv, const Program& program) {
  return run_program(program.name, [&] {
    if (const std::optional<SolverOptions> options = parse_solver_options(argc, argv, program)) {
      solve(*options, program);
    }
  });
}

void end_process(int code) {
  (void)std::fflush(nullptr);
  _exit(code);
}

}  // namespace apsp
