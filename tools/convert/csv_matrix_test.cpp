// SPDX-License-Identifier: MIT
#include "tools/convert/csv_matrix.hpp"

#include <algorithm>
#include <utility>

#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::Edges;
using test::messages_of;
using test::read;
using test::refuse;
using test::require_error;
using Names = std::deque<std::string>;

TEST_CASE("csv-matrix: with and without names") {
  const Edges edges = {{0, 1, 4}, {1, 0, 5}, {1, 2, 6}};
  for (const char* text :
       {",A,B,C\nA,0,4,inf\nB,5,,6\nC,0,nan,0\n", "x;A;B;C\nA;0;4;0\nB;5;0;6\nC;0;0;0\n",
        "A,B,C\r\n0,4,1073741823\r\n5,0,6\r\n0,0,0\r\n", "A,0,4,0\nB,5,0,6\nC,0,0,0\n",
        "\"A\"\tB\tC\n0\t4\t\n5\t0\t6\n0\t0\t0", " A  B C\n0 4 0\n 5 0 +6\n0 0 0\n"}) {
    INFO(text);
    const EdgeGraph graph = read(read_csv_matrix, text);
    REQUIRE(graph.edges == edges);
    REQUIRE(graph.names == Names{"A", "B", "C"});
  }
  const EdgeGraph plain = read(read_csv_matrix, "0,4,\n5,0,6\n0,0,0\n");
  REQUIRE(plain.vertices == 3);
  REQUIRE(plain.edges == edges);
  REQUIRE(plain.names.empty());
}

TEST_CASE("csv-matrix: a zero beside the diagonal is no edge, or one of weight 0") {
  const EdgeGraph graph = read(read_csv_matrix, "0,0\n3,7\n");
  REQUIRE(graph.edges == Edges{{1, 0, 3}, {1, 1, 7}});
  REQUIRE(messages_of(graph).size() == 1);
  REQUIRE(read(read_csv_matrix, "0,0\n3,7\n", {.zero_is_edge = true}).edges ==
          Edges{{0, 1, 0}, {1, 0, 3}, {1, 1, 7}});
}

TEST_CASE("csv-matrix: what is refused, and where") {
  for (const char* text :
       {"0,1,2\n3,0,4\n", "0,1\n1\n", "A,B\nC,0\n", ",A,B\nA,0,1\nC,1,0\n", "A,A\n0,1\n1,0\n"}) {
    INFO(text);
    require_error(Fault::kInput, {"expected a square matrix", "--header"},
                  [&] { (void)read(read_csv_matrix, text); });
  }
  require_error(Fault::kInput, {"columns and others", "--separator", "--decimal ,"},
                [] { (void)read(read_csv_matrix, "a 0 1,5 2,5\nb 0 0 0\nc 1,5 0 0\n"); });
  refuse(read_csv_matrix, "0,1\n2.5,0\n", "line 2, column 1", {"the weight is '2.5'", "--scale"});
  require_error(Fault::kInput, {"2 lines of 2 columns each"},
                [] { (void)read(read_csv_matrix, "0,1\n-inf,0\n"); });
}

TEST_CASE("csv-matrix: where the first row may be a header or not, --header says") {
  const char* text = ",5\n5,\n";
  require_error(Fault::kInput, {"as both fit"}, [&] { (void)read(read_csv_matrix, text); });
  REQUIRE(read(read_csv_matrix, text, {.header = false}).edges == Edges{{0, 1, 5}, {1, 0, 5}});
  REQUIRE(read(read_csv_matrix, text, {.header = true}).names == Names{"5"});
  // As pandas writes a frame without names.
  const EdgeGraph graph = read(read_csv_matrix, ",0,1\n0,0,7\n1,0,0\n");
  REQUIRE(graph.edges == Edges{{0, 1, 7}});
  REQUIRE(graph.names == Names{"0", "1"});
}

