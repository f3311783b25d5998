// SPDX-License-Identifier: MIT
#include "hw3-1/backend.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "common/base/memory.hpp"
#include "common/base/pages.hpp"
#include "common/base/plural.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/core/dense_weights.hpp"
#include "common/core/put_rows.hpp"
#include "hw3-1/dense/exactness.hpp"
#include "hw3-1/dense/floyd_warshall.hpp"
#include "hw3-1/dense/tile_matrix.hpp"
#include "hw3-1/dense/tile_products.hpp"
#include "hw3-1/kernels/kernels.hpp"
#include "hw3-1/kernels/width_dispatch.hpp"
#include "hw3-1/machine.hpp"
#include "hw3-1/search/bit_kernels.hpp"
#include "hw3-1/search/bit_solve.hpp"
#include "hw3-1/search/label_solve.hpp"
#include "hw3-1/search/search_solve.hpp"
#include "hw3-1/sweep/sweep_solve.hpp"
#include "hw3-1/threads.hpp"

namespace apsp::cpu {
namespace {

/// Bytes of the matrix: of a graph that is known to be symmetric, those of a triangle.
template <typename Element>
std::uint64_t tile_bytes(const Graph& graph) {
  return graph.symmetric() ? TileMatrix<Element>::triangle_bytes_for(graph.vertices)
                           : TileMatrix<Element>::bytes_for(graph.vertices);
}

/// Bytes of the matrix, the work memory and the rows on their way out.
template <typename Element>
std::uint64_t dense_bytes(const Graph& graph, const KernelSet& kernels) {
  const std::size_t rows_at_once = static_cast<std::size_t>(omp_get_max_threads()) * kRowsAtOnce;
  return tile_bytes<Element>(graph) + workspace_bytes<Element>(graph.vertices, kernels) +
         rows_at_once * graph.vertices * sizeof(Distance);
}

/// One attempt on a matrix of tiles.
template <typename Element>
class TileSolve final : public Solve {
 public:
  TileSolve(const RowSet& rows, const KernelSet& kernels, std::pmr::memory_resource* memory)
      : rows_(rows), kernels_(kernels), memory_(memory) {}

  void scatter(const Graph& graph, Observer& observer) override {
    observer.enter_phase(Phase::kScatter);
    if (graph.symmetric()) {
      matrix_.emplace(TileMatrix<Element>::triangle(graph.vertices, memory_));
    } else {
      matrix_.emplace(graph.vertices, memory_);
    }
    matrix_->scatter(graph);
    if (!matrix_->symmetric()) matrix_->find_symmetry();
    if (matrix_->symmetric()) observer.fact("symmetric", true);
    workspace_.emplace(make_workspace<Element>(graph.vertices, kernels_, memory_));
  }

  void close(Observer& observer) override {
    close_matrix(*matrix_, *workspace_, kernels_, observer);
  }

  Extent extent() override { return cpu::extent(*matrix_, rows_); }

  std::optional<Clipped> first_clipped(const Graph& graph) override {
    return cpu::first_clipped(*matrix_, graph, rows_);
  }

  void put(const Outputs& outputs, Observer& observer) override {
    observer.enter_phase(outputs.numbers == nullptr ? Phase::kWrite : Phase::kSummary);
    put_rows(rows_, outputs.rows, [&](std::size_t first, std::size_t count, Distance* out) {
      matrix_->widen(kernels_.of<Element>(), first, count, out);
    });
  }

