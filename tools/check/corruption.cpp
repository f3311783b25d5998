// SPDX-License-Identifier: MIT
#include "tools/check/corruption.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <numeric>
#include <span>
#include <utility>

#include "common/core/potentials.hpp"
#include "common/core/width.hpp"
#include "common/oracle/reference.hpp"
#include "tools/check/test_graph.hpp"

namespace apsp::test {
namespace {

using Row = std::span<Distance>;

/// Changes row `i` in place.
using ChangeRow = std::function<void(const RightResult&, Row, std::size_t i)>;

/// Changes one entry; the row has others.
using ChangeEntry = std::function<Distance(const RightResult&, Distance)>;

Row row_of(Matrix& matrix, std::size_t vertices, std::size_t i) {
  return Row(matrix).subspan(i * vertices, vertices);
}

Corruption rows(std::string_view name, const ChangeRow& change) {
  return {name, [change](const RightResult& r) -> std::optional<Matrix> {
            Matrix matrix = r.right;
            for (std::size_t i = 0; i < r.vertices(); ++i) {
              change(r, row_of(matrix, r.vertices(), i), i);
            }
            return matrix;
          }};
}

/// One entry of each row, drawn among those that `wanted` holds for.
Corruption entries(std::string_view name, const std::function<bool(Distance)>& wanted,
                   const ChangeEntry& change) {
  return rows(name, [=](const RightResult& r, Row row, std::size_t) {
    std::vector<std::size_t> places;
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (wanted(row[j])) places.push_back(j);
    }
    if (places.empty()) return;
    Distance& entry = row[places[r.below(places.size())]];
    entry = change(r, entry);
  });
}

/// Every entry of each row.
Corruption all_entries(std::string_view name, const std::function<Distance(Distance)>& change) {
  return rows(name, [=](const RightResult&, Row row, std::size_t) {
    for (Distance& d : row) d = change(d);
  });
}

bool any(Distance) {
  return true;
}
bool is_length(Distance d) {
  return d != kUnreachable;
}
bool is_no_path(Distance d) {
  return d == kUnreachable;
}

Distance shifted(Distance d, Distance by) {
  return is_length(d) ? d + by : d;
}

/// Vertices by class: on a common cycle of length zero, or alone. In order of their least vertex.
std::vector<std::vector<std::size_t>> zero_classes(const RightResult& r) {
  const std::size_t n = r.vertices();
  const auto d = [&](std::size_t i, std::size_t j) { return r.right[i * n + j]; };
  std::vector<std::vector<std::size_t>> classes;
  std::vector<bool> done(n, false);
  for (std::size_t v = 0; v < n; ++v) {
    if (done[v]) continue;
    classes.emplace_back();
    for (std::size_t u = v; u < n; ++u) {
      const bool both = is_length(d(v, u)) && is_length(d(u, v));
      if (!both || d(v, u) + d(u, v) != 0) continue;
      done[u] = true;
      classes.back().push_back(u);
    }
  }
  return classes;
}

enum class Followers { kStay, kFollow };

/// Sets one zero cycle of each row to a length that only the cycle supports. The cycle is drawn
/// among those that the row has (un)reached. On demand, all vertices that it leads to follow, as
/// far as they get nearer.
Corruption zero_cycles(std::string_view name, bool reached, Distance by, Followers followers) {
  return {name, [=](const RightResult& r) -> std::optional<Matrix> {
            const std::size_t n = r.vertices();
            std::vector<std::vector<std::size_t>> classes = zero_classes(r);
            std::erase_if(classes, [](const auto& members) { return members.size() < 2; });
            if (classes.empty()) return std::nullopt;
            Matrix matrix = r.right;
            for (std::size_t i = 0; i < n; ++i) {
              const Row row = row_of(matrix, n, i);
              const auto& members = classes[r.below(classes.size())];
              const std::size_t head = members.front();
              if (is_length(row[head]) != reached || std::ranges::count(members, i) > 0) continue;
              const Distance length = reached ? row[head] + by : r.some_length();
              const Distance* const from_head = r.right.data() + head * n;
              for (std::size_t v = 0; v < n; ++v) {
                if (!is_length(from_head[v])) continue;
                const bool member = std::ranges::count(members, v) > 0;
                const Distance there = length + from_head[v];
                if (member || (followers == Followers::kFollow && there < row[v])) row[v] = there;
              }
            }
            return matrix;
          }};
}

/// All zero cycles that a row does not reach, each at a length of its own.
std::optional<Matrix> all_zero_cycles_out_of_nothing(const RightResult& r) {
  const std::size_t n = r.vertices();
  const auto classes = zero_classes(r);
  Matrix matrix = r.right;
  for (std::size_t i = 0; i < n; ++i) {
    for (const auto& members : classes) {
      if (members.size() < 2 || is_length(r.right[i * n + members.front()])) continue;
      const Distance length = r.some_length();
      const Distance* const from_head = r.right.data() + members.front() * n;
      for (const std::size_t v : members) matrix[i * n + v] = length + from_head[v];
    }
  }
  return matrix;
}

/// The distances of the graph with these edges in place of its own, or nothing if it has none.
std::optional<Matrix> distances_of(const RightResult& r, std::vector<Edge> edges) {
  return reference::distances(TestGraph(r.vertices(), std::move(edges)).graph);
}

/// The distances of a graph that is another one in one edge.
Corruption other_edge(std::string_view name,
                      const std::function<void(const RightResult&, std::vector<Edge>&)>& change) {
  return {name, [change](const RightResult& r) -> std::optional<Matrix> {
            std::vector<Edge> edges(r.graph.edges.begin(), r.graph.edges.end());
            if (edges.empty()) return std::nullopt;
            change(r, edges);
            return distances_of(r, std::move(edges));
          }};
}

Edge& some_edge(const RightResult& r, std::vector<Edge>& edges) {
  return edges[r.below(edges.size())];
}

/// The graph's own edges as distances: what a solver starts from.
Matrix scattered(const RightResult& r) {
  const std::size_t n = r.vertices();
  Matrix d(n * n, kUnreachable);
  for (std::size_t v = 0; v < n; ++v) d[v * n + v] = 0;
  for (const Edge& e : r.graph.edges) {
    Distance& known =
        d[static_cast<std::size_t>(e.source) * n + static_cast<std::size_t>(e.destination)];
    known = std::min(known, e.weight);
  }
  return d;
}

/// Floyd and Warshall's loop over the pivots and rows that `wanted` holds for.
Matrix closed(const RightResult& r, const std::function<bool(std::size_t, std::size_t)>& wanted) {
  const std::size_t n = r.vertices();
  Matrix d = scattered(r);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!is_length(d[i * n + k]) || !wanted(k, i)) continue;
      for (std::size_t j = 0; j < n; ++j) {
        if (is_length(d[k * n + j])) {
          d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
        }
      }
    }
  }
  return d;
}

