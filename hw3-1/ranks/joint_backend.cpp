// SPDX-License-Identifier: MIT
#include "hw3-1/ranks/joint_backend.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/core/put_rows.hpp"
#include "common/ranks/joint_solve.hpp"
#include "common/ranks/machine_share.hpp"
#include "hw3-1/dense/exactness.hpp"
#include "hw3-1/dense/floyd_warshall.hpp"
#include "hw3-1/kernels/width_dispatch.hpp"
#include "hw3-1/ranks/share_closure.hpp"

namespace apsp::cpu {
namespace {

/// The part of one attempt that a process has: some rows of the matrix of tiles.
template <typename Element>
class ShareSolve final : public Solve {
 public:
  ShareSolve(const RowSet& rows, const KernelSet& kernels, Ranks& ranks)
      : rows_(rows), kernels_(kernels), ranks_(ranks) {}

  void scatter(const Graph& graph, Observer& observer) override {
    observer.enter_phase(Phase::kScatter);
    matrix_.emplace(graph.vertices, partition(graph.vertices, ranks_.size())[ranks_.rank()],
                    guest_rows(graph.vertices));
    matrix_->scatter(graph);
    workspace_.emplace(make_workspace<Element>(graph.vertices, kernels_));
  }

  void close(Observer& observer) override {
    close_share(*matrix_, *workspace_, kernels_, ranks_, observer);
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
  Ranks& ranks_;
  std::optional<TileMatrix<Element>> matrix_;
  std::optional<Pages<std::byte>> workspace_;
};

/// Bytes of one process's part of a dense solve.
template <typename Element>
std::uint64_t share_bytes(std::size_t vertices, TileRange rows, const KernelSet& kernels) {
  const std::size_t tiles = Schedule::of(vertices, 1).tiles;
  const std::uint64_t matrix = std::uint64_t{rows.size() + guest_rows(vertices)} * tiles *
                               TileMatrix<Element>::kTileElements * sizeof(Element);
  const std::size_t rows_at_once = static_cast<std::size_t>(omp_get_max_threads()) * kRowsAtOnce;
  return matrix + workspace_bytes<Element>(vertices, kernels) +
         rows_at_once * vertices * sizeof(Distance);
}

}  // namespace

JointBackend::JointBackend(const Options& options, Ranks& ranks) : Backend(options), ranks_(ranks) {
  company_ = {ranks.size(), ranks_of_this_machine(ranks)};
}

/// That of rank 0, which may know a faster processor, or more memory; then dense where one rank has
/// no memory to look at the graph.
Plan JointBackend::agreed_plan(const Problem& whole) {
  const Room room = room_for(whole);
  const int able = room.order && room.search ? 1 : 0;
  Plan own = plan_of_all(whole, method_);
  Method agreed = of_first(ranks_, own.method);
  const bool all_able = std::ranges::count(gather_values(ranks_, able), 0) == 0;
  if (!method_ && !all_able) agreed = Method::kDense;
  return agreed == own.method ? own : plan_of_all(whole, agreed);
}

std::uint64_t JointBackend::matrix_bytes(const Graph& graph, Width width) const {
  const TileRange rows = partition(graph.vertices, ranks_.size())[ranks_.rank()];
  return with_element(width, [&](auto zero) {
    return share_bytes<decltype(zero)>(graph.vertices, rows, kernels_);
  });
}

Plan JointBackend::plan(const Problem& whole) {
  const std::size_t size = ranks_.size();
  const std::size_t rank = ranks_.rank();
  Plan plan = agreed_plan(whole);
  if (plan.method == Method::kDense) {
    const TileRange rows = partition(whole.graph.vertices, size)[rank];
    plan.share = RowShare::of_vertices(whole.rows, rows.begin * kTile, rows.end * kTile);
  } else {
    const std::size_t rows = whole.rows.size();
    plan.share = RowShare(whole.rows, rows * rank / size, rows * (rank + 1) / size);
  }
  take_threads(plan, whole, plan.share->size());
  plan.host_bytes = plan.method == Method::kDense ? matrix_bytes(whole.graph, kPredicted)
                                                  : attempt_bytes(whole, plan, kPredicted, true);
  return plan;
}

Width JointBackend::agree(const Plan& plan, Width width) {
  // Widths of sweeps and searches are each rank's own: they exchange nothing.
  return plan.method == Method::kDense ? of_first(ranks_, width) : width;
}

void JointBackend::require_fit(const Problem& problem, const Plan& plan, Width width) {
  if (plan.method != Method::kDense) return Backend::require_fit(problem, plan, width);
  const std::size_t vertices = problem.graph.vertices;
  const TileRange rows = partition(vertices, ranks_.size())[ranks_.rank()];
  with_element(width, [&](auto zero) {
    using Element = decltype(zero);
    require_memory(company_.here * share_bytes<Element>(vertices, rows, kernels_),
                   fmt::format("{} in {}-bit arithmetic, in {} of {} on this machine",
                               counted(vertices, "vertex"), 8 * sizeof(Element), company_.here,
                               counted(ranks_.size(), "rank")));
  });
}

std::unique_ptr<Solve> JointBackend::start(const Attempt& attempt, Observer& observer) {
  if (attempt.plan.method != Method::kDense) return Backend::start(attempt, observer);
  observer.fact("instruction_set", std::string(kernels_.name));
  observer.fact("threads", std::int64_t{omp_get_max_threads()});
  require_fit(attempt.problem, attempt.plan, attempt.width);
  report(attempt.plan, observer);
  observer.fact("tile", static_cast<std::int64_t>(kTile));
  return with_element(attempt.width, [&](auto zero) -> std::unique_ptr<Solve> {
    using Own = ShareSolve<decltype(zero)>;
    return joint_solve(std::make_unique<Own>(attempt.problem.rows, kernels_, ranks_), ranks_);
  });
}

}  // namespace apsp::cpu
