// SPDX-License-Identifier: MIT
#include "apsp/real.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apsp/solve.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "hw3-1/real/real_potentials.hpp"
#include "hw3-1/real/real_solve.hpp"
#include "library/call.hpp"
#include "library/guarded_observer.hpp"
#include "library/memory_sink.hpp"
#include "library/scaled_integers.hpp"

namespace apsp {
namespace {

/// Throws InvalidEdge unless edge number `e` is good; `most` is the largest weight.
void check_edge(const RealEdge& edge, std::size_t e, std::size_t vertices, double most) {
  const auto check_vertex = [&](const char* field, std::int32_t vertex) {
    if (vertex >= 0 && static_cast<std::size_t>(vertex) < vertices) return;
    throw InvalidEdge(fmt::format("edge {}: {} is {}, expected {}", e, field, vertex,
                                  vertices == 0 ? "no edge in a graph of 0 vertices"
                                                : fmt::format("0 to {}", vertices - 1)),
                      e);
  };
  check_vertex("source", edge.source);
  check_vertex("destination", edge.destination);
  if (edge.weight >= -most && (edge.weight <= most || std::isinf(edge.weight))) return;
  if (std::isnan(edge.weight)) return;
  throw InvalidEdge(fmt::format("edge {}: weight is {}, expected {} to {}, or infinity or NaN for "
                                "no edge",
                                e, edge.weight, -most, most),
                    e);
}

/// Returns the edges that are there, in both directions where the graph is undirected. O(E).
std::vector<RealEdge> checked_edges(RealGraphView graph, double most, bool both_ways) {
  const std::size_t ways = both_ways ? 2 : 1;
  require_memory(std::uint64_t{graph.edges.size()} * ways * sizeof(RealEdge),
                 "a copy of " + counted(graph.edges.size(), "edge"));
  std::vector<RealEdge> edges;
  edges.reserve(graph.edges.size() * ways);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    RealEdge edge = graph.edges[e];
    check_edge(edge, e, graph.vertices, most);
    if (!std::isfinite(edge.weight)) continue;
    edge.weight += 0.0;  // -0.0 becomes 0
    edges.push_back(edge);
    if (both_ways) edges.push_back({edge.destination, edge.source, edge.weight});
  }
  return edges;
}

bool has_negative(std::span<const RealEdge> edges) {
  return std::any_of(edges.begin(), edges.end(),
                     [](const RealEdge& edge) { return edge.weight < 0; });
}

/// Takes rows of integers into memory of the caller, multiplied by a power of two.
template <typename Element>
class ScalingSink final : public RowSink {
 public:
  ScalingSink(std::span<Element> rows, std::size_t columns, int exponent)
      : rows_(rows), columns_(columns), exponent_(exponent) {
    const bool normal = exponent >= std::numeric_limits<double>::min_exponent &&
                        exponent < std::numeric_limits<double>::max_exponent;
    if (normal) factor_ = std::ldexp(1.0, exponent);
  }

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    Element* out = rows_.data() + first_row * columns_;
    for (const Distance length : rows) *out++ = scaled(length);
  }

 private:
  [[nodiscard]] Element scaled(Distance length) const {
    if (length == kUnreachable) return std::numeric_limits<Element>::infinity();
    // Neither rounds: a length is a multiple of 2^exponent, as the weights are.
    return static_cast<Element>(factor_ ? length * *factor_ : std::ldexp(length, exponent_));
  }

  std::span<Element> rows_;
  std::size_t columns_;
  int exponent_;
  std::optional<double> factor_;
};

/// Solves as integers. Returns whether all lengths are in their range; otherwise nothing was put.
template <typename Element>
bool solve_integers(std::size_t vertices, const ScaledIntegers& integers, Settings settings,
                    std::span<Element> rows) {
  settings.undirected = false;  // the edges lead both ways
  settings.limit = std::ldexp(settings.limit, -integers.exponent);
  try {
    Call call({vertices, integers.edges}, settings);
    ScalingSink<Element> sink(rows, call.columns(), integers.exponent);
    call.run(&sink);
    return true;
  } catch (const NegativeCycle& cycle) {
    if (integers.exponent == 0) throw;
    throw NegativeCycle(fmt::format("{}, in units of 2^{}", cycle.what(), integers.exponent),
                        cycle.vertices());
  } catch (const Error& error) {
    const bool only_integers = settings.width || settings.summary != nullptr;
    if (error.fault() != Fault::kNoAnswer || only_integers) throw;
    return false;
  }
}

/// Throws Error(kUsage) for a setting that only integers have.
void require_settings_of_reals(const Settings& settings) {
  const auto refuse = [](const char* setting) {
    throw Error(Fault::kUsage, fmt::format("{} is for weights that are integers times a power of "
                                           "two, and for lengths below {} of these units",
                                           setting, kUnreachable));
  };
  if (settings.width) refuse("a width");
  if (settings.summary != nullptr) refuse("a summary");
  if (settings.device == Device::kGpu || settings.device == Device::kGpus) refuse("a GPU");
}

template <typename Element>
void solve_rounded(const Call& call, std::size_t vertices, std::span<const RealEdge> edges,
                   const Settings& settings, std::span<Element> rows, Observer& observer) {
  require_settings_of_reals(settings);
  const bool negative = has_negative(edges);
  std::optional<cpu::RealPotentials> potentials;
  std::vector<RealEdge> reduced;
  if (negative) {
    observer.enter_phase(Phase::kPotentials);
    potentials.emplace(vertices, edges);
    reduced = potentials->reduced(edges);
  }
  MemorySink memory(settings.predecessors, call.columns());
  const cpu::RealProblem problem = {vertices,
                                    negative ? std::span<const RealEdge>(reduced) : edges,
                                    potentials ? &*potentials : nullptr,
                                    call.row_set(),
                                    call.column_set(),
                                    settings.limit};
  cpu::solve_real<Element>(problem,
                           {settings.instruction_set, settings.method,
                            settings.predecessors.empty() ? settings.predecessor_sink : &memory},
                           rows, observer);
}

template <typename Element>
void solve_elements(RealGraphView graph, const Settings& settings, std::span<Element> rows) {
  with_memory_errors([&] {
    const Call call({graph.vertices, {}}, settings);  // checks the settings
    call.require_size(rows.size(), "rows");
    const std::vector<RealEdge> edges =
        checked_edges(graph, double{std::numeric_limits<Element>::max()}, settings.undirected);
    require_limit(settings.limit, has_negative(edges));
    if (const auto integers = scaled_integers(edges)) {
      if (solve_integers(graph.vertices, *integers, settings, rows)) return;
    }
    GuardedObserver observer(settings.observer);
    try {
      solve_rounded(call, graph.vertices, std::span(edges), settings, rows, observer);
    } catch (...) {
      observer.rethrow();  // the reason, if there is one
      throw;
    }
    observer.rethrow();
  });
}

}  // namespace

void solve_into(RealGraphView graph, const Settings& settings, std::span<double> rows) {
  solve_elements(graph, settings, rows);
}

void solve_into(RealGraphView graph, const Settings& settings, std::span<float> rows) {
  solve_elements(graph, settings, rows);
}

}  // namespace apsp
