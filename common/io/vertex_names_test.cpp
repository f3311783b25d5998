// SPDX-License-Identifier: MIT
#include "common/io/vertex_names.hpp"

#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace {

using apsp::Fault;
using apsp::names_for;
using apsp::read_names;
using apsp::test::require_error;
using apsp::test::TestFolder;
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("names are lines, with blanks and however they end", "[names]") {
  const TestFolder folder;
  REQUIRE(read_names(folder.write("a", "Bonn\n the Hague \nKöln\n"), 3) ==
          Names{"Bonn", " the Hague ", "Köln"});
  REQUIRE(read_names(folder.write("a", "x\r\n\r\ny"), 3) == Names{"x", "", "y"});
  REQUIRE(read_names(folder.write("a", ""), 0).empty());
}

TEST_CASE("names of another number of vertices are refused", "[names]") {
  const TestFolder folder;
  const std::string path = folder.write("a", "x\ny\n");
  for (const std::size_t vertices : {1, 3}) {
    require_error(Fault::kInput, {path, "2 vertices", "expected " + std::to_string(vertices)},
                  [&] { (void)read_names(path, vertices); });
  }
  require_error(Fault::kInput, {"missing"}, [&] { (void)read_names(folder / "missing", 1); });
}

TEST_CASE("the side file is taken where it stands, unless another is asked for", "[names]") {
  const TestFolder folder;
  const std::string other = folder.write("other", "y\n");
  REQUIRE(names_for(folder / "d", 1, {}).empty());
  folder.write("d.names", "x\n");
  REQUIRE(names_for(folder / "d", 1, {}) == Names{"x"});
  REQUIRE(names_for(folder / "d", 1, other) == Names{"y"});
}
