// SPDX-License-Identifier: MIT
#include "apsp/prepared.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include "common/base/index.hpp"
#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/plural.hpp"
#include "common/base/pool.hpp"
#include "common/core/graph.hpp"
#include "common/core/misfit.hpp"
#include "common/core/potentials.hpp"
#include "common/io/input_file.hpp"
#include "common/io/output_file.hpp"
#include "common/sparse/lengths_from.hpp"
#include "common/sparse/path_search.hpp"
#include "common/sparse/prepared_graph.hpp"
#include "library/call.hpp"
#include "library/checks.hpp"
#include "library/guarded_observer.hpp"
#include "library/order_file.hpp"

namespace apsp {
namespace {

/// Throws unless an edge of a prepared graph may have the weight. Doubles are exact for sums of
/// 2^23 weights. Larger sums stay larger, which is enough only where no weight takes something
/// away.
void require_weight(Distance weight, std::size_t edge, std::size_t vertices) {
  constexpr std::size_t kMostVertices = std::size_t{1} << 23;
  const bool few = vertices <= kMostVertices;
  if (fits_format(weight) && (weight >= 0 || few)) return;
  throw InvalidEdge(
      fmt::format("edge {}: the weight is {}, expected {} to {} in a prepared graph{}", edge,
                  weight, few ? 1 - kUnreachable : 0, kUnreachable - 1,
                  few ? "" : fmt::format(" of more than {} vertices", kMostVertices)),
      edge);
}

/// The edges, and behind them their ways back where each leads both ways.
std::vector<Edge> checked_edges(GraphView view, bool undirected) {
  (void)checked_graph(view);
  for (std::size_t e = 0; e < view.edges.size(); ++e) {
    require_weight(view.edges[e].weight, e, view.vertices);
  }
  std::vector<Edge> edges(view.edges.begin(), view.edges.end());
  if (undirected) {
    edges.reserve(2 * edges.size());
    for (const Edge& edge : view.edges) {
      edges.push_back({edge.destination, edge.source, edge.weight});
    }
  }
  return edges;
}

bool is_negative(Distance weight) {
  return weight < 0;
}

/// The order of the settings, checked, or one that is found.
sparse::OrderedGraph ordered(const Graph& graph, const PrepareSettings& settings) {
  if (!settings.order) return sparse::OrderedGraph(graph);
  require_order(*settings.order, graph.vertices);
  return sparse::OrderedGraph(graph, sparse::Order{*settings.order});
}

void require_pairs(std::span<const Pair> pairs, std::size_t vertices) {
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    for (const std::int32_t vertex : {pairs[n].source, pairs[n].destination}) {
      if (vertex >= 0 && index(vertex) < vertices) continue;
      throw Error(Fault::kUsage, fmt::format("pair {}: a vertex is {}, expected {}", n, vertex,
                                             vertices == 0 ? "none in a graph of 0 vertices"
                                                           : fmt::format("0 to {}", vertices - 1)));
    }
  }
}

void require_fit(const Pair& pair, std::int64_t length) {
  if (fits_format(length)) return;
  throw Error(Fault::kNoAnswer,
              describe_misfit(index(pair.source), index(pair.destination), length));
}

void require_directed(bool undirected) {
  if (!undirected) return;
  throw Error(
      Fault::kUsage,
      "undirected is set for a prepared graph, whose edges lead the ways it was prepared for");
}

/// The work memory of one thread that finds paths.
struct PathWorker {
  PathWorker(const CompressedRows<Arc>& arcs, const sparse::EliminationTree& tree)
      : search(arcs), lengths(tree) {}

  PathSearch search;
  sparse::LengthsFrom lengths;
};

/// The edges by destination. Made for the first path, and kept right as some weights change.
class PathArcs {
 public:
  /// Any thread. `graph` as it is now.
  const CompressedRows<Arc>& of(const Graph& graph) {
    const std::lock_guard lock(making_);
    if (!made_) {
      require_memory(compression_bytes(graph.vertices, graph.edges.size()),
                     "the edges of " + counted(graph.vertices, "vertex") + " by destination");
      arcs_ = arcs_into(graph);
    }
    made_ = true;
    return arcs_;
  }

  /// Forgets the edges, as all weights change.
  void drop() { made_ = false; }

  /// The lightest of the edges with these ends has another weight.
  void set(const Edge& edge, Distance lightest) {
    if (!made_ || edge.source == edge.destination) return;
    const std::span<Arc> arcs = arcs_.of(index(edge.destination));
    std::ranges::lower_bound(arcs, edge.source, {}, &Arc::vertex)->weight = lightest;
  }

 private:
  std::mutex making_;
  bool made_ = false;
  CompressedRows<Arc> arcs_;
};

}  // namespace

