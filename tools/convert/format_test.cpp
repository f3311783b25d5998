// SPDX-License-Identifier: MIT
#include "tools/convert/format.hpp"

#include <fmt/core.h>

#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_folder.hpp"
#include "tools/convert/npy_header.hpp"

namespace apsp::convert {
namespace {

std::string detected(std::string_view bytes, std::string_view path = "file") {
  const Format* const format = detect_format(bytes, path).format;
  return format == nullptr ? "" : std::string(format->name);
}

TEST_CASE("content tells the format, whatever the suffix") {
  for (const char* path : {"file", "file.gr", "file.csv", "file.bin"}) {
    REQUIRE(detected("\x93NUMPY...", path) == "npy");
    REQUIRE(detected("%%MatrixMarket matrix", path) == "mtx");
    REQUIRE(detected("\xef\xbb\xbf%%MatrixMarket matrix", path) == "mtx");
    REQUIRE(detected("c x\nc\n\np sp 3 4\n", path) == "dimacs");
    REQUIRE(detected("% sym unweighted\n1 2\n", path) == "konect");
    REQUIRE(detected("%bip weighted\r\n1 2 3\n", path) == "konect");
    REQUIRE(detected("source,target\n1,2\n", path) == "csv");
    REQUIRE(detected("a,b,1", path) == "csv");
    REQUIRE(detected("% x\n3 2\n2\n1 3\n2\n", path) ==
            (path == std::string_view("file.csv") ? "csv" : "metis"));
    REQUIRE(detected(test::bytes_of(std::vector<std::int32_t>{2, 1, 0, 1, 5}), path) == "hw3");
    REQUIRE(detected(test::bytes_of(std::vector<std::int32_t>{0, 0}), path) == "hw3");
  }
}

TEST_CASE("where content leaves a choice the suffix tells, and numbers are edges") {
  REQUIRE(detected("1 2\n", "x.graph") == "metis");
  REQUIRE(detected("1 2\n", "x.txt") == "edges");
  REQUIRE(detected("1 2\n") == "edges");
  REQUIRE(detected("\n1 2 3.5\r\n") == "edges");
  REQUIRE(detected("a b 1\n", "x.edges") == "edges");
  REQUIRE(detected("", "x.csv") == "csv");
  REQUIRE(detected("xyz", "x.bin") == "hw3");
  REQUIRE(detected("").empty());
  REQUIRE(detected("a b\n").empty());
  REQUIRE(detected("1 2 3 4\n").empty());
  REQUIRE(detected("%MatrixMarket matrix") == "mtx");
  REQUIRE(detected("xyz").empty());
  REQUIRE(detected(test::bytes_of(std::vector<std::int32_t>{2, 2, 0, 1, 5})).empty());
}

TEST_CASE("of comments with # and % the first other line tells") {
  REQUIRE(detected("# x\n1 2\n") == "edges");
  REQUIRE(detected("# x\na b\n", "x.gr") == "edges");
  REQUIRE(detected("# x\na,b,1\n") == "csv");
  REQUIRE(detected("#a,#b,1\n#b,c,2\n", "x.csv") == "csv");
  REQUIRE(detected("# Nodes: 3 Edges: 0\n") == "edges");
  REQUIRE(detected("# nothing\n").empty());
  REQUIRE(detected("# nothing\n", "x.txt") == "edges");
  REQUIRE(detected("c d 1\nd e 2\n", "x.el") == "edges");
  REQUIRE(detected("c,d,1\n") == "csv");
}

TEST_CASE("comments with % are METIS's where all of it fits, KONECT's by its header, or refused") {
  const auto doubt = [](std::string_view bytes, std::string_view path) {
    const Detection detection = detect_format(bytes, path);
    REQUIRE(detection.format == nullptr);
    return detection.doubt;
  };
  for (const char* text : {"% x\n0 1\n1 2\n", "% x\n3 4 1\n", "% x\n2 1\n2\n2\n",
                           "% symmetric\n1 2\n", "% x\n2 1 1\n2 5\n1 6\n"}) {
    INFO(text);
    for (const char* path : {"file", "x.txt", "x.edges", "x.gr"}) {
      REQUIRE(doubt(text, path).find("expected --from") != std::string::npos);
    }
    REQUIRE(detected(text, "x.graph") == "metis");
  }
  // A triangle that is an edge list as well.
  for (const char* text : {"3 3\n2 3\n1 3\n1 2\n", "% x\n3 3\n2 3\n1 3\n1 2\n", "0 0 001\n"}) {
    INFO(text);
    REQUIRE(doubt(text, "x.txt").find("--from metis or --from edges") != std::string::npos);
    REQUIRE(doubt(text, "x").find("--from metis or --from edges") != std::string::npos);
    REQUIRE(detected(text, "x.graph") == "metis");
    REQUIRE(detected(text, "x.edges") == "edges");
  }
  REQUIRE(detected("4 1\n\n3\n2\n\n", "x.txt") == "metis");
}

TEST_CASE("a square of numbers between blanks is a matrix, or refused where it may be edges") {
  for (const std::string path : {"x", "x.txt", "x.tsv", "x.dat"}) {
    INFO(path);
    REQUIRE(detected("0 3 1 2\n3 0 4 1\n1 4 0 2\n2 1 2 0\n", path) == "csv-matrix");
    REQUIRE(detected("# by savetxt\n0 3.5\n3.5 0\n", path) == "csv-matrix");
    REQUIRE(detected("0\n3 0\n1 4 0\n", path) == "csv-matrix");
    for (const char* text : {"0 1\n1 0\n", "0 3 1\n3 0 4\n1 4 0\n", "1 3\n3 1\n",
                             "5 1 2\n1 5 2\n1 2 5\n", "99999 3 9\n3 99999 2\n9 2 99999\n"}) {
      const Detection detection = detect_format(text, path);
      REQUIRE(detection.format == nullptr);
      REQUIRE(detection.doubt.find("--from edges or --from csv-matrix") != std::string::npos);
    }
    REQUIRE(detect_format("1 3 1 2\n3 4 4 1\n1 4 6 2\n2 1 2 5\n", path).doubt.find("--columns") !=
            std::string::npos);
    REQUIRE(detected("0 1\n1 2\n2 0\n", path) == "edges");
  }
  REQUIRE(detect_format("v0 v1 v2\n0 0 6\n2 0 0\n3 0 0\n", "x.tsv").doubt.find("csv-matrix") !=
          std::string::npos);
  REQUIRE(detected("0 1 {'weight': 3, 'x': 2}\n", "x.csv") == "edges");
  REQUIRE(detect_format("0->1: 29\n", "x.csv").doubt.find("arrows") != std::string::npos);
  REQUIRE(detected("# roads\n1 2\n# roads\n2 3\n", "x.txt") == "edges");
  REQUIRE(detected("0 1\n1 0\n", "x.edges") == "edges");
  REQUIRE(detected("# Nodes: 2 Edges: 2\n0 1\n1 0\n") == "edges");
}

std::string npy(std::size_t size, const std::vector<double>& numbers) {
  std::string text = npy_header(size, size);
  text.replace(text.find("<i4"), 3, "<f8");
  return text + test::bytes_of(numbers);
}

TEST_CASE("an array of 2 x 2 or 3 x 3 is a matrix, or refused where its rows may be edges") {
  const std::vector<std::vector<double>> doubtful = {
      {0, 1, 7, 1, 2, 22, 2, 0, 3}, {0, 1, 1, 2}, {1, 1, 1, 1, 1, 1, 1, 1, 1}};
  for (const std::vector<double>& numbers : doubtful) {
    const std::size_t size = numbers.size() == 4 ? 2 : 3;
    const Detection detection = detect_format(npy(size, numbers), "x.npy");
    REQUIRE(detection.format == nullptr);
    REQUIRE(detection.doubt.find(fmt::format("or {} edges", size)) != std::string::npos);
    REQUIRE(detection.doubt.find("--from npy") != std::string::npos);
  }
  const double none = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<double>> matrices = {
      {0, 3, 9, 3, 0, 2, 9, 2, 0},
      {0, 5, 5, 0},
      {none, 5, 5, 0},
      {0, 0.5, 1, 1},
      {0, -1, 1, 1},
      {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
  for (const std::vector<double>& numbers : matrices) {
    const std::size_t size = numbers.size() == 4 ? 2 : numbers.size() == 9 ? 3 : 4;
    REQUIRE(detected(npy(size, numbers), "x.npy") == "npy");
  }
}

TEST_CASE("formats that are not read are named, with what reads them") {
  using namespace std::string_literals;
  const std::vector<std::array<std::string, 3>> known = {
      {"*Vertices 3\n1 \"a\"\n", "Pajek", "apsp convert"},
      {"graph [\n node [ id 1 ]", "GML", "apsp convert"},
      {"Creator \"x\"\ngraph\n[\n node", "GML", "apsp convert"},
      {"<?xml version='1.0'?>\n<gexf xmlns='x'>", "GEXF", "apsp convert"},
      {"<graphml xmlns='x'>", "GraphML", "apsp convert"},
      {" <?xml version='1.0'?>\n<!-- by hand -->\n<g:graphml xmlns:g='x'>", "GraphML",
       "apsp convert"},
      {"<!DOCTYPE graphml SYSTEM 'x'>\n", "GraphML", "apsp convert"},
      {"<?xml version='1.0'?>\n<svg>", "XML", "apsp convert"},
      {"<!DOCTYPE html>\n<html>", "XML", "apsp convert"},
      {"digraph G {\n a -> b }", "DOT", "apsp convert"},
      {"strict graph {", "DOT", "apsp convert"},
      {" {\"nodes\": []}", "JSON", "apsp convert"},
      {"[{\"source\": 1}]", "JSON", "apsp convert"},
      {"# a\nb 1\n# b\nc 2\n", "LGL", "apsp convert"},
      {"NAME: x\nTYPE: TSP\nDIMENSION: 4\n", "TSPLIB", "apsp convert"},
      {"NAME : x\nTYPE : TSP\nDIMENSION : 4\n", "TSPLIB", "apsp convert"},
      {"dl n=3 format=edgelist1\n", "UCINET DL", "apsp convert"},
      {"LEDA.GRAPH\nvoid\n", "LEDA", "apsp convert"},
      {"#x.py\n# GMT Wed Nov 25\n# \n0 1\n1 2\n", "adjacency list", "apsp convert"},
      {"1: 2 3\n2: 3\n", "adjacency list", "apsp convert"},
      {"1 5\n2 6\n#\n1 2 3\n", "TGF", "--from edges"},
      {"(0, 1)\n(0, 2)\n", "pairs in brackets", "tr "},
      {"(a,b,5),\n(b,c,6)\n", "pairs in brackets", "tr "},
      {"c x\np edge 3 2\ne 1 2\n", "DIMACS", "--from edges"},
      {">>graph6<<A_", "graph6", "apsp convert"},
      {"PAR1\0\0"s, "Parquet", "apsp convert"},
      {"<osm version='0.6'>", "OpenStreetMap", "osmnx"},
      {"MATLAB 5.0 MAT-file", "MATLAB", "apsp convert"},
      {"\x89HDF\r\n", "HDF5", "h5py"},
      {"PK\3\4" + std::string(26, '\0') + "edges.csv", "zip archive", "unzip -p"},
      {"PK\5\6" + std::string(18, '\0'), "zip archive", "unzip -p"},
      {"PK\3\4" + std::string(26, '\0') + "indices.npy", "NumPy archive", "apsp convert"},
      {"PK\3\4" + std::string(26, '\0') + "[Content_Types].xml", "spreadsheet", "CSV"},
      {"a.csv" + std::string(252, '\0') + "ustar", "archive of tar", "tar -xOf"},
      // Comments above, and what else may come first.
      {"# by hand\ngraph G {\n a -- b;\n}\n", "DOT", "apsp convert"},
      {"/* by\nhand */\n// twice\ndigraph G\n{\n 0 -> 1;\n}\n", "DOT", "apsp convert"},
      {"# by hand\ngraph [\n node [ id 0 ]\n]\n", "GML", "apsp convert"},
      {"Version 1\ngraph\n[\n  node [ id 0 ]\n]\n", "GML", "apsp convert"},
      {"  *vertices 3\n*edges\n1 2 5\n", "Pajek", "apsp convert"},
      {"% by hand\n*Vertices 3\n*Arcs\n1 2 5\n", "Pajek", "apsp convert"},
      {"*Arcslist\n1 2 3\n", "Pajek", "apsp convert"},
      {"*Matrix\n0 1\n1 0\n", "Pajek", "apsp convert"},
      {"DIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\n", "TSPLIB", "apsp convert"},
      {"COMMENT : x\nNAME: y\nDIMENSION: 3\n", "TSPLIB", "apsp convert"},
      {"DL\nN=3\nFORMAT=EDGELIST1\n", "UCINET DL", "apsp convert"},
      {"#header\nLEDA.GRAPH\nvoid\n", "LEDA", "apsp convert"},
      {"[\n [0, 1, 5],\n [1, 2, 6]\n]\n", "JSON", "apsp convert"},
      {"[(0, 1, 5), (1, 2, 6)]\n", "pairs in brackets", "tr "},
      {"MATLAB 7.3 MAT-file", "MATLAB 7.3", "-v7"},
      {"x\n prog\n\n  2  1  0  0 V2000\n", "chemical table", "RDKit"},
      {"P SP 3 2\nA 1 2 5\n", "DIMACS in capitals", "tr A-Z a-z"},
      {"# by hand\n# 0\n1 5\n2 6\n# 1\n2 7\n", "LGL", "apsp convert"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:a\n", "Git LFS", "git lfs pull"},
  };
  for (const auto& [text, name, reader] : known) {
    INFO(text);
    for (const char* path : {"file", "x.txt", "x.bin"}) {
      for (const std::string& bytes : {text, "\xef\xbb\xbf" + text}) {
        const Detection detection = detect_format(bytes, path);
        REQUIRE(detection.format == nullptr);
        REQUIRE(detection.doubt.find(name) != std::string::npos);
        REQUIRE(detection.doubt.find(reader) != std::string::npos);
      }
    }
  }
  for (const auto& [path, name] : {std::pair{"x.net", "Pajek"},
                                   {"x.ncol", "NCOL"},
                                   {"x.graphml", "GraphML"},
                                   {"x.xml", "XML"},
                                   {"x.npz", "NumPy archive"},
                                   {"x.SDF", "chemical"},
                                   {"x.pbf", "Open"}}) {
    REQUIRE(detect_format("a b c d e\n", path).doubt.find(name) != std::string::npos);
  }
}

TEST_CASE("edges that hold a mark of a format that is not read are edges") {
  for (const char* text : {"0 1 5\n1 2 6\n2 3 7\nN1 4 V2000\n", "0 1\n1 2\n2 3\n123 456 V2000\n",
                           "0 1 5\n#\n1 2 6\n", "0 1\n1 2\n#\n", "0 1\n0 2\n#\n0 1\n"}) {
    INFO(text);
    REQUIRE(detect_format(text, "x.edges").format == find_format("edges"));
  }
}

TEST_CASE("a stream that begins as no text does is a graph, or a format that is not read") {
  using namespace std::string_literals;
  const auto tar = [](const std::string& member) {
    return member + std::string(257 - member.size(), '\0') + "ustar" + std::string(1000, '\0');
  };
  std::string wide;
  for (const char c : "from,to\n"s) wide += {c, '\0'};
  const std::vector<std::pair<std::string, std::string>> foreign = {
      {tar("a"), "archive of tar"},
      {tar("e.txt"), "archive of tar"},
      {tar("roads/"), "archive of tar"},
      {wide, "text in UTF-16"},
      {"\xff\xfe" + wide, "text in UTF-16"},
      {"\xfe\xff\0"s + wide, "text in UTF-16"},
      {"\0\0\0\x0d\x0a\x09OSMHeader"s + std::string(40, '\0'), "OpenStreetMap"},
      {"\0\0\0\0\2\0\0\0\2\0\0\0\0\0\0\0\2\0\0\0A\0"s + std::string(32, '\0'), "MATLAB"},
      {"X\n\0\0\0\3\0\4"s + std::string(40, '\0'), "R data"}};
  for (const auto& [bytes, name] : foreign) {
    INFO(name << ", " << bytes.size() << " bytes");
    Input input("x", bytes);
    REQUIRE(detect_stream(input).doubt.find(name) != std::string::npos);
  }
  // 640, 40223 and 65279 begin like a pickle, like compress's files and like UTF-16.
  for (const std::int32_t vertices : {0, 1, 97, 640, 1408, 40223, 65279}) {
    const std::string bytes = test::bytes_of(std::vector<std::int32_t>{vertices, 1, 0, 0, 5});
    Input input("x", bytes);
    REQUIRE(detect_stream(input).format == find_format("hw3"));
  }
  Input text("x", "0 1 5\n");
  const Detection none = detect_stream(text);
  REQUIRE((none.format == nullptr && none.doubt.empty()));
}

TEST_CASE("XML in UTF-16 is named, whole or by its first bytes") {
  const std::vector<std::pair<std::string, std::string>> known = {
      {"<?xml version='1.0'?><graphml>", "GraphML"},
      {"\n<graphml>", "GraphML"},
      {"<?xml version='1.0'?><gexf>", "GEXF"},
      {"<?x", "XML"},
      {"<gr", "XML"}};
  for (const auto& [text, name] : known) {
    std::string little = "\xff\xfe";
    std::string big = "\xfe\xff";
    for (const char c : text) {
      little += {c, '\0'};
      big += {'\0', c};
    }
    for (const std::string& bytes : {little, big}) {
      INFO(text);
      REQUIRE(detect_format(bytes, "x.bin").doubt.find("is " + name + ",") == 0);
    }
  }
}

TEST_CASE("networkx, tables and markup are told apart") {
  REQUIRE(detected("0 1 {}\n") == "edges");
  REQUIRE(detected("(a),(b)\n") == "csv");
  REQUIRE(detected("0 1 {'weight': 3, 'colour': 'red'}\n") == "edges");
  REQUIRE(detected("a;b;1\n") == "csv");
  REQUIRE(detected("source\ttarget\n1\t2\n", "x.tsv") == "csv");
  REQUIRE(detected("1\t2\n", "x.tsv") == "edges");
  REQUIRE(detected("{\"a\": 1, \"b\": 2}").empty());
  REQUIRE(detected("<a b=\"1,2\">").empty());
  REQUIRE(detected("[1, 2]", "x.bin") == "hw3");
  REQUIRE(detected(std::string_view("a,\0b", 4)).empty());
}

TEST_CASE("every format has its name and suffixes to itself") {
  for (const Format& format : formats()) {
    REQUIRE(find_format(format.name) == &format);
    if (format.suffixes.empty()) continue;
    const std::string_view suffix = format.suffixes.substr(0, format.suffixes.find(' '));
    REQUIRE(format_of_suffix(std::string(suffix)) == &format);
  }
  REQUIRE(find_format("distances") == nullptr);
  REQUIRE(format_of_suffix("graph") == nullptr);
}

}  // namespace
}  // namespace apsp::convert
