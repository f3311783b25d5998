// SPDX-License-Identifier: MIT
// Finds out whether a program was started as one of several tasks, and brings these together.
//
// The module that speaks MPI, apsp-mpi.so, is loaded only then: see module_file.hpp.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "common/ranks/ranks.hpp"

namespace apsp {

/// The words of a launcher to a task.
struct Launch {
  std::size_t tasks = 1;  // that make one solve
  std::size_t task = 0;   // the number of this one
  std::size_t apart = 1;  // tasks of a Slurm step that nothing connects: each solves for itself
  double seconds = 0;     // for which a silent rank is waited for; 0: as Lobby has it

  friend bool operator==(const Launch&, const Launch&) = default;
};

/// Returns the value of a variable of the environment, or null.
using Variable = std::function<const char*(const char*)>;

/// Reads the variables of Open MPI's and MPICH's mpirun, and those of Slurm's srun where PMI or
/// PMIx connects its tasks. A batch script, which has SLURM_NTASKS alone, is one task. APSP_RANKS=1
/// makes every task solve for itself; APSP_RANKS_SECONDS=N has silent ranks waited for so long.
/// Throws Error(kUsage) for other values of these.
[[nodiscard]] Launch read_launch(const Variable& variable);

/// The module's knowledge of its program.
struct Lobby {
  std::string program;           // the name before messages
  void (*clean_up)() = nullptr;  // removes temporaries; called once, before the process ends
  double start_seconds = 60;     // in which all ranks must have come
  double silence_seconds = 30;   // after which a rank that sends nothing counts as dead
};

/// Loads the module and brings the tasks of `launch`, more than one, together. Throws Error(kUsage)
/// where there is no module, or where its MPI does not see the launcher's tasks. Ends the process
/// with exit code 1 where a task does not come in time. Installs no handler that stays: call
/// handle_interruptions() again.
[[nodiscard]] std::unique_ptr<Ranks> join_ranks(const Launch& launch, const Lobby& lobby);

}  // namespace apsp
