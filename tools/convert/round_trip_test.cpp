// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <tuple>

#include "tools/convert/convert.hpp"
#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::bytes_of;
using test::Edges;
using test::require_error;
using test::TestFolder;
using Notes = std::vector<std::string>;

std::string hw3(std::int32_t vertices, const Edges& edges) {
  return bytes_of(std::vector<std::int32_t>{vertices, static_cast<std::int32_t>(edges.size())}) +
         bytes_of(edges);
}

bool by_ends(const Edge& a, const Edge& b) {
  return std::tie(a.source, a.destination) < std::tie(b.source, b.destination);
}

/// Random edges without repeats, of 40 vertices of which the last have none; with some of weight 0
/// and the extremes of weights.
Edges random_edges(unsigned seed) {
  std::mt19937 random(seed);
  Edges edges;
  for (int e = 0; e < 300; ++e) {
    const Distance weights[] = {0, 1 - kUnreachable, kUnreachable - 1,
                                static_cast<Distance>(random() % 2000) - 1000};
    edges.push_back({static_cast<std::int32_t>(random() % 30),
                     static_cast<std::int32_t>(random() % 30), weights[random() % 4]});
  }
  reduce_repeated(edges);
  return edges;
}

Notes run(const TestFolder& folder, const std::string& from, const std::string& to,
          Conversion conversion = {}) {
  conversion.input = folder / from;
  conversion.output = {folder / to};
  Messages messages = convert(conversion);
  Notes all = std::move(messages.losses);
  all.insert(all.end(), messages.notes.begin(), messages.notes.end());
  return all;
}

TEST_CASE("a graph comes back as it went out") {
  for (const char* suffix : {".txt", ".gr", ".mtx", ".konect", ".bin"}) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
      INFO(suffix << ", seed " << seed);
      const TestFolder folder;
      const std::string bytes = folder.read(folder.write("in.bin", hw3(40, random_edges(seed))));
      folder.write("in.bin", hw3(40, random_edges(seed)));
      REQUIRE(run(folder, "in.bin", std::string("between") + suffix).empty());
      REQUIRE(run(folder, std::string("between") + suffix, "out.bin").empty());
      REQUIRE(folder.read("out.bin") == folder.read("in.bin"));
    }
  }
}

TEST_CASE("graphs without edges come back") {
  for (const char* suffix : {".txt", ".gr", ".mtx", ".npy", ".graph", ".konect", ".bin"}) {
    for (const std::int32_t vertices : {0, 1, 7}) {
      INFO(suffix << ", V = " << vertices);
      const TestFolder folder;
      folder.write("in.bin", hw3(vertices, {}));
      run(folder, "in.bin", std::string("between") + suffix);
      run(folder, std::string("between") + suffix, "out.bin");
      REQUIRE(folder.read("out.bin") == folder.read("in.bin"));
    }
  }
}

TEST_CASE("a matrix comes back in the order of rows, its zeros by an option") {
  const TestFolder folder;
  Edges edges = random_edges(1);
  std::erase_if(edges, [](const Edge& e) { return e.source == e.destination && e.weight == 0; });
  folder.write("in.bin", hw3(40, edges));
  const Notes notes = run(folder, "in.bin", "between.npy");
  REQUIRE(notes.size() == 1);
  REQUIRE(notes[0].find("--zero-is-edge") != std::string::npos);
  Conversion zeros;
  zeros.read.zero_is_edge = true;
  REQUIRE(run(folder, "between.npy", "out.bin", zeros).empty());
  std::sort(edges.begin(), edges.end(), by_ends);
  REQUIRE(folder.read("out.bin") == hw3(40, edges));
}

TEST_CASE("an undirected graph comes back from METIS in the order of rows") {
  const TestFolder folder;
  Edges edges = random_edges(1);
  std::erase_if(edges, [](const Edge& e) { return e.source == e.destination; });
  folder.write("in.bin", hw3(40, edges));
  Conversion undirected;
  undirected.read.undirected = true;
  REQUIRE(run(folder, "in.bin", "both.bin", undirected).size() == 1);
  REQUIRE(run(folder, "both.bin", "between.graph").empty());
  REQUIRE(run(folder, "between.graph", "out.bin").empty());
  add_reverses(edges);
  reduce_repeated(edges);
  REQUIRE(folder.read("both.bin") == hw3(40, edges));
  std::sort(edges.begin(), edges.end(), by_ends);
  REQUIRE(folder.read("out.bin") == hw3(40, edges));
}

