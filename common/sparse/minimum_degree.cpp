// SPDX-License-Identifier: MIT
#include "common/sparse/minimum_degree.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace apsp::sparse {
namespace {

using Ids = std::vector<std::int32_t>;

constexpr std::int32_t kNone = -1;

/// Vertices by degree: a doubly linked list for each degree.
class DegreeLists {
 public:
  explicit DegreeLists(std::size_t vertices)
      : heads_(vertices + 1, kNone), next_(vertices), previous_(vertices), degrees_(vertices, 0) {}

  void insert(std::int32_t vertex, std::size_t degree) {
    const auto v = static_cast<std::size_t>(vertex);
    degrees_[v] = degree;
    previous_[v] = kNone;
    next_[v] = heads_[degree];
    if (next_[v] != kNone) previous_[static_cast<std::size_t>(next_[v])] = vertex;
    heads_[degree] = vertex;
    least_ = std::min(least_, degree);
  }

  void remove(std::int32_t vertex) {
    const auto v = static_cast<std::size_t>(vertex);
    if (next_[v] != kNone) previous_[static_cast<std::size_t>(next_[v])] = previous_[v];
    if (previous_[v] == kNone) {
      heads_[degrees_[v]] = next_[v];
    } else {
      next_[static_cast<std::size_t>(previous_[v])] = next_[v];
    }
  }

  [[nodiscard]] std::size_t degree(std::int32_t vertex) const {
    return degrees_[static_cast<std::size_t>(vertex)];
  }

  /// A vertex of the smallest degree. Needs one that is listed.
  [[nodiscard]] std::int32_t least() {
    while (heads_[least_] == kNone) ++least_;
    return heads_[least_];
  }

 private:
  Ids heads_;  // by degree
  Ids next_, previous_;
  std::vector<std::size_t> degrees_;
  std::size_t least_ = 0;  // no list of a smaller degree holds a vertex
};

/// The quotient graph. A vertex that is left has neighbours of two kinds: vertices by an edge of
/// the graph, and elements, each of which joins all vertices on its list.
class QuotientGraph {
 public:
  explicit QuotientGraph(const Pattern& pattern)
      : vertices_(pattern.vertices()),
        edges_(vertices_),
        elements_(vertices_),
        joined_(vertices_),
        states_(vertices_, State{.weight = 1}),
        merged_(vertices_),
        degrees_(vertices_),
        left_(vertices_),
        alike_marks_(vertices_, 0) {
    for (std::size_t v = 0; v < vertices_; ++v) {
      const auto neighbours = pattern.of(v);
      edges_[v].assign(neighbours.begin(), neighbours.end());
      degrees_.insert(static_cast<std::int32_t>(v), neighbours.size());
    }
  }

  [[nodiscard]] bool done() const { return left_ == 0; }

  [[nodiscard]] std::size_t left() const { return left_; }

  /// A bound of the smallest degree. Needs a vertex that is left.
  [[nodiscard]] std::size_t least_degree() { return degrees_.degree(degrees_.least()); }

  /// Appends all vertices that are left, ascending.
  void append_rest(Ids& order) const {
    std::vector<bool> taken(vertices_, false);
    for (const std::int32_t v : order) taken[static_cast<std::size_t>(v)] = true;
    for (std::size_t v = 0; v < vertices_; ++v) {
      if (!taken[v]) order.push_back(static_cast<std::int32_t>(v));
    }
  }

  /// Entries of lists that were looked at so far.
  [[nodiscard]] double work() const { return work_; }

