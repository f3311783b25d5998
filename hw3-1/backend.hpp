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
#include "common/core/backend.hpp"
#include "hw3-1/kernels.hpp"
#include "hw3-1/method.hpp"

namespace apsp::cpu {

struct Options {
  std::string isa = {};                         // one of runnable_isas(); empty: the first of them
  std::optional<Method> method = {};            // nothing: what is predicted to be faster
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
/// dense solve takes V^2 elements of its width, less than 64 MiB of work memory, and 32 V bytes a
/// thread for rows on their way out. Sweeps and searches take no V^2: see sweep_bytes(),
/// search_bytes().
class Backend : public apsp::Backend {
 public:
  explicit Backend(const Options& options = {})
      : kernels_(choose_kernels(options.isa)),
        method_(options.method),
        memory_(options.memory),
        own_process_(options.own_process),
        fixed_(options.threads) {}

  [[nodiscard]] std::span<const Width> widths() const override { return kWidths; }
  [[nodiscard]] bool takes_matrix(const Problem& problem) const override {
    return choice_for(problem).method == Method::kDense;
  }
  [[nodiscard]] Pace pace(const Problem& problem) const override;
  void require_fit(const Problem& problem, Width width) override;
  [[nodiscard]] std::unique_ptr<Solve> start(const Plan& plan, Observer& observer) override;

 protected:
  /// The method for this problem, chosen once for each graph, and the threads for it.
  [[nodiscard]] const MethodChoice& choice_for(const Problem& problem) const;

  /// Bytes of this process's matrix in the dense method.
  [[nodiscard]] virtual std::uint64_t matrix_bytes(std::size_t vertices, Width width) const;

  /// The methods that the memory there is has room for.
  [[nodiscard]] Room room_for(const Problem& problem) const;

  /// Several processes make this solve, so many of them on this machine.
  struct Company {
    std::size_t processes = 1;
    std::size_t here = 1;
  };

  const KernelSet& kernels_;
  std::optional<Method> method_;  // forced, or agreed upon
  std::pmr::memory_resource* memory_;
  Company company_;
  mutable std::optional<Problem> chosen_for_;
  mutable MethodChoice choice_;
  mutable double chosen_by_ = 1;  // the number of threads that the choice is by

 private:
  /// The pace of so many threads.
  [[nodiscard]] Pace pace(const Problem& problem, double threads) const;

  /// Takes the threads that the chosen method pays for.
  void take_threads(const Problem& problem) const;

  /// Throws Error(kMemory) unless a solve fits. proven: `width` holds every distance.
  void require_fit(const Problem& problem, Width width, bool proven) const;

  /// Throws Error(kMemory) where there is no memory to look at the graph for this method.
  void require_room(const Problem& problem, Method method) const;

  const bool own_process_;
  const std::optional<int> fixed_;              // number of threads
  mutable std::optional<ThreadCount> threads_;  // once a method is chosen
};

}  // namespace apsp::cpu