TEST_CASE("formats of undirected graphs give each edge once where that is asked for") {
  const TestFolder folder;
  const Edges edges = {{0, 1, 5}, {1, 2, 7}};
  folder.write("in.graph", "3 2 001\n2 5\n1 5 3 7\n2 7\n");
  folder.write("in.mtx",
               "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 5\n3 2 7\n");
  folder.write("in.konect", "% sym weighted\n1 2 5\n2 3 7\n");
  folder.write("in.txt", "0 1 5\n1 2 7\n");
  folder.write("both.txt", "0 1 5\n1 2 7\n2 1 7\n1 0 5\n");
  for (const char* from : {"in.graph", "in.mtx", "in.konect", "in.txt", "both.txt"}) {
    Conversion once;
    once.each_once = true;
    once.read.undirected = from == std::string("in.txt");
    once.from = from == std::string("in.graph") ? find_format("metis") : nullptr;
    INFO(from);
    const Notes notes = run(folder, from, "out.bin", once);
    REQUIRE(notes.size() == 1);
    REQUIRE(notes[0].find("2 undirected edges are written once: the solvers and hw3-check need "
                          "--undirected") == 0);
    Edges expected = edges;
    if (from == std::string("in.mtx")) expected = {{1, 0, 5}, {2, 1, 7}};
    REQUIRE(folder.read("out.bin") == hw3(3, expected));
  }
  Conversion once;
  once.each_once = true;
  require_error(Fault::kInput,
                {"in.txt: the edge from 0 to 1 of weight 5 has none like it back", "--undirected"},
                [&] { run(folder, "in.txt", "new.bin", once); });
  once.read.undirected = true;
  require_error(Fault::kUsage, {"--each-once: METIS"},
                [&] { run(folder, "in.txt", "new.graph", once); });
  once.keep_repeated = true;
  require_error(Fault::kUsage, {"--each-once and --keep-repeated"},
                [&] { run(folder, "in.txt", "new.bin", once); });
  const Notes names = folder.names();
  REQUIRE(std::count_if(names.begin(), names.end(), [](const std::string& name) {
            return name.find("new") != std::string::npos;
          }) == 0);
}

TEST_CASE("a weight that says no edge makes none, of any format and in both halves") {
  const TestFolder folder;
  Conversion none;
  none.read.no_edge = "7";
  folder.write("in.mtx", "%MatrixMarket matrix array integer skew-symmetric\n3 3\n7\n5\n4\n");
  folder.write("in.graph", "3 2 001\n2 5\n1 5 3 7\n2 7\n");
  folder.write("in.csv", "from,to,km\n0,1,5\n1,2,7.0\n");
  folder.write("in.bin", hw3(3, {{0, 1, 5}, {1, 2, 7}}));
  for (const char* name : {"in.graph", "in.csv", "in.bin", "in.mtx"}) {
    INFO(name);
    const Notes notes = run(folder, name, "out.bin", none);
    REQUIRE(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
      return note.find("of 7 ") != std::string::npos;
    }));
    const std::string bytes = folder.read("out.bin");
    REQUIRE(bytes.find(hw3(3, {{1, 2, 7}}).substr(8)) == std::string::npos);
  }
}