 private:
  const RowSet rows_;
  const KernelSet& kernels_;
  std::pmr::memory_resource* const memory_;
  std::optional<TileMatrix<Element>> matrix_;
  std::optional<Pages<std::byte>> workspace_;
};

/// Threads that have a row to search.
std::size_t searchers(const RowSet& rows) {
  return std::min(rows.size(), static_cast<std::size_t>(omp_get_max_threads()));
}

/// Bytes of searches: while the graph for them is made, or of that graph and the searches.
std::uint64_t all_search_bytes(const Problem& problem) {
  const std::size_t vertices = problem.graph.vertices;
  const std::size_t edges = problem.graph.edge_count();
  const std::uint64_t graph = edges * sizeof(Arc) + (vertices + 1) * sizeof(std::size_t);
  return std::max(compression_bytes(vertices, edges),
                  graph + search_bytes(vertices, searchers(problem.rows)));
}

/// Bytes of searches by bits, beside the sparse::SearchGraph.
std::uint64_t all_bit_bytes(const Problem& problem) {
  return bit_bytes(problem.graph.vertices, problem.graph.edge_count(), searchers(problem.rows));
}

/// Bytes of label correcting, beside its graph.
std::uint64_t label_thread_bytes(const Problem& problem, Width width, bool proven) {
  const std::size_t batches = (problem.rows.size() * bytes_of(width) + kRowBytes - 1) / kRowBytes;
  const auto threads = static_cast<std::size_t>(omp_get_max_threads());
  return label_bytes(problem.graph.vertices, problem.graph.edge_count(), width, proven,
                     std::min(batches, threads));
}

/// Bytes of label correcting, beside the sparse::SearchGraph, while an order is looked for as well.
std::uint64_t all_label_bytes(const Problem& problem) {
  const Graph& graph = problem.graph;
  return sparse::LabelGraph::bytes_for(graph.vertices, graph.edge_count()) +
         std::max(label_thread_bytes(problem, kPredicted, false), analysis_bytes(graph));
}

/// Relaxations of tile products, those left out not counted.
double tile_relaxations(const Graph& graph) {
  const auto vertices = static_cast<double>(graph.vertices);
  constexpr std::size_t kManyEdges = 16;  // a vertex: beyond them nearly nothing is left out
  constexpr std::size_t kLarge = 65536;   // beyond it to count takes seconds, and sweeps win
  if (graph.edge_count() > kManyEdges * graph.vertices || graph.vertices > kLarge) {
    return vertices * vertices * vertices;
  }
  return static_cast<double>(tile_products(listed(graph))) * kTile * kTile * kTile;
}

}  // namespace

std::uint64_t Backend::matrix_bytes(const Graph& graph, Width width) const {
  return with_element(width, [&](auto zero) { return tile_bytes<decltype(zero)>(graph); });
}

double Backend::share_of_tiles(const Graph& graph) const {
  const auto tiles =
      static_cast<double>(std::max<std::size_t>(1, Schedule::of(graph.vertices, 1).tiles));
  return graph.symmetric() ? (tiles + 1) / (2 * tiles) : 1;
}

Room Backend::room_for(const Problem& problem) const {
  constexpr double kBytesPerPair = 32;  // of the fill: its tree, the eliminated graph, the lanes'
  // Some rows alone never need a matrix: they take one only where it fits in any width.
  const Width width = problem.rows.all() ? Width::kU8 : Width::kS32;
  const std::uint64_t matrix = matrix_bytes(problem.graph, width);
  Room room;
  // The dense method takes it, whatever else there is room for. The searches of many threads would
  // need more than is always there.
  if (problem.graph.vertices < kFewVertices && company_.here * matrix <= kAlwaysThere) return room;
  const std::uint64_t order = analysis_bytes(problem.graph);
  const std::uint64_t search = all_search_bytes(problem);
  const Graph& graph = problem.graph;
  const bool equal = graph.smallest_weight == graph.largest_weight;
  const std::uint64_t at_once =
      search + (equal ? all_bit_bytes(problem) : all_label_bytes(problem));
  if (company_.here * (matrix + order + at_once) <= kAlwaysThere) return room;
  const std::uint64_t available = available_memory() / company_.here;
  room.matrix = matrix <= available;
  room.order = order <= available;
  room.search = search <= available;
  room.at_once = at_once <= available;
  room.most_fill = static_cast<double>(available) / kBytesPerPair;
  return room;
}

void Backend::require_room(const Problem& problem, Method method) const {
  if (method == Method::kDense) return;  // require_fit() does
  const Graph& graph = problem.graph;
  const bool sweep = method == Method::kSweep;
  require_memory(company_.here * (sweep ? analysis_bytes(graph) : all_search_bytes(problem)),
                 fmt::format("{} and {} by {}", counted(graph.vertices, "vertex"),
                             counted(graph.edge_count(), "edge"), sweep ? "sweeps" : "searches"));
}

Machine Backend::machine(const Problem& problem, double relaxations, int threads,
                         std::size_t processes) const {
  const Graph& graph = problem.graph;
  const auto vertices = static_cast<double>(graph.vertices);
  const auto edges = static_cast<double>(graph.edge_count());
  constexpr double kLeaving = 1e-9;              // seconds a distance
  const double elements = problem.numbers_alone  // that leave this process
                              ? 0
                              : static_cast<double>(problem.rows.size()) * vertices /
                                    static_cast<double>(company_.processes);
  Machine machine = machine_of(kernels_, graph.vertices, threads, processes);
  machine.dense.relaxations = relaxations;
  machine.dense.bytes_per_second /= waiting_for_rounds(vertices, relaxations, machine.sweep.waits);
  // The seconds of one thread: to fill and to look through the matrix (a third of it where its
  // pages are known to the machine, twice as long where they are new), to scatter, to look at the
  // edges for each band of 512 rows.
  const double besides = 1e-9 * vertices * vertices + 5e-9 * edges + 12e-9 * edges * vertices / 512;
  machine.dense.seconds_besides = besides / machine.threads.count;
  // To new pages, as long by one thread as by 16.
  machine.leaving = kLeaving * elements;
  machine.leaving_beside =
      machine.leaving * static_cast<double>(processes) / machine.threads.useful;
  // Measured on 16 processors. Other programs than our own keep the threads for the next call. Rows
  // that leave while others are computed make their threads wait for each other, at the new pages
  // of the output.
  const double each_dense = own_process_ ? 0.3e-3 : 0.1e-3;
  const double each_rows = std::min(0.9e-3 + 30e-12 * elements, 4e-3);
  machine.threads.each_dense = each_dense / static_cast<double>(processes);  // start side by side
  machine.threads.each_rows = each_rows / static_cast<double>(processes);
  return machine;
}

Plan Backend::plan_of_all(const Problem& problem, std::optional<Method> forced) const {
  if (forced) require_room(problem, *forced);
  const int threads = std::max(omp_get_max_threads(), 1);  // LLVM may say 0
  Machine all = machine(problem, tile_relaxations(problem.graph) * share_of_tiles(problem.graph),
                        threads, company_.processes);
  all.room = room_for(problem);
  Plan plan = choose(problem, all, forced);
  // There is room for no method: the one that takes least tells how much.
  if (!forced && plan.method == Method::kDense && !all.room.matrix) {
    require_room(problem, Method::kSearch);
  }
  return plan;
}

void Backend::take_threads(Plan& plan, const Problem& whole, std::size_t rows) {
  const bool dense = plan.method == Method::kDense;
  const double relaxations = plan.pace.relaxations;  // of the dense method, if that is chosen
  const Machine one = machine(whole, relaxations, 1);
  const double each = dense ? one.threads.each_dense : one.threads.each_rows;
  const double seconds =
      pace_of(plan, whole.rows.size(), one).seconds(Width::kU16) + whole.seconds_besides;
  const double share = seconds / static_cast<double>(company_.processes) + one.leaving;
  threads_.reset();  // an earlier plan's
  threads_.emplace(fixed_ ? *fixed_ : threads_for(share, each));
  if (own_process_) spread_threads();
  plan.pace = pace_of(plan, rows, machine(whole, relaxations, omp_get_max_threads()));
}

Plan Backend::plan(const Problem& problem) {
  threads_.reset();
  Plan plan = plan_of_all(problem, method_);
  take_threads(plan, problem, problem.rows.size());
  plan.foretell();
  plan.host_bytes = attempt_bytes(problem, plan, kPredicted, true);
  return plan;
}

void Backend::require_fit(const Problem& problem, const Plan& plan, Width width) {
  require_fit(problem, plan, width, true);  // nobody knows yet
}

std::uint64_t Backend::attempt_bytes(const Problem& problem, const Plan& plan, Width width,
                                     bool proven) const {
  const Graph& graph = problem.graph;
  const auto threads = static_cast<std::size_t>(omp_get_max_threads());
  if (plan.method == Method::kSweep) {
    return sweep_bytes(*plan.tree, kernels_, width, proven, threads);
  }
  if (plan.labels) return label_thread_bytes(problem, width, proven);
  if (plan.method == Method::kSearch) {
    return plan.sources_at_once > 1 ? all_bit_bytes(problem)
                                    : search_bytes(graph.vertices, searchers(problem.rows));
  }
  return with_element(width,
                      [&](auto zero) { return dense_bytes<decltype(zero)>(graph, kernels_); });
}

void Backend::require_fit(const Problem& problem, const Plan& plan, Width width,
                          bool proven) const {
  const std::string what = plan.method == Method::kSweep ? "by sweeps"
                           : plan.method == Method::kSearch
                               ? "by searches"
                               : fmt::format("in {}-bit arithmetic", 8 * bytes_of(width));
  require_memory(company_.here * attempt_bytes(problem, plan, width, proven),
                 fmt::format("{} {}", counted(problem.graph.vertices, "vertex"), what));
}

std::unique_ptr<Solve> Backend::start(const Attempt& attempt, Observer& observer) {
  const Plan& plan = attempt.plan;
  observer.fact("instruction_set", std::string(kernels_.name));
  observer.fact("threads", std::int64_t{omp_get_max_threads()});
  require_fit(attempt.problem, plan, attempt.width, attempt.longest < infinity_of(attempt.width));
  report(plan, observer);
  if (plan.method != Method::kDense && attempt.problem.graph.matrix != nullptr) {
    throw Error(Fault::kInternal, "a matrix of weights came to a method that takes a list");
  }
  if (plan.method == Method::kSweep) return make_sweep_solve(*plan.tree, kernels_, attempt);
  if (plan.labels) {
    observer.fact("sources_at_once",
                  static_cast<std::int64_t>(kRowBytes / bytes_of(attempt.width)));
    return make_label_solve(*plan.labels, kernels_, attempt);
  }
  if (plan.method == Method::kSearch) {
    return plan.sources_at_once > 1
               ? make_bit_solve(*plan.search, bit_kernels(kernels_.name), attempt)
               : make_search_solve(*plan.search, attempt);
  }

  observer.fact("tile", static_cast<std::int64_t>(kTile));
  return with_element(attempt.width, [&](auto zero) -> std::unique_ptr<Solve> {
    return std::make_unique<TileSolve<decltype(zero)>>(attempt.problem.rows, kernels_, memory_);
  });
}

}  // namespace apsp::cpu