/// A permutation of the vertices.
std::vector<std::size_t> numbering(const RightResult& r) {
  std::vector<std::size_t> numbers(r.vertices());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  for (std::size_t left = numbers.size(); left > 1; --left) {
    std::swap(numbers[left - 1], numbers[r.below(left)]);
  }
  return numbers;
}

/// The matrix with entry (i, j) taken from (row(i, j), column(i, j)) of the right one.
template <typename From>
Matrix rearranged(const RightResult& r, From from) {
  const std::size_t n = r.vertices();
  Matrix matrix(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const auto [row, column] = from(i, j);
      matrix[i * n + j] = r.right[row * n + column];
    }
  }
  return matrix;
}

/// Clips to a width and says "no path" for what did not fit, as an unproven solve would.
template <typename Element>
Distance clipped(Distance d) {
  constexpr Distance kInfinite = kInfinity<Element>;
  return d >= kInfinite ? kUnreachable : d;
}

void add_entries(std::vector<Corruption>& list) {
  using R = const RightResult&;
  list.push_back(entries("an entry, 1 longer", is_length, [](R, Distance d) { return d + 1; }));
  list.push_back(entries("an entry, 1 shorter", is_length, [](R, Distance d) { return d - 1; }));
  list.push_back(
      entries("an entry, any length", any, [](R r, Distance) { return r.some_length(); }));
  list.push_back(entries("an entry, 0", any, [](R, Distance) { return 0; }));
  list.push_back(entries("an entry, its sign", is_length, [](R, Distance d) { return -d; }));
  list.push_back(entries("an entry, a bit", any, [](R r, Distance d) {
    return static_cast<Distance>(static_cast<std::uint32_t>(d) ^ 1U << r.below(32));
  }));
  list.push_back(
      entries("no path to a length", is_no_path, [](R r, Distance) { return r.some_length(); }));
  list.push_back(entries("no path to the longest length", is_no_path,
                         [](R, Distance) { return kUnreachable - 1; }));
  list.push_back(
      entries("a length to no path", is_length, [](R, Distance) { return kUnreachable; }));
  const std::pair<std::string_view, Distance> ends[] = {
      {"an entry, INT_MAX", INT_MAX},
      {"an entry, INT_MIN", INT_MIN},
      {"an entry, above no path", kUnreachable + 1},
      {"an entry, below every length", -kUnreachable},
      {"an entry, the shortest length", -kUnreachable + 1},
  };
  for (const auto& [name, end] : ends) {
    list.push_back(entries(name, any, [value = end](R, Distance) { return value; }));
  }
}