TEST_CASE("a dense matrix with a number that may say no edge is refused") {
  const TestFolder folder;
  for (const char* number :
       {"-1", "999", "9999", "99999", "999999999", "10000", "1000000000", "32767", "1061109567",
        "1000000007", "-2", "-32768", "9998", "987654321", "1073741822"}) {
    INFO(number);
    const std::string x = number;
    folder.write("in.csv", fmt::format("0,3,{0},2\n3,0,4,2\n{0},4,0,2\n1,2,3,0\n", x));
    require_error(Fault::kInput, {"2 entries of " + x, "--no-edge " + x, "--no-edge inf"},
                  [&] { run(folder, "in.csv", "out.bin"); });
    Conversion asked;
    asked.read.no_edge = x;
    run(folder, "in.csv", "out.bin", asked);
    REQUIRE(folder.read("out.bin").size() == 8 + 12 * 10);
    asked.read.no_edge = "inf";
    run(folder, "in.csv", "out.bin", asked);
    REQUIRE(folder.read("out.bin").size() == 8 + 12 * 12);
  }
  for (const char* number : {"7", "40", "998", "3000"}) {
    const std::string x = number;
    folder.write("in.csv", fmt::format("0,3,{0},2\n3,0,4,2\n{0},4,0,2\n1,2,3,0\n", x));
    REQUIRE(run(folder, "in.csv", "out.bin").empty());
  }
  const auto write = [&](const std::string& x, int largest) {
    folder.write("in.csv",
                 fmt::format("0,{1},{0},1\n{1},0,2,{0}\n{0},2,0,3\n1,{0},3,0\n", x, largest));
  };
  for (const auto& [x, largest] :
       {std::pair{"9999", 3000}, {"99999", 40000}, {"999", 300}, {"5000", 5}, {"65536", 500}}) {
    INFO(x);
    write(x, largest);
    require_error(Fault::kInput, {fmt::format("4 entries of {}", x)},
                  [&] { run(folder, "in.csv", "out.bin"); });
  }
  for (const auto& [x, largest] : {std::pair{"9999", 7000}, {"49", 5}, {"1000", 101}, {"-1", -4}}) {
    INFO(x);
    write(x, largest);
    REQUIRE(run(folder, "in.csv", "out.bin").empty());
  }
  Conversion weights;
  weights.from = find_format("csv-matrix");
  // A power of 10 is a distance as well, and symmetry alone makes two of a number. All entries
  // alike are weights, and the distance between two groups is noted.
  for (const char* text :
       {"0,5000,10000\n5000,0,5000\n10000,5000,0\n", "0,420,999\n420,0,300\n999,300,0\n",
        "0,10000,10000\n10000,0,10000\n10000,10000,0\n", "0,999,999\n999,0,999\n999,999,0\n",
        "0,65535\n65535,0\n"}) {
    INFO(text);
    folder.write("in.csv", text);
    REQUIRE(run(folder, "in.csv", "out.bin", weights).empty());
  }
  folder.write("in.csv", "0,420,999\n420,0,999\n300,300,0\n");
  require_error(Fault::kInput, {"2 entries of 999"},
                [&] { run(folder, "in.csv", "out.bin", weights); });
  folder.write("in.csv", "0,1,30,30\n1,0,30,30\n30,30,0,2\n30,30,2,0\n");
  const std::vector<std::string> groups = run(folder, "in.csv", "out.bin");
  REQUIRE(groups.size() == 1);
  REQUIRE(groups[0].find("8 entries of 30 are read as weights (--no-edge") != std::string::npos);
  for (const char* text :
       {"-999,0,0\n355,-999,0\n193,308,-999\n", "-1,5,6,2\n5,-1,7,1\n6,7,-1,4\n2,1,4,-1\n"}) {
    folder.write("in.csv", text);
    Conversion diagonal;
    diagonal.from = find_format("csv-matrix");
    require_error(Fault::kInput, {"entries of -", "--no-edge -"},
                  [&] { run(folder, "in.csv", "out.bin", diagonal); });
  }
  // No scale hides it.
  for (const Factor& scale : {Factor(0.001), Factor(0.1), Factor(0.4), Factor(10)}) {
    Conversion scaled;
    scaled.read.scale = scale;
    for (const char* x : {"-1", "-2", "50000"}) {
      INFO(x << " times " << scale.text());
      write(x, 5);
      require_error(Fault::kInput, {"4 entries of ", "--no-edge"},
                    [&] { run(folder, "in.csv", "out.bin", scaled); });
    }
  }
  folder.write("half.csv", "0,3,5\n,0,4\n,,0\n");
  Conversion matrix;
  matrix.from = find_format("csv-matrix");
  REQUIRE(run(folder, "half.csv", "out.bin", matrix).at(0).find("above the diagonal") !=
          std::string::npos);
}

TEST_CASE("names go beside the graph, and stay in csv") {
  const TestFolder folder;
  folder.write("in.csv", "source,target,weight\n\"a, b\",\"c \"\"d\"\"\",5\n\"c \"\"d\"\"\",x,0\n");
  const Notes notes = run(folder, "in.csv", "out.bin");
  REQUIRE(notes.size() == 1);
  REQUIRE(notes[0].find("the names of 3 vertices are in ") == 0);
  REQUIRE(folder.read("out.bin") == hw3(3, {{0, 1, 5}, {1, 2, 0}}));
  REQUIRE(folder.read("out.bin.names") == "a, b\nc \"d\"\nx\n");
  REQUIRE(run(folder, "in.csv", "out.csv").empty());
  REQUIRE(folder.read("out.csv") == folder.read("in.csv"));
  run(folder, "out.bin", "again.csv");
  REQUIRE(folder.read("again.csv") == folder.read("in.csv"));
  // Numbers as names come back as numbers, where they first appear in order.
  std::filesystem::remove(folder / "out.bin.names");
  run(folder, "out.bin", "numbers.csv");
  run(folder, "numbers.csv", "again.bin");
  REQUIRE(folder.read("again.bin") == folder.read("out.bin"));
  REQUIRE(folder.read("again.bin.names") == "0\n1\n2\n");
}

