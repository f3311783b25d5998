// SPDX-License-Identifier: MIT
#include "common/core/compressed_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_threads.hpp"

namespace apsp {
namespace {

using End = RowRules::End;

std::vector<Edge> random_edges(std::size_t vertices, std::size_t edges, std::mt19937& random) {
  std::vector<Edge> list(edges);
  const auto vertex = [&] { return static_cast<std::int32_t>(random() % vertices); };
  for (Edge& edge : list) edge = {vertex(), vertex(), static_cast<Distance>(random() % 50) - 9};
  return list;
}

/// The rows by appending, one edge after the other.
template <typename Wanted = EveryEdge>
std::vector<std::vector<Arc>> by_appending(std::size_t vertices, const std::vector<Edge>& edges,
                                           const RowRules& rules, Wanted wanted = {}) {
  std::vector<std::vector<Arc>> rows(vertices);
  const auto row = [&](std::int32_t v) -> auto& {
    return rows[static_cast<std::size_t>(v)];
  };
  for (const Edge& e : edges) {
    if (!wanted(e) || (rules.drop_loops && e.source == e.destination)) continue;
    if (rules.end != End::kDestination) row(e.source).push_back({e.destination, e.weight});
    if (rules.end != End::kSource) row(e.destination).push_back({e.source, e.weight});
  }
  if (!rules.merge_repeated) return rows;
  for (std::vector<Arc>& arcs : rows) {
    std::map<std::int32_t, Distance> lightest;
    for (const Arc& arc : arcs) {
      const Distance known = lightest.try_emplace(arc.vertex, arc.weight).first->second;
      lightest[arc.vertex] = std::min(known, arc.weight);
    }
    arcs.clear();
    for (const auto& [vertex, weight] : lightest) arcs.push_back({vertex, weight});
  }
  return rows;
}

template <typename Entry>
std::vector<std::vector<Entry>> listed(const CompressedRows<Entry>& rows) {
  std::vector<std::vector<Entry>> lists;
  for (std::size_t v = 0; v < rows.vertices(); ++v) {
    lists.emplace_back(rows.of(v).begin(), rows.of(v).end());
    REQUIRE(lists.back().size() == rows.degree(v));
  }
  REQUIRE(rows.begin.front() == 0);
  REQUIRE(rows.begin.back() == rows.entries.size());
  return lists;
}

std::vector<std::vector<std::int32_t>> without_weights(const std::vector<std::vector<Arc>>& rows) {
  std::vector<std::vector<std::int32_t>> lists(rows.size());
  for (std::size_t v = 0; v < rows.size(); ++v) {
    for (const Arc& arc : rows[v]) lists[v].push_back(arc.vertex);
  }
  return lists;
}

std::vector<RowRules> all_rules() {
  std::vector<RowRules> all;
  for (const End end : {End::kSource, End::kDestination, End::kBoth}) {
    for (const bool drop_loops : {false, true}) {
      for (const bool merge_repeated : {false, true}) {
        all.push_back({end, drop_loops, merge_repeated});
      }
    }
  }
  return all;
}

void require_same(std::size_t vertices, const std::vector<Edge>& edges) {
  for (const RowRules& rules : all_rules()) {
    INFO("V = " << vertices << ", E = " << edges.size() << ", end " << static_cast<int>(rules.end)
                << ", drop loops " << rules.drop_loops << ", merge " << rules.merge_repeated);
    const auto expected = by_appending(vertices, edges, rules);
    REQUIRE(listed(compress(vertices, edges, rules)) == expected);
    REQUIRE(listed(compress<std::int32_t>(vertices, edges, rules)) == without_weights(expected));
    const auto light = [](const Edge& e) { return e.weight < 5; };
    REQUIRE(listed(compress(vertices, edges, rules, light)) ==
            by_appending(vertices, edges, rules, light));
  }
}

TEST_CASE("compressed rows are those that appending makes", "[rows]") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 40;
    require_same(vertices, random_edges(vertices, random() % (4 * vertices), random));
  }
  require_same(0, {});
  require_same(7, {});
}

TEST_CASE("any number of threads makes the same compressed rows", "[rows][long]") {
  std::mt19937 random(11);
  constexpr std::size_t kVertices = 300;
  const std::vector<Edge> edges = random_edges(kVertices, 400'000, random);
  for (const int threads : {1, 3, 8}) {
    test::with_threads(threads, [&] {
      INFO("seed 11, " << threads << " threads");
      REQUIRE((compression_shares(kVertices, edges.size()) > 1) == (threads > 1));
      require_same(kVertices, edges);
    });
  }
}

TEST_CASE("counters of the shares take little beside many edges", "[rows]") {
  test::with_threads(64, [] {
    for (const std::size_t vertices : {0, 1, 1000, 60'000}) {
      for (const std::size_t edges : {0, 1000, 10'000'000}) {
        INFO("V = " << vertices << ", E = " << edges);
        const std::size_t shares = compression_shares(vertices, edges);
        REQUIRE(shares >= 1);
        REQUIRE((shares == 1 || 16 * shares * vertices <= edges));
      }
    }
  });
}

}  // namespace
}  // namespace apsp