void add_rows(std::vector<Corruption>& list) {
  using R = const RightResult&;
  const auto on_diagonal = [&](std::string_view name, const ChangeEntry& change) {
    list.push_back(rows(name, [=](R r, Row row, std::size_t i) { row[i] = change(r, row[i]); }));
  };
  on_diagonal("the diagonal, above 0", [](R r, Distance) { return 1 + std::abs(r.some_length()); });
  on_diagonal("the diagonal, below 0",
              [](R r, Distance) { return -1 - std::abs(r.some_length()); });
  on_diagonal("the diagonal, no path", [](R, Distance) { return kUnreachable; });
  list.push_back(all_entries("a row, 1 longer", [](Distance d) { return shifted(d, 1); }));
  list.push_back(all_entries("a row, 1 shorter", [](Distance d) { return shifted(d, -1); }));
  list.push_back(rows("a row, longer but at itself", [](R, Row row, std::size_t i) {
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = shifted(row[j], j == i ? 0 : 1);
  }));
  list.push_back(all_entries("a row, its signs", [](Distance d) { return is_length(d) ? -d : d; }));
  list.push_back(all_entries("a row, zeros", [](Distance) { return 0; }));
  list.push_back(all_entries("a row, no path at all", [](Distance) { return kUnreachable; }));
  list.push_back(rows("a row that reaches itself alone", [](R, Row row, std::size_t i) {
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j == i ? 0 : kUnreachable;
  }));
  list.push_back(rows("no path to one length", [](R r, Row row, std::size_t) {
    std::ranges::replace(row, kUnreachable, r.some_length());
  }));
  list.push_back(rows("two entries swapped", [](R r, Row row, std::size_t) {
    std::swap(row[r.below(row.size())], row[r.below(row.size())]);
  }));
  list.push_back(rows("a row turned by one", [](R, Row row, std::size_t) {
    std::rotate(row.begin(), row.begin() + 1, row.end());
  }));
  list.push_back(
      rows("a row backwards", [](R, Row row, std::size_t) { std::ranges::reverse(row); }));
  list.push_back(rows("the row of another vertex", [](R r, Row row, std::size_t) {
    const std::size_t other = r.below(r.vertices());
    std::copy_n(r.right.begin() + static_cast<std::ptrdiff_t>(other * row.size()), row.size(),
                row.begin());
  }));
}

void add_widths(std::vector<Corruption>& list) {
  list.push_back(all_entries("clipped as u8", clipped<std::uint8_t>));
  list.push_back(all_entries("clipped as u16", clipped<std::uint16_t>));
  list.push_back(all_entries("saturated as u8", [](Distance d) {
    return is_length(d) ? std::min<Distance>(d, kInfinity<std::uint8_t>) : d;
  }));
  list.push_back(all_entries("saturated as u16", [](Distance d) {
    return is_length(d) ? std::min<Distance>(d, kInfinity<std::uint16_t>) : d;
  }));
  list.push_back(all_entries("wrapped as u8", [](Distance d) {
    return is_length(d) ? Distance{static_cast<std::uint8_t>(d)} : d;
  }));
  list.push_back(all_entries("wrapped as u16", [](Distance d) {
    return is_length(d) ? Distance{static_cast<std::uint16_t>(d)} : d;
  }));
}

