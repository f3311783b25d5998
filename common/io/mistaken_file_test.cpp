// SPDX-License-Identifier: MIT
#include "common/io/mistaken_file.hpp"

#include <span>
#include <string>
#include <vector>

#include "common/base/plural.hpp"
#include "common/io/distance_file.hpp"
#include "common/io/graph_file.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp {
namespace {

using test::bytes_of;
using test::error_of;
using test::require_error;
using test::TestFolder;
using Numbers = std::vector<std::int32_t>;

bool is_text(const std::string& bytes) {
  return looks_like_text(std::as_bytes(std::span(bytes)));
}

TEST_CASE("text is ASCII or UTF-8, and numbers are none") {
  for (const char* text :
       {"0 1 5\n", "# Nodes: 3\r\n0\t1\n", "x", "\xef\xbb\xbfsource,target\n",
        "K\xc3\xb6ln,Z\xc3\xbcrich\n", "\xe6\x9d\xb1\xe4\xba\xac\n", "\xf0\x9f\x98\x80"}) {
    INFO(text);
    REQUIRE(is_text(text));
  }
  REQUIRE_FALSE(is_text(""));
  REQUIRE_FALSE(is_text(std::string("0 1\0", 4)));
  REQUIRE_FALSE(is_text("\x93NUMPY"));
  REQUIRE_FALSE(is_text("\x1f\x8b"));  // gzip
  REQUIRE_FALSE(is_text("a\xc3 b"));   // a character that does not go on
  REQUIRE_FALSE(is_text(bytes_of(Numbers{4, 6, 0, 1, 7})));
  REQUIRE_FALSE(is_text(bytes_of(Numbers{0, 3, kUnreachable, 0})));
  // Only the beginning counts, and a character may be cut where the look ends.
  REQUIRE(is_text(std::string(511, 'a') + "\xc3\xb6"));
  REQUIRE(is_text(std::string(512, 'a') + std::string(8, '\0')));
  REQUIRE_FALSE(is_text(std::string(511, 'a') + std::string(8, '\0')));
}

TEST_CASE("text in place of a graph or of distances is told so") {
  const TestFolder folder;
  for (const std::string text :
       {"0", "0 1 5\n", "0 1 5\n1 2 7\n", "source,target,weight\na,b,1\n"}) {
    INFO(text);
    const std::string path = folder.write("edges.txt", text);
    const std::string kind = path + ": it looks like text: hw3-convert makes a graph file of text";
    require_error(Fault::kInput,
                  {kind + "; in detail: is too short: ends at byte " + std::to_string(text.size())},
                  [&] { GraphFile{path}; });
    require_error(Fault::kInput,
                  {kind + ", and a solver makes distances of that; in detail: " +
                   counted(text.size(), "byte") + ", expected 4 x V x V"},
                  [&] { DistanceFile{path}; });
  }
}

TEST_CASE("text in UTF-16 is told as such, with a byte order mark or without") {
  const auto wide = [](const std::string& text, bool big) {
    std::string bytes;
    for (const char c : text) bytes += big ? std::string{'\0', c} : std::string{c, '\0'};
    return bytes;
  };
  const TestFolder folder;
  for (const std::string& text :
       {wide("0 1 5\n", false), wide("0 1 5\n", true), "\xff\xfe" + wide("from,to\r\n", false),
        "\xfe\xff" + wide("from,to\r\n", true)}) {
    REQUIRE(looks_like_wide_text(std::as_bytes(std::span(text))));
    const std::string path = folder.write("edges.txt", text);
    const std::string kind = path + ": it looks like text in UTF-16, of which iconv";
    require_error(Fault::kInput, {kind, "; in detail: "}, [&] { GraphFile{path}; });
    require_error(Fault::kInput, {kind}, [&] { DistanceFile{path}; });
  }
  for (const std::string& bytes :
       {std::string("0 1 5\n"), bytes_of(Numbers{4, 6, 0, 1, 7}), bytes_of(Numbers{65279, 1, 0}),
        bytes_of(Numbers{0x00200041, 3}), std::string("\xff\xfe")}) {
    REQUIRE_FALSE(looks_like_wide_text(std::as_bytes(std::span(bytes))));
  }
}

TEST_CASE("what is no text is refused as ever") {
  const TestFolder folder;
  for (const Numbers& numbers : {Numbers{4, 6, 0, 1, 7}, Numbers{-1, 0}, Numbers{4}}) {
    const std::string path = folder.write("graph", bytes_of(numbers));
    const auto refused = error_of([&] { GraphFile{path}; });
    REQUIRE(refused.has_value());
    REQUIRE(std::string(refused->what()).find("text") == std::string::npos);
  }
}

TEST_CASE("distances in place of a graph are told so") {
  const TestFolder folder;
  const auto refused = [&](const Numbers& numbers) {
    const auto error = error_of([&] { GraphFile{folder.write("graph", bytes_of(numbers))}; });
    REQUIRE(error.has_value());
    return std::string(error->what());
  };
  for (const Numbers& numbers :
       {Numbers{0, 7, 3, 0}, Numbers{0, 7, kUnreachable, 0}, Numbers{0, 1, 2, 3, 0, 5, 6, 7, 0}}) {
    const std::size_t side = numbers.size() == 4 ? 2 : 3;
    const std::string told = refused(numbers);
    INFO(told);
    REQUIRE(told.find("graph: it looks like the distances of " + std::to_string(side) +
                      " vertices, which a solver makes of a graph file; in detail: ") !=
            std::string::npos);
  }
  // Not square, or with a diagonal that distances do not have.
  for (const Numbers& numbers :
       {Numbers{0, 7, 3}, Numbers{0, 7, 3, 1}, Numbers{0, 7}, Numbers{0, 0, 0, 0}}) {
    REQUIRE(refused(numbers).find("distances") == std::string::npos);
  }
}

TEST_CASE("valid bytes are read, though they happen to be printable") {
  const TestFolder folder;
  // 0x41414141 vertices and no edge begin with a word; so do distances that are no distances.
  const std::string graph = folder.write("graph", bytes_of(Numbers{0x41414141, 0}));
  REQUIRE(GraphFile(graph).graph().vertices == 0x41414141);
  const DistanceFile distances(folder.write("distances", "AAAABBBBCCCCDDDD"));
  REQUIRE(distances.rows() == 2);
  REQUIRE(distances.row(0)[0] == 0x41414141);
  REQUIRE(distances.hint().find("looks like text") != std::string::npos);
  REQUIRE(
      DistanceFile(folder.write("right", bytes_of(Numbers{0, 0x41414141, 5, 0}))).hint().empty());
}

TEST_CASE("a graph in place of distances is told so, if it is one") {
  const TestFolder folder;
  const auto refusal = [&](const Numbers& numbers) {
    const std::string path = folder.write("graph", bytes_of(numbers));
    const auto error = error_of([&] { DistanceFile{path}; });
    REQUIRE(error.has_value());
    REQUIRE(error->fault() == Fault::kInput);
    return std::string(error->what());
  };
  REQUIRE(refusal({3, 2, 0, 1, 4, 1, 2, 3})
              .ends_with("graph: it is a graph file (3 vertices, 2 edges), and a solver makes "
                         "distances of that; in detail: 32 bytes, expected 4 x V x V: 16 for V = 2 "
                         "or 36 for V = 3"));
  REQUIRE(refusal({1, 1, 0, 0, 4}).find("(1 vertex, 1 edge)") != std::string::npos);
  REQUIRE(refusal({5, 0}).find("(5 vertices, 0 edges)") != std::string::npos);
  // A vertex out of range, a weight out of range, another number of edges: no graph.
  REQUIRE(refusal({3, 2, 0, 1, 4, 1, 3, 3}).find("graph file") == std::string::npos);
  REQUIRE(refusal({3, 2, 0, 1, 4, 1, 2, kUnreachable}).find("graph file") == std::string::npos);
  REQUIRE(refusal({3, 3, 0, 1, 4, 1, 2, 3}).find("graph file") == std::string::npos);
  REQUIRE(refusal({3, -2, 0, 1, 4, 1, 2, 3}).find("graph file") == std::string::npos);
}

TEST_CASE("no size is that of a graph and of distances, so a file is never both") {
  // 8 + 12 E = 4 V^2 means V^2 = 2 + 3 E; a square leaves 0 or 1 when it is divided by 3.
  for (std::uint64_t rest = 0; rest < 3; ++rest) REQUIRE(rest * rest % 3 != 2);
  const TestFolder folder;
  for (std::int32_t edges = 0; edges < 60; ++edges) {
    Numbers numbers = {2, edges};
    for (std::int32_t e = 0; e < edges; ++e) numbers.insert(numbers.end(), {0, 1, 7});
    const std::string path = folder.write("graph", bytes_of(numbers));
    REQUIRE(GraphFile(path).graph().edges.size() == static_cast<std::size_t>(edges));
    REQUIRE(error_of([&] { DistanceFile{path}; }).has_value());
  }
}

}  // namespace
}  // namespace apsp
