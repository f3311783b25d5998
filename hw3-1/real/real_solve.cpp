// SPDX-License-Identifier: MIT
#include "hw3-1/real/real_solve.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <string>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/plural.hpp"
#include "common/base/threads.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/sparse/heap_search.hpp"
#include "hw3-1/dense/floyd_warshall.hpp"
#include "hw3-1/dense/tile_matrix.hpp"
#include "hw3-1/kernels/kernels.hpp"
#include "hw3-1/real/real_method.hpp"
#include "hw3-1/real/real_output.hpp"
#include "hw3-1/real/real_sweep.hpp"

namespace apsp::cpu {
namespace {

std::string what(std::size_t vertices) {
  return counted(vertices, "vertex") + " in floating-point arithmetic";
}

template <typename Element>
std::uint64_t dense_bytes(std::size_t vertices, const KernelSet& kernels) {
  return std::uint64_t{TileMatrix<Element>::bytes_for(vertices)} +
         workspace_bytes<Element>(vertices, kernels);
}

/// The limit of lengths as the solver has them. Those that potentials reduce have none: paths lead
/// over vertices beyond the limit to nearer ones.
double reduced_limit(const RealProblem& problem) {
  const bool reduced = problem.potentials != nullptr;
  return reduced ? std::numeric_limits<double>::infinity() : problem.limit;
}

/// The largest element that is at most `limit`, 0 or more: lengths are within both or neither.
template <typename Element>
Element limit_of_elements(double limit) {
  constexpr Element kMost = std::numeric_limits<Element>::max();
  if (std::isinf(limit)) return std::numeric_limits<Element>::infinity();
  const auto nearest = static_cast<Element>(std::min(limit, double{kMost}));
  return nearest <= limit ? nearest : std::nextafter(nearest, Element{0});
}

std::size_t edges_of(const RealProblem& problem) {
  return problem.matrix == nullptr ? problem.edges.size() : problem.matrix->edge_count();
}

/// One solve with elements of one type.
template <typename Element>
class RealSolve {
 public:
  RealSolve(const RealProblem& problem, const RealSettings& settings, std::span<Element> out,
            Observer& observer)
      : problem_(problem), settings_(settings), out_(problem, out), observer_(observer) {}

  void run() {
    const KernelSet& kernels = choose_kernels(settings_.instruction_set);
    const Plan plan =
        settings_.plan != nullptr ? *settings_.plan : real_plan<Element>(problem_, settings_);
    const ThreadCount taken(settings_.threads > 0 ? settings_.threads
                                                  : threads_for(seconds_of_one_thread(
                                                        plan, problem_.rows, edges_of(problem_),
                                                        sizeof(Element), kernels)));
    observer_.fact("arithmetic", std::string(sizeof(Element) == sizeof(float) ? "f32" : "f64"));
    observer_.fact("method", std::string(name(plan.method)));
    if (plan.tree) {
      observer_.fact("fill", static_cast<std::int64_t>(plan.tree->ups.size()));
      observer_.fact("core", static_cast<std::int64_t>(plan.tree->core_size()));
    }
    observer_.fact("instruction_set", std::string(kernels.name));
    observer_.fact("threads", std::int64_t{omp_get_max_threads()});
    stop_if_cancelled(observer_);
    if (problem_.rows.size() == 0) return;
    switch (plan.method) {
      case Method::kDense:
        close(kernels);
        break;
      case Method::kSweep:
        sweep(*plan.tree, kernels);
        break;
      case Method::kSearch:
        search();
        break;
    }
  }

 private:
  using Search = sparse::HeapSearch<Element>;

  void close(const KernelSet& kernels) {
    require_memory(dense_bytes<Element>(problem_.vertices, kernels), what(problem_.vertices));
    observer_.enter_phase(Phase::kScatter);
    TileMatrix<Element> matrix(problem_.vertices, settings_.memory);
    if (problem_.matrix != nullptr) {
      matrix.scatter(*problem_.matrix);
    } else {
      matrix.scatter(problem_.edges);
    }
    Pages<std::byte> workspace =
        make_workspace<Element>(problem_.vertices, kernels, settings_.memory);
    stop_if_cancelled(observer_);
    observer_.enter_phase(Phase::kCompute);
    close_matrix(matrix, workspace, kernels, observer_);
    stop_if_cancelled(observer_);
    observer_.enter_phase(Phase::kWrite);
    parallel_for(problem_.rows.size(), [&](std::size_t r) {
      const std::size_t i = problem_.rows.source(r);
      out_.put(r, [&](std::size_t j) { return *matrix.at(i, j); });
    });
  }

