// SPDX-License-Identifier: MIT
#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::Edges;
using test::read;
using test::refuse;
using test::require_error;
using test::written;

const Edges kTriangle = {{0, 1, 5}, {0, 2, 0}, {1, 0, 5}, {1, 2, 7}, {2, 0, 0}, {2, 1, 7}};

TEST_CASE("metis: weights of edges, sizes and weights of vertices, comments, any line ends") {
  for (const char* text :
       {"% comment\n3 3 001\n2 5 3 0\n% another\n1 5 3 7\n1 0 2 7\n",
        "3 3 1\r\n2 5 3 0\r\n1 5 3 7\r\n1 0 2 7", "3 3 011\n9 2 5 3 0\n9 1 5 3 7\n9 1 0 2 7\n\n",
        "3 3 111 2\n8 9 9 2 5 3 0\n8 9 9 1 5 3 7\n8 9 9 1 0 2 7\n"}) {
    INFO(text);
    const EdgeGraph graph = read(read_metis, text);
    REQUIRE(graph.vertices == 3);
    REQUIRE(graph.edges == kTriangle);
  }
}

TEST_CASE("metis: without weights, and vertices without neighbours") {
  const EdgeGraph graph = read(read_metis, "4 1\n\n3\n2\n\n", {.weight = 8});
  REQUIRE(graph.vertices == 4);
  REQUIRE(graph.edges == Edges{{1, 2, 8}, {2, 1, 8}});
  REQUIRE(read(read_metis, "0 0\n").vertices == 0);
  REQUIRE(read(read_metis, "1 0\n\n").vertices == 1);
}

TEST_CASE("metis: what is refused, and where") {
  refuse(read_metis, "", "line 1, column 1", {"expected a line 'V E [fmt [ncon]]'"});
  refuse(read_metis, "3\n", "line 1, column 2", {"the number of edges is missing"});
  refuse(read_metis, "3 3 2\n", "line 1, column 5", {"fmt is '2', expected three digits"});
  refuse(read_metis, "3 3 1 1 1\n", "line 1, column 9", {"goes on with '1'"});
  refuse(read_metis, "2 1\n2\n", "line 2, column 2", {"after 1 vertex, expected 2 lines"});
  refuse(read_metis, "2 1\n2\n3\n", "line 3, column 1", {"the neighbour is '3'", "1 to 2"});
  refuse(read_metis, "2 1 1\n2 x\n1 5\n", "line 2, column 3", {"the weight is 'x'"});
  refuse(read_metis, "2 1 1\n2\n1 5\n", "line 2, column 2", {"the weight is missing"});
  refuse(read_metis, "2 1 10\nx 2\n1 1\n", "line 2, column 1", {"a size or weight of the vertex"});
  refuse(read_metis, "2 2\n2\n1\n", "line 3, column 2", {"after 2 neighbours, expected 2 x 2"});
  require_error(Fault::kInput, {"the line of vertex 1 names 2 with weight 1", "undirected"},
                [] { (void)read(read_metis, "3 1\n2\n3\n\n"); });
  require_error(Fault::kInput, {"the line of vertex 1 names 2 with weight 5"},
                [] { (void)read(read_metis, "2 1 1\n2 5\n1 6\n"); });
  refuse(read_metis, "2 1\n2\n1\n1\n", "line 4, column 1", {"goes on with '1', expected its end"});
}

TEST_CASE("metis: written in the order of vertices, where the graph is undirected") {
  const EdgeGraph graph{4, {{2, 1, 7}, {0, 2, 0}, {1, 0, 5}, {2, 0, 0}, {0, 1, 5}, {1, 2, 7}}, {}};
  REQUIRE(written(write_metis, graph) == "4 3 001\n2 5 3 0\n1 5 3 7\n1 0 2 7\n\n");
  const auto require_refused = [](const Edges& edges, const std::string& part) {
    require_error(Fault::kInput, {"the input: ", part}, [&] {
      (void)written(write_metis, {3, edges, {}});
    });
  };
  require_refused({{0, 1, 5}}, "the edge from 0 to 1 of weight 5 has none like it back");
  require_refused({{1, 0, 5}}, "the edge from 1 to 0 of weight 5 has none like it back");
  require_refused({{0, 1, 5}, {1, 0, 6}}, "has none like it back");
  require_refused({{0, 1, 5}, {0, 1, 5}, {1, 0, 5}}, "the edge from 0 to 1");
  require_refused({{2, 2, 5}}, "an edge from vertex 2 to itself");
}

}  // namespace
}  // namespace apsp::convert