struct Prepared::State {
  State(GraphView view, const PrepareSettings& settings)
      : threads(settings.threads),
        undirected(settings.undirected),
        vertices(view.vertices),
        own(view.edges.size()),
        edges(checked_edges(view, settings.undirected)),
        any_negative(std::ranges::any_of(edges, is_negative, &Edge::weight)),
        graph(now(), ordered(now(), settings)) {}

  /// The graph with the weights of now.
  [[nodiscard]] Graph now() const {
    Graph all = checked_graph({vertices, edges});
    all.both_ways = undirected;
    return all;
  }

  /// Runs `change`. Where it throws, the lengths may be of neither weights.
  template <typename Change>
  void change(const Change& change) {
    whole = false;
    change();
    whole = true;
  }

  /// Gives all edges as they were given these weights.
  void set(std::span<const Distance> weights) {
    std::vector<double> lengths(edges.size());
    change([&] {
      for (std::size_t e = 0; e < lengths.size(); ++e) {
        edges[e].weight = weights[e % own];
        lengths[e] = weights[e % own];
      }
      any_negative = std::ranges::any_of(weights, is_negative);
      arcs.drop();
      graph.customization.update(lengths);
    });
  }

  /// Gives some of them these weights.
  void set(std::span<const std::size_t> which, std::span<const Distance> weights) {
    std::vector<std::size_t> changed(which.begin(), which.end());
    std::vector<double> lengths(weights.begin(), weights.end());
    if (undirected) {  // their ways back
      for (const std::size_t edge : which) changed.push_back(own + edge);
      lengths.insert(lengths.end(), weights.begin(), weights.end());
    }
    change([&] {
      for (std::size_t n = 0; n < changed.size(); ++n) {
        edges[changed[n]].weight = static_cast<Distance>(lengths[n]);
      }
      any_negative = any_negative || std::ranges::any_of(weights, is_negative);
      graph.customization.update(changed, lengths);
      for (const std::size_t edge : changed) {
        arcs.set(edges[edge], static_cast<Distance>(graph.customization.lightest(edge)));
      }
    });
  }

  /// Throws NegativeCycle where there is one, after `restore()` has set the weights of before.
  template <typename Restore>
  void refuse_negative_cycle(const Restore& restore) {
    if (!any_negative || !graph.customization.has_negative_cycle()) return;
    try {
      const Potentials names_it(now());
      throw Error(Fault::kInternal, "an elimination has a negative cycle, and the graph has none");
    } catch (...) {
      whole = false;  // until it has: it may run out of memory
      restore();
      throw;
    }
  }

  void require_whole() const {
    if (whole) return;
    throw Error(
        Fault::kMemory,
        "an update of weights ended without memory: update all of them before anything else");
  }

  /// Calls `answer_part(first, part)` for part after part of the pairs, which begins at pair
  /// `first`, with the threads of this.
  template <typename AnswerPart>
  void answer(std::span<const Pair> asked, std::size_t at_once, Observer* observer,
              const AnswerPart& answer_part) {
    require_pairs(asked, vertices);
    require_whole();
    GuardedObserver guarded(observer);
    with_memory_errors([&] {
      const ThreadCount count(checked_threads(threads));
      for (std::size_t first = 0; first < asked.size() && !guarded.cancelled(); first += at_once) {
        const auto part = asked.subspan(first, std::min(at_once, asked.size() - first));
        answer_part(first, part);
        guarded.advance(static_cast<std::int64_t>(first + part.size()),
                        static_cast<std::int64_t>(asked.size()));
      }
    });
    guarded.rethrow();
    if (guarded.cancelled()) throw Error(Fault::kCancelled, "cancelled");
  }

  /// Fills found[n] with the path of pairs[n]. One thread takes all pairs of a source.
  void find_paths(std::span<const Pair> pairs, std::span<std::vector<std::int32_t>> found);

  /// Returns what `use` makes of a call about this graph, along its order.
  template <typename Use>
  auto call(const Settings& settings, const Use& use) {
    require_directed(settings.undirected);
    if (!settings.order.empty()) {
      throw Error(Fault::kUsage, "order is set for a prepared graph, which has one");
    }
    require_whole();
    return with_memory_errors([&] {
      Settings wanted = settings;
      wanted.undirected = undirected;
      wanted.order = graph.tree.vertices;
      Call made(GraphView{vertices, std::span(edges).first(own)}, wanted);
      return use(made);
    });
  }

  int threads;
  bool undirected;
  bool whole = true;
  std::size_t vertices;
  std::size_t own;          // edges as they were given
  std::vector<Edge> edges;  // then their ways back
  bool any_negative;        // whether a weight may be below 0
  sparse::PreparedGraph graph;
  PathArcs arcs;
  Pool<PathWorker> path_workers;
};

