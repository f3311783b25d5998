// SPDX-License-Identifier: MIT
#include "library/real_gpus.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "apsp/device.hpp"
#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/core/row_sink.hpp"
#include "common/core/width.hpp"
#include "hw3-1/real/real_output.hpp"
#include "library/device_choice.hpp"

namespace apsp {
namespace {

/// Throws Error(kUsage) for what the engines do not do on such weights.
void require_possible(const Settings& settings) {
  const auto refuse = [](const std::string& what) {
    throw Error(Fault::kUsage,
                what + " of lengths that round are found on processors, not on GPUs");
  };
  if (!settings.predecessors.empty() || settings.predecessor_sink != nullptr) {
    refuse("predecessors");
  }
  if (settings.method == Method::kSearch) refuse("searches");
}

std::vector<Edge> edges_of_bits(std::span<const RealEdge> edges) {
  require_memory(std::uint64_t{edges.size()} * sizeof(Edge),
                 "a copy of " + counted(edges.size(), "edge"));
  std::vector<Edge> bits(edges.size());
  std::transform(edges.begin(), edges.end(), bits.begin(), [](const RealEdge& edge) {
    return Edge{edge.source, edge.destination,
                std::bit_cast<Distance>(static_cast<float>(edge.weight))};
  });
  return bits;
}

/// Takes rows of bits.
class BitsSink final : public RowSink {
 public:
  BitsSink(const cpu::RealProblem& problem, std::span<float> out)
      : vertices_(problem.vertices), out_(problem, out) {}

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    for (std::size_t n = 0; n * vertices_ < rows.size(); ++n) {
      const Distance* const row = rows.data() + n * vertices_;
      out_.put(first_row + n, [&](std::size_t j) { return std::bit_cast<float>(row[j]); });
    }
  }

 private:
  std::size_t vertices_;
  cpu::RealOutput<float> out_;
};

/// The question as the engines of integers read it.
class Bits {
 public:
  explicit Bits(const cpu::RealProblem& problem)
      : edges_(edges_of_bits(problem.edges)), problem_(graph_of(problem), problem.rows) {
    problem_.seen = [] { return kUnreachable; };  // elements of 32 bits
  }

  [[nodiscard]] const Problem& problem() const { return problem_; }

 private:
  [[nodiscard]] Graph graph_of(const cpu::RealProblem& problem) const {
    Graph graph = {problem.vertices, edges_};
    // Searches by bits count edges, which have one weight: so these seem to differ.
    graph.smallest_weight = 0;
    graph.largest_weight = infinity_of(kF32);
    graph.matrix = problem.matrix;
    return graph;
  }

  const std::vector<Edge> edges_;
  Problem problem_;
};

void solve_by(Backend& gpus, const Bits& bits, const Plan& plan, const cpu::RealProblem& problem,
              std::span<float> out, Observer& observer) {
  observer.fact("arithmetic", std::string("f32"));
  observer.fact("method", std::string(name(plan.method)));
  gpus.require_fit(bits.problem(), plan, kF32);
  const std::unique_ptr<Solve> solve = gpus.start({bits.problem(), plan, kF32}, observer);
  if (solve == nullptr) return;
  solve->scatter(bits.problem().graph, observer);
  observer.enter_phase(Phase::kCompute);
  solve->close(observer);
  stop_if_cancelled(observer);
  BitsSink sink(problem, out);
  solve->put({sink}, observer);
}

}  // namespace

void solve_on_gpus(const cpu::RealProblem& problem, const Settings& settings, std::span<float> out,
                   Observer& observer) {
  require_possible(settings);
  const std::unique_ptr<Backend> gpus = backend_of_gpus(settings);
  if (problem.rows.size() == 0) return;
  const Bits bits(problem);
  solve_by(*gpus, bits, gpus->plan(bits.problem()), problem, out, observer);
}

bool solve_on_faster_gpus(const cpu::RealProblem& problem, const Settings& settings, double seconds,
                          std::span<float> out, Observer& observer) {
  try {
    (void)devices();  // throws where there is none, before anything is copied for them
    const Bits bits(problem);
    const Chosen gpus = faster_gpus(settings, bits.problem(), kF32, seconds, observer);
    if (gpus.backend == nullptr) return false;
    solve_by(*gpus.backend, bits, *gpus.plan, problem, out, observer);
    return true;
  } catch (const Error& error) {
    // A matrix of floats does not stream from host memory: processors may have the room.
    if (error.fault() != Fault::kNoDevice && error.fault() != Fault::kMemory) throw;
    observer.fact("device_choice", "cpu: " + std::string(error.what()));
    return false;
  }
}

}  // namespace apsp
