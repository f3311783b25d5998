// SPDX-License-Identifier: MIT
#include "common/app/app.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "common/app/exit_code.hpp"
#include "common/app/interruption.hpp"
#include "common/app/joint_run.hpp"
#include "common/app/near_options.hpp"
#include "common/app/near_run.hpp"
#include "common/app/reporter.hpp"
#include "common/app/solve_run.hpp"
#include "common/app/solver_options.hpp"
#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/signal_cleanup.hpp"
#include "common/ranks/launch.hpp"

namespace apsp {
namespace {

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
    (near ? run_near : run_solve)(*options, program, ranks.get(), backend);
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
