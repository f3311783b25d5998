// SPDX-License-Identifier: MIT
#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::Edges;
using test::read;
using test::refuse;
using test::require_error;
using test::written;

TEST_CASE("edges: two columns or three, comments, any line ends") {
  for (const char* text : {"# a comment\n0\t1\n\n 3 2 \n", "#FromNodeId ToNodeId\r\n0 1\r\n3 2",
                           "% KONECT\n0 1\n3  2\t\n"}) {
    INFO(text);
    const EdgeGraph graph = read(read_edge_list, text, {.weight = 9});
    REQUIRE(graph.vertices == 4);
    REQUIRE(graph.edges == Edges{{0, 1, 9}, {3, 2, 9}});
    REQUIRE(graph.names.empty());
  }
  const EdgeGraph weighted = read(read_edge_list, "0 1 0\n1 0 -5\n0 1 7.0", {.weight = 9});
  REQUIRE(weighted.vertices == 2);
  REQUIRE(weighted.edges == Edges{{0, 1, 0}, {1, 0, -5}, {0, 1, 7}});
}

TEST_CASE("edges: the empty graph, one vertex, and vertices without an edge") {
  REQUIRE(read(read_edge_list, "").vertices == 0);
  REQUIRE(read(read_edge_list, "# nothing\n").vertices == 0);
  const EdgeGraph loop = read(read_edge_list, "0 0 3");
  REQUIRE(loop.vertices == 1);
  REQUIRE(loop.edges == Edges{{0, 0, 3}});
  REQUIRE(read(read_edge_list, "# Nodes: 7 Edges: 1\n0 1\n").vertices == 7);
  REQUIRE(read(read_edge_list, "# Nodes: 2 Edges: 1\n0 5\n").vertices == 6);
  REQUIRE(read(read_edge_list, "0 2147483646\n").vertices == 2147483647);
}

TEST_CASE("edges: compact numbers words in order of appearance") {
  const EdgeGraph graph =
      read(read_edge_list, "# Nodes: 9\n99999999999 x 1\nx 7 2\n7 x 3\n", {.compact = true});
  REQUIRE(graph.vertices == 3);
  REQUIRE(graph.edges == Edges{{0, 1, 1}, {1, 2, 2}, {2, 1, 3}});
  REQUIRE(graph.names == std::deque<std::string>{"99999999999", "x", "7"});
}

TEST_CASE("edges: what is refused, and where") {
  refuse(read_edge_list, "0 1\n0 x\n", "line 2, column 3",
         {"the target is 'x', expected a whole number from 0 to 2147483646"});
  refuse(read_edge_list, "0 1\r\n-1 1", "line 2, column 1", {"the source is '-1'"});
  refuse(read_edge_list, "2147483647 0", "line 1, column 1", {"from 0 to 2147483646"});
  refuse(read_edge_list, "0 99999999999999999999", "line 1, column 3", {"from 0 to 2147483646"});
  refuse(read_edge_list, "0\n", "line 1, column 2", {"the target is missing"});
  refuse(read_edge_list, "0 1\n1 2 5\n", "line 2, column 5",
         {"the third column is '5', expected two columns"});
  refuse(read_edge_list, "0 1 5\n1 2\n", "line 2, column 4", {"the weight is missing"});
  refuse(read_edge_list, "0 1 5 6\n", "line 1, column 7", {"goes on with '6'", "--columns 1,2,3"});
  refuse(read_edge_list, "0 1 2.5\n", "line 1, column 5", {"'2.5'", "--scale"});
  refuse(read_edge_list, "0 1 1073741823\n", "line 1, column 5", {"-1073741822 to 1073741822"});
  refuse(read_edge_list, "# Nodes: x\n", "line 1, column 10", {"the number of vertices is 'x'"});
  refuse(read_edge_list, "a\n", "line 1, column 2", {"the target is missing, expected a word"},
         {.compact = true});
}

