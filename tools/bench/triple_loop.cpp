// SPDX-License-Identifier: MIT
// hw3-triple-loop: what a textbook prints (Floyd 1962, Warshall 1962), with one OpenMP pragma. The
// benchmark's peer: the same files and the same report, only the backend is different.
#include <omp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/memory.hpp"
#include "common/base/threads.hpp"
#include "common/core/distance.hpp"
#include "common/solve/backend.hpp"

namespace {

using apsp::Distance;
using apsp::kUnreachable;

constexpr std::array kWidths = {apsp::Width::kS32};

/// One array and three loops. V^2 distances.
class TripleLoop final : public apsp::Solve {
 public:
  explicit TripleLoop(const apsp::RowSet& rows) : rows_(rows) {}

  void scatter(const apsp::Graph& graph, apsp::Observer& observer) override {
    observer.enter_phase(apsp::Phase::kScatter);
    v_ = graph.vertices;
    d_.assign(v_ * v_, kUnreachable);
    for (std::size_t i = 0; i < v_; ++i) d_[i * v_ + i] = 0;
    for (const apsp::Edge& edge : graph.edges) {
      Distance& known = d_[static_cast<std::size_t>(edge.source) * v_ +
                           static_cast<std::size_t>(edge.destination)];
      known = std::min(known, edge.weight);
    }
  }

  /// Sums of two unreachable ones just fit 32 bits.
  void close(apsp::Observer&) override {
    const std::size_t v = v_;
    std::vector<Distance>& d = d_;
    for (std::size_t k = 0; k < v; ++k) {
#pragma omp parallel for
      for (std::size_t i = 0; i < v; ++i) {
        for (std::size_t j = 0; j < v; ++j) {
          d[i * v + j] = std::min(d[i * v + j], d[i * v + k] + d[k * v + j]);
        }
      }
    }
  }

  apsp::Extent extent() override {
    apsp::Extent extent;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      for (const Distance distance : row(r)) {
        if (distance == kUnreachable) {
          extent.complete = false;
        } else {
          extent.largest = std::max(extent.largest, distance);
        }
      }
    }
    return extent;
  }

  std::optional<apsp::Clipped> first_clipped(const apsp::Graph& graph) override {
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const apsp::Edge& edge = graph.edges[e];
      std::optional<apsp::Clipped> first;
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        if (row(r)[static_cast<std::size_t>(edge.source)] < kUnreachable &&
            row(r)[static_cast<std::size_t>(edge.destination)] == kUnreachable &&
            (!first || rows_.source(r) < first->row)) {
          first = {rows_.source(r), e};
        }
      }
      if (first) return first;
    }
    return std::nullopt;
  }

  void put(const apsp::Outputs& outputs, apsp::Observer& observer) override {
    observer.enter_phase(apsp::Phase::kWrite);
    for (std::size_t r = 0; r < rows_.size(); ++r) outputs.rows.put(r, row(r));
  }

 private:
  [[nodiscard]] std::span<const Distance> row(std::size_t r) const {
    return std::span(d_).subspan(rows_.source(r) * v_, v_);
  }

  apsp::RowSet rows_;
  std::size_t v_ = 0;
  std::vector<Distance> d_;
};

class TripleLoops final : public apsp::Backend {
 public:
  [[nodiscard]] std::span<const apsp::Width> widths() const override { return kWidths; }
  void require_fit(const apsp::Problem& problem, const apsp::Plan&, apsp::Width) override {
    const std::size_t vertices = problem.graph.vertices;
    apsp::require_memory(vertices * vertices * sizeof(Distance), "the matrix of distances");
  }
  std::unique_ptr<apsp::Solve> start(const apsp::Attempt& attempt,
                                     apsp::Observer& observer) override {
    observer.fact("instruction_set", std::string("compiler's"));
    observer.fact("threads", std::int64_t{omp_get_max_threads()});
    return std::make_unique<TripleLoop>(attempt.problem.rows);
  }
};

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_solver(
      argc, argv,
      {.name = "hw3-triple-loop",
       .summary = "the textbook's three loops, for comparison",
       .launcher = "srun -N1 -n1 -c8",
       .widths = {kWidths.begin(), kWidths.end()},
       .add_options = [](apsp::OptionParser& parser) { parser.add_threads(apsp::use_threads); },
       .make_backend = [](apsp::Observer&) { return std::make_unique<TripleLoops>(); }});
}
