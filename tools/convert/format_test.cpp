// SPDX-License-Identifier: MIT
#include "tools/convert/format.hpp"

#include "common/catch.hpp"
#include "common/test_folder.hpp"

namespace apsp::convert {
namespace {

std::string detected(std::string_view bytes, std::string_view path = "file") {
  const Format* const format = detect_format(bytes, path);
  return format == nullptr ? "" : std::string(format->name);
}

TEST_CASE("content tells the format, whatever the suffix") {
  for (const char* path : {"file", "file.gr", "file.csv", "file.bin"}) {
    REQUIRE(detected("\x93NUMPY...", path) == "npy");
    REQUIRE(detected("%%MatrixMarket matrix", path) == "mtx");
    REQUIRE(detected("c x\nc\n\np sp 3 4\n", path) == "dimacs");
    REQUIRE(detected("# x\n1 2\n", path) == "edges");
    REQUIRE(detected("source,target\n1,2\n", path) == "csv");
    REQUIRE(detected("a,b,1", path) == "csv");
    REQUIRE(detected("% x\n3 4 1\n", path) == "metis");
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
  REQUIRE(detected("xyz").empty());
  REQUIRE(detected(test::bytes_of(std::vector<std::int32_t>{2, 2, 0, 1, 5})).empty());
}

TEST_CASE("every format has its name and suffixes to itself") {
  for (const Format& format : formats()) {
    REQUIRE(find_format(format.name) == &format);
    const std::string_view suffix = format.suffixes.substr(0, format.suffixes.find(' '));
    REQUIRE(format_of_suffix(std::string(suffix)) == &format);
  }
  REQUIRE(find_format("distances") == nullptr);
  REQUIRE(format_of_suffix("graph") == nullptr);
}

}  // namespace
}  // namespace apsp::convert