  void search() {
    const auto threads = static_cast<std::size_t>(omp_get_max_threads());
    const std::size_t vertices = problem_.vertices, edges = problem_.edges.size();
    require_memory(compression_bytes<ArcOf<Element>>(vertices, edges) +
                       threads * Search::bytes_for(vertices, edges),
                   what(vertices));
    observer_.enter_phase(Phase::kScatter);
    const auto arcs =
        compress_edges<ArcOf<Element>>(vertices, problem_.edges, {.drop_loops = true});
    const auto limit = limit_of_elements<Element>(reduced_limit(problem_));
    observer_.enter_phase(Phase::kCompute);
    if (settings_.predecessors != nullptr) settings_.predecessors->prepare();
    const auto total = static_cast<std::int64_t>(problem_.rows.size());
    std::int64_t done = 0;
    std::mutex reporting;
    parallel_for_with<Handout::kMonotonic>(
        problem_.rows.size(), [&] { return Search(arcs); },
        [&](Search& search, std::size_t r) {
          try {
            search.start(problem_.rows.source(r), limit);
            search.finish();
            out_.put(r, [&](std::size_t j) { return search.length(j); });
            if (settings_.predecessors != nullptr) put_predecessors(r, search);
            const std::lock_guard lock(reporting);
            advance_or_stop(observer_, ++done, total);
          } catch (...) {
            if (settings_.predecessors != nullptr) {
              settings_.predecessors->abandon(std::current_exception());
            }
            throw;
          }
        });
  }

  void sweep(const sparse::EliminationTree& tree, const KernelSet& kernels) {
    const auto threads = static_cast<std::size_t>(omp_get_max_threads());
    require_memory(RealSweep<Element>::bytes_for(tree, kernels, threads), what(problem_.vertices));
    observer_.enter_phase(Phase::kScatter);
    const RealSweep<Element> sweep(problem_.edges, tree, kernels, observer_);
    stop_if_cancelled(observer_);
    observer_.enter_phase(Phase::kCompute);
    std::mutex reporting;
    std::int64_t done = 0;
    sweep.run(
        problem_.rows,
        [&](std::size_t r, std::span<const Element> lengths) {
          out_.put(r, [&](std::size_t j) { return lengths[j]; });
        },
        [&](std::size_t count) {
          const std::lock_guard lock(reporting);
          done += static_cast<std::int64_t>(count);
          advance_or_stop(observer_, done, static_cast<std::int64_t>(problem_.rows.size()));
        });
  }

  void put_predecessors(std::size_t r, const Search& search) {
    std::vector<std::int32_t> row(problem_.columns.size());
    const std::span<const Element> lengths = out_.row(r);
    for (std::size_t c = 0; c < row.size(); ++c) {
      const bool beyond = !std::isinf(problem_.limit) && std::isinf(lengths[c]);
      row[c] = beyond ? kNoPredecessor : search.path_vertex(problem_.columns.source(c));
    }
    settings_.predecessors->put(r, row);
  }

  const RealProblem& problem_;
  const RealSettings& settings_;
  const RealOutput<Element> out_;
  Observer& observer_;
};

}  // namespace

template <typename Element>
Plan real_plan(const RealProblem& problem, const RealSettings& settings) {
  if (problem.matrix != nullptr) return {};
  const KernelSet& kernels = choose_kernels(settings.instruction_set);
  // Predecessors are found by searches alone.
  const bool searches = settings.predecessors != nullptr || problem.rows.size() == 0;
  return plan_real(problem.edges, problem.rows, reduced_limit(problem),
                   searches ? std::optional(Method::kSearch) : settings.method, sizeof(Element),
                   has_memory(dense_bytes<Element>(problem.vertices, kernels)), kernels);
}

template <typename Element>
double predicted_seconds(const RealProblem& problem, const RealSettings& settings,
                         const Plan& plan) {
  // That of one thread is the most that searches may take; a sample knows better.
  if (const auto sampled = plan.predicted(Method::kSearch);
      plan.method == Method::kSearch && sampled) {
    return *sampled;
  }
  const KernelSet& kernels = choose_kernels(settings.instruction_set);
  return seconds_of_one_thread(plan, problem.rows, edges_of(problem), sizeof(Element), kernels) /
         omp_get_max_threads();
}

template <typename Element>
void solve_real(const RealProblem& problem, const RealSettings& settings, std::span<Element> out,
                Observer& observer) {
  RealSolve<Element>(problem, settings, out, observer).run();
}

template Plan real_plan<float>(const RealProblem&, const RealSettings&);
template Plan real_plan<double>(const RealProblem&, const RealSettings&);
template double predicted_seconds<float>(const RealProblem&, const RealSettings&, const Plan&);
template double predicted_seconds<double>(const RealProblem&, const RealSettings&, const Plan&);
template void solve_real(const RealProblem&, const RealSettings&, std::span<float>, Observer&);
template void solve_real(const RealProblem&, const RealSettings&, std::span<double>, Observer&);

}  // namespace apsp::cpu
