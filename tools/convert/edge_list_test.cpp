// SPDX-License-Identifier: MIT
#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::Edges;
using test::read;
using test::refuse;
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
  refuse(read_edge_list, "0 1 5 6\n", "line 1, column 7", {"goes on with '6'"});
  refuse(read_edge_list, "0 1 2.5\n", "line 1, column 5", {"'2.5'", "--scale"});
  refuse(read_edge_list, "0 1 1073741823\n", "line 1, column 5", {"-1073741822 to 1073741822"});
  refuse(read_edge_list, "# Nodes: x\n", "line 1, column 10", {"the number of vertices is 'x'"});
  refuse(read_edge_list, "a\n", "line 1, column 2", {"the target is missing, expected a word"},
         {.compact = true});
}

TEST_CASE("edges: written with the number of vertices") {
  const EdgeGraph graph{5, {{0, 1, -2}, {1, 1, 0}}, {}};
  REQUIRE(written(write_edge_list, graph) == "# Nodes: 5 Edges: 2\n0\t1\t-2\n1\t1\t0\n");
}

}  // namespace
}  // namespace apsp::convert
