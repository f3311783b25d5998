// SPDX-License-Identifier: MIT
#include "apsp/prepared.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "apsp/real.hpp"
#include "common/base/index.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/core/edge_check.hpp"
#include "common/core/graph.hpp"
#include "common/core/misfit.hpp"
#include "common/io/input_file.hpp"
#include "common/io/output_file.hpp"
#include "common/sparse/customization.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/outline.hpp"
#include "common/sparse/pair_lengths.hpp"
#include "library/call.hpp"
#include "library/guarded_observer.hpp"
#include "library/order_file.hpp"

namespace apsp {
namespace {

void require_weight(Distance weight, std::size_t edge) {
  if (weight >= 0 && weight < kUnreachable) return;
  throw InvalidEdge(fmt::format("edge {}: the weight is {}, expected 0 to {} in a prepared graph",
                                edge, weight, kUnreachable - 1),
                    edge);
}

/// The edges, and behind them their ways back where each leads both ways.
std::vector<Edge> checked_edges(GraphView view, bool undirected) {
  Graph graph{view.vertices, view.edges};
  if (const std::optional<BadEdge> bad = check_edges(graph)) {
    throw InvalidEdge(fmt::format("edge {}: {}", bad->edge, bad->problem), bad->edge);
  }
  for (std::size_t e = 0; e < view.edges.size(); ++e) require_weight(view.edges[e].weight, e);
  std::vector<Edge> edges(view.edges.begin(), view.edges.end());
  if (undirected) {
    edges.reserve(2 * edges.size());
    for (const Edge& edge : view.edges) {
      edges.push_back({edge.destination, edge.source, edge.weight});
    }
  }
  return edges;
}

/// The order that is given. Throws Error(kUsage) unless it has each vertex once.
sparse::Order checked_order(const std::vector<std::int32_t>& given, std::size_t vertices) {
  std::vector<bool> seen(vertices, false);
  for (std::size_t n = 0; n < given.size(); ++n) {
    const bool is_vertex = given[n] >= 0 && index(given[n]) < vertices;
    if (!is_vertex || seen[index(given[n])]) {
      throw Error(Fault::kUsage, fmt::format("order {} is {}{}", n, given[n],
                                             is_vertex ? ", which was there before"
                                                       : fmt::format(", expected one of {}",
                                                                     counted(vertices, "vertex"))));
    }
    seen[index(given[n])] = true;
  }
  if (given.size() != vertices) {
    throw Error(Fault::kUsage, fmt::format("the order has {}, expected {}",
                                           counted(given.size(), "vertex"), vertices));
  }
  return {given, 0};
}

/// The tree of the edges. Throws Error(kMemory) where its fill is too much.
sparse::EliminationTree tree_of(const Graph& graph, const PrepareSettings& settings) {
  constexpr double kBytesPerPair = 112;        // the tree, the lengths, the lists of both
  constexpr std::uint64_t kBytesPerEdge = 80;  // copies, ways, and the lists of both
  require_memory(sparse::Outline::bytes_for(graph.vertices, graph.edges.size()) +
                     kBytesPerEdge * graph.edges.size(),
                 fmt::format("the order of {} and {}", counted(graph.vertices, "vertex"),
                             counted(graph.edges.size(), "edge")));
  const sparse::Pattern pattern = sparse::pattern_of(graph);
  const sparse::Order order = settings.order ? checked_order(*settings.order, graph.vertices)
                                             : sparse::minimum_degree(pattern);
  const double fill = sparse::Outline(pattern, order).counts(0).fill();
  require_memory(static_cast<std::uint64_t>(kBytesPerPair * fill),
                 fmt::format("a prepared graph of {} with {:.0f} shortcuts",
                             counted(graph.vertices, "vertex"), fill));
  return sparse::analyse(pattern, order);
}

std::vector<RealEdge> real_edges(std::span<const Edge> edges) {
  std::vector<RealEdge> real;
  real.reserve(edges.size());
  for (const Edge& edge : edges) {
    real.push_back({edge.source, edge.destination, static_cast<double>(edge.weight)});
  }
  return real;
}

}  // namespace

struct Prepared::State {
  State(GraphView view, const PrepareSettings& settings)
      : threads(settings.threads),
        vertices(view.vertices),
        own(view.edges.size()),
        edges(checked_edges(view, settings.undirected)),
        tree(tree_of(Graph{vertices, edges}, settings)),
        customization(real_edges(edges), tree),
        pairs(tree) {}