void add_matrices(std::vector<Corruption>& list) {
  using R = const RightResult&;
  using Place = std::pair<std::size_t, std::size_t>;
  list.push_back({"a column, longer", [](R r) -> std::optional<Matrix> {
                    Matrix matrix = r.right;
                    const std::size_t j = r.below(r.vertices());
                    for (std::size_t i = 0; i < r.vertices(); ++i) {
                      Distance& d = matrix[i * r.vertices() + j];
                      d = shifted(d, i == j ? 0 : 1);
                    }
                    return matrix;
                  }});
  list.push_back({"a column, no path", [](R r) -> std::optional<Matrix> {
                    Matrix matrix = r.right;
                    const std::size_t j = r.below(r.vertices());
                    for (std::size_t i = 0; i < r.vertices(); ++i) {
                      if (i != j) matrix[i * r.vertices() + j] = kUnreachable;
                    }
                    return matrix;
                  }});
  list.push_back({"two columns swapped", [](R r) -> std::optional<Matrix> {
                    const std::size_t a = r.below(r.vertices());
                    const std::size_t b = r.below(r.vertices());
                    return rearranged(r, [=](std::size_t i, std::size_t j) {
                      return Place(i, j == a ? b : j == b ? a : j);
                    });
                  }});
  list.push_back({"two rows swapped", [](R r) -> std::optional<Matrix> {
                    const std::size_t a = r.below(r.vertices());
                    const std::size_t b = r.below(r.vertices());
                    return rearranged(r, [=](std::size_t i, std::size_t j) {
                      return Place(i == a ? b : i == b ? a : i, j);
                    });
                  }});
  list.push_back({"transposed", [](R r) -> std::optional<Matrix> {
                    return rearranged(r, [](std::size_t i, std::size_t j) { return Place(j, i); });
                  }});
  list.push_back({"renumbered", [](R r) -> std::optional<Matrix> {
                    const std::vector<std::size_t> to = numbering(r);
                    return rearranged(
                        r, [&](std::size_t i, std::size_t j) { return Place(to[i], to[j]); });
                  }});
}

void add_unfinished_solves(std::vector<Corruption>& list) {
  using R = const RightResult&;
  list.push_back({"nothing closed", [](R r) -> std::optional<Matrix> { return scattered(r); }});
  list.push_back({"a pivot left out", [](R r) -> std::optional<Matrix> {
                    const std::size_t pivot = r.below(r.vertices());
                    return closed(r, [=](std::size_t k, std::size_t) { return k != pivot; });
                  }});
  list.push_back({"the last pivots left out", [](R r) -> std::optional<Matrix> {
                    const std::size_t end = r.below(r.vertices());
                    return closed(r, [=](std::size_t k, std::size_t) { return k < end; });
                  }});
  list.push_back({"a row not closed", [](R r) -> std::optional<Matrix> {
                    const std::size_t row = r.below(r.vertices());
                    return closed(r, [=](std::size_t, std::size_t i) { return i != row; });
                  }});
}

void add_zero_cycles(std::vector<Corruption>& list) {
  list.push_back(zero_cycles("a zero cycle, 1 lower", true, -1, Followers::kStay));
  list.push_back(zero_cycles("a zero cycle, 1 higher", true, 1, Followers::kStay));
  list.push_back(zero_cycles("a zero cycle and what follows, lower", true, -1, Followers::kFollow));
  list.push_back(zero_cycles("a zero cycle out of nothing", false, 0, Followers::kStay));
  list.push_back(
      zero_cycles("a zero cycle out of nothing and what follows", false, 0, Followers::kFollow));
  list.push_back({"all zero cycles out of nothing", all_zero_cycles_out_of_nothing});
}

