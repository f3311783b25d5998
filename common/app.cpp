// SPDX-License-Identifier: MIT
#include "common/app.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <string_view>
#include <utility>

#include "common/distance_file.hpp"
#include "common/error.hpp"
#include "common/exact_solve.hpp"
#include "common/graph_file.hpp"
#include "common/idle_vertices.hpp"
#include "common/interruption.hpp"
#include "common/memory.hpp"
#include "common/phases.hpp"
#include "common/progress.hpp"
#include "common/report.hpp"
#include "common/solver_options.hpp"
#include "common/summary_sink.hpp"
#include "common/verify_sink.hpp"

namespace apsp {
namespace {

/// Prints for people. Nobody may be listening: a closed or full standard error is no reason to lose
/// a run, so unlike fmt::print this does not throw.
void show(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

/// Listens to a run: keeps what the report needs, shows the rest on standard error.
class Listener final : public Run {
 public:
  Listener(std::string program, bool quiet)
      : program_(std::move(program)),
        quiet_(quiet),
        progress_(stderr, !quiet && wants_progress(stderr)) {}

  void enter_phase(std::string_view name) override {
    note_memory();
    phases_.enter(name);
    if (name != kCompute) {
      progress_.clear();
    }
  }

  void advance(std::int64_t done, std::int64_t total) override {
    const double seconds = phases_.seconds(kCompute);
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

  /// What the bar's rate is made of.
  void set_graph(const Graph& graph) {
    report_.vertices = graph.vertices;
    report_.edges = graph.edges.size();
    relaxations_ = report_.relaxations();
  }

  /// Ends the clock and the bar. What the caller knows is still to be filled in.
  Report finish() {
    phases_.stop();
    progress_.clear();
    report_.program = program_;
    report_.version = APSP_VERSION;
    report_.phases = phases_.finished();
    report_.seconds = phases_.total();
    report_.compute_seconds = phases_.seconds(kCompute);
    report_.processors = omp_get_num_procs();
    report_.peak_memory = peak_memory();
    char host[256] = {};
    if (gethostname(host, sizeof host - 1) == 0) {
      report_.host = host;
    }
    return report_;
  }

 private:
  static constexpr std::string_view kCompute = "compute";
  static constexpr double kBetweenLooks = 0.05;  // seconds of computing, a thousand times a look's

  std::string program_;
  bool quiet_;
  Phases phases_;
  Progress progress_;
  Report report_;
  double relaxations_ = 0;
  double next_look_ = kBetweenLooks;  // at the memory, in seconds of computing
};

/// For --verify: no error can hide from a draw that nobody knows beforehand.
std::uint64_t fresh_seed() {
  std::random_device random;
  const std::uint64_t high = random() >> 1;  // as far as JSON readers and --verify-seed go
  return high << 32 | random();
}

/// Writes a file that comes after others, with `write`. If it cannot be written the message also
/// says what of the others is `complete`.
void write_after(const std::string& what, const std::string& complete,
                 const std::function<void()>& write) {
  try {
    write();
  } catch (const Error& error) {
    if (complete.empty()) throw;
    throw Error(ExitCode::kOutput,
                fmt::format("{}\nonly {} is missing: {}", error.what(), what, complete));
  }
}

/// Checks that the solve fits. Warns, and says in the refusal, where most vertices have no edge.
void require_fit(const Graph& graph, Backend& backend, const SolverOptions& options, Run& run) {
  std::string hint = describe_idle_vertices(graph.vertices, graph.edges);
  if (!hint.empty()) hint += "; hw3-convert --compact leaves out the others";
  try {
    backend.require_fit(graph.vertices, options.arithmetic.value_or(backend.widths().front()));
  } catch (const Error& error) {
    if (hint.empty() || error.code() != ExitCode::kMemory) throw;
    throw Error(error.code(), fmt::format("{}\n{}", error.what(), hint));
  }
  if (!hint.empty()) run.warn(hint);
}

void solve(const SolverOptions& options, const Program& program) {
  Listener run(program.name, options.quiet);
  const std::unique_ptr<Backend> backend = program.make_backend(run);

  run.enter_phase("read");
  const GraphFile input(options.input, Weights::kFromZero);
  run.set_graph(input.graph());
  require_fit(input.graph(), *backend, options, run);
  // Before the work, so that a folder that cannot be written fails at once and not hours later.
  std::optional<DistanceWriter> output;
  if (options.output) output.emplace(*options.output, input.graph().vertices);
  std::optional<SummarySink> summary;
  if (options.summary) {
    require_writable(*options.summary);
    summary.emplace(input.graph().vertices, output ? &*output : nullptr);
  }

  // What is put goes through the verifier, then the summary, then into the output.
  RowSink* rows = output ? static_cast<RowSink*>(&*output) : nullptr;
  if (summary) rows = &*summary;
  std::optional<VerifySink> verifier;
  if (options.verify_rows) {
    verifier.emplace(*rows, input.graph(), *options.verify_rows,
                     options.verify_seed.value_or(fresh_seed()));
    rows = &*verifier;
  }
  solve_exactly(input.graph(), *backend, *rows, run, options.arithmetic);

  if (verifier) {
    run.enter_phase("verify");
    verifier->finish(run);
  }
  std::string complete;  // what an error after it need not take with it
  if (output) {
    run.enter_phase("write");
    complete = fmt::format("the distances in {} are complete", *options.output);
    output->commit(options.sync);
  }
  std::uint64_t summary_bytes = 0;
  if (summary) {
    run.enter_phase("summary");
    const std::string text = summary->finish().json(options.input);
    summary_bytes = text.size();
    write_after("the summary", complete, [&] { write_text(text, *options.summary, options.sync); });
    if (!output) complete = fmt::format("the summary in {} is complete", *options.summary);
  }
  // What only a report needs, such as memory for it, fails no other run.
  if (!options.verbose && !options.report) return;

  Report report = run.finish();
  report.input = options.input;
  report.output = options.output;
  report.summary = options.summary;
  report.bytes_read = input.bytes();
  report.bytes_written = (output ? output->bytes() : 0) + summary_bytes;
  if (options.verbose) {
    show(report.table());
  }
  if (options.report) {
    write_after("the report", complete, [&] { write_report(report, *options.report); });
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

int fail(const std::string& name, ExitCode code, std::string_view message) {
  show(fmt::format("{}: {}\n", name, message));
  return static_cast<int>(code);
}

}  // namespace

int run_program(const std::string& name, const std::function<void()>& body) {
  occupy_standard_descriptors();
  try {
    handle_interruptions();
    body();
    return static_cast<int>(ExitCode::kDone);
  } catch (const Error& error) {
    return fail(name, error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(name, ExitCode::kMemory,
                fmt::format("not enough memory: an allocation failed with {} available",
                            describe_bytes(available_memory())));
  } catch (const std::exception& error) {
    return fail(name, ExitCode::kInternal, fmt::format("internal error: {}", error.what()));
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