TEST_CASE("repeated edges are reduced and counted, or kept") {
  const TestFolder folder;
  folder.write("in.txt", "0 1 5\n1 0 2\n0 1 3\n0 1 4\n");
  const Notes notes = run(folder, "in.txt", "out.bin");
  REQUIRE(notes ==
          Notes{"2 repeated edges are left out, of each the smallest weight stays "
                "(--keep-repeated keeps all) (read as edges; --from csv, konect or metis)"});
  REQUIRE(folder.read("out.bin") == hw3(2, {{0, 1, 3}, {1, 0, 2}}));
  Conversion keep;
  keep.keep_repeated = true;
  REQUIRE(run(folder, "in.txt", "out.bin", keep).empty());
  REQUIRE(folder.read("out.bin") == hw3(2, {{0, 1, 5}, {1, 0, 2}, {0, 1, 3}, {0, 1, 4}}));
}

TEST_CASE("a scale is stated, and holds for hw3 too") {
  const TestFolder folder;
  folder.write("in.bin", hw3(2, {{0, 1, 5}}));
  Conversion scaled;
  scaled.read.scale = 2.5;
  REQUIRE(
      run(folder, "in.bin", "out.bin", scaled) ==
      Notes{"weights are round(x * 2.5); the largest relative change is 4 %, of 5, which became 13 "
            "(read as hw3; --from for another format)"});
  REQUIRE(folder.read("out.bin") == hw3(2, {{0, 1, 13}}));
  scaled.read.scale = 1e9;
  require_error(Fault::kInput, {"in.bin: edge 0: the weight is 5", "the scale"},
                [&] { run(folder, "in.bin", "out.bin", scaled); });
}

TEST_CASE("a scale that makes weights 0 says how many, and the largest change") {
  const TestFolder folder;
  folder.write("in.txt", "0 1 0.001\n1 2 0.4\n2 0 -0.2\n0 2 0\n1 0 7.5\n");
  Conversion scaled;
  scaled.read.scale = 1;
  const Notes notes = run(folder, "in.txt", "out.bin", scaled);
  REQUIRE(notes.size() == 1);
  REQUIRE(notes[0].find("weights are round(x * 1); 3 weights other than 0 became 0; the largest "
                        "relative change is 100 %, of 0.001, which became 0") == 0);
  REQUIRE(folder.read("out.bin") ==
          hw3(3, {{0, 1, 0}, {1, 2, 0}, {2, 0, 0}, {0, 2, 0}, {1, 0, 8}}));
  scaled.read.scale = 1000;
  REQUIRE(run(folder, "in.txt", "out.bin", scaled)[0].find("weights are round(x * 1000) (read") ==
          0);
}

TEST_CASE("weights can be left out, and edges turned round") {
  const TestFolder folder;
  folder.write("in.txt", "0 1 2.5\n1 2 x\n");
  Conversion plain;
  plain.read.unweighted = true;
  REQUIRE(run(folder, "in.txt", "out.bin", plain).empty());
  REQUIRE(folder.read("out.bin") == hw3(3, {{0, 1, 1}, {1, 2, 1}}));
  plain.read.weight = 7;
  plain.reverse = true;
  for (const char* name : {"in.gr", "in.csv", "in.konect", "in.bin", "in.npy", "in.mtx"}) {
    INFO(name);
    folder.write("in", hw3(3, {{0, 1, 3}, {1, 2, 4}}));
    Conversion first;
    first.from = find_format("hw3");
    run(folder, "in", name, first);
    run(folder, name, "out.bin", plain);
    REQUIRE(folder.read("out.bin") == hw3(3, {{1, 0, 7}, {2, 1, 7}}));
  }
}

TEST_CASE("vertices without an edge: compact leaves them out, csv cannot hold them") {
  const TestFolder folder;
  folder.write("in.bin", hw3(1200, {{7, 1100, 3}, {1100, 9, 4}}));
  const Notes notes = run(folder, "in.bin", "out.gr");
  REQUIRE(notes.size() == 1);
  REQUIRE(notes[0].find("of 1200 vertices only 3 have an edge; --compact") == 0);
  Conversion compact;
  compact.read.compact = true;
  REQUIRE(run(folder, "out.gr", "out.bin", compact).size() == 1);
  REQUIRE(folder.read("out.bin") == hw3(3, {{0, 1, 3}, {1, 2, 4}}));
  REQUIRE(folder.read("out.bin.names") == "8\n1101\n10\n");  // as DIMACS numbers them
  run(folder, "in.bin", "small.bin", compact);
  REQUIRE(folder.read("small.bin.names") == "7\n1100\n9\n");
  REQUIRE(run(folder, "in.bin", "out.csv").front().find("1197 vertices without an edge are not") ==
          0);
}