  /// Runs `change`. Where it throws, the lengths may be of neither weights.
  template <typename Change>
  void change(const Change& change) {
    whole = false;
    change();
    whole = true;
  }

  void require_whole() const {
    if (whole) return;
    throw Error(
        Fault::kMemory,
        "an update of weights ended without memory: update all of them before anything else");
  }

  int threads;
  bool whole = true;
  std::size_t vertices;
  std::size_t own;          // edges as they were given
  std::vector<Edge> edges;  // then their ways back
  sparse::EliminationTree tree;
  sparse::Customization customization;
  sparse::PairLengths pairs;
};

Prepared::Prepared(GraphView graph, const PrepareSettings& settings) {
  with_memory_errors([&] {
    const ThreadCount threads(checked_threads(settings.threads));
    constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    if (graph.vertices > kMost) {
      throw Error(Fault::kInput, fmt::format("the number of vertices is {}, expected 0 to {}",
                                             graph.vertices, kMost));
    }
    state_ = std::make_unique<State>(graph, settings);
  });
}

Prepared Prepared::load(const std::string& path, GraphView graph, const PrepareSettings& settings) {
  if (settings.order) {
    throw Error(Fault::kUsage, fmt::format("order is set beside {}, which holds one", path));
  }
  PrepareSettings with_order = settings;
  with_memory_errors([&] {
    InputFile file(path);
    file.read_to(std::numeric_limits<std::uint64_t>::max());
    with_order.order = read_order(file.bytes(), graph, file.name());
  });
  return Prepared(graph, with_order);
}

void Prepared::save(const std::string& path) const {
  with_memory_errors([&] { write_text(order_bytes({vertices(), edges()}, order()), path, true); });
}

Prepared::~Prepared() = default;
Prepared::Prepared(Prepared&&) noexcept = default;
Prepared& Prepared::operator=(Prepared&&) noexcept = default;

std::size_t Prepared::vertices() const noexcept {
  return state_->vertices;
}

std::span<const Edge> Prepared::edges() const noexcept {
  return std::span(state_->edges).first(state_->own);
}

std::span<const std::int32_t> Prepared::order() const noexcept {
  return state_->tree.vertices;
}

void Prepared::update(std::span<const Distance> weights) {
  const std::size_t own = state_->own;
  if (weights.size() != own) {
    throw Error(Fault::kUsage, fmt::format("there are {}, expected {}, one for each edge",
                                           counted(weights.size(), "weight"), own));
  }
  for (std::size_t e = 0; e < own; ++e) require_weight(weights[e], e);
  with_memory_errors([&] {
    const ThreadCount threads(checked_threads(state_->threads));
    std::vector<double> lengths(state_->edges.size());
    state_->change([&] {
      for (std::size_t e = 0; e < lengths.size(); ++e) {
        state_->edges[e].weight = weights[e % own];
        lengths[e] = weights[e % own];
      }
      state_->customization.update(lengths);
    });
  });
}

void Prepared::update(std::span<const std::size_t> edges, std::span<const Distance> weights) {
  const std::size_t own = state_->own;
  if (edges.size() != weights.size()) {
    throw Error(Fault::kUsage, fmt::format("there are {} for {}", counted(weights.size(), "weight"),
                                           counted(edges.size(), "edge")));
  }
  for (std::size_t n = 0; n < edges.size(); ++n) {
    if (edges[n] >= own) {
      throw Error(
          Fault::kUsage,
          fmt::format("edge {} of the update is {}, expected {}", n, edges[n],
                      own == 0 ? "none in a graph of 0 edges" : fmt::format("0 to {}", own - 1)));
    }
    require_weight(weights[n], edges[n]);
  }
  state_->require_whole();
  with_memory_errors([&] {
    std::vector<std::size_t> changed(edges.begin(), edges.end());
    std::vector<double> lengths(weights.begin(), weights.end());
    if (state_->edges.size() > own) {  // their ways back
      for (const std::size_t edge : edges) changed.push_back(own + edge);
      lengths.insert(lengths.end(), weights.begin(), weights.end());
    }
    state_->change([&] {
      for (std::size_t n = 0; n < changed.size(); ++n) {
        state_->edges[changed[n]].weight = static_cast<Distance>(lengths[n]);
      }
      state_->customization.update(changed, lengths);
    });
  });
}

void Prepared::distances(std::span<const Pair> pairs, std::span<Distance> out,
                         Observer* observer) const {
  if (out.size() != pairs.size()) {
    throw Error(Fault::kUsage,
                fmt::format("the memory for the distances has {} elements, expected {}, one for "
                            "each pair",
                            out.size(), pairs.size()));
  }
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    for (const std::int32_t vertex : {pairs[n].source, pairs[n].destination}) {
      if (vertex >= 0 && index(vertex) < state_->vertices) continue;
      throw Error(Fault::kUsage, fmt::format("pair {}: a vertex is {}, expected {}", n, vertex,
                                             state_->vertices == 0
                                                 ? "none in a graph of 0 vertices"
                                                 : fmt::format("0 to {}", state_->vertices - 1)));
    }
  }
  state_->require_whole();
  GuardedObserver guarded(observer);
  with_memory_errors([&] {
    const ThreadCount threads(checked_threads(state_->threads));
    const auto sharing = 8 * static_cast<std::uint64_t>(omp_get_max_threads());
    const auto bytes = static_cast<std::size_t>(
        std::min<std::uint64_t>(std::uint64_t{1} << 28, available_memory() / sharing));
    constexpr std::size_t kAtOnce = std::size_t{1} << 20;
    std::vector<double> found;
    for (std::size_t first = 0; first < pairs.size(); first += kAtOnce) {
      const auto part = pairs.subspan(first, std::min(kAtOnce, pairs.size() - first));
      found.resize(part.size());
      state_->pairs.find(state_->customization.lengths(), part, found, bytes);
      for (std::size_t n = 0; n < part.size(); ++n) {
        if (std::isfinite(found[n]) && found[n] >= kUnreachable) {
          throw Error(Fault::kNoAnswer,
                      describe_misfit(index(part[n].source), index(part[n].destination),
                                      static_cast<std::int64_t>(found[n])));
        }
        out[first + n] = std::isfinite(found[n]) ? static_cast<Distance>(found[n]) : kUnreachable;
      }
      guarded.advance(static_cast<std::int64_t>(first + part.size()),
                      static_cast<std::int64_t>(pairs.size()));
      if (guarded.cancelled()) break;
    }
  });
  guarded.rethrow();
  if (guarded.cancelled()) {
    throw Error(Fault::kCancelled, "cancelled");
  }
}

namespace {

void require_directed(const Settings& settings) {
  if (!settings.undirected) return;
  throw Error(
      Fault::kUsage,
      "undirected is set for a prepared graph, whose edges lead the ways it was prepared for");
}

}  // namespace

Distances Prepared::solve(const Settings& settings) const {
  require_directed(settings);
  state_->require_whole();
  return with_memory_errors([&] {
    Call call(GraphView{state_->vertices, state_->edges}, settings);
    call.go_along(state_->tree.vertices);
    return call.distances();
  });
}

void Prepared::solve(const Settings& settings, RowSink& sink) const {
  require_directed(settings);
  state_->require_whole();
  with_memory_errors([&] {
    Call call(GraphView{state_->vertices, state_->edges}, settings);
    call.go_along(state_->tree.vertices);
    call.run(&sink);
  });
}

}  // namespace apsp
