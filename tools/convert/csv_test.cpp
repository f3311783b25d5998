// SPDX-License-Identifier: MIT
#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::Edges;
using test::read;
using test::refuse;
using test::written;
using Names = std::deque<std::string>;

TEST_CASE("csv: names are numbered in order of appearance, a header is passed over") {
  for (const char* text :
       {"source,target,weight\nBonn,Köln,27\nKöln,Bonn,0\n", "Bonn,Köln,27\r\nKöln,Bonn,0",
        "\xef\xbb\xbf"
        "From,To,km\n\nBonn,Köln, 27 \nKöln,Bonn,\"0\"\n",
        "a town,another,distance\n\"Bonn\",\"Köln\",27\nKöln,Bonn,0\n"}) {
    INFO(text);
    const EdgeGraph graph = read(read_csv, text);
    REQUIRE(graph.vertices == 2);
    REQUIRE(graph.edges == Edges{{0, 1, 27}, {1, 0, 0}});
    REQUIRE(graph.names == Names{"Bonn", "Köln"});
  }
}

TEST_CASE("csv: two columns take the weight of the options") {
  REQUIRE(read(read_csv, "src,dst\na,b\nb,a\n", {.weight = 4}).edges ==
          Edges{{0, 1, 4}, {1, 0, 4}});
  REQUIRE(read(read_csv, "a,b\n", {.weight = 4}).edges == Edges{{0, 1, 4}});
}

TEST_CASE("csv: names with commas, quotes and blanks") {
  const EdgeGraph graph =
      read(read_csv, "\"Paris, Texas\",\"the \"\"big\"\" one\",5\n b ,\"\"\"\",6\n");
  REQUIRE(graph.names == Names{"Paris, Texas", "the \"big\" one", " b ", "\""});
  REQUIRE(graph.edges == Edges{{0, 1, 5}, {2, 3, 6}});
  REQUIRE(written(write_csv, graph) ==
          "source,target,weight\n\"Paris, Texas\",\"the \"\"big\"\" one\",5\n b ,\"\"\"\",6\n");
}

TEST_CASE("csv: nothing, and one vertex") {
  REQUIRE(read(read_csv, "").vertices == 0);
  REQUIRE(read(read_csv, "source,target\n").vertices == 0);
  const EdgeGraph loop = read(read_csv, "x,x,1");
  REQUIRE(loop.vertices == 1);
  REQUIRE(loop.edges == Edges{{0, 0, 1}});
}

TEST_CASE("csv: what is refused, and where") {
  refuse(read_csv, "a,b,1\nc\n", "line 2, column 2", {"the target is missing, expected a name"});
  refuse(read_csv, "a,b,1\nc,d\n", "line 2, column 4", {"the third column is missing", "a weight"});
  refuse(read_csv, "a,b\nc,d,1\n", "line 2, column 5", {"the third column is '1', expected none"});
  refuse(read_csv, "a,b,1,2\n", "line 1, column 7", {"the fourth column is '2'"});
  refuse(read_csv, "a,b,1\n,d,1\n", "line 2, column 1", {"the source is missing"});
  refuse(read_csv, "a,b,1\nc,,1\n", "line 2, column 3", {"the target is missing"});
  refuse(read_csv, "a,b,1\nc,\"\",1\n", "line 2, column 3",
         {"the target is '\"\"', expected a name"});
  refuse(read_csv, "a,b,1\nc,d,x\n", "line 2, column 5", {"the weight is 'x', expected a number"});
  refuse(read_csv, "a,b,1\nc,d,\"x\"\n", "line 2, column 6", {"the weight is 'x'"});
  refuse(read_csv, "a,b,1\nc,d,1 2\n", "line 2, column 5", {"the weight is '1 2'"});
  refuse(read_csv, "a,b,1\nc,d,\n", "line 2, column 5", {"the weight is missing"});
  refuse(read_csv, "a,b,1\nc,d,2.5\n", "line 2, column 5", {"--scale"});
  refuse(read_csv, "a,b,1\nc,d\"e,1\n", "line 2, column 4", {"no quote"});
  refuse(read_csv, "a,b,1\nc,\"de,1\nf\",2\n", "line 2, column 3",
         {"a closing quote in the same line"});
  refuse(read_csv, "a,b,1\nc,\"d\"e,1\n", "line 2, column 6", {"what follows the closing quote"});
}

TEST_CASE("csv: without names the numbers are written") {
  REQUIRE(written(write_csv, {3, {{0, 2, -2}}, {}}) == "source,target,weight\n0,2,-2\n");
}

}  // namespace
}  // namespace apsp::convert