  /// Eliminates a vertex of the smallest degree, with all that are merged with it, and appends them
  /// to `order`. Returns the pairs of a lower and a higher vertex that this adds to the fill.
  double eliminate_next(Ids& order) {
    const std::int32_t pivot = degrees_.least();
    degrees_.remove(pivot);
    join(pivot);
    const std::size_t first = order.size();
    append(pivot, order);
    if (at(joined_, pivot).size() == 1)
      return leave_to(at(joined_, pivot).front(), pivot, order, first);
    measure_overlaps();
    Ids& joined = at(joined_, pivot);
    alike_.clear();
    std::size_t kept = 0;
    for (const std::int32_t v : joined) {
      degrees_.remove(v);
      if (clean(v, pivot)) {
        joined[kept++] = v;
      } else {
        append(v, order);  // mass elimination: its neighbours are the pivot's
      }
    }
    joined.resize(kept);
    left_ -= order.size() - first;
    merge_alike(joined);
    for (const std::int32_t v : joined) update_degree(v);

    return fill_of(order.size() - first, weight_of(joined));
  }

 private:
  /// Returns the pairs of vertices of which `count` are eliminated at once, and `beside` joined.
  static double fill_of(std::size_t count, std::int64_t beside) {
    const auto eliminated = static_cast<double>(count);
    return eliminated * (eliminated - 1) / 2 + eliminated * static_cast<double>(beside);
  }

  /// The end of eliminate_next() where the pivot has one neighbour. An element of one vertex joins
  /// nothing, so none is made, and the neighbour's lists keep what is gone until somebody looks at
  /// them. The leaves of a hub would scan them each.
  double leave_to(std::int32_t neighbour, std::int32_t pivot, const Ids& order, std::size_t first) {
    absorb(pivot);
    const std::size_t count = order.size() - first;
    left_ -= count;
    const std::size_t degree = degrees_.degree(neighbour);
    degrees_.remove(neighbour);
    degrees_.insert(neighbour, degree - std::min(degree, count));
    return fill_of(count, at(states_, neighbour).weight);
  }

  template <typename T>
  [[nodiscard]] static T& at(std::vector<T>& values, std::int32_t id) {
    return values[static_cast<std::size_t>(id)];
  }

  /// Whether a vertex is neither eliminated nor merged into another one.
  [[nodiscard]] bool is_left(std::int32_t v) { return at(states_, v).weight > 0; }

  [[nodiscard]] std::int64_t weight_of(const Ids& ids) {
    std::int64_t sum = 0;
    for (const std::int32_t v : ids) sum += at(states_, v).weight;
    return sum;
  }

  /// Makes `pivot` an element: lists all its neighbours, those by elements included, which it
  /// absorbs.
  void join(std::int32_t pivot) {
    at(states_, pivot) = {};
    ++stamp_;
    Ids joined;
    const auto take = [&](std::int32_t v) {
      State& state = at(states_, v);
      if (state.weight == 0 || state.stamp == stamp_) return;
      state.stamp = stamp_;
      joined.push_back(v);
    };
    for (const std::int32_t v : at(edges_, pivot)) take(v);
    work_ += static_cast<double>(at(edges_, pivot).size());
    for (const std::int32_t element : at(elements_, pivot)) {
      work_ += static_cast<double>(at(joined_, element).size());
      for (const std::int32_t v : at(joined_, element)) take(v);
      absorb(element);
    }
    release(at(edges_, pivot));
    release(at(elements_, pivot));
    joined_weight_ = weight_of(joined);
    at(joined_, pivot) = std::move(joined);
    pivot_ = pivot;
  }

  void absorb(std::int32_t element) {
    at(states_, element).stamp = kAbsorbed;
    release(at(joined_, element));
  }

  /// For each element next to the pivot's: the weight of its vertices that the pivot does not join.
  void measure_overlaps() {
    for (const std::int32_t v : at(joined_, pivot_)) {
      const std::int32_t weight = at(states_, v).weight;
      for (const std::int32_t element : at(elements_, v)) {
        State& state = at(states_, element);
        if (state.stamp == kAbsorbed) continue;
        if (state.stamp != stamp_) {
          state.stamp = stamp_;
          state.outside = live_weight(element);
        }
        state.outside -= weight;
      }
    }
  }

  /// The weight of the vertices of an element that are left. Drops the others.
  std::int32_t live_weight(std::int32_t element) {
    Ids& joined = at(joined_, element);
    work_ += static_cast<double>(joined.size());
    std::erase_if(joined, [&](std::int32_t v) { return !is_left(v); });
    return static_cast<std::int32_t>(weight_of(joined));
  }

