// SPDX-License-Identifier: MIT
#include "library/real_gpus.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apsp/device.hpp"
#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/pages.hpp"
#include "common/base/plural.hpp"
#include "common/core/dense_weights.hpp"
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

/// The width that lengths of an element have on GPUs.
template <typename Element>
constexpr Width kBits = sizeof(Element) == sizeof(float) ? kF32 : kF64;

/// The settings as GPUs have them: of doubles there is the dense method alone.
template <typename Element>
Settings settings_of(const Settings& settings) {
  Settings possible = settings;
  if constexpr (kBits<Element> == kF64) {
    if (settings.method == Method::kSweep) {
      throw Error(Fault::kUsage,
                  "sweeps of float64 are made on processors, not on GPUs; those of float32 are");
    }
    possible.method = Method::kDense;
  }
  return possible;
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

/// The edges as a matrix, the smallest weight of each pair.
DenseWeights matrix_of(std::size_t vertices, std::span<const RealEdge> edges) {
  constexpr std::size_t kMostVertices = std::size_t{1} << 30;  // beyond, the product could wrap
  require_memory(vertices > kMostVertices ? std::numeric_limits<std::uint64_t>::max() / 2
                                          : std::uint64_t{vertices} * vertices * sizeof(double),
                 "the matrix of " + counted(vertices, "vertex"));
  Pages<double> weights(vertices * vertices);
  std::fill_n(weights.data(), vertices * vertices, kNoEdge<double>);
  WeightRange range;
  for (const RealEdge& edge : edges) {
    double& known = weights.data()[static_cast<std::size_t>(edge.source) * vertices +
                                   static_cast<std::size_t>(edge.destination)];
    range.include({edge.weight, edge.weight, known == kNoEdge<double> ? 1U : 0U});
    known = std::min(known, edge.weight);
  }
  return {vertices, std::move(weights), range};
}

/// Takes rows of bits.
template <typename Element>
class BitsSink final : public RowSink {
 public:
  BitsSink(const cpu::RealProblem& problem, std::span<Element> out)
      : vertices_(problem.vertices), out_(problem, out) {}

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    constexpr std::size_t kDistances = sizeof(Element) / sizeof(Distance);  // of a number
    const std::size_t a_row = vertices_ * kDistances;
    for (std::size_t n = 0; n * a_row < rows.size(); ++n) {
      const Distance* const row = rows.data() + n * a_row;
      out_.put(first_row + n, [&](std::size_t j) {
        Element number;
        std::memcpy(&number, row + j * kDistances, sizeof number);
        return number;
      });
    }
  }

 private:
  std::size_t vertices_;
  cpu::RealOutput<Element> out_;
};

/// The question as the engines of integers read it. Of doubles the weights are a matrix always.
template <typename Element>
class Bits {
 public:
  explicit Bits(const cpu::RealProblem& problem) : problem_(graph_of(problem), problem.rows) {
    problem_.seen = [] { return kUnreachable; };  // elements of 32 bits
  }

  [[nodiscard]] const Problem& problem() const { return problem_; }

 private:
  [[nodiscard]] Graph graph_of(const cpu::RealProblem& problem) {
    Graph graph = {problem.vertices, {}};
    // Searches by bits count edges, which have one weight: so these seem to differ.
    graph.smallest_weight = 0;
    graph.largest_weight = infinity_of(kF32);
    graph.matrix = problem.matrix;
    if (problem.matrix != nullptr) return graph;
    if constexpr (kBits<Element> == kF64) {
      graph.matrix = &matrix_.emplace(matrix_of(problem.vertices, problem.edges));
    } else {
      edges_ = edges_of_bits(problem.edges);
      graph.edges = edges_;
    }
    return graph;
  }

  std::vector<Edge> edges_ = {};
  std::optional<DenseWeights> matrix_ = {};
  Problem problem_;
};

template <typename Element>
void solve_by(Backend& gpus, const Bits<Element>& bits, const Plan& plan,
              const cpu::RealProblem& problem, std::span<Element> out, Observer& observer) {
  constexpr Width kWidth = kBits<Element>;
  observer.fact("arithmetic", std::string(kWidth == kF32 ? "f32" : "f64"));
  observer.fact("method", std::string(name(plan.method)));
  gpus.require_fit(bits.problem(), plan, kWidth);
  const std::unique_ptr<Solve> solve = gpus.start({bits.problem(), plan, kWidth}, observer);
  if (solve == nullptr) return;
  solve->scatter(bits.problem().graph, observer);
  observer.enter_phase(Phase::kCompute);
  solve->close(observer);
  stop_if_cancelled(observer);
  BitsSink<Element> sink(problem, out);
  solve->put({sink}, observer);
}

/// What a plan for the GPUs is made for. The dense method of doubles needs no more than V, and its
/// matrix is made where it is chosen.
template <typename Element>
Chosen look_at_gpus(const Settings& settings, const cpu::RealProblem& problem,
                    const std::optional<Bits<Element>>& bits, double seconds, Observer& observer) {
  constexpr Width kWidth = kBits<Element>;
  if (bits) return faster_gpus(settings, bits->problem(), kWidth, seconds, observer);
  const Graph vertices_alone = {problem.vertices, {}};
  return faster_gpus(settings, {vertices_alone, problem.rows}, kWidth, seconds, observer);
}

}  // namespace

template <typename Element>
void solve_on_gpus(const cpu::RealProblem& problem, const Settings& settings,
                   std::span<Element> out, Observer& observer) {
  require_possible(settings);
  const std::unique_ptr<Backend> gpus = backend_of_gpus(settings_of<Element>(settings));
  if (problem.rows.size() == 0) return;
  const Bits<Element> bits(problem);
  solve_by(*gpus, bits, gpus->plan(bits.problem()), problem, out, observer);
}

template <typename Element>
bool solve_on_faster_gpus(const cpu::RealProblem& problem, const Settings& settings, double seconds,
                          std::span<Element> out, Observer& observer) {
  if (kBits<Element> == kF64 && settings.method == Method::kSweep) return false;
  try {
    (void)devices();  // throws where there is none, before anything is copied for them
    std::optional<Bits<Element>> bits;
    if (kBits<Element> == kF32 || problem.matrix != nullptr) bits.emplace(problem);
    const Chosen gpus =
        look_at_gpus(settings_of<Element>(settings), problem, bits, seconds, observer);
    if (gpus.backend == nullptr) return false;
    if (!bits) bits.emplace(problem);
    solve_by(*gpus.backend, *bits, *gpus.plan, problem, out, observer);
    return true;
  } catch (const Error& error) {
    // A matrix of such numbers does not stream from host memory: processors may have the room.
    if (error.fault() != Fault::kNoDevice && error.fault() != Fault::kMemory) throw;
    observer.fact("device_choice", "cpu: " + std::string(error.what()));
    return false;
  }
}

template void solve_on_gpus(const cpu::RealProblem&, const Settings&, std::span<float>, Observer&);
template void solve_on_gpus(const cpu::RealProblem&, const Settings&, std::span<double>, Observer&);
template bool solve_on_faster_gpus(const cpu::RealProblem&, const Settings&, double,
                                   std::span<float>, Observer&);
template bool solve_on_faster_gpus(const cpu::RealProblem&, const Settings&, double,
                                   std::span<double>, Observer&);

}  // namespace apsp
