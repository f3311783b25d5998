// SPDX-License-Identifier: MIT
#include "tools/path/pairs.hpp"

#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp::path {
namespace {

using test::require_error;
using test::TestFolder;
using Names = std::vector<std::string>;
using Pairs = std::vector<Pair>;

Pairs read(const TestFolder& folder, const std::string& text, const Names& names = {}) {
  return read_pairs(folder.write("pairs", text), VertexFinder(4, names));
}

TEST_CASE("a line is a pair, with blanks or one tab between") {
  const TestFolder folder;
  REQUIRE(read(folder, "").empty());
  REQUIRE(read(folder, "0 3\n  2   1  \r\n3\t3") == Pairs{{0, 3}, {2, 1}, {3, 3}});
  const Names names = {"Bonn", "the Hague", " x", ""};
  REQUIRE(read(folder, "Bonn\tthe Hague\n x\t\nBonn 1\n", names) == Pairs{{0, 1}, {2, 3}, {0, 1}});
}

TEST_CASE("a line that is no pair is named") {
  const TestFolder folder;
  const std::string place = (folder / "pairs") + ": line 2: ";
  for (const char* line : {"", "1", "1 ", "1 2 3", "1\t2\t3", "in the Hague"}) {
    INFO(line);
    require_error(Fault::kInput, {place, "expected two vertices with a tab"},
                  [&] { (void)read(folder, std::string("0 1\n") + line + "\n0 1\n"); });
  }
  for (const char* line : {"0 4", "4 0", "-1 0", "0 \v", "0\t", "x 0", "0,1 2"}) {
    INFO(line);
    require_error(Fault::kInput, {place, "expected a vertex in [0, 4)"},
                  [&] { (void)read(folder, std::string("0 1\n") + line + "\n"); });
  }
  require_error(Fault::kInput, {"missing"},
                [&] { (void)read_pairs(folder / "missing", VertexFinder(4, {})); });
}

}  // namespace
}  // namespace apsp::path
