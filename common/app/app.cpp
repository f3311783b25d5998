// SPDX-License-Identifier: MIT
#include "common/app/app.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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
#include "common/app/joint_input.hpp"
#include "common/app/joint_run.hpp"
#include "common/app/near_options.hpp"
#include "common/app/progress.hpp"
#include "common/app/report.hpp"
#include "common/app/solver_options.hpp"
#include "common/app/stopwatch.hpp"
#include "common/base/elided.hpp"
#include "common/base/error.hpp"
#include "common/base/host_name.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/base/shown.hpp"
#include "common/base/signal_cleanup.hpp"
#include "common/core/idle_vertices.hpp"
#include "common/core/potentials.hpp"
#include "common/io/graph_file.hpp"
#include "common/io/near_file.hpp"
#include "common/io/vertex_names.hpp"
#include "common/near/near_solve.hpp"
#include "common/ranks/launch.hpp"
#include "common/rows/checkpoint_sink.hpp"
#include "common/rows/sink_chain.hpp"
#include "common/rows/solved_problem.hpp"
#include "common/solve/exact_solve.hpp"

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
    progress_.advance(done, total, seconds);
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

  [[nodiscard]] bool cancelled() override { return NotedSignal::came(); }

  /// Stores the sizes that the report needs.
  void set_graph(const Graph& graph) {
    report_.vertices = graph.vertices;
    report_.edges = graph.edges_in_file();
    if (graph.both_ways) fact("undirected", true);
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
    report_.host = host_name();
    return report_;
  }

 private:
  static constexpr double kBetweenLooks = 0.05;  // seconds of computing, a thousand times a look's

  std::string program_;
  bool quiet_;
  Stopwatch stopwatch_;
  Progress progress_;
  Report report_;
  double next_look_ = kBetweenLooks;  // at the memory, in seconds of computing
};

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

