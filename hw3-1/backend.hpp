// SPDX-License-Identifier: MIT
// Blocked Floyd-Warshall on this machine's processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string>
#include <vector>

#include "common/base/threads.hpp"
#include "common/solve/backend.hpp"
#include "common/solve/chooser.hpp"
#include "common/solve/machine.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

struct Options {
  std::string isa = {};                         // one of runnable_isas(); empty: the first of them
  std::optional<Method> method = {};            // nothing: what is predicted to be fastest
  std::optional<int> threads = {};              // nothing: OpenMP's default, fewer for little work
  bool own_process = false;                     // whose threads move to processors that are idle
  std::pmr::memory_resource* memory = nullptr;  // of the dense method; null: pages of the system
};

/// Returns the names of the instruction sets that this build holds, on any processor, best first.
[[nodiscard]] std::vector<std::string> compiled_isas();

/// Returns the names of the instruction sets that this build holds and this processor runs, best
/// first. Never empty: "portable" is always the last.
[[nodiscard]] std::vector<std::string> runnable_isas();

/// Solves with Options::threads, else with those of OpenMP's default (omp_set_num_threads) that the
/// predicted work pays for. While it lives, they are the default of the thread that made it. A
/// dense solve takes V^2 elements of its width, of a symmetric graph about half, less than 64 MiB
/// of work memory, and 32 V bytes a thread for rows on their way out. Sweeps and searches take no
/// V^2: see sweep_bytes(), search_bytes().
class Backend : public apsp::Backend {
 public:
  explicit Backend(const Options& options = {})
      : kernels_(choose_kernels(options.isa)),
        method_(options.method),
        memory_(options.memory),
        own_process_(options.own_process),
        fixed_(options.threads) {}

  [[nodiscard]] std::span<const Width> widths() const override { return kWidths; }
  [[nodiscard]] Plan plan(const Problem& problem) override;
  [[nodiscard]] bool takes_matrix() const override { return true; }
  void require_fit(const Problem& problem, const Plan& plan, Width width) override;
  [[nodiscard]] std::unique_ptr<Solve> start(const Attempt& attempt, Observer& observer) override;

 protected:
  /// Several processes make this solve, so many of them on this machine.
  struct Company {
    std::size_t processes = 1;
    std::size_t here = 1;
  };

  /// Bytes of this process's matrix in the dense method.
  [[nodiscard]] virtual std::uint64_t matrix_bytes(const Graph& graph, Width width) const;

  /// The share of the tiles that the dense method works on, of a graph that is known to be
  /// symmetric about half.
  [[nodiscard]] virtual double share_of_tiles(const Graph& graph) const;

  /// The methods that the memory there is has room for.
  [[nodiscard]] Room room_for(const Problem& problem) const;

  /// The plan of all processes together, by the method that is forced, if one is.
  [[nodiscard]] Plan plan_of_all(const Problem& problem, std::optional<Method> forced) const;

  /// Takes the threads that this process's share of the work pays for, and tells `plan` how long an
  /// attempt takes from `rows` sources.
  void take_threads(Plan& plan, const Problem& whole, std::size_t rows);

  /// Bytes of an attempt. proven: `width` holds every distance.
  [[nodiscard]] std::uint64_t attempt_bytes(const Problem& problem, const Plan& plan, Width width,
                                            bool proven) const;

  const KernelSet& kernels_;
  const std::optional<Method> method_;  // forced
  std::pmr::memory_resource* const memory_;
  Company company_;

 private:
  /// Processes of so many threads, for a problem whose dense method makes so many relaxations.
  [[nodiscard]] Machine machine(const Problem& problem, double relaxations, int threads,
                                std::size_t processes = 1) const;

  /// Throws Error(kMemory) unless an attempt fits.
  void require_fit(const Problem& problem, const Plan& plan, Width width, bool proven) const;

  /// Throws Error(kMemory) where there is no memory to look at the graph for this method.
  void require_room(const Problem& problem, Method method) const;

  const bool own_process_;
  const std::optional<int> fixed_;      // number of threads
  std::optional<ThreadCount> threads_;  // once a plan is made
};

}  // namespace apsp::cpu
