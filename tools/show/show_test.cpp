// SPDX-License-Identifier: MIT
#include "tools/show/show.hpp"

#include <fmt/core.h>

#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp::show {
namespace {

using convert::Text;
using test::bytes_of;
using test::require_error;
using test::TestFolder;
using Numbers = std::vector<std::int32_t>;

std::string graph_text(const Graph& graph, Range edges, Form form, const Names& names = {}) {
  std::string shown;
  Text text([&](std::string_view chunk) { shown += chunk; });
  put_graph(text, graph, edges, form, names);
  text.flush();
  return shown;
}

std::string matrix_text(const std::vector<Distance>& all, std::size_t vertices, Range rows,
                        Range columns, Form form, bool aligned, const Names& names = {}) {
  std::string shown;
  Text text([&](std::string_view chunk) { shown += chunk; });
  put_distances(text, {all, RowSet(vertices), RowSet(vertices)}, rows, columns, form, aligned,
                names);
  text.flush();
  return shown;
}

TEST_CASE("the size tells a graph from distances, and never both") {
  REQUIRE(kind_of(8, 5, 0) == Kind::kGraph);
  REQUIRE(kind_of(32, 2, 2) == Kind::kGraph);
  REQUIRE(kind_of(0, {}, {}) == Kind::kDistances);
  REQUIRE(kind_of(4, 0, {}) == Kind::kDistances);
  REQUIRE(kind_of(16, 0, 7) == Kind::kDistances);
  REQUIRE(kind_of(4 * 60000ULL * 60000, 0, 7) == Kind::kDistances);
  REQUIRE_FALSE(kind_of(4 * 60000ULL * 60000 + 4, 0, 7).has_value());
  REQUIRE_FALSE(kind_of(32, -1, 2).has_value());
  REQUIRE_FALSE(kind_of(32, 2, 3).has_value());
  REQUIRE_FALSE(kind_of(3, {}, {}).has_value());
  for (std::int32_t edges = 0; edges < 100'000; ++edges) {
    // Without its header the size of a graph is nothing that distances have.
    if (kind_of(8 + 12 * std::uint64_t(edges), -1, edges).has_value()) FAIL(edges << " edges");
  }
}

TEST_CASE("edges are lines") {
  const std::vector<Edge> edges = {{0, 1, -5}, {1, 2, 0}, {2, 0, 1073741822}};
  const Graph graph{3, edges, -5, 1073741822};
  REQUIRE(graph_text(graph, {0, 3}, Form::kText) ==
          "# Nodes: 3 Edges: 3\n0 1 -5\n1 2 0\n2 0 1073741822\n");
  REQUIRE(graph_text(graph, {1, 2}, Form::kText) == "# Nodes: 3 Edges: 3\n1 2 0\n");
  REQUIRE(graph_text(graph, {1, 2}, Form::kCsv) == "source,target,weight\n1,2,0\n");
  REQUIRE(graph_text(Graph{}, {0, 0}, Form::kText) == "# Nodes: 0 Edges: 0\n");
  const std::string npy = graph_text(graph, {1, 3}, Form::kNpy);
  REQUIRE(npy.size() == 128 + 24);
  REQUIRE(npy.substr(128) == bytes_of(Numbers{1, 2, 0, 2, 0, 1073741822}));
}

TEST_CASE("distances are a matrix") {
  const std::vector<Distance> all = {0, 5, kUnreachable, -3, 0, 1000, 7, 8, 0};
  REQUIRE(matrix_text(all, 3, {0, 3}, {0, 3}, Form::kText, false) == "0 5 inf\n-3 0 1000\n7 8 0\n");
  REQUIRE(matrix_text(all, 3, {0, 3}, {0, 3}, Form::kText, true) ==
          "   0    5  inf\n  -3    0 1000\n   7    8    0\n");
  REQUIRE(matrix_text(all, 3, {0, 2}, {1, 3}, Form::kCsv, true) == "5,inf\n0,1000\n");
  REQUIRE(matrix_text(all, 3, {1, 1}, {0, 3}, Form::kText, true).empty());
  REQUIRE(matrix_text(all, 3, {0, 1}, {2, 2}, Form::kText, false) == "\n");
  REQUIRE(matrix_text({}, 0, {0, 0}, {0, 0}, Form::kText, false).empty());
  const std::string npy = matrix_text(all, 3, {1, 3}, {1, 2}, Form::kNpy, true);
  REQUIRE(npy.find("'shape': (2, 1)") != std::string::npos);
  REQUIRE(npy.substr(128) == bytes_of(Numbers{0, 8}));
}

TEST_CASE("names stand for vertices, and fields stay apart") {
  const Names names = {"Bonn", "Köln", "the \"big\", one"};
  const std::vector<Edge> edges = {{0, 1, 27}, {2, 0, 5}};
  const Graph graph{3, edges, 5, 27};
  REQUIRE(graph_text(graph, {0, 2}, Form::kText, names) ==
          "# Nodes: 3 Edges: 2\nBonn\tKöln\t27\nthe \"big\", one\tBonn\t5\n");
  REQUIRE(graph_text(graph, {1, 2}, Form::kCsv, names) ==
          "source,target,weight\n\"the \"\"big\"\", one\",Bonn,5\n");
  const std::vector<Distance> all = {0, 5, kUnreachable, -3, 0, 100000, 7, 8, 0};
  REQUIRE(matrix_text(all, 3, {0, 2}, {1, 3}, Form::kText, false, names) ==
          "\tKöln\tthe \"big\", one\nBonn\t5\tinf\nKöln\t0\t100000\n");
  REQUIRE(matrix_text(all, 3, {2, 3}, {0, 2}, Form::kCsv, true, names) ==
          ",Bonn,Köln\n\"the \"\"big\"\", one\",7,8\n");
  REQUIRE(matrix_text(all, 3, {0, 3}, {0, 2}, Form::kText, true, {"A", "Köln", "x\x1b"}) ==
          "         A  Köln\nA        0     5\nKöln    -3     0\nx?       7     8\n");
}

TEST_CASE("some rows have the names of their vertices") {
  const TestFolder folder;
  Request request;
  request.output = folder / "out";
  request.input = folder.write("rows", bytes_of(Numbers{3, 2, 0, 0, 4, 1}));
  const auto text = [&](const std::string& sources) {
    request.part.sources.emplace("--sources", sources);
    (void)show(request);
    return folder.read("out");
  };
  REQUIRE(text("2,0") == "3 2 0\n0 4 1\n");
  folder.write("rows.names", "Bonn\nRome\nOslo\n");
  REQUIRE(text("2,0") == "\tBonn\tRome\tOslo\nOslo\t3\t2\t0\nBonn\t0\t4\t1\n");
  REQUIRE(text(fmt::format("@{}", folder.write("list", "Oslo\nBonn\n"))) ==
          "\tBonn\tRome\tOslo\nOslo\t3\t2\t0\nBonn\t0\t4\t1\n");
  request.rows = Window{1, {}};  // of the file
  REQUIRE(text("2,0") == "\tBonn\tRome\tOslo\nBonn\t0\t4\t1\n");
  request.form = Form::kCsv;
  REQUIRE(text("2,0") == ",Bonn,Rome,Oslo\nBonn,0,4,1\n");
  request.rows = Window{2, 3};
  require_error(Fault::kUsage, {"--rows is 2:3, but there are 2 rows"}, [&] { show(request); });
  request.rows.reset();
  // The number of rows decides; where it depends on V, that is needed.
  require_error(Fault::kUsage, {"--sources: item 2 is 3, expected vertices in [0, 3)"},
                [&] { (void)text("2,3"); });
  require_error(Fault::kInput, {"rows: 24 bytes, expected 4 x 4 x V for 4 rows"},
                [&] { (void)text("0:4"); });
  require_error(Fault::kUsage, {"--sources: a range ends with V", "--vertices V"},
                [&] { (void)text("1:"); });
  request.part.vertices = 3;
  REQUIRE(text("1:") == ",Bonn,Rome,Oslo\nRome,3,2,0\nOslo,0,4,1\n");
  request.part.vertices = 2;
  require_error(Fault::kInput, {"rows: 24 bytes, expected 8: 4 x 2 for 1 row of V = 2"},
                [&] { (void)text("1:"); });
  request.part.vertices = 3;
  request.part.sources.reset();
  request.kind = Kind::kDistances;
  require_error(Fault::kInput, {"rows: 24 bytes, expected 36: 4 x 9 for 3 rows of V = 3"},
                [&] { show(request); });
}

TEST_CASE("some rows stand in line on a terminal with the names of their vertices") {
  std::string shown;
  Text text([&](std::string_view chunk) { shown += chunk; });
  const std::vector<Distance> all = {3, 2, 0, 0, 100, 1};
  put_distances(text, {all, RowSet(3, {2, 0}), RowSet(3)}, {0, 2}, {0, 3}, Form::kText, true,
                {"Bonn", "Rome", "O"});
  text.flush();
  REQUIRE(shown == "      Bonn  Rome     O\nO        3     2     0\nBonn     0   100     1\n");
}

TEST_CASE("a file of neither kind is refused, and options of the other kind are") {
  const TestFolder folder;
  Request request;
  request.input = folder.write("odd", std::string(20, '\0'));
  request.output = folder / "out";
  require_error(Fault::kInput, {"odd: 20 bytes", "8 bytes for a graph of the 0 edges", "--graph"},
                [&] { show(request); });
  request.input = folder.write("graph", bytes_of(Numbers{2, 0}));
  request.rows = Window{};
  require_error(Fault::kUsage, {"--rows is for distances"}, [&] { show(request); });
  request.rows.reset();
  request.kind = Kind::kDistances;
  require_error(Fault::kInput, {"in detail: 8 bytes"}, [&] { show(request); });
  require_error(Fault::kInput, {"it is a graph file (2 vertices, 0 edges)"},
                [&] { show(request); });
  request.input = folder.write("distances", bytes_of(Numbers{0, 1, 1, 0}));
  request.edges = Window{};
  require_error(Fault::kUsage, {"--edges is for graphs"}, [&] { show(request); });
  request.edges.reset();
  REQUIRE(show(request));
  REQUIRE(folder.read("out") == "0 1\n1 0\n");
}

TEST_CASE("text is not shown as numbers unless that is asked for") {
  const TestFolder folder;
  Request request;
  request.output = folder / "out";
  request.input = folder.write("edges.txt", "0 1 5\n1 2 7\n");
  require_error(Fault::kInput,
                {"edges.txt: it looks like text: hw3-convert", "12 bytes are neither"},
                [&] { show(request); });
  request.input = folder.write("square.txt", "0 1 5\n1 2 7\n2 0\n");
  require_error(
      Fault::kInput,
      {"square.txt: it looks like text: hw3-convert", "16 bytes could be distances", "--distances"},
      [&] { show(request); });
  request.kind = Kind::kDistances;
  REQUIRE(show(request));
  REQUIRE(folder.read("out").starts_with("540090416 "));
}

}  // namespace
}  // namespace apsp::show
