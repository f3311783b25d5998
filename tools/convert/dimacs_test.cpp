// SPDX-License-Identifier: MIT
#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::Edges;
using test::read;
using test::refuse;
using test::written;

TEST_CASE("dimacs: arcs from 1, comments, any line ends") {
  for (const char* text : {"c a comment\nc\np sp 4 3\nc more\na 1 2 5\na 4 3 0\na 1 1 -7\n",
                           "p sp 4 3\r\na 1 2 5\r\n\r\na 4 3 0\r\na 1 1 -7"}) {
    INFO(text);
    const EdgeGraph graph = read(read_dimacs, text);
    REQUIRE(graph.vertices == 4);
    REQUIRE(graph.edges == Edges{{0, 1, 5}, {3, 2, 0}, {0, 0, -7}});
  }
  REQUIRE(read(read_dimacs, "p sp 0 0").vertices == 0);
  REQUIRE(read(read_dimacs, "p sp 1 0\n").vertices == 1);
}

TEST_CASE("dimacs: what is refused, and where") {
  refuse(read_dimacs, "", "line 1, column 1", {"the file ends, expected a line 'p sp V E'"});
  refuse(read_dimacs, "c x\n", "line 1, column 4", {"the file ends"});
  refuse(read_dimacs, "a 1 2 3\n", "line 1, column 1", {"the line's kind is 'a'", "c or p"});
  refuse(read_dimacs, "p max 4 3\n", "line 1, column 3", {"the problem is 'max', expected sp"});
  refuse(read_dimacs, "p sp x 3\n", "line 1, column 6", {"the number of vertices is 'x'"});
  refuse(read_dimacs, "p sp 2147483648 3\n", "line 1, column 6", {"0 to 2147483647"});
  refuse(read_dimacs, "p sp 4 3 2\n", "line 1, column 10", {"goes on with '2'"});
  refuse(read_dimacs, "p sp 4 1\np sp 4 1\n", "line 2, column 1", {"'p'", "c or a"});
  refuse(read_dimacs, "p sp 4 1\na 0 2 3\n", "line 2, column 3",
         {"the source is '0', expected a whole number from 1 to 4"});
  refuse(read_dimacs, "p sp 4 1\na 1 5 3\n", "line 2, column 5", {"the target is '5'", "1 to 4"});
  refuse(read_dimacs, "p sp 0 1\na 1 1 3\n", "line 2, column 3", {"none in a graph of 0 vertices"});
  refuse(read_dimacs, "p sp 4 1\na 1 2\n", "line 2, column 6", {"the weight is missing"});
  refuse(read_dimacs, "p sp 4 1\na 1 2 1073741823\n", "line 2, column 7", {"1073741822"});
  refuse(read_dimacs, "p sp 4 1\na 1 2 3 4\n", "line 2, column 9", {"goes on with '4'"});
  refuse(read_dimacs, "p sp 4 2\na 1 2 3\n", "line 2, column 8", {"after 1 arc, expected 2 arcs"});
  refuse(read_dimacs, "p sp 4 1\na 1 2 3\na 1 2 3\n", "line 3, column 1", {"expected 1 arc"});
}

TEST_CASE("dimacs: written") {
  REQUIRE(written(write_dimacs, {3, {{0, 2, -2}, {1, 1, 0}}, {}}) ==
          "p sp 3 2\na 1 3 -2\na 2 2 0\n");
  REQUIRE(written(write_dimacs, {}) == "p sp 0 0\n");
}

}  // namespace
}  // namespace apsp::convert