/// Prints the plan, for people.
void show_plan(const Plan& plan, const Problem& asked, std::size_t columns) {
  std::string text = fmt::format("{}, {}\n", counted(asked.graph.vertices, "vertex"),
                                 counted(asked.graph.edges_in_file(), "edge"));
  const auto add = [&](std::string_view key, const std::string& value) {
    text += fmt::format("{:<8} {}\n", key, value);
  };
  add("method", fmt::format("{}, {:.2g} s", name(plan.method), plan.seconds()));
  for (const auto& [method, seconds] : plan.predictions) {
    if (method == plan.method) continue;
    add("", std::isfinite(seconds) ? fmt::format("{}, {:.2g} s", name(method), seconds)
                                   : fmt::format("{}: no memory", name(method)));
  }
  if (plan.host_bytes > 0) {
    add("memory", fmt::format("{} of {} available", describe_bytes(plan.host_bytes),
                              describe_bytes(available_memory())));
  }
  if (plan.device_bytes > 0) {
    add("devices", fmt::format("{} of their memory", describe_bytes(plan.device_bytes)));
  }
  add("output", fmt::format("{} x {} distances, {}", asked.rows.size(), columns,
                            describe_bytes(sizeof(Distance) * asked.rows.size() * columns)));
  std::fputs(text.c_str(), stdout);
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

/// The vertices of `list`; all of them without one.
RowSet chosen(const std::optional<SourceList>& list, const std::string& input,
              std::size_t vertices) {
  if (!list) return RowSet(vertices);
  const bool named = list->file().has_value();
  return list->rows(vertices,
                    named ? names_for(input, vertices, std::nullopt) : std::vector<std::string>());
}

/// Same, for all of several processes: the choice of rank 0.
RowSet chosen(Ranks* ranks, const std::optional<SourceList>& list, const std::string& input,
              std::size_t vertices) {
  if (ranks == nullptr) return chosen(list, input, vertices);
  std::optional<RowSet> own;
  if (ranks->rank() == 0) own = chosen(list, input, vertices);
  return of_first(*ranks, own, vertices);
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

/// `ranks`: not null where several tasks make this solve. `backend` receives the one that it makes,
/// which the caller destroys.
void solve(const SolverOptions& options, const Program& program, Ranks* ranks,
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
  Problem asked(input.graph(), chosen(ranks, options.sources, options.input, vertices));
  const RowSet targets = chosen(ranks, options.targets, options.input, vertices);
  if (!options.summary) asked.columns = targets;  // a summary is of whole rows
  asked.seconds_besides =
      seconds_of_sinks(asked, options.predecessors.has_value(), options.verify_rows.value_or(0));
  asked.numbers_alone = wants_summary_alone(options);
  const SolvedProblem solved(asked, targets, wants_distances_alone(options) && ranks == nullptr);
  solved.report(observer);
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
      if (speaks) show_plan(plan, asked, targets.size());
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

/// Writes sparse rows.
void write_near(const SolverOptions& options, const Program& program, Ranks* ranks,
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
  problem.rows = chosen(options.sources, options.input, vertices);
  problem.targets = VertexSet(chosen(options.targets, options.input, vertices));
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

/// The end of a body that failed.
struct Failure {
  Fault fault;
  std::string message;
};

/// Runs `body` and returns what it threw; nothing where it threw nothing.
std::optional<Failure> failure_of(const std::function<void()>& body) {
  occupy_standard_descriptors();
  try {
    handle_interruptions();
    body();
    return std::nullopt;
  } catch (const Error& error) {
    return Failure{error.fault(), error.what()};
  } catch (const std::bad_alloc&) {
    return Failure{Fault::kMemory,
                   fmt::format("not enough memory: an allocation failed with {} available",
                               describe_bytes(available_memory()))};
  } catch (const std::exception& error) {
    return Failure{Fault::kInternal, fmt::format("internal error: {}", error.what())};
  }
}

int show_end(const std::string& name, const std::optional<Failure>& failure) {
  if (!failure) return kDone;
  show(fmt::format("{}: {}\n", name, failure->message));
  return exit_code(failure->fault);
}

/// Leaves standard output to rank 0.
void silence_standard_output() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
}

/// Brings the tasks of `launch` together, into `ranks` if these are several.
void join_tasks(int argc, char** argv, const Program& program, const Launch& launch,
                std::unique_ptr<Ranks>& ranks) {
  if (launch.apart > 1) {
    show(
        fmt::format("{}: warning: srun connects its {} tasks by no MPI, so that each solves for "
                    "itself; srun --mpi=list names what does\n",
                    program.name, launch.apart));
  }
  if (launch.tasks == 1) return;
  Lobby lobby = {.program = program.name, .clean_up = clean_up_in_handler};
  if (launch.seconds > 0) lobby.start_seconds = lobby.silence_seconds = launch.seconds;
  ranks = join_ranks(launch, lobby);
  handle_interruptions();  // again: MPI has installed its own
  if (ranks->rank() != 0) silence_standard_output();
  require_same_arguments(*ranks, argc, argv);
}

}  // namespace

int run_program(const std::string& name, const std::function<void()>& body) {
  return show_end(name, failure_of(body));
}

int run_solver(int argc, char** argv, const Program& program) {
  Launch launch;
  std::unique_ptr<Ranks> ranks;
  // A task that fails ends all of them before its backend goes: devices that wait for each other
  // may have to be given up together.
  std::unique_ptr<Backend> backend;
  std::optional<Failure> failure = failure_of([&] {
    if (program.make_joint_backend) {
      launch = read_launch([](const char* name) { return std::getenv(name); });
      join_tasks(argc, argv, program, launch, ranks);
    }
    const std::optional<SolverOptions> options = parse_solver_options(argc, argv, program);
    if (!options) return;
    if (ranks) require_files(*options, *ranks);
    const bool near = program.near != nullptr && program.near->wanted();
    (near ? write_near : solve)(*options, program, ranks.get(), backend);
  });
  if (failure && failure->fault == Fault::kNoDevice) {
    failure->message += "\nhw3-1 solves the same files without a GPU";
  }
  if (ranks && failure) ranks->fail(exit_code(failure->fault), failure->message);
  backend.reset();
  if (ranks) ranks->finish();
  // Tasks that could not come together have the same to say: the first one does.
  if (failure && launch.task > 0) return exit_code(failure->fault);
  return show_end(program.name, failure);
}

void end_process(int code) {
  (void)std::fflush(nullptr);
  _exit(code);
}

}  // namespace apsp
