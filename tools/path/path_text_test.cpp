// SPDX-License-Identifier: MIT
#include "tools/path/path_text.hpp"

#include "common/testing/catch.hpp"

namespace apsp::path {
namespace {

using Names = std::vector<std::string>;

std::string text_of(Form form, const std::vector<Path>& paths, const Names& names = {}) {
  std::string all;
  convert::Text text([&](std::string_view chunk) { all += chunk; });
  put_head(text, form, false);
  for (std::size_t n = 0; n < paths.size(); ++n) put_answer(text, form, n, paths[n], names);
  text.flush();
  return all;
}

const std::vector<Path> kPaths = {
    {{0, 2}, {0, 3, 2}, {0, 5, -2}}, {{2, 0}, {}, {}}, {{1, 1}, {1}, {0}}};
const Names kNames = {"Bonn", "a \"b\"", "x,y", " c"};

TEST_CASE("a path is a line of text") {
  REQUIRE(text_of(Form::kText, kPaths) ==
          "0 -> 3 -> 2, length -2\nno path from 2 to 0\n1, length 0\n");
  REQUIRE(text_of(Form::kText, kPaths, kNames) ==
          "Bonn ->  c -> x,y, length -2\nno path from x,y to Bonn\na \"b\", length 0\n");
  REQUIRE(text_of(Form::kText, {}).empty());
}

TEST_CASE("in CSV each vertex of a path has a line") {
  REQUIRE(text_of(Form::kCsv, kPaths) ==
          "path,source,target,step,vertex,distance\n"
          "0,0,2,0,0,0\n0,0,2,1,3,5\n0,0,2,2,2,-2\n"
          "1,2,0,,,\n"
          "2,1,1,0,1,0\n");
  REQUIRE(text_of(Form::kCsv, {kPaths[0]}, kNames) ==
          "path,source,target,step,vertex,distance\n"
          "0,Bonn,\"x,y\",0,Bonn,0\n0,Bonn,\"x,y\",1,\" c\",5\n0,Bonn,\"x,y\",2,\"x,y\",-2\n");
}

TEST_CASE("in JSON each path is an object of a line") {
  REQUIRE(text_of(Form::kJson, kPaths) ==
          "{\"source\": 0, \"target\": 2, \"length\": -2, \"vertices\": [0, 3, 2], \"weights\": "
          "[5, -7]}\n"
          "{\"source\": 2, \"target\": 0, \"length\": null, \"vertices\": [], \"weights\": []}\n"
          "{\"source\": 1, \"target\": 1, \"length\": 0, \"vertices\": [1], \"weights\": []}\n");
  REQUIRE(text_of(Form::kJson, {kPaths[2]}, kNames) ==
          "{\"source\": \"a \\\"b\\\"\", \"target\": \"a \\\"b\\\"\", \"length\": 0, \"vertices\": "
          "[\"a \\\"b\\\"\"], \"weights\": []}\n");
}

}  // namespace
}  // namespace apsp::path