Prepared::Prepared(GraphView graph, const PrepareSettings& settings) {
  with_memory_errors([&] {
    const ThreadCount threads(checked_threads(settings.threads));
    state_ = std::make_unique<State>(graph, settings);
    state_->refuse_negative_cycle([] {});
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
  return state_->graph.tree.vertices;
}

void Prepared::update(std::span<const Distance> weights) {
  const std::size_t own = state_->own;
  if (weights.size() != own) {
    throw Error(Fault::kUsage, fmt::format("there are {}, expected {}, one for each edge",
                                           counted(weights.size(), "weight"), own));
  }
  for (std::size_t e = 0; e < own; ++e) require_weight(weights[e], e, state_->vertices);
  with_memory_errors([&] {
    const ThreadCount threads(checked_threads(state_->threads));
    const bool was_whole = state_->whole;
    std::vector<Distance> before;
    if (std::ranges::any_of(weights, is_negative)) {
      for (const Edge& edge : edges()) before.push_back(edge.weight);
    }
    state_->set(weights);
    state_->refuse_negative_cycle([&] {
      state_->set(before);
      state_->whole = was_whole;
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
    require_weight(weights[n], edges[n], state_->vertices);
  }
  state_->require_whole();
  with_memory_errors([&] {
    std::vector<Distance> before;
    for (const std::size_t edge : edges) before.push_back(state_->edges[edge].weight);
    state_->set(edges, weights);
    state_->refuse_negative_cycle([&] { state_->set(edges, before); });
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
  constexpr std::size_t kAtOnce = std::size_t{1} << 20;
  std::vector<double> found;
  state_->answer(pairs, kAtOnce, observer, [&](std::size_t first, std::span<const Pair> part) {
    found.resize(part.size());
    state_->graph.pairs.find(state_->graph.customization.lengths(), part, found);
    for (std::size_t n = 0; n < part.size(); ++n) {
      out[first + n] = kUnreachable;
      if (!std::isfinite(found[n])) continue;
      require_fit(part[n], static_cast<std::int64_t>(found[n]));
      out[first + n] = static_cast<Distance>(found[n]);
    }
  });
}

Paths Prepared::paths(std::span<const Pair> pairs, Observer* observer) const {
  constexpr std::size_t kAtOnce = std::size_t{1} << 14;
  Paths paths;
  std::vector<std::vector<std::int32_t>> found;
  state_->answer(pairs, kAtOnce, observer, [&](std::size_t, std::span<const Pair> part) {
    found.assign(part.size(), {});
    state_->find_paths(part, found);
    for (const std::vector<std::int32_t>& path : found) {
      paths.vertices.insert(paths.vertices.end(), path.begin(), path.end());
      paths.offsets.push_back(static_cast<std::int64_t>(paths.vertices.size()));
    }
  });
  return paths;
}

void Prepared::State::find_paths(std::span<const Pair> pairs,
                                 std::span<std::vector<std::int32_t>> found) {
  // Without a second check of all edges, which takes longer than a path.
  const CompressedRows<Arc>& into = arcs.of(Graph{vertices, edges});
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto source = [&](std::size_t n) { return pairs[n].source; };
  std::ranges::sort(order, {}, [&](std::size_t n) { return std::pair(source(n), n); });
  std::vector<std::span<const std::size_t>> groups;  // of the pairs of one source
  for (auto first = order.begin(); first != order.end();) {
    const auto end = std::ranges::upper_bound(first, order.end(), source(*first), {}, source);
    groups.emplace_back(first, end);
    first = end;
  }
  using Row = PathRow<std::int64_t, sparse::LengthsFrom&>;
  parallel_for(groups.size(), [&](std::size_t group) {
    const auto worker =
        path_workers.borrow([&] { return std::make_unique<PathWorker>(into, graph.tree); });
    const std::int32_t from = source(groups[group].front());
    worker->lengths.restart(graph.customization.lengths(), from);
    for (const std::size_t n : groups[group]) {
      const std::int64_t length = worker->lengths[index(pairs[n].destination)];
      if (length == sparse::LengthsFrom::kNoPath) continue;
      require_fit(pairs[n], length);
      found[n] = worker->search.find(Row{from, worker->lengths, sparse::LengthsFrom::kNoPath},
                                     pairs[n].destination);
    }
  });
}

Distances Prepared::solve(const Settings& settings) const {
  return state_->call(settings, [](Call& call) { return call.distances(); });
}

void Prepared::solve(const Settings& settings, RowSink& sink) const {
  state_->call(settings, [&](Call& call) { call.run(&sink); });
}

Summary Prepared::summary(const Settings& settings) const {
  Summary result;
  Settings wanted = settings;
  wanted.summary = &result;
  state_->call(wanted, [](Call& call) { call.run(nullptr); });
  return result;
}

void Prepared::solve_near(const NearSettings& settings, NearSink& sink) const {
  require_directed(settings.undirected);
  state_->require_whole();
  NearSettings wanted = settings;
  wanted.undirected = state_->undirected;
  apsp::solve_near({vertices(), edges()}, wanted, sink);
}

}  // namespace apsp
