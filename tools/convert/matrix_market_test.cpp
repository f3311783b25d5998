// SPDX-License-Identifier: MIT
#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::Edges;
using test::messages_of;
using test::read;
using test::refuse;
using test::written;

const std::string kMatrixHead = "%%MatrixMarket matrix coordinate ";

TEST_CASE("mtx: general, row to column, explicit zeros, comments, any line ends") {
  for (const std::string& text :
       {kMatrixHead + "integer general\n% comment\n%\n3 3 3\n1 2 0\n\n3 1 -5\n2 2 4\n",
        kMatrixHead + "real general\r\n3 3 3\r\n1 2 0.0\r\n3 1 -5e0\r\n2 2 4.",
        std::string(
            "%%matrixmarket MATRIX Coordinate Integer GENERAL\n3 3 3\n1 2 0\n3 1 -5\n2 2 4")}) {
    INFO(text);
    const EdgeGraph graph = read(read_matrix_market, text);
    REQUIRE(graph.vertices == 3);
    REQUIRE(graph.edges == Edges{{0, 1, 0}, {2, 0, -5}, {1, 1, 4}});
  }
}

TEST_CASE("mtx: an entry of a symmetric matrix is two edges, on the diagonal one") {
  const EdgeGraph graph =
      read(read_matrix_market, kMatrixHead + "integer symmetric\n3 3 3\n2 1 5\n3 3 7\n3 2 0\n");
  REQUIRE(graph.edges == Edges{{1, 0, 5}, {0, 1, 5}, {2, 2, 7}, {2, 1, 0}, {1, 2, 0}});
}

TEST_CASE("mtx: a pattern takes the weight of the options") {
  const EdgeGraph graph =
      read(read_matrix_market, kMatrixHead + "pattern symmetric\n2 2 1\n2 1\n", {.weight = 6});
  REQUIRE(graph.edges == Edges{{1, 0, 6}, {0, 1, 6}});
}

TEST_CASE("mtx: a scale makes real values weights") {
  const EdgeGraph graph =
      read(read_matrix_market, kMatrixHead + "real general\n2 2 1\n2 1 0.126\n", {.scale = 100});
  REQUIRE(graph.edges == Edges{{1, 0, 13}});
}

TEST_CASE("mtx: the empty graph and one vertex") {
  REQUIRE(read(read_matrix_market, kMatrixHead + "integer general\n0 0 0\n").vertices == 0);
  REQUIRE(read(read_matrix_market, kMatrixHead + "integer general\n1 1 0").vertices == 1);
}

TEST_CASE("mtx: what is refused, and where") {
  const auto refuse_text = [](const std::string& text, const std::string& place,
                              std::initializer_list<std::string> parts) {
    refuse(read_matrix_market, text, place, parts);
  };
  refuse_text("", "line 1, column 1", {"the first word is missing, expected %%MatrixMarket"});
  refuse_text("%%MatrixMarket vector coordinate real general\n", "line 1, column 16",
              {"'vector', expected matrix"});
  refuse_text("%%MatrixMarket matrix sparse real general\n", "line 1, column 23",
              {"'sparse', expected coordinate or array"});
  refuse_text(kMatrixHead + "complex general\n", "line 1, column 34",
              {"'complex', expected pattern, integer, unsigned-integer or real"});
  refuse_text(kMatrixHead + "real hermitian\n", "line 1, column 39",
              {"general, symmetric or skew-symmetric"});
  refuse_text(kMatrixHead + "pattern skew-symmetric\n", "line 1, column 42",
              {"general or symmetric"});
  refuse_text(kMatrixHead + "real general\n% x\n", "line 2, column 4", {"'rows columns entries'"});
  refuse_text(kMatrixHead + "real general\n3 4 1\n", "line 2, column 3",
              {"the number of columns is '4', expected 3"});
  refuse_text(kMatrixHead + "real general\n3 3\n", "line 2, column 4", {"entries is missing"});
  refuse_text(kMatrixHead + "real general\n3 3 1\n4 1 1\n", "line 3, column 1",
              {"the row is '4'", "1 to 3"});
  refuse_text(kMatrixHead + "real general\n3 3 1\n1 0 1\n", "line 3, column 3",
              {"the column is '0'"});
  refuse_text(kMatrixHead + "real general\n3 3 1\n1 1 2.5\n", "line 3, column 5",
              {"'2.5'", "--scale X"});
  refuse_text(kMatrixHead + "real general\n3 3 1\n1 1\n", "line 3, column 4",
              {"the weight is missing"});
  refuse_text(kMatrixHead + "pattern general\n3 3 1\n1 1 1\n", "line 3, column 5",
              {"goes on with '1'"});
  refuse_text(kMatrixHead + "real general\n3 3 2\n1 1 1\n", "line 3, column 6",
              {"after 1 entries, expected 2"});
  refuse_text(kMatrixHead + "real general\n3 3 0\n1 1 1\n", "line 3, column 1",
              {"expected 0 entries"});
}