  /// Puts the pivot's element in the place of what it covers around v. Lists v in `alike_`, and
  /// weighs its neighbours that the pivot does not join. Returns false if there are none.
  bool clean(std::int32_t v, std::int32_t pivot) {
    std::int32_t beyond = 0;
    std::uint64_t hash = 0;  // the same in any order of the neighbours
    work_ += static_cast<double>(at(elements_, v).size() + at(edges_, v).size());
    std::erase_if(at(elements_, v), [&](std::int32_t element) {
      const State& state = at(states_, element);
      if (state.stamp == kAbsorbed) return true;
      if (state.outside == 0) {
        absorb(element);  // all its vertices are the pivot's too
        return true;
      }
      beyond += state.outside;
      hash += spread(element);
      return false;
    });
    std::erase_if(at(edges_, v), [&](std::int32_t u) {
      const State& state = at(states_, u);
      if (state.weight == 0 || state.stamp == stamp_) return true;
      beyond += state.weight;
      hash += spread(u);
      return false;
    });
    if (at(elements_, v).empty() && at(edges_, v).empty()) return false;
    at(elements_, v).push_back(pivot);
    at(states_, v).beyond = beyond;
    alike_.emplace_back(hash, v);
    return true;
  }

  /// Merges those of `joined` that have the same neighbours, and drops them from the list.
  void merge_alike(Ids& joined) {
    std::sort(alike_.begin(), alike_.end());
    for (std::size_t i = 0; i < alike_.size(); ++i) {
      const std::int32_t v = alike_[i].second;
      if (!is_left(v)) continue;
      bool marked = false;
      for (std::size_t j = i + 1; j < alike_.size() && alike_[j].first == alike_[i].first; ++j) {
        const std::int32_t u = alike_[j].second;
        if (!is_left(u)) continue;
        if (!std::exchange(marked, true)) mark_neighbours(v);
        if (is_alike(u, v)) merge(u, v);
      }
    }
    std::erase_if(joined, [&](std::int32_t v) { return !is_left(v); });
  }

  static std::uint64_t spread(std::int32_t id) {
    const auto bits = (static_cast<std::uint64_t>(id) + 1) * 0x9e3779b97f4a7c15u;
    return bits ^ bits >> 32;
  }

  void mark_neighbours(std::int32_t v) {
    ++alike_stamp_;
    for (const std::int32_t id : at(edges_, v)) at(alike_marks_, id) = alike_stamp_;
    for (const std::int32_t id : at(elements_, v)) at(alike_marks_, id) = alike_stamp_;
  }

  /// Whether u has the neighbours of v, which are marked. No element is a vertex that is left, so
  /// both kinds share the marks.
  [[nodiscard]] bool is_alike(std::int32_t u, std::int32_t v) {
    const auto marked = [&](std::int32_t id) { return at(alike_marks_, id) == alike_stamp_; };
    const Ids& edges = at(edges_, u);
    const Ids& elements = at(elements_, u);
    return edges.size() == at(edges_, v).size() && elements.size() == at(elements_, v).size() &&
           std::all_of(edges.begin(), edges.end(), marked) &&
           std::all_of(elements.begin(), elements.end(), marked);
  }

  void merge(std::int32_t gone, std::int32_t into) {
    at(states_, into).weight += std::exchange(at(states_, gone).weight, 0);
    at(merged_, into).push_back(gone);
    release(at(edges_, gone));
    release(at(elements_, gone));
  }

  /// A bound of the number of vertices that eliminating v would join, v's own left out.
  void update_degree(std::int32_t v) {
    const State& state = at(states_, v);
    const std::int64_t by_pivot = joined_weight_ - state.weight;
    const auto before = static_cast<std::int64_t>(degrees_.degree(v));
    const auto others = static_cast<std::int64_t>(left_) - state.weight;
    const std::int64_t bound = std::min({by_pivot + state.beyond, before + by_pivot, others});
    degrees_.insert(v, static_cast<std::size_t>(std::max<std::int64_t>(bound, 0)));
  }

