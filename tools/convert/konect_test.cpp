// SPDX-License-Identifier: MIT
#include "tools/convert/konect.hpp"

#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::Edges;
using test::messages_of;
using test::read;
using test::refuse;
using test::require_error;
using test::written;
using Notes = std::vector<std::string>;

TEST_CASE("konect: a header tells what the columns are") {
  const EdgeGraph directed = read(read_konect, "% asym weighted\n% 2 3 3\n1 2 5\n3\t1 0\n");
  REQUIRE(directed.vertices == 3);
  REQUIRE(directed.edges == Edges{{0, 1, 5}, {2, 0, 0}});
  REQUIRE(messages_of(directed).empty());
  const EdgeGraph undirected =
      read(read_konect, "%sym unweighted \r\n2 2\r\n1 2\r\n1 2\r\n", {.weight = 9});
  REQUIRE(undirected.vertices == 2);
  REQUIRE(undirected.edges == Edges{{1, 1, 9}, {0, 1, 9}, {1, 0, 9}, {0, 1, 9}, {1, 0, 9}});
  REQUIRE(messages_of(undirected).empty());
  REQUIRE(read(read_konect, "% asym signed\n1 2 -1\n").edges == Edges{{0, 1, -1}});
  REQUIRE(read(read_konect, "% asym unweighted\n% 0 7 7\n").vertices == 7);
}

TEST_CASE("konect: times and multiplicities are left out, and that is noted") {
  const EdgeGraph timed = read(read_konect, "% asym multiweighted\n1 2 5 123\n1 2 4 124\n");
  REQUIRE(timed.edges == Edges{{0, 1, 5}, {0, 1, 4}});
  REQUIRE(messages_of(timed) == Notes{"the fourth column, the time, is left out"});
  const EdgeGraph counted = read(read_konect, "% asym positive\n1 2 5\n", {.weight = 3});
  REQUIRE(counted.edges == Edges{{0, 1, 3}});
  REQUIRE(messages_of(counted).size() == 1);
  REQUIRE(messages_of(counted)[0].find("counts edges with the same ends") != std::string::npos);
  REQUIRE(messages_of(read(read_konect, "% asym unweighted\n1 2 1 77\n")).size() == 2);
  REQUIRE(messages_of(read(read_konect, "% asym weighted\n1 2\n")).size() == 1);
}

TEST_CASE("konect: the second set of a bipartite graph follows the first one") {
  const EdgeGraph graph = read(read_konect, "% bip unweighted\n% 3 2 3\n1 1\n2 1\n2 2\n");
  REQUIRE(graph.vertices == 5);
  REQUIRE(graph.edges == Edges{{0, 2, 1}, {2, 0, 1}, {1, 2, 1}, {2, 1, 1}, {1, 3, 1}, {3, 1, 1}});
  REQUIRE(messages_of(graph).size() == 1);
  REQUIRE(messages_of(graph)[0].find("the first one is 0 to 1, the second one 2 to 4") !=
          std::string::npos);
}

TEST_CASE("konect: sizes that the edges contradict are noted") {
  const EdgeGraph graph = read(read_konect, "% sym unweighted\n% 5 2 2\n1 4\n");
  REQUIRE(graph.vertices == 4);
  REQUIRE(messages_of(graph) == Notes{"line 2 says 5 edges, but there is 1",
                                      "line 2 says 2 vertices, but there is a number 4"});
}

TEST_CASE("konect: what is refused, and where") {
  refuse(read_konect, "1 2\n", "line 1, column 1", {"the first line is '1 2'"});
  refuse(read_konect, "% foo unweighted\n", "line 1, column 3", {"the format is 'foo'"});
  refuse(read_konect, "% sym\n", "line 1, column 6", {"the kind of weights is missing"});
  refuse(read_konect, "% sym heavy\n", "line 1, column 7", {"the kind of weights is 'heavy'"});
  refuse(read_konect, "% sym dynamic\n1 2 -1\n", "line 1, column 7", {"do not come and go"});
  refuse(read_konect, "% sym unweighted\n0 1\n", "line 2, column 1",
         {"the source is '0'", "from 1"});
  refuse(read_konect, "% sym weighted\n1 2 3\n1 2\n", "line 3, column 4", {"column 3 is missing"});
  refuse(read_konect, "% sym weighted\n1 2\n1 2 3\n", "line 3, column 5", {"column 3 is '3'"});
  refuse(read_konect, "% sym weighted\n1 2 3 4 5\n", "line 2, column 9", {"goes on with '5'"});
  refuse(read_konect, "% sym weighted\n1 2 2.5\n", "line 2, column 5", {"--scale"});
  require_error(Fault::kInput, {"expected at most 2147483647 together"},
                [] { (void)read(read_konect, "% bip unweighted\n2147483647 1\n"); });
}

TEST_CASE("konect: known by its header, and written with it") {
  for (const char* line : {"% sym unweighted", "%asym weighted", "% bip x", "% sym"}) {
    REQUIRE(is_konect_header(line));
  }
  for (const char* line : {"", "sym unweighted", "% symmetric", "% 1 2", "%"}) {
    REQUIRE_FALSE(is_konect_header(line));
  }
  REQUIRE(written(write_konect, {4, {{0, 2, -2}}, {}}) == "% asym weighted\n% 1 4 4\n1 3 -2\n");
}

}  // namespace
}  // namespace apsp::convert