TEST_CASE("csv-matrix: half of it with --undirected, with the diagonal or without") {
  for (const char* text : {"0\n3,0\n1,4,0\n", "0 3 1\n0 4\n0\n", "3\n1;4\n", "3\t1\n4\n"}) {
    INFO(text);
    require_error(Fault::kInput, {"half a matrix; --undirected"},
                  [&] { (void)read(read_csv_matrix, text); });
    EdgeGraph graph = read(read_csv_matrix, text, {.undirected = true});
    REQUIRE(graph.vertices == 3);
    add_reverses(graph.edges);
    std::sort(graph.edges.begin(), graph.edges.end(), [](const Edge& a, const Edge& b) {
      return std::pair(a.source, a.destination) < std::pair(b.source, b.destination);
    });
    REQUIRE(graph.edges == Edges{{0, 1, 3}, {0, 2, 1}, {1, 0, 3}, {1, 2, 4}, {2, 0, 1}, {2, 1, 4}});
  }
  require_error(Fault::kInput, {"expected a square matrix"},
                [] { (void)read(read_csv_matrix, "0\n3,0\n1,4,7\n", {.undirected = true}); });
}

TEST_CASE("csv-matrix: words for no edge, a decimal comma, comments") {
  REQUIRE(read(read_csv_matrix, "0,NA\n-,0\n").edges.empty());
  REQUIRE(read(read_csv_matrix, "0,x\n3,0\n", {.no_edge = "x"}).edges == Edges{{1, 0, 3}});
  require_error(Fault::kInput, {"--no-edge VALUE"},
                [] { (void)read(read_csv_matrix, "0,x\n3,0\n"); });
  refuse(read_csv_matrix, "0;2,5\n0,5;0\n", "line 1, column 3", {"'2,5'", "--decimal ,"},
         {.separator = ';'});
  REQUIRE(read(read_csv_matrix, "0;2,5\n0,5;0,0\n", {.scale = 2, .decimal = ','}).edges ==
          Edges{{0, 1, 5}, {1, 0, 1}});
  const EdgeGraph commented = read(read_csv_matrix, "# by savetxt\n0 4\n5 0\n");
  REQUIRE(commented.edges == Edges{{0, 1, 4}, {1, 0, 5}});
  REQUIRE(commented.losses == std::vector<std::string>{"1 comment line at the top is left out"});
}

CsvContent content(const char* text) {
  return csv_content(Scanner("x", text), {});
}

TEST_CASE("csv-matrix: told from edges by shape and diagonal, or neither") {
  for (const char* text :
       {",A\nA,0\n", ",A,B\nA,0,1\nB,1,0\n", "0,1,2,3\n1,0,2,3\n4,5,0,6\n7,8,9,0\n",
        "a,b,c,d\n0,1,2,3\n1,0,2,3\n4,5,0,6\n7,8,9,0\n", "x,a,b,c\na,0,1,2\nb,3,4,5\nc,6,7,8\n",
        "a,0,1,2\nb,1,0,5\nc,3,4,0\n"}) {
    INFO(text);
    REQUIRE(content(text) == CsvContent::kMatrix);
  }
  for (const char* text :
       {"0,1\n1,0\n", "0,1,5\n1,0,2\n5,2,0\n", "A,B\n0,1\n1,0\n", "A,0,1\nB,1,0\n",
        "x,A,B\nA,0,1\nB,1,0\n", "1,3\n3,1\n", "1,3,9\n3,1,2\n9,2,1\n", "5,1,2\n1,5,2\n1,2,5\n"}) {
    INFO(text);
    REQUIRE(content(text) == CsvContent::kEither);
  }
  for (const char* text : {"", "a\n", "a,b\n", "0,1\n1,2\n", "0,1,5\n1,0,2\n5,2,7\n",
                           "0,1\n1,0\n0,2\n", "source,target\n0,1\n1,0\n", "a,b,c\nb,c,d\nc,d,e\n",
                           "\"a,b\n", "0,1,2,3\n1,1,2,3\n4,5,0,6\n7,8,9,0\n"}) {
    INFO(text);
    REQUIRE(content(text) == CsvContent::kEdges);
  }
}

}  // namespace
}  // namespace apsp::convert
