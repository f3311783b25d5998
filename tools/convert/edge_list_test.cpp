// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <cstring>

#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::Edges;
using test::messages_of;
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

TEST_CASE("edges: compact takes words above the edges for comments, and notes it") {
  const EdgeGraph graph = read(read_edge_list, "#a #b 5\n#b c 6\nc d 7\n", {.compact = true});
  REQUIRE(graph.edges == Edges{{0, 1, 7}});
  REQUIRE(graph.losses.at(0).find("2 lines above the edges") == 0);
  for (const char* text : {"# a b\nc d 7\n", "#source target\nc d 7\n", "##\nc d 7\n"}) {
    REQUIRE(read(read_edge_list, text, {.compact = true}).losses.empty());
  }
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
  REQUIRE(messages_of(graph) ==
          std::vector<std::string>{"1 edge without a 'weight' has weight 8",
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
  require_error(Fault::kInput, {"takes column 1 twice"}, [] {
    (void)read(read_edge_list, "0 1 5\n", {.columns = {"1", "1"}});
  });
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
    return messages_of(read(read_edge_list, text, options));
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

TEST_CASE("edges: a first line V E is read as such where it can be nothing else") {
  const auto graph = read(read_edge_list, "4 6\n0 1\n1 2\n2 3\n3 0\n0 2\n1 3\n");
  REQUIRE(graph.vertices == 4);
  REQUIRE(graph.edges.size() == 6);
  REQUIRE(graph.losses == std::vector<std::string>{
                              "line 1 is no edge, but says 4 vertices and 6 edges, numbered from 0 "
                              "(--header no: it is an edge)"});
  for (const char* text : {"4 3\n1 2 5\n2 3 6\n3 4 4\n", "% x\n4 4 3\n1 2 5\n2 3 6\n3 4 4\n"}) {
    const bool square = text[0] == '%';
    const auto one =
        read(read_edge_list, text, {.header = square ? std::optional(true) : std::nullopt});
    REQUIRE(one.vertices == 4);
    REQUIRE(one.edges == Edges{{0, 1, 5}, {1, 2, 6}, {2, 3, 4}});
  }
  // With --compact the names are as in the file, and the sizes are none.
  REQUIRE(read(read_edge_list, "4 3\n1 2 5\n2 3 6\n3 4 7\n", {.compact = true}).names.size() == 4);
}

TEST_CASE(
    "edges: a first line that may be V E or an edge is refused, and one of no size is an edge") {
  for (const char* text :
       {"4 3\n0 1\n1 2\n2 3\n", "4 4\n0 1\n1 2\n2 3\n3 0\n", "4 4 3\n1 2 5\n2 3 6\n3 4 7\n"}) {
    INFO(text);
    require_error(Fault::kInput, {"line 1, '4 ", "--header yes or --header no"},
                  [&] { (void)read(read_edge_list, text); });
    REQUIRE(read(read_edge_list, text, {.header = true}).vertices == 4);
    REQUIRE(read(read_edge_list, text, {.header = false}).vertices == 5);
  }
  require_error(Fault::kInput,
                {"the numbers 1 to 3 fit from 0 and from 1", "--first 0 or --first 1"},
                [] { (void)read(read_edge_list, "4 3\n1 2 5\n2 3 6\n3 1 7\n"); });
  REQUIRE(read(read_edge_list, "4 3\n1 2 5\n2 3 6\n3 1 7\n", {.first = 1}).edges[0] ==
          Edge{0, 1, 5});
  for (const char* text : {"4 3\n0 1\n1 2\n2 4\n", "4 3\n0 1\n1 2\n", "4 3\n0 1\n1 2\n2 5\n",
                           "# Nodes: 5 Edges: 4\n4 3\n0 1\n1 2\n2 3\n"}) {
    INFO(text);
    REQUIRE(read(read_edge_list, text).edges.front() == Edge{4, 3, 1});
  }
  // With the source of a search or whether edges are directed behind them.
  for (const char* text : {"4 2 1\n0 1 5\n1 2 6\n", "4 4 1\n0 1 5\n1 2 6\n2 3 1\n3 0 1\n"}) {
    INFO(text);
    require_error(Fault::kInput, {"line 1, '4 ", "--header yes or --header no"},
                  [&] { (void)read(read_edge_list, text); });
    REQUIRE(read(read_edge_list, text, {.header = true}).edges.front() == Edge{0, 1, 5});
  }
  REQUIRE(read(read_edge_list, "4 2 1 3\n0 1\n1 2\n").edges == Edges{{0, 1, 1}, {1, 2, 1}});
  REQUIRE(read(read_edge_list, "5 0\n").losses.size() == 1);
  require_error(Fault::kInput, {"is not 'V E' with E lines"},
                [] { (void)read(read_edge_list, "4 3\n0 1\n", {.header = true}); });
}

TEST_CASE("edges: sizes above names, above numbers with gaps, and that count edges otherwise") {
  const auto require_doubt = [](const char* text, const std::string& says,
                                const ReadOptions& options = {}) {
    INFO(text);
    require_error(Fault::kInput, {says + "; --header yes or --header no"},
                  [&] { (void)read(read_edge_list, text, options); });
    ReadOptions stated = options;
    stated.header = true;
    return read(read_edge_list, text, stated);
  };
  const ReadOptions compact = {.compact = true};
  REQUIRE(require_doubt("3 2\nA B\nB C\n", "3 vertices and 2 edges", compact).vertices == 3);
  REQUIRE(require_doubt("4 3\n10 11\n11 12\n12 13\n", "4 vertices and 3 edges", compact).names ==
          std::deque<std::string>{"10", "11", "12", "13"});
  const EdgeGraph gaps = require_doubt("4 3\n10 11\n11 12\n12 13\n", "4 vertices and 3 edges");
  REQUIRE(gaps.edges == Edges{{10, 11, 1}, {11, 12, 1}, {12, 13, 1}});
  REQUIRE(gaps.losses.at(0).find("line 1 says 4 vertices, but V is 14") == 0);
  REQUIRE(require_doubt("4 3\n0 1\n1 0\n1 2\n2 1\n2 3\n3 2\n",
                        "4 vertices and 3 edges, each listed from both ends")
              .vertices == 4);
  const EdgeGraph once =
      require_doubt("4 6\n0 1\n1 2\n2 3\n", "4 vertices and 6 edges, of which half are listed");
  REQUIRE(once.edges.size() == 3);
  REQUIRE(once.losses.at(0).find("--undirected") != std::string::npos);
  REQUIRE(require_doubt("3 4\n0 1\n1 2\n2 3\n", "4 vertices and 3 edges").vertices == 4);
  REQUIRE(require_doubt("+4 3\n0 1\n1 2\n2 3\n", "4 vertices and 3 edges").vertices == 4);
  for (const char* text : {"10 5\n0 1\n1 2\n2 3\n3 4\n", "10 4\n0 1\n1 2\n2 3\n3 4\n4 5\n"}) {
    INFO(text);
    REQUIRE(read(read_edge_list, text).losses.at(0).find("the first line is an edge from 10") == 0);
    REQUIRE(messages_of(read(read_edge_list, text, {.header = false})).empty());
  }
}

TEST_CASE("edges: a first edge of small numbers is no size line") {
  for (const char* text :
       {"1 2\n2 3\n3 1\n", "3 1 28\n1 4 29\n", "5 1 2\n7 2 3\n", "5 6\n6 7\n7 5\n5 7\n8 9\n",
        "4 3\n0 1\n1 2\n", "2 4\n0 1\n1 2\n0 3\n2 0\n"}) {
    INFO(text);
    const EdgeGraph graph = read(read_edge_list, text);
    REQUIRE(graph.edges.size() ==
            static_cast<std::size_t>(std::count(text, text + std::strlen(text), '\n')));
    REQUIRE(graph.losses.empty());
  }
  // --columns names other ends, or the line has more columns than sizes take.
  REQUIRE(read(read_edge_list, "9 1 2 5\n9 2 3 6\n", {.columns = {"2", "3", "4"}}).edges ==
          Edges{{1, 2, 5}, {2, 3, 6}});
  REQUIRE(read(read_edge_list, "9 1 2\n9 2 3\n", {.columns = {"2", "3"}}).edges.size() == 2);
  REQUIRE(read(read_edge_list, "9 1 2 5\n9 2 3 6\n", {.columns = {"1", "2", "4"}}).edges.size() ==
          2);
}

TEST_CASE(
    "edges: a first line that fits as sizes in an unusual way is an edge, and a line says so") {
  for (const auto& [text, sizes] :
       {std::pair{"2 3\n3 1\n1 2\n", "3 vertices and 2 edges"},
        {"4 5\n5 1\n1 2\n2 3\n3 4\n", "5 vertices and 4 edges"},
        {"3 4\n1 2\n2 3\n", "3 vertices and 4 edges, of which half are listed"},
        {"2 1 1\n1 2 5\n", "2 vertices and 1 edge"},
        {"3 1 2\n1 2 2\n", "3 vertices and 1 edge"},
        {"3 2 1\n2 1 4\n1 3 5\n", "3 vertices and 2 edges"}}) {
    for (const bool commas : {false, true}) {
      std::string lines = text;
      if (commas) std::replace(lines.begin(), lines.end(), ' ', ',');
      INFO(lines);
      const test::Reader reader = commas ? read_csv : read_edge_list;
      const EdgeGraph graph = read(reader, lines);
      REQUIRE(graph.edges.size() ==
              static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n')));
      REQUIRE(graph.losses.at(0).find(
                  std::string("is an edge (--header yes: it is none, but says ") + sizes) !=
              std::string::npos);
      REQUIRE(read(reader, lines, {.header = false}).losses.empty());
    }
  }
  // The same ends again, or as the last but one of more: more likely sizes.
  for (const char* text :
       {"2 3\n1 2\n2 3\n", "3 2 1\n1 2 5\n2 3 6\n", "4 3 1\n1 2 5\n2 3 6\n3 4 7\n",
        "4 3\n1 2\n2 3\n3 4\n", "3 2\n1 2\n2 1\n2 3\n3 2\n"}) {
    INFO(text);
    require_error(Fault::kInput, {"may be an edge, or say "},
                  [&] { (void)read(read_edge_list, text); });
  }
}

TEST_CASE("edges: comments with signs name no columns") {
  for (const char* comment : {"# from -> to", "# from - to", "# source => target"}) {
    const EdgeGraph graph = read(read_edge_list, std::string(comment) + "\n0 1 5\n1 2 6\n");
    REQUIRE(graph.edges == Edges{{0, 1, 5}, {1, 2, 6}});
  }
}

TEST_CASE("edges: numbers from 1 by the option, and noted without it") {
  REQUIRE(read(read_edge_list, "1 2\n2 3\n", {.first = 1}).edges == Edges{{0, 1, 1}, {1, 2, 1}});
  refuse(read_edge_list, "1 0\n", "line 1, column 3", {"from 1 to 2147483647"}, {.first = 1});
  REQUIRE(read(read_edge_list, "1 2\n2 3\n").notes.at(0).find("--first 1") != std::string::npos);
  REQUIRE(read(read_edge_list, "1 2\n2 3\n", {.first = 0}).notes.empty());
}

TEST_CASE("edges: undirected by a comment of SNAP, or noted where another comment says so") {
  for (const char* text : {"# Undirected graph: x\n0 1\n1 1\n", "#undirected\n0 1\n1 1\n",
                           "# not directed\n0 1\n1 1\n", "# non-directed graph\n0 1\n1 1\n",
                           "# Bidirectional\n0 1\n1 1\n"}) {
    REQUIRE(read(read_edge_list, text).edges == Edges{{0, 1, 1}, {1, 0, 1}, {1, 1, 1}});
    REQUIRE(read(read_edge_list, text, {.undirected = true}).edges.size() == 2);
  }
  for (const char* text :
       {"# type: undirected\n0 1\n", "# directed: false\n0 1\n", "# undirected: no\n0 1\n",
        "# undirected = 0\n0 1\n", "# directed=0\n0 1\n", "# Directed : 0\n0 1\n",
        "# is_directed: no\n0 1\n", "# digraph: false\n0 1\n", "# symmetric\n0 1\n",
        "# a graph, not directed\n0 1\n"}) {
    REQUIRE(read(read_edge_list, text).losses.at(0).find("--undirected") != std::string::npos);
    REQUIRE(messages_of(read(read_edge_list, text, {.undirected = true})).empty());
  }
}

TEST_CASE("edges: a third column that is the time is noted, or refused by the option's name") {
  for (const char* text :
       {"0 1 1\n1 2 2\n2 3 2\n3 4 3\n4 5 9\n", "0 1 382040961\n1 2 382040970\n"}) {
    REQUIRE(read(read_edge_list, text).losses.at(0).find("--columns 1,2") != std::string::npos);
  }
  REQUIRE(read(read_edge_list, "0 1 1\n1 2 5\n2 3 2\n3 4 3\n").losses.empty());
  refuse(read_edge_list, "0 1 1082040961\n", "line 1, column 5", {"--columns 1,2"});
}

TEST_CASE("edges: comments that say directed add no ways back") {
  for (const char* comment : {"# Directed graph: x", "# directed: true", "# directed=1",
                              "# directed 1", "# symmetric: no", "# asymmetric", "# digraph"}) {
    INFO(comment);
    const EdgeGraph graph = read(read_edge_list, std::string(comment) + "\n0 1\n");
    REQUIRE(graph.edges.size() == 1);
    REQUIRE(graph.losses.empty());
  }
}

TEST_CASE("edges: seconds since 1970 and days in any order are refused, unless --columns says") {
  for (const char* text : {"0 1 946685000\n1 2 946684900\n2 3 946684800\n",
                           "0 1 946685000.0\n1 2 946684900.0\n2 3 946684950.0\n",
                           "0 1 20240105\n1 2 20240104\n2 3 20231231\n",
                           "# source target time\n0 1 20240105\n1 2 20240104\n2 3 20231231\n"}) {
    INFO(text);
    require_error(Fault::kInput, {"looks like times", "--columns 1,2 leaves", "--columns 1,2,3"},
                  [&] { (void)read(read_edge_list, text); });
    REQUIRE(read(read_edge_list, text, {.columns = {"1", "2"}}).edges[1] == Edge{1, 2, 1});
    REQUIRE(read(read_edge_list, text, {.columns = {"1", "2", "3"}}).edges[1].weight > 1);
  }
  require_error(Fault::kInput, {"the key 'time' looks like times", "--columns 1,2,time"}, [] {
    (void)read(read_edge_list,
               "0 1 {'time': 20240105}\n1 2 {'time': 20240104}\n2 3 {'time': 20231231}\n");
  });
  require_error(Fault::kInput, {"looks like times"}, [] {
    (void)read(read_edge_list, "0 1 946685000\n1 2 946684900\n2 3 946684800\n", {.scale = 0.1});
  });
  for (const char* text :
       {"0 1 946685000\n1 2 5\n", "0 1 20241305\n1 2 20240104\n", "0 1 946685000\n",
        "# source target cost\n0 1 946685000\n1 2 946684900\n"}) {
    REQUIRE(read(read_edge_list, text).losses.empty());
  }
  // Too few to be sure, and too round for seconds.
  for (const char* text : {"0 1 1000000000\n1 2 999999999\n", "0 1 20240105\n1 2 20240104\n",
                           "0 1 1000000000\n1 2 999999999\n2 3 1050000000\n3 4 900000001\n"}) {
    INFO(text);
    REQUIRE(read(read_edge_list, text)
                .losses.at(0)
                .find("the third column is the weight: if it is "
                      "the time, --columns 1,2 leaves it out") == 0);
  }
  // What is written is read again.
  const EdgeGraph graph{3, {{0, 1, 946685000}, {1, 2, 946684900}}, {}};
  REQUIRE(read(read_edge_list, written(write_edge_list, graph)).edges == graph.edges);
}

TEST_CASE("edges: a third column that a comment names as no weight is left out, or refused") {
  for (const char* name : {"timestamp", "Timestamp", "id", "type", "label", "is_directed"}) {
    INFO(name);
    const EdgeGraph graph =
        read(read_edge_list, fmt::format("# source target {}\n0 1 500\n1 2 400\n", name));
    REQUIRE(graph.edges == Edges{{0, 1, 1}, {1, 2, 1}});
    REQUIRE(graph.losses.at(0).find(
                fmt::format("column '{}' is left out (--columns 1,2,3", name)) == 0);
  }
  const char* back = "# source target reverse_cost\n0 1 5\n1 2 4\n";
  require_error(Fault::kInput, {"a weight of the way back", "--columns 2,1,3"},
                [&] { (void)read(read_edge_list, back); });
  REQUIRE(read(read_edge_list, back, {.columns = {"2", "1", "3"}}).edges ==
          Edges{{1, 0, 5}, {2, 1, 4}});
  REQUIRE(read(read_edge_list, "# source target time\n0 1 500\n1 2 400\n").edges[0].weight == 500);
}

TEST_CASE("edges: a weight of the way back, and a key of data, by columns") {
  REQUIRE(read(read_edge_list, "0 1 5 -1\n1 2 -1 6\n", {.columns = {"1", "2", "3", "4"}}).edges ==
          Edges{{0, 1, 5}, {2, 1, 6}});
  REQUIRE(read(read_edge_list, "0 1 {'length': 5, 'name': 'x'}\n").edges == Edges{{0, 1, 5}});
  const char* two = "0 1 {'length': 5, 'lanes': 2}\n";
  refuse(read_edge_list, two, "line 1, column 5", {"not 'length', 'lanes'", "--columns 1,2,KEY"});
  REQUIRE(read(read_edge_list, two, {.columns = {"1", "2", "lanes"}}).edges == Edges{{0, 1, 2}});
  REQUIRE(read(read_edge_list, two, {.columns = {"1", "2"}}).edges == Edges{{0, 1, 1}});
}

TEST_CASE("edges: a comment that names the columns in another order is refused") {
  const char* text = "#source minutes target\n0 874 3\n";
  require_error(Fault::kInput, {"'source', 'minutes', 'target'", "--columns 1,3,WEIGHT"},
                [&] { (void)read(read_edge_list, text); });
  REQUIRE(read(read_edge_list, text, {.columns = {"1", "3", "2"}}).edges == Edges{{0, 3, 874}});
  REQUIRE(read(read_edge_list, "# source target w\n0 3 874\n").edges == Edges{{0, 3, 874}});
}

TEST_CASE("edges: written with the number of vertices") {
  const EdgeGraph graph{5, {{0, 1, -2}, {1, 1, 0}}, {}};
  REQUIRE(written(write_edge_list, graph) == "# Nodes: 5 Edges: 2\n0\t1\t-2\n1\t1\t0\n");
}

}  // namespace
}  // namespace apsp::convert