  /// Appends v and all that is merged with it.
  void append(std::int32_t v, Ids& order) {
    joined_weight_ -= std::exchange(at(states_, v).weight, 0);  // of the pivot, join() has taken it
    std::size_t next = order.size();
    order.push_back(v);
    while (next < order.size()) {
      const std::int32_t taken = order[next++];
      for (const std::int32_t merged : at(merged_, taken)) order.push_back(merged);
      release(at(merged_, taken));
      release(at(edges_, taken));
      release(at(elements_, taken));
    }
  }

  static void release(Ids& ids) { Ids().swap(ids); }

  /// A vertex that is left, or an element: the inner loops read nothing else about either.
  struct State {
    std::uint32_t stamp = 0;   // stamp_: joined by the present pivot, or overlaps with it
    std::int32_t weight = 0;   // of a vertex: how many it stands for; 0: eliminated or merged
    std::int32_t outside = 0;  // of an element: weight of its vertices outside the pivot's
    std::int32_t beyond = 0;   // of a vertex: weight of its neighbours outside the pivot's, at most
  };
  static constexpr std::uint32_t kAbsorbed = 0xffffffff;  // stamp of an element that is gone

  std::size_t vertices_;
  std::vector<Ids> edges_;     // of each vertex: neighbours by edges that no element covers
  std::vector<Ids> elements_;  // of each vertex: the elements that join it
  std::vector<Ids> joined_;    // of each element: its vertices; empty: absorbed
  std::vector<State> states_;  // of each vertex or element
  std::vector<Ids> merged_;    // into each vertex
  std::uint32_t stamp_ = 0;
  std::int32_t pivot_ = kNone;
  std::int64_t joined_weight_ = 0;  // of the vertices that the pivot joins
  DegreeLists degrees_;
  std::size_t left_;
  double work_ = 0;
  std::vector<std::pair<std::uint64_t, std::int32_t>> alike_;
  std::vector<std::uint64_t> alike_marks_;  // alike_stamp_: a neighbour of the vertex compared with
  std::uint64_t alike_stamp_ = 0;
};

/// Whether eliminating vertices takes longer than what it saves of closing the rest as a matrix.
class SlowElimination {
 public:
  SlowElimination(const QuotientGraph& graph, double core_work)
      : core_work_(core_work), left_(graph.left()), work_(graph.work()) {}

  /// Judges the last some hundred vertices.
  bool seen(const QuotientGraph& graph) {
    constexpr std::size_t kVertices = 256;
    const std::size_t gone = left_ - graph.left();
    if (core_work_ == 0 || gone < kVertices) return false;
    const auto left = static_cast<double>(graph.left());
    const double saved = 3 * left * left * core_work_ * static_cast<double>(gone);
    const double spent = graph.work() - work_;
    left_ = graph.left();
    work_ = graph.work();
    return spent > saved;
  }

 private:
  double core_work_;
  std::size_t left_;
  double work_;
};

}  // namespace

std::optional<Order> minimum_degree(const Pattern& pattern, const OrderLimits& limits) {
  QuotientGraph graph(pattern);
  SlowElimination slow(graph, limits.core_work);
  Order order;
  order.vertices.reserve(pattern.vertices());
  double fill = 0;
  while (!graph.done()) {
    if (graph.left() >= limits.least_core && graph.left() <= limits.largest_core &&
        (slow.seen(graph) || static_cast<double>(graph.least_degree()) >=
                                 limits.core_density * static_cast<double>(graph.left()))) {
      order.core = graph.left();
      if (order.core > limits.most_core) return std::nullopt;
      graph.append_rest(order.vertices);
      break;
    }
    fill += graph.eliminate_next(order.vertices);
    if (fill > limits.most_fill || graph.work() > limits.most_work) return std::nullopt;
  }
  return order;
}

}  // namespace apsp::sparse
