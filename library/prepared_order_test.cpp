// SPDX-License-Identifier: MIT
// The order of a prepared graph: found, given, or saved.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"
#include "library/test_graphs.hpp"
#include "library/test_prepared.hpp"

namespace {

using apsp::Distance;
using apsp::Edge;
using apsp::EdgeList;
using apsp::Fault;
using apsp::Prepared;
using apsp::test::copied;
using apsp::test::few_edges;
using apsp::test::require_answers;
using apsp::test::require_error;
using apsp::test::TestFolder;

}  // namespace

TEST_CASE("any order of a prepared graph gives its distances", "[prepared]") {
  std::mt19937 random(3);
  EdgeList graph = few_edges(random);
  const Prepared first(graph);
  std::vector<std::int32_t> order(first.order().begin(), first.order().end());
  for (Edge& edge : graph.edges) edge.weight = static_cast<Distance>(random() % 9);
  require_answers(Prepared(graph, {.order = order}), graph, false);
  std::shuffle(order.begin(), order.end(), random);
  Prepared other(graph, {.order = order});
  Prepared moved(std::move(other));
  require_answers(moved, graph, false);
  other = std::move(moved);
  require_answers(other, graph, false);
}

TEST_CASE("a solve goes along an order that it is given", "[prepared]") {
  std::mt19937 random(4);
  for (int round = 0; round < 20; ++round) {
    EdgeList graph = few_edges(random);
    const Prepared first(graph);
    std::vector<std::int32_t> order(first.order().begin(), first.order().end());
    for (Edge& edge : graph.edges) edge.weight = static_cast<Distance>(random() % 9);
    for (const bool undirected : {false, true}) {
      const std::vector<Distance> expected =
          copied(apsp::solve(graph, {.undirected = undirected}).all());
      for (const auto& method : {std::optional<apsp::Method>(), {apsp::Method::kSweep}}) {
        const apsp::Settings settings = {
            .method = method, .undirected = undirected, .order = order};
        REQUIRE(copied(apsp::solve(graph, settings).all()) == expected);
      }
    }
    if (graph.vertices < 2) continue;
    const std::span<const std::int32_t> short_by_one = std::span(order).first(order.size() - 1);
    require_error(Fault::kUsage, {"the order has ", ", expected "},
                  [&] { (void)apsp::solve(graph, {.order = short_by_one}); });
    order[0] = order[1];
    require_error(Fault::kUsage, {"order 1 is ", ", which was there before"},
                  [&] { (void)apsp::solve(graph, {.order = order}); });
  }
}

TEST_CASE("a graph with a dense part is prepared", "[prepared]") {
  std::mt19937 random(5);
  constexpr std::size_t kDense = 90;  // that others hang on
  EdgeList graph{250, {}};
  const auto lead = [&](std::size_t source, std::size_t destination) {
    graph.edges.push_back({static_cast<std::int32_t>(source),
                           static_cast<std::int32_t>(destination),
                           static_cast<Distance>(random() % 50)});
  };
  for (std::size_t n = 0; n < 20 * kDense; ++n) lead(random() % kDense, random() % kDense);
  for (std::size_t v = kDense; v < graph.vertices; ++v) {
    lead(v, random() % v);
    lead(random() % v, v);
  }
  Prepared prepared(graph);
  require_answers(prepared, graph, false);
  std::vector<Distance> weights;
  for (Edge& edge : graph.edges) {
    weights.push_back(edge.weight = static_cast<Distance>(random() % 1000));
  }
  prepared.update(weights);
  require_answers(prepared, graph, false);
}

TEST_CASE("a graph whose shortcuts no memory holds is refused", "[prepared]") {
  constexpr std::int32_t kLeaves = 1'000'000;  // eliminated after their hub: 5e11 shortcuts
  EdgeList star{kLeaves + 1, {}};
  std::vector<std::int32_t> order(star.vertices);
  std::iota(order.begin(), order.end(), 0);
  for (std::int32_t leaf = 1; leaf <= kLeaves; ++leaf) star.edges.push_back({0, leaf, leaf});
  require_error(Fault::kMemory, {"a prepared graph of 1000001 vertices with 5", " shortcuts"},
                [&] { Prepared(star, {.order = order}); });
  std::rotate(order.begin(), order.begin() + 1, order.end());  // the hub last
  REQUIRE(Prepared(star, {.order = order}).vertices() == star.vertices);
}

TEST_CASE("a saved order prepares the same edges, whatever their weights", "[prepared]") {
  const TestFolder folder;
  const std::string path = folder / "order";
  for (std::uint32_t seed = 1; seed <= 9; ++seed) {
    std::mt19937 random(seed);
    EdgeList graph = few_edges(random);
    const Prepared first(graph);
    first.save(path);
    for (Edge& edge : graph.edges) edge.weight = static_cast<Distance>(random() % 9);
    const Prepared again = Prepared::load(path, graph, {.undirected = seed % 2 == 0});
    REQUIRE(std::ranges::equal(again.order(), first.order()));
    require_answers(again, graph, seed % 2 == 0);
  }
}

TEST_CASE("a saved order that is not whole is refused", "[prepared]") {
  const TestFolder folder;
  const EdgeList graph{5, {{0, 1, 5}, {1, 2, 6}, {2, 3, 7}}};
  const std::string path = folder / "order";
  Prepared(graph).save(path);
  const std::string bytes = folder.read("order");
  REQUIRE(bytes.size() == 104);
  const auto refused = [&](const std::string& changed, const std::string& part) {
    folder.write("order", changed);
    require_error(Fault::kInput, {path + ": ", part, "expected "},
                  [&] { (void)Prepared::load(path, graph); });
  };
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    refused(bytes.substr(0, size), "the file ends at byte " + std::to_string(size));
  }
  refused(bytes + "x", "byte 40: the size of the file is 105");
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    refused(changed, "");
  }
  std::string later = bytes;
  later[16] = '2';
  refused(later, "byte 16: the version of the format is '2', expected '1'");
  require_error(Fault::kInput, {"missing: ", "cannot be opened"},
                [&] { (void)Prepared::load(folder / "missing", graph); });
}

TEST_CASE("a saved order of another graph is refused", "[prepared]") {
  const TestFolder folder;
  const EdgeList graph{3, {{0, 1, 5}, {1, 2, 6}}};
  const std::string path = folder / "order";
  Prepared(graph).save(path);
  const auto refused = [&](const EdgeList& other, const std::string& part) {
    require_error(Fault::kInput, {path + ": byte ", part},
                  [&] { (void)Prepared::load(path, other); });
  };
  refused({4, graph.edges}, "the number of vertices of another graph is 3, expected 4");
  refused({3, {{0, 1, 5}}}, "the number of edges of another graph is 2, expected 1");
  refused({3, {{0, 1, 5}, {2, 1, 6}}}, "the hash of the ends of another graph's edges is ");
  refused({3, {{1, 2, 6}, {0, 1, 5}}}, "the hash of the ends of another graph's edges is ");
  require_error(Fault::kUsage, {"order is set beside "}, [&] {
    (void)Prepared::load(path, graph, {.order = {{0, 1, 2}}});
  });
  require_error(Fault::kOutput, {"missing"},
                [&] { Prepared(graph).save(folder / "missing/order"); });
}