TEST_CASE("edges: data of networkx") {
  REQUIRE(read(read_edge_list, "0 1 {}\n1 2 {}\n", {.weight = 4}).edges ==
          Edges{{0, 1, 4}, {1, 2, 4}});
  const EdgeGraph graph = read(read_edge_list,
                               "0 1 {'weight': 3}\n"
                               "1 2 {\"colour\": 'r, }\\'ed', 'weight': 4.0}\n"
                               "2 0 {'a': [1, (2, {'weight': 9})], 'b': None, }\n",
                               {.weight = 8});
  REQUIRE(graph.edges == Edges{{0, 1, 3}, {1, 2, 4}, {2, 0, 8}});
  REQUIRE(graph.notes == std::vector<std::string>{"1 edge without a 'weight' has weight 8",
                                                  "data of edges left out: 'a', 'b', 'colour'"});
  REQUIRE(read(read_edge_list, "a b {'weight': +5}\n", {.compact = true}).edges ==
          Edges{{0, 1, 5}});
  refuse(read_edge_list, "0 1 {}\n1 2 3\n", "line 2, column 5", {"'3', expected '{'"});
  refuse(read_edge_list, "0 1 {}\n1 2\n", "line 2, column 4", {"the data is missing"});
  refuse(read_edge_list, "0 1 {'weight': 2.5}\n", "line 1, column 16", {"'2.5'", "--scale"});
  refuse(read_edge_list, "0 1 {'weight': }\n", "line 1, column 16", {"expected a value"});
  refuse(read_edge_list, "0 1 {'weight: 3}\n", "line 1, column 6", {"a closing quote"});
  refuse(read_edge_list, "0 1 {'a': 'x\n", "line 1, column 11", {"a closing quote"});
  refuse(read_edge_list, "0 1 {weight: 3}\n", "line 1, column 6", {"a name in quotes"});
  refuse(read_edge_list, "0 1 {} x\n", "line 1, column 8", {"goes on with 'x'"});
  refuse(read_edge_list, "0 1 {\n", "line 1, column 6", {"a name in quotes or '}'"});
}

TEST_CASE("edges: columns by number") {
  REQUIRE(read(read_edge_list, "5 0 x 1\n6 1 y 0\n", {.columns = {"2", "4", "1"}}).edges ==
          Edges{{0, 1, 5}, {1, 0, 6}});
  REQUIRE(read(read_edge_list, "0 1 9 9\n", {.weight = 3, .columns = {"1", "2"}}).edges ==
          Edges{{0, 1, 3}});
  refuse(read_edge_list, "0 1 2\n1\n", "line 2, column 2", {"the target is missing"},
         {.columns = {"1", "2"}});
  require_error(Fault::kInput, {"--columns names 'weight'"}, [] {
    (void)read(read_edge_list, "0 1\n", {.columns = {"1", "weight"}});
  });
}

TEST_CASE("edges: a comment that contradicts the edges is noted, and so are late comments") {
  const auto notes = [](const char* text, const ReadOptions& options = {}) {
    return read(read_edge_list, text, options).notes;
  };
  REQUIRE(notes("# Nodes: 3 Edges: 1\n0 2\n").empty());
  REQUIRE(notes("# Nodes: 9\n0 2\n").empty());
  const auto both = notes("# x\n# Nodes: 4 Edges: 5\n0 1\n5 2\n");
  REQUIRE(both.size() == 2);
  REQUIRE(both[0].find("line 2 says 4 nodes, but V is 6") == 0);
  REQUIRE(both[1] == "line 2 says 5 edges, but there are 2");
  REQUIRE(notes("# Nodes: 1 Edges: 1\n5 6\n", {.compact = true}).size() == 1);
  REQUIRE(
      notes("a b\n#c d\n", {.compact = true}) ==
      std::vector<std::string>{"1 line among the edges is left out, as # and % begin comments"});
}

TEST_CASE("edges: written with the number of vertices") {
  const EdgeGraph graph{5, {{0, 1, -2}, {1, 1, 0}}, {}};
  REQUIRE(written(write_edge_list, graph) == "# Nodes: 5 Edges: 2\n0\t1\t-2\n1\t1\t0\n");
}

}  // namespace
}  // namespace apsp::convert