TEST_CASE("mtx: the triangles of a skew-symmetric matrix have opposite signs") {
  const std::string head = kMatrixHead + "integer skew-symmetric\n";
  REQUIRE(read(read_matrix_market, head + "3 3 2\n2 1 5\n3 2 -4\n").edges ==
          Edges{{1, 0, 5}, {0, 1, -5}, {2, 1, -4}, {1, 2, 4}});
  refuse(read_matrix_market, head + "3 3 1\n2 2 0\n", "line 3, column 3",
         {"the column is '2', expected another than the row"});
}

TEST_CASE("mtx: unsigned integers") {
  REQUIRE(
      read(read_matrix_market, kMatrixHead + "unsigned-integer general\n2 2 1\n1 2 7\n").edges ==
      Edges{{0, 1, 7}});
}

const std::string kArray = "%%MatrixMarket matrix array ";

TEST_CASE("mtx: an array stands column by column, any number of values in a line") {
  for (const char* values : {"0\n4\n-5\n1\n0\n7\n2\n8\n3", "0 4 -5\n1 0\n\n% c\n7 2 8 3\n"}) {
    const EdgeGraph graph = read(read_matrix_market, kArray + "integer general\n3 3\n" + values,
                                 {.zero_is_edge = true});
    REQUIRE(graph.vertices == 3);
    REQUIRE(graph.edges ==
            Edges{{1, 0, 4}, {2, 0, -5}, {0, 1, 1}, {2, 1, 7}, {0, 2, 2}, {1, 2, 8}, {2, 2, 3}});
    REQUIRE(messages_of(graph).empty());
  }
}

TEST_CASE("mtx: an array's zeros are no edges and are counted, or are edges by an option") {
  const std::string text = kArray + "real general\n3 3\n0 0.0 inf\n0e5 7 nan\n1073741823 5 0\n";
  const EdgeGraph without = read(read_matrix_market, text);
  REQUIRE(without.edges == Edges{{1, 1, 7}, {1, 2, 5}});
  REQUIRE(messages_of(without).size() == 1);
  REQUIRE(messages_of(without)[0].find("2 entries of 0 beside the diagonal are read as no edge "
                                       "(--zero-is-edge") == 0);
  const EdgeGraph with = read(read_matrix_market, text, {.zero_is_edge = true});
  REQUIRE(with.edges == Edges{{1, 0, 0}, {0, 1, 0}, {1, 1, 7}, {1, 2, 5}});
  REQUIRE(messages_of(with).empty());
  // A value that a scale rounds to 0 is an edge.
  REQUIRE(
      read(read_matrix_market, kArray + "real general\n2 2\n0 0.001 0 0\n", {.scale = 10}).edges ==
      Edges{{1, 0, 0}});
}

TEST_CASE("mtx: a symmetric array lists a triangle with the diagonal, a skew one without") {
  const EdgeGraph symmetric =
      read(read_matrix_market, kArray + "integer symmetric\n3 3\n9\n4\n0\n0\n7\n0\n");
  REQUIRE(symmetric.edges == Edges{{0, 0, 9}, {1, 0, 4}, {0, 1, 4}, {2, 1, 7}, {1, 2, 7}});
  REQUIRE(messages_of(symmetric).at(0).find("2 entries of 0") == 0);
  const EdgeGraph skew =
      read(read_matrix_market, kArray + "integer skew-symmetric\n3 3\n4\n0\n-7\n");
  REQUIRE(skew.edges == Edges{{1, 0, 4}, {0, 1, -4}, {2, 1, -7}, {1, 2, 7}});
  REQUIRE(read(read_matrix_market, kArray + "integer general\n0 0\n").vertices == 0);
}

TEST_CASE("mtx: what is refused of an array, and where") {
  const auto refuse_text = [](const std::string& text, const std::string& place,
                              std::initializer_list<std::string> parts) {
    refuse(read_matrix_market, kArray + text, place, parts);
  };
  refuse_text("pattern general\n2 2\n", "line 1, column 29",
              {"the field of an array is 'pattern', expected integer"});
  refuse_text("complex general\n1 1\n1 0\n", "line 1, column 29", {"the field is 'complex'"});
  refuse_text("real general\n2 3\n", "line 2, column 3", {"the number of columns is '3'"});
  refuse_text("real general\n2 2 4\n", "line 2, column 5", {"goes on with '4'"});
  refuse_text("real general\n2 2\n1\n2\n3\n", "line 5, column 2",
              {"after 3 values, expected 4 values"});
  refuse_text("real symmetric\n2 2\n1\n2\n3\n4\n", "line 6, column 1", {"expected 3 values"});
  refuse_text("real general\n2 2\n1\n2.5\n", "line 4, column 1", {"'2.5'", "--scale X"});
  refuse_text("real general\n2 2\n1\n-inf\n", "line 4, column 1", {"'-inf'"});
  refuse_text("real general\n2000000000 2000000000\n1\n", "line 3, column 2",
              {"expected 4000000000000000000 values"});
}

TEST_CASE("mtx: written") {
  REQUIRE(written(write_matrix_market, {3, {{0, 2, -2}, {1, 1, 0}}, {}}) ==
          kMatrixHead + "integer general\n3 3 2\n1 3 -2\n2 2 0\n");
}

}  // namespace
}  // namespace apsp::convert
