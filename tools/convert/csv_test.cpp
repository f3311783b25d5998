// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::Edges;
using test::messages_of;
using test::read;
using test::refuse;
using test::require_error;
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
  REQUIRE(graph.names == Names{"Paris, Texas", "the \"big\" one", "b", "\""});
  REQUIRE(graph.edges == Edges{{0, 1, 5}, {2, 3, 6}});
  REQUIRE(written(write_csv, graph) ==
          "source,target,weight\n\"Paris, Texas\",\"the \"\"big\"\" one\",5\nb,\"\"\"\",6\n");
}

TEST_CASE("csv: nothing, and one vertex") {
  REQUIRE(read(read_csv, "").vertices == 0);
  REQUIRE(read(read_csv, "source,target\n").vertices == 0);
  const EdgeGraph loop = read(read_csv, "x,x,1");
  REQUIRE(loop.vertices == 1);
  REQUIRE(loop.edges == Edges{{0, 0, 1}});
}

TEST_CASE("csv: what is refused, and where") {
  refuse(read_csv, "a,b,1\nc\n", "line 2, column 2",
         {"column 2 is missing, expected 3 columns, as in line 1"});
  refuse(read_csv, "a\n", "line 1, column 2", {"the target is missing, expected a name"});
  refuse(read_csv, "a,b,1\nc,d\n", "line 2, column 4", {"column 3 is missing, expected 3 columns"});
  refuse(read_csv, "a,b\nc,d,1\n", "line 2, column 5", {"column 3 is '1', expected 2 columns"});
  require_error(Fault::kInput, {"line 1 has 4 columns", "--columns 1,2,3", "csv-matrix"},
                [] { (void)read(read_csv, "a,b,1,2\n"); });
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

TEST_CASE("csv: columns by name, in any order, others left out") {
  const Edges edges = {{0, 1, 3}, {1, 2, 4}};
  const Names names = {"a", "b", "c"};
  for (const char* text :
       {"weight,source,target\n3,a,b\n4,b,c\n", "source,weight,target\na,3,b\nb,4,c\n",
        "Source;Target;Weight\na;b;3\nb;c;4\n", "to,from,cost\nb,a,3\nc,b,4\n",
        "#src\tdst\tw\na\tb\t3\nb\tc\t4\n", "# From Node , To-Node , length \na,b,3\nb,c,4\n",
        "id_1,id_2,km\na,b,3\nb,c,4\n", "start end distance\na b 3\n b  c\t4 \n"}) {
    INFO(text);
    const EdgeGraph graph = read(read_csv, text);
    REQUIRE(graph.edges == edges);
    REQUIRE(graph.names == names);
    REQUIRE(messages_of(graph).empty());
  }
  const char* of_gephi = "Source,Target,Type,Id,Weight\na,b,Undirected,0,3\nb,c,Directed,1,4\n";
  REQUIRE(read(read_csv, of_gephi).edges == Edges{{0, 1, 3}, {1, 0, 3}, {1, 2, 4}});
  REQUIRE(messages_of(read(read_csv, of_gephi)) ==
          std::vector<std::string>{
              "column 'Id' is left out (--columns SOURCE,TARGET,WEIGHT takes others)"});
  refuse(read_csv, "source,target,type\na,b,Directed\na,c,road\n", "line 3, column 5",
         {"the direction is 'road'"});
  REQUIRE(read(read_csv, "source,target,type\na,b,road\n").edges == Edges{{0, 1, 1}});
  const EdgeGraph gephi = read(read_csv, of_gephi, {.columns = {"Source", "Target", "Weight"}});
  REQUIRE(gephi.edges == edges);
  REQUIRE(
      messages_of(gephi) ==
      std::vector<std::string>{"column 'Type' says undirected, which --undirected makes of it"});
  const EdgeGraph timed = read(read_csv, "source,target,timestamp\na,b,77\n");
  REQUIRE(timed.edges == Edges{{0, 1, 1}});
  REQUIRE(timed.losses.size() == 1);
  REQUIRE(timed.notes ==
          std::vector<std::string>{"no column is a weight: every edge has weight 1 (--weight)"});
}

TEST_CASE("csv: the only other column of numbers is the weight, and several are refused") {
  for (const char* text :
       {"from,to,minutes\na,b,3\nb,c,4\n", "Source,Target,Length (km)\na,b,3\nb,c,4\n",
        "id;source;target;geschwindigkeit\n7;a;b;3\n8;b;c;4\n", ",from,to,fare\n0,a,b,3\n1,b,c,4\n",
        "from,to,timestamp,fare,what\na,b,9,3,x\nb,c,9,4,y\n",
        "sep=;\nfrom;to;fare\na;b;3\nb;c;4\n", "from,to,fare\ra,b,3\rb,c,4\r"}) {
    INFO(text);
    REQUIRE(read(read_csv, text).edges == Edges{{0, 1, 3}, {1, 2, 4}});
  }
  REQUIRE(read(read_csv, "from,to,fare\na,b,NA\nb,c,4\n", {.no_edge = "NA"}).edges ==
          Edges{{0, 1, kUnreachable}, {1, 2, 4}});
  refuse(read_csv, "from,to,fare\na,b,NA\nb,c,4\n", "line 2, column 5", {"'NA'", "--no-edge NA"});
  require_error(Fault::kInput, {"columns 'fare', 'lanes' have numbers", "--columns 1,2,WEIGHT"},
                [] { (void)read(read_csv, "from,to,fare,lanes\na,b,3,2\n"); });
  require_error(Fault::kInput, {"no known names mark the columns", "--columns"}, [] {
    (void)read(read_csv, "origine,Type,destination\n1,Directed,2\n1,Directed,0\n");
  });
  require_error(Fault::kInput, {"no known names mark the columns 'x', 'y', 'z'", "--columns"},
                [] { (void)read(read_csv, "x,y,z\n1,2,3\n"); });
  for (const char* flag : {"Directed", "type", "oneway"}) {
    const EdgeGraph graph = read(read_csv, std::string("from,to,") + flag + "\na,b,1\nb,c,0\n");
    REQUIRE(graph.edges == Edges{{0, 1, 1}, {1, 2, 1}});
    REQUIRE(graph.losses.at(0).find(flag) != std::string::npos);
  }
  const EdgeGraph wide = read(read_csv, "from,to,cost" + std::string(3000, ',') + "\na,b,5" +
                                            std::string(3000, ',') + "\n");
  REQUIRE(wide.losses.size() == 1);
  REQUIRE(wide.losses[0].size() < 200);
}

TEST_CASE("csv: directions, ways back and times are no weights") {
  for (const char* name : {"is_directed", "Undirected", "bidirectional", "both_ways", "reversed",
                           "unixtime", "timestamp_utc", "created", "twoways", "is_reverse",
                           "reverse_edge_id", "lanes:backward", "maxspeed:backward", "reverse"}) {
    INFO(name);
    const EdgeGraph graph = read(read_csv, fmt::format("from,to,{}\na,b,1\nb,c,0\n", name));
    REQUIRE(graph.edges == Edges{{0, 1, 1}, {1, 2, 1}});
    REQUIRE(graph.losses.at(0).find(fmt::format("column '{}' is left out", name)) == 0);
  }
  for (const char* name :
       {"reverse_weight", "reverse_length", "cost_back", "w_rev", "minutes reverse", "reverse",
        "backward", "length:backward", "reverse_cost_s", "reversed_length_m", "return_time"}) {
    INFO(name);
    const std::string text = fmt::format("from,to,{}\na,b,1\nb,c,2\n", name);
    require_error(Fault::kInput, {"weights of the way back: --columns 2,1,3 takes them"},
                  [&] { (void)read(read_csv, text); });
    REQUIRE(read(read_csv, text, {.columns = {"2", "1", "3"}}).edges ==
            Edges{{0, 1, 1}, {2, 0, 2}});
  }
  for (const char* name : {"revenue", "feedback", "time", "width"}) {
    const std::string text = fmt::format("from,to,{}\na,b,3\nb,c,4\n", name);
    REQUIRE(read(read_csv, text).edges == Edges{{0, 1, 3}, {1, 2, 4}});
  }
  for (const char* text : {"from,to,time\na,b,946684800\nb,c,946684700\nc,d,946684750\n",
                           "a,b,946685000\nb,c,946684800\nc,a,946684801\n",
                           "from,to,value\na,b,20240105\nb,c,20240104\nc,d,20231231\n"}) {
    INFO(text);
    require_error(Fault::kInput, {"looks like times", "--columns 1,2 leaves it out"},
                  [&] { (void)read(read_csv, text); });
    REQUIRE(read(read_csv, text, {.columns = {"1", "2", "3"}}).edges.size() == 3);
  }
  // Two numbers show too little to refuse them, and multiples of a million are no seconds.
  for (const char* text :
       {"from,to,population\na,b,19991231\nb,c,20001201\n", "a,b,1000000000\nb,c,999999999\n",
        "a,b,1000000000\nb,c,999999999\nc,d,900000001\n"}) {
    INFO(text);
    REQUIRE(read(read_csv, text).losses.back().find("if it is the time, --columns 1,2") !=
            std::string::npos);
  }
  REQUIRE(read(read_csv, "from,to,cost\na,b,20240105\nb,c,20240104\n").edges[0].weight == 20240105);
}

TEST_CASE("csv: a Type of Undirected anywhere is said where --columns leaves it out") {
  std::string text = "Source,Target,Type,Weight\n";
  for (int n = 0; n < 100; ++n) text += fmt::format("a{},b{},Directed,5\n", n, n);
  const ReadOptions options = {.columns = {"Source", "Target", "Weight"}};
  REQUIRE(read(read_csv, text, options).losses.empty());
  REQUIRE(read(read_csv, text + "x,y,Undirected,5\n", options).losses.at(0).find("--undirected") !=
          std::string::npos);
}

TEST_CASE("csv: a way back with a weight of its own") {
  const char* text = "id,source,target,cost,reverse_cost\n1,a,b,5,-1\n2,b,c,-1,7\n3,c,a,2,3\n";
  require_error(Fault::kInput, {"column 'reverse_cost'", "--columns 2,3,4,5"},
                [&] { (void)read(read_csv, text); });
  const Edges both = {{0, 1, 5}, {2, 1, 7}, {2, 0, 2}, {0, 2, 3}};
  REQUIRE(read(read_csv, text, {.columns = {"2", "3", "4", "5"}}).edges == both);
  REQUIRE(read(read_csv, text, {.scale = 0.1, .columns = {"2", "3", "4", "5"}}).edges.size() == 4);
  REQUIRE(read(read_csv, text, {.columns = {"2", "3", "4"}}).edges ==
          Edges{{0, 1, 5}, {1, 2, -1}, {2, 0, 2}});
}

TEST_CASE("csv: a way back by its place, marks beside weights, and an id as the source") {
  for (const char* text : {"city1,city2,reverse_cost\nBonn,Ulm,5\nUlm,Kiel,7\n",
                           "reverse_cost,city1,city2\n5,Bonn,Ulm\n7,Ulm,Kiel\n"}) {
    require_error(Fault::kInput, {"column 'reverse_cost' has weights of the way back: --columns "},
                  [&] { (void)read(read_csv, text); });
  }
  for (const char* text : {"cost,reverse_cost,x\n5,6,a\n7,8,b\n", "a,b,reverse\nx,y,1\ny,z,0\n"}) {
    require_error(Fault::kInput, {"no known names mark the columns"},
                  [&] { (void)read(read_csv, text); });
  }
  const Edges edges = {{0, 1, 5}, {1, 2, 6}};
  for (const char* text :
       {"u,v,key,osmid,lanes:backward,length\n1,2,0,77,2,5\n2,3,0,78,,6\n",
        "u,v,key,osmid,maxspeed:backward,length\n1,2,0,77,50,5\n2,3,0,78,30,6\n",
        "source,target,weight,is_reverse\na,b,5,0\nb,c,6,1\n",
        "source,target,weight,reverse\na,b,5,True\nb,c,6,False\n",
        "source,target,weight,reverse\na,b,5,1\nb,c,6,0\n",
        "source,target,weight,reverse_edge_id\na,b,5,17\nb,c,6,18\n",
        "from,to,minutes,lanes\na,b,5,2\nb,c,6,3\n", "from,to,metres,lanes\na,b,5,2\nb,c,6,3\n",
        "from,to,seconds,lanes\na,b,5,2\nb,c,6,3\n", "from,to,hours,lanes\na,b,5,2\nb,c,6,3\n",
        "id,neighbor,weight\na,b,5\nb,c,6\n", "id,neighbor,weight\n1,2,5\n2,3,6\n"}) {
    INFO(text);
    const EdgeGraph graph = read(read_csv, text);
    REQUIRE(graph.edges == edges);
    REQUIRE(!graph.losses.empty());
  }
}

TEST_CASE("csv: a decimal comma by the option, and refused with its name") {
  refuse(read_csv, "from;to;km\na;b;2,5\n", "line 2, column 5", {"'2,5'", "--decimal ,"});
  refuse(read_csv, "a,b,\"2,5\"\n", "line 1, column 6", {"'2,5'", "--decimal ,"});
  refuse(read_csv, "a;b;1.234,5\n", "line 1, column 5", {"a comma, not a point"}, {.decimal = ','});
  for (const char* text : {"from;to;km\na;b;2,5\n", "a b 2,5\n", "a,b,\"2,5\"\n"}) {
    INFO(text);
    REQUIRE(read(read_csv, text, {.scale = 2, .decimal = ','}).edges == Edges{{0, 1, 5}});
  }
  for (const char* text : {"0 1 2,5\n", "x y w\n0 1 2,5\n1 2 3,5\n"}) {
    require_error(Fault::kInput, {"--decimal ,"}, [&] { (void)read(read_csv, text); });
  }
}

TEST_CASE("csv: v1 and v2 are no ends where they are two of many") {
  require_error(Fault::kInput, {"no known names mark"},
                [] { (void)read(read_csv, "v0,v1,v2,v3\nx,2,7,x\n"); });
  REQUIRE(read(read_csv, "v1,v2,km\na,b,5\n").edges == Edges{{0, 1, 5}});
}

TEST_CASE("csv: bars, and commas beside decimal commas") {
  REQUIRE(read(read_csv, "a|b|5\nb|c|6\n").edges == Edges{{0, 1, 5}, {1, 2, 6}});
  REQUIRE(read(read_csv, "a|b|0,5\n", {.scale = 2, .decimal = ','}).edges == Edges{{0, 1, 1}});
  REQUIRE(read(read_csv, "a,b,\"0,5\"\n", {.scale = 2, .decimal = ','}).edges == Edges{{0, 1, 1}});
  require_error(Fault::kInput, {"--separator"},
                [] { (void)read(read_csv, "3, 2, 7\n", {.decimal = ','}); });
  require_error(Fault::kInput, {"another --separator"},
                [] { (void)read(read_csv, "1|2|4,0\n", {.decimal = ',', .separator = ','}); });
  for (const char* text :
       {"0 1 5,0\n% roads\n1 2 6,0\n", "v0 0 1,03\nv1 2,19 0\n", "a b 7,03\nb c 6,83\n"}) {
    require_error(Fault::kInput, {"--decimal ,"}, [&] { (void)read(read_csv, text); });
  }
  REQUIRE(read(read_csv, "Route 66,A 1,5\nA 1,b,6\n").edges == Edges{{0, 1, 5}, {1, 2, 6}});
  REQUIRE(read(read_csv, "# FromNodeId ToNodeId\n3 1 28\n1 4 29\n").edges ==
          Edges{{0, 1, 28}, {1, 2, 29}});
}

TEST_CASE("csv: a first line that may say the sizes is refused") {
  for (const char* text : {"4,3\n1,2\n2,3\n3,4\n", "4,4\n0,1\n1,2\n2,3\n3,0\n"}) {
    require_error(Fault::kInput, {"how many vertices and edges", "--header no or --header yes"},
                  [&] { (void)read(read_csv, text); });
    REQUIRE(read(read_csv, text, {.header = true}).vertices == 4);
  }
  require_error(Fault::kInput, {"how many vertices and edges"},
                [] { (void)read(read_csv, "3 3 2\n0 1 9\n1 2 8\n"); });
  require_error(Fault::kInput, {"how many vertices and edges"},
                [] { (void)read(read_csv, "3,2,1\n0,1,9\n1,2,8\n"); });
  REQUIRE(read(read_csv, "4,3\n1,2\n2,3\n3,5\n").edges.size() == 4);
  // The number of vertices counts, not their names.
  for (const char* text :
       {"4,3\nA,B\nB,C\nC,D\n", "4;3\r\nA;B\r\nB;C\r\nC;D\r\n", "4,3\n10,11\n11,12\n12,13\n",
        "4,4,3\nA,B,5\nB,C,6\nC,D,7\n", "4,3,0\n10,11,5\n11,12,6\n12,13,7\n"}) {
    INFO(text);
    require_error(Fault::kInput, {"4 vertices and 3 edges; --header no or --header yes"},
                  [&] { (void)read(read_csv, text); });
  }
  require_error(Fault::kInput, {"4 vertices and 3 edges, each listed from both ends"},
                [] { (void)read(read_csv, "4,3\n0,1\n1,0\n1,2\n2,1\n2,3\n3,2\n"); });
  REQUIRE(read(read_csv, "3,2\nA,B\nB,C\nC,A\n").edges.size() == 4);
  REQUIRE(read(read_csv, "9,2,1\n9,1,2\n9,2,3\n", {.columns = {"2", "3"}}).edges.size() == 3);
}

TEST_CASE(
    "csv: a third column of words, and a comment between blanks, are refused with a way out") {
  require_error(Fault::kInput, {"'2023-12-31' in line 1", "--columns 1,2"},
                [] { (void)read(read_csv, "a,b,2023-12-31\nb,c,2023-12-31\n"); });
  require_error(Fault::kInput, {"'x', 'y', 'what'", "--columns SOURCE,TARGET,WEIGHT"},
                [] { (void)read(read_csv, "x,y,what\n1,2,p\n2,3,q\n"); });
  for (const char* text : {"# roads\n1 2\n# paths\n2 3\n", "% roads\n1\t2\n#paths b\n2\t3\n",
                           "#roads b\n1,2\n# x,y\n2,3\n"}) {
    INFO(text);
    const EdgeGraph graph = read(read_csv, text);
    REQUIRE(graph.names == Names{"1", "2", "3"});
    REQUIRE(graph.losses.size() == 2);
  }
  refuse(read_csv, "from,to,km\na,b,5\nfrom,to,km\nb,c,6\n", "line 3, column 1",
         {"the first line again", "'from'"});
  require_error(Fault::kInput, {"has a number, '76'", "--header yes or --header no"},
                [] { (void)read(read_csv, "U\tV\t76\nB\tU\t35\n"); });
}

TEST_CASE("csv: words above numbers are a header, and that is noted") {
  const EdgeGraph graph = read(read_csv, "person_x,person_y\n3,4\n4,5\n");
  REQUIRE(graph.names == Names{"3", "4", "5"});
  REQUIRE(messages_of(graph) ==
          std::vector<std::string>{
              "line 1 names the columns: 'person_x' the source, 'person_y' the target "
              "(--columns SOURCE,TARGET,WEIGHT takes others, --header no: it is an edge)"});
  const EdgeGraph weighted = read(read_csv, "weight,x,y\n3,a,b\n");
  REQUIRE(weighted.names == Names{"a", "b"});
  REQUIRE(weighted.edges == Edges{{0, 1, 3}});
  REQUIRE(read(read_csv, "x1,x2\n3,4\n", {.header = false}).names == Names{"x1", "x2", "3", "4"});
}

TEST_CASE("csv: a first line that may be either is an edge and noted, or refused") {
  const EdgeGraph either = read(read_csv, "person,friend\nann,bob\n");
  REQUIRE(either.edges.size() == 2);
  REQUIRE(messages_of(either).size() == 1);
  REQUIRE(messages_of(either)[0].find("an edge from 'person' to 'friend' (--header yes") !=
          std::string::npos);
  REQUIRE(read(read_csv, "person,friend\nann,bob\n", {.header = true}).names ==
          Names{"ann", "bob"});
  REQUIRE(messages_of(read(read_csv, "ann,bob\nbob,cid\n")).empty());  // bob again: an edge
  REQUIRE(messages_of(read(read_csv, "1,2\n3,4\n")).empty());
  require_error(Fault::kInput, {"'v' is a vertex further down", "--header yes or --header no"},
                [] { (void)read(read_csv, "u,v\nv,w\n"); });
  REQUIRE(read(read_csv, "u,v,w\nv,w,1\n").names == Names{"v", "w"});
  REQUIRE(read(read_csv, "u,v\nv,w\n", {.header = false}).names == Names{"u", "v", "w"});
  REQUIRE(read(read_csv, "u,v\nv,w\n", {.header = true}).names == Names{"v", "w"});
}

TEST_CASE("csv: a weight that is no number is no header") {
  refuse(read_csv, "a,b,inf\nc,d,5\n", "line 1, column 5", {"the weight is 'inf'"});
  refuse(read_csv, "a,b,nan\nc,d,5\n", "line 1, column 5", {"the weight is 'nan'"});
  refuse(read_csv, "a,b,?\nc,d,5\n", "line 1, column 5", {"the weight is '?'"});
  refuse(read_csv, "a,b,-\nc,d,5\n", "line 1, column 5", {"the weight is '-'"});
  refuse(read_csv, "a,b,\nc,d,5\n", "line 1, column 5", {"the weight is missing"});
  refuse(read_csv, "a,b,km\n", "line 1, column 5", {"the weight is 'km'"});
}

TEST_CASE("csv: names may begin with #, comments at the top are told by their columns") {
  REQUIRE(read(read_csv, "#a,#b,1\n#b,c,2\n").names == Names{"#a", "#b", "c"});
  REQUIRE(read(read_csv, "#a,b\n#c,#a\n").names == Names{"#a", "b", "#c"});
  const EdgeGraph commented = read(read_csv, "# a, b, c, d\n# made by hand\na,b,5\n#c,b,6\n");
  REQUIRE(commented.names == Names{"a", "b", "#c"});
  REQUIRE(messages_of(commented) ==
          std::vector<std::string>{"2 comment lines at the top are left out"});
  REQUIRE(read(read_csv, "# only a comment\n").edges.empty());
  // Written, such names stand in quotes.
  REQUIRE(written(write_csv, {2, {{0, 1, 1}}, {"#a", " b"}}) ==
          "source,target,weight\n\"#a\",\" b\",1\n");
}

TEST_CASE("csv: blanks around fields do not belong to them, but in quotes") {
  REQUIRE(read(read_csv, "0, 1\n1 ,\t2\n").names == Names{"0", "1", "2"});
  const EdgeGraph graph = read(read_csv, " \"a\" , \" b\" , 5 \nNew York,a,6\n");
  REQUIRE(graph.names == Names{"a", " b", "New York"});
  REQUIRE(graph.edges == Edges{{0, 1, 5}, {2, 0, 6}});
}

TEST_CASE("csv: separators are found, or refused where several fit") {
  REQUIRE(read(read_csv, "a;b,c;5\nd;e;6\n").names == Names{"a", "b,c", "d", "e"});
  REQUIRE(read(read_csv, "a\tb c\t5\n").names == Names{"a", "b c"});
  REQUIRE(read(read_csv, "\"a;b\",c\n").names == Names{"a;b", "c"});
  require_error(Fault::kInput, {"2 separators fit", "--separator"},
                [] { (void)read(read_csv, "0;1;2,5\n1;2;3,5\n"); });
  for (const char* blanks :
       {"a b 9,266,889.64\na c 5,914,249.22\n", "20,2\nNone 13,1\n37,2 None None\n"}) {
    require_error(Fault::kInput, {"blanks stand between numbers", "--separator"},
                  [=] { (void)read(read_csv, blanks); });
  }
  REQUIRE(read(read_csv, "a,1,5\nb,2,6\n").names == Names{"a", "1", "b", "2"});
  refuse(read_csv, "0;1;2,5\n", "line 1, column 5", {"the weight is '2,5'"}, {.separator = ';'});
  REQUIRE(read(read_csv, "a;b\tc,d\n", {.separator = ' '}).names == Names{"a;b", "c,d"});
}

TEST_CASE("csv: columns by the option") {
  const char* text = "id,a,b,fare\n9,x,y,5\n";
  REQUIRE(read(read_csv, text, {.header = true, .columns = {"a", "b", "fare"}}).edges ==
          Edges{{0, 1, 5}});
  REQUIRE(read(read_csv, text, {.header = true, .columns = {"3", "2"}}).names == Names{"y", "x"});
  for (const auto& [columns, part] :
       {std::pair{std::vector<std::string>{"a", "c"}, "--columns names 'c'"},
        {{"a", "5"}, "--columns names '5'"},
        {{"a", "2"}, "takes column 2 twice"}}) {
    require_error(Fault::kInput, {part}, [&, &columns = columns] {
      (void)read(read_csv, text, {.header = true, .columns = columns});
    });
  }
  require_error(Fault::kInput, {"names 'w', but two columns"}, [] {
    (void)read(read_csv, "from,to,w,w\na,b,1,2\n", {.columns = {"from", "to", "w"}});
  });
  require_error(Fault::kInput, {"two columns as source"},
                [] { (void)read(read_csv, "from,source,to\na,b,c\n"); });
}

TEST_CASE("csv: hostile text") {
  refuse(read_csv, std::string("a,b\nc\0d,e\n", 10), "line 2, column 2", {"NUL"});
  refuse(read_csv,
         std::string("\xff\xfe"
                     "a\0,\0b\0",
                     8),
         "line 1, column 4", {"UTF-16"});
  const std::string longest(1 << 20, 'x');
  REQUIRE(read(read_csv, longest + "," + longest + "y\r\n").names.size() == 2);
  REQUIRE(read(read_csv, std::string("\xef\xbb\xbf") + "source,target\r\n\"a\",b\r\n\r\n").names ==
          Names{"a", "b"});
  refuse(read_csv, "a,b\nc,\"d\n", "line 2, column 3", {"a closing quote in the same line"});
}

TEST_CASE("csv: without names the numbers are written") {
  REQUIRE(written(write_csv, {3, {{0, 2, -2}}, {}}) == "source,target,weight\n0,2,-2\n");
}

}  // namespace
}  // namespace apsp::convert