TEST_CASE("a graph without edges is noted") {
  const TestFolder folder;
  for (const auto& [name, text] : {std::pair{"a.txt", "# nothing\n"},
                                   {"a.csv", "source,target\n"},
                                   {"a.konect", "% sym unweighted\n"},
                                   {"a.gr", "p sp 0 0\n"}}) {
    INFO(name);
    folder.write(name, text);
    const Notes notes = run(folder, name, "out.bin");
    REQUIRE(notes.size() == 1);
    REQUIRE(notes[0].find("the graph has no edge, and V is 0 (read as ") == 0);
  }
  folder.write("b.txt", "");
  REQUIRE(run(folder, "b.txt", "out.bin").empty());
}

TEST_CASE("older names go with the older graph, and stay where a conversion fails") {
  const TestFolder folder;
  folder.write("named.csv", "a,b\nb,c\n");
  folder.write("plain.txt", "0 1\n1 2\n");
  folder.write("bad.txt", "0 1\n1 x\n");
  run(folder, "named.csv", "out.bin");
  REQUIRE_THROWS(run(folder, "bad.txt", "out.bin"));
  REQUIRE(folder.read("out.bin.names") == "a\nb\nc\n");
  const Notes notes = run(folder, "plain.txt", "out.bin");
  REQUIRE(notes.size() == 1);
  REQUIRE(notes[0].find("out.bin.names is removed: it has the names of an older graph") !=
          std::string::npos);
  REQUIRE(folder.names() == Notes{"bad.txt", "named.csv", "out.bin", "plain.txt"});
  run(folder, "named.csv", "out.bin");
  folder.write("other.csv", "x,y\ny,x\n");
  run(folder, "other.csv", "out.bin");
  REQUIRE(folder.read("out.bin.names") == "x\ny\n");
}

TEST_CASE("errors of readers name the format where it was detected") {
  const TestFolder folder;
  folder.write("a.graph", "2 1\n2\n");
  require_error(Fault::kInput, {"expected 2 lines (read as metis; --from edges)"},
                [&] { run(folder, "a.graph", "out.bin"); });
  Conversion forced;
  forced.from = find_format("metis");
  const auto error = apsp::test::error_of([&] { run(folder, "a.graph", "out.bin", forced); });
  REQUIRE(error.has_value());
  REQUIRE(std::string(error->what()).find("read as") == std::string::npos);
}

TEST_CASE("what does not fit together is refused before anything is written") {
  const TestFolder folder;
  folder.write("in.bin", hw3(2, {{0, 1, 5}}));
  folder.write("in.csv", "a,b\n");
  folder.write("odd", "xyz");
  const auto refuse = [&](Fault fault, const std::string& part, const std::string& from,
                          const std::string& to, const Conversion& conversion) {
    require_error(fault, {part}, [&] { run(folder, from, to, conversion); });
    REQUIRE(folder.names() == Notes{"in.bin", "in.csv", "odd"});
  };
  refuse(Fault::kUsage, "no format by this name", "in.bin", "out", {});
  refuse(Fault::kUsage, "'apsp convert' of the Python package writes others", "in.bin",
         "out.graphml", {});
  refuse(Fault::kInput, "neither the 3 bytes nor the name", "odd", "out.gr", {});
  refuse(Fault::kInput, "METIS", "in.bin", "out.graph", {});
  Conversion compact;
  compact.read.compact = true;
  refuse(Fault::kUsage, "--compact is for input of all formats but csv", "in.csv", "out.gr",
         compact);
  Conversion zeros;
  zeros.read.zero_is_edge = true;
  refuse(Fault::kUsage, "--zero-is-edge is for input of format npy, mtx", "in.bin", "out.gr",
         zeros);
  Conversion keep;
  keep.keep_repeated = true;
  refuse(Fault::kUsage, "--keep-repeated", "in.bin", "out.npy", keep);
  Conversion distances;
  distances.distances = true;
  refuse(Fault::kUsage, "npy alone", "in.bin", "out.gr", distances);
  distances.read.undirected = true;
  refuse(Fault::kUsage, "make no sense", "in.bin", "out.npy", distances);
  distances.read.undirected = false;
  distances.each_once = true;
  refuse(Fault::kUsage, "make no sense", "in.bin", "out.npy", distances);
  Conversion straight;
  straight.input = folder / "in.csv";
  straight.output = {"-"};
  straight.to = find_format("hw3");
  require_error(Fault::kUsage, {"beside OUTPUT"}, [&] { convert(straight); });
}

}  // namespace
}  // namespace apsp::convert
