// SPDX-License-Identifier: MIT
#include "common/app/source_list.hpp"

#include <fmt/core.h>
#include <sys/stat.h>

#include <fstream>
#include <initializer_list>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp {
namespace {

using test::require_error;
using test::TestFolder;
using Vertices = std::vector<std::size_t>;

SourceList list(const std::string& text) {
  return {"--sources", text};
}

SourceList list_in(const std::string& path) {
  return list(fmt::format("@{}", path));
}

Vertices sources_of(const RowSet& rows) {
  Vertices sources(rows.size());
  for (std::size_t row = 0; row < sources.size(); ++row) sources[row] = rows.source(row);
  return sources;
}

TEST_CASE("a list of vertices and ranges keeps its order and what comes again", "[sources]") {
  for (const auto& [text, expected] :
       std::initializer_list<std::pair<const char*, Vertices>>{{"7", {7}},
                                                               {"0", {0}},
                                                               {"9,0,9", {9, 0, 9}},
                                                               {"2:5", {2, 3, 4}},
                                                               {"8:", {8, 9}},
                                                               {":2", {0, 1}},
                                                               {"5,1:3,2,9:", {5, 1, 2, 2, 9}}}) {
    INFO(text);
    const RowSet rows = list(text).rows(10);
    REQUIRE(sources_of(rows) == expected);
    REQUIRE(rows.vertices() == 10);
    REQUIRE_FALSE(rows.all());
  }
}

TEST_CASE("the least V has all vertices of a list", "[sources]") {
  for (const auto& [text, least] :
       std::initializer_list<std::pair<const char*, std::optional<std::size_t>>>{
           {"7", 8}, {"9,0:3", 10}, {":5,2", 5}, {"3:", {}}, {"9,3:", {}}, {"4294967296", {}}}) {
    INFO(text);
    REQUIRE(list(text).least_vertices() == least);
  }
  const TestFolder folder;
  REQUIRE(list_in(folder.write("numbers", "3\r\n11\n0\n")).least_vertices() == 12);
  REQUIRE_FALSE(list_in(folder.write("names", "3\nBonn\n")).least_vertices().has_value());
}

TEST_CASE("a byte order mark is no part of the first vertex", "[sources]") {
  const TestFolder folder;
  const std::string path = folder.write("list",
                                        "\xef\xbb\xbf"
                                        "7\r\n0\r\n");
  REQUIRE(sources_of(list_in(path).rows(10)) == Vertices{7, 0});
  REQUIRE(list_in(path).least_vertices() == 8);
}

TEST_CASE("one range of all vertices is all rows", "[sources]") {
  for (const char* text : {":", "0:", ":10", "0:10"}) {
    INFO(text);
    REQUIRE(list(text).rows(10).all());
  }
  REQUIRE_FALSE(list("0:5,5:10").rows(10).all());
  REQUIRE_FALSE(list("0:9").rows(10).all());
}

TEST_CASE("the number of rows is known without V, unless a range ends with V", "[sources]") {
  const TestFolder folder;
  REQUIRE(list("7").size() == 1);
  REQUIRE(list("7,:4,7").size() == 6);
  REQUIRE_FALSE(list("7,4:").size().has_value());
  REQUIRE_FALSE(list(":").size().has_value());
  REQUIRE(list("7,4:").size(10) == 7);
  REQUIRE(list(":").size(10) == 10);
  REQUIRE(list("4:,1").size(3) == 1);
  REQUIRE(list_in(folder.write("list", "a\nb\nb")).size() == 3);
}

TEST_CASE("a pipe of vertices is read once", "[sources]") {
  const TestFolder folder;
  REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
  const SourceList sources = list_in(folder / "fifo");
  std::thread writer([&] { std::ofstream(folder / "fifo") << "2\n0\n"; });
  REQUIRE(sources.size() == 2);
  writer.join();
  REQUIRE(sources_of(sources.rows(3)) == Vertices{2, 0});
}

TEST_CASE("the option refuses what is no list as a usage error", "[sources]") {
  for (const auto& [text, good] : {std::pair{"1:3,7", true}, std::pair{"1:3,x", false}}) {
    OptionParser parser("example", "an example", "");
    std::optional<SourceList> target;
    add_source_list(parser, "--targets", "columns", target);
    std::vector<std::string> words = {"example", "--targets", text};
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const auto parse = [&] { (void)parser.parse(3, argv.data()); };
    if (good) {
      parse();
      REQUIRE(sources_of(target.value().rows(10)) == Vertices{1, 2, 7});
    } else {
      require_error(Fault::kUsage, {"--targets is '1:3,x'", "item 2 is 'x'", "--help"}, parse);
    }
  }
}

TEST_CASE("what is no list names the option, the item and what is expected", "[sources]") {
  for (const auto& [text, parts] :
       std::initializer_list<std::pair<const char*, std::vector<std::string>>>{
           {"", {"--sources is ''", "item 1", "expected a vertex"}},
           {"1,", {"--sources is '1,'", "item 2 is ''"}},
           {"1,,2", {"item 2 is ''"}},
           {"-1", {"item 1 is '-1'"}},
           {"+1", {"item 1 is '+1'"}},
           {"1, 2", {"item 2 is ' 2'"}},
           {"3x", {"item 1 is '3x'", "such as 7"}},
           {"18446744073709551615", {"expected a vertex"}},
           {"18446744073709551616", {"expected a vertex"}},
           {"1:2:3", {"item 1 is '1:2:3'", "expected a range A:B"}},
           {"a:b", {"item 1 is 'a:b'", "expected a range A:B"}},
           {"0,5:5", {"item 2 is '5:5'", "expected A < B"}},
           {"7:3", {"item 1 is '7:3'", "expected A < B"}},
           {":0", {"item 1 is ':0'", "expected A < B"}},
           {"1,@list", {"item 2 is '@list'", "@FILE alone"}},
           {"@", {"--sources is '@'", "name of a file"}}}) {
    INFO(text);
    try {
      (void)list(text);
      FAIL("was taken");
    } catch (const InvalidValue& invalid) {
      for (const std::string& part : parts) {
        INFO(invalid.what());
        REQUIRE(std::string(invalid.what()).find(part) != std::string::npos);
      }
    }
  }
}

TEST_CASE("vertices beyond the last are refused when their number is known", "[sources]") {
  for (const char* text : {"10", "3,10", "3,4:11", "3,10:", "3,11:", "3,4294967296",
                           "3,18446744073709551614", "3,0:18446744073709551615"}) {
    INFO(text);
    const std::string item = std::string(text).substr(std::string(text).find(',') + 1);
    require_error(Fault::kUsage, {"--sources: item", " is " + item + ", expected", "[0, 10)"},
                  [&] { (void)list(text).rows(10); });
  }
  for (const char* text : {"0", ":", "0:"}) {
    require_error(Fault::kUsage, {"[0, 0)"}, [&] { (void)list(text).rows(0); });
  }
}

TEST_CASE("a file has one vertex a line", "[sources]") {
  const TestFolder folder;
  const auto rows = [&](const std::string& text, const std::vector<std::string>& names = {}) {
    return list_in(folder.write("list", text)).rows(3, names);
  };
  REQUIRE(sources_of(rows("2\n0\n2\n")) == Vertices{2, 0, 2});
  REQUIRE(sources_of(rows("2\r\n1")) == Vertices{2, 1});
  const std::vector<std::string> names = {"Bonn", "the Hague", "Rome, Lazio"};
  REQUIRE(sources_of(rows("the Hague\nRome, Lazio\n0\n", names)) == Vertices{1, 2, 0});
  REQUIRE(sources_of(rows("\nb\n", {"a", "b", ""})) == Vertices{2, 1});
  // Names that are numbers: a number is a name.
  REQUIRE(sources_of(rows("2\n30\n", {"2", "1", "30"})) == Vertices{0, 2});
}

TEST_CASE("a line that is no vertex is named with its file", "[sources]") {
  const TestFolder folder;
  const auto refuse = [&](const std::string& text, const std::vector<std::string>& names,
                          std::initializer_list<std::string> parts) {
    INFO(text);
    const SourceList sources = list_in(folder.write("list", text));
    require_error(Fault::kInput, parts, [&] { (void)sources.rows(3, names); });
  };
  const std::string place = fmt::format("--sources @{}: ", folder / "list");
  refuse("0\n3\n", {}, {place + "line 2: '3', expected a vertex in [0, 3)"});
  refuse("0\n\n1\n", {}, {place + "line 2: '', expected a vertex in [0, 3)"});
  refuse("# comment\n", {}, {place + "line 1: '# comment', expected a vertex in [0, 3)"});
  refuse("-1\n", {}, {"line 1: '-1'"});
  refuse("0:2\n", {}, {"line 1: '0:2'"});
  refuse("", {}, {place + "is empty, expected one vertex a line"});
  refuse("b\nx\n", {"a", "b", "c"},
         {"line 2: 'x', expected the name of a vertex or a vertex in [0, 3)"});
  refuse("1\n", {"7", "8", "9"}, {"line 1: '1', expected the name of a vertex"});
  refuse("b\n", {"a", "b", "b"}, {"'b' is the name of the vertices 1 and 2", "or a number"});
  refuse("4\n", {"a", "4", "4"}, {"'4' is the name of the vertices 1 and 2, expected a name"});
  require_error(Fault::kInput, {"missing", "cannot be opened"},
                [&] { (void)list_in(folder / "missing").rows(3); });
}

}  // namespace
}  // namespace apsp