void add_other_graphs(std::vector<Corruption>& list) {
  using R = const RightResult&;
  using Edges = std::vector<Edge>;
  list.push_back(other_edge("of a graph with an edge more", [](R r, Edges& edges) {
    const auto vertex = [&] { return static_cast<std::int32_t>(r.below(r.vertices())); };
    const std::int32_t source = vertex();
    edges.push_back({source, vertex(), r.some_length() / 2});
  }));
  list.push_back(other_edge("of a graph with a zero edge more", [](R r, Edges& edges) {
    const auto vertex = [&] { return static_cast<std::int32_t>(r.below(r.vertices())); };
    const std::int32_t source = vertex();
    edges.push_back({source, vertex(), 0});
  }));
  list.push_back(other_edge("of a graph with an edge less", [](R r, Edges& edges) {
    edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(r.below(edges.size())));
  }));
  list.push_back(other_edge("of a graph with a cheaper edge",
                            [](R r, Edges& edges) { some_edge(r, edges).weight -= 1; }));
  list.push_back(other_edge("of a graph with a dearer edge",
                            [](R r, Edges& edges) { some_edge(r, edges).weight += 1; }));
  list.push_back(other_edge("of a graph with an edge turned", [](R r, Edges& edges) {
    Edge& edge = some_edge(r, edges);
    std::swap(edge.source, edge.destination);
  }));
}

/// Errors of a solve by potentials: entry (i, j) becomes `change(d, h(i), h(j))`.
Corruption by_potentials(
    std::string_view name,
    const std::function<std::int64_t(Distance, std::int64_t, std::int64_t)>& change) {
  return {name, [change](const RightResult& r) -> std::optional<Matrix> {
            if (r.graph.smallest_weight >= 0) return std::nullopt;
            const Potentials potentials(r.graph);
            Matrix matrix = r.right;
            for (std::size_t x = 0; x < matrix.size(); ++x) {
              const std::int64_t changed =
                  change(matrix[x], potentials[x / r.vertices()], potentials[x % r.vertices()]);
              matrix[x] = static_cast<Distance>(changed);
            }
            return matrix;
          }};
}

void add_negative_weights(std::vector<Corruption>& list) {
  using H = std::int64_t;
  const auto length = [](auto shift) {
    return [shift](Distance d, H from, H to) { return is_length(d) ? d + shift(from, to) : H{d}; };
  };
  list.push_back(
      by_potentials("lengths left reduced", length([](H from, H to) { return from - to; })));
  list.push_back(
      by_potentials("the source's potential left in", length([](H from, H) { return from; })));
  list.push_back(
      by_potentials("the destination's potential left out", length([](H, H to) { return -to; })));
  list.push_back(
      by_potentials("potentials taken back twice", length([](H from, H to) { return to - from; })));
  list.push_back(by_potentials("no path, restored like a length", [](Distance d, H from, H to) {
    return is_length(d) ? H{d} : d - from + to;
  }));
  list.push_back(other_edge("of a graph whose negative weights are 0",
                            [](const RightResult&, std::vector<Edge>& edges) {
                              for (Edge& e : edges) e.weight = std::max(e.weight, 0);
                            }));
  list.push_back(other_edge("of a graph whose weights have no sign",
                            [](const RightResult&, std::vector<Edge>& edges) {
                              for (Edge& e : edges) e.weight = std::abs(e.weight);
                            }));
}

}  // namespace

Distance RightResult::some_length() const {
  const Distance most = std::max(1, std::min(graph.largest_weight, kUnreachable / 8));
  const auto length = static_cast<Distance>(below(2 * static_cast<std::size_t>(most) + 8));
  return graph.smallest_weight < 0 && below(2) == 0 ? -length : length;
}

const std::vector<Corruption>& corruptions() {
  static const std::vector<Corruption> kAll = [] {
    std::vector<Corruption> list;
    add_entries(list);
    add_rows(list);
    add_widths(list);
    add_matrices(list);
    add_unfinished_solves(list);
    add_zero_cycles(list);
    add_other_graphs(list);
    add_negative_weights(list);
    return list;
  }();
  return kAll;
}

}  // namespace apsp::test
