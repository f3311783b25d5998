// SPDX-License-Identifier: MIT
#include "tools/stats/stats.hpp"

#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp::stats {
namespace {

using test::bytes_of;
using test::require_error;
using test::TestFolder;

TEST_CASE("a broken file is refused at its first broken row") {
  const TestFolder folder;
  std::vector<Distance> distances(std::size_t{100} * 100, 1);
  for (std::size_t v = 0; v < 100; ++v) distances[v * 101] = 0;
  const auto refuse = [&](std::initializer_list<std::string> parts) {
    const DistanceFile file(folder.write("d", bytes_of(distances)));
    require_error(Fault::kInput, parts,
                  [&] { (void)summarise(file, RowSet(100), RowSet(100), "d"); });
  };
  distances[9901] = kUnreachable + 1;
  refuse({"d: byte 39604: row 99, column 1: 1073741824, expected -1073741822 to 1073741823"});
  distances[99] = -kUnreachable;
  refuse({"d: byte 396: row 0, column 99: -1073741823"});
  distances[0] = 7;
  refuse({"d: byte 0: row 0, column 0: 7, expected 0 (the diagonal)"});
}

TEST_CASE("the summary of a file is that of its rows") {
  const TestFolder folder;
  const DistanceFile file(
      folder.write("d", bytes_of(std::vector<Distance>{0, 2, 5, 3, 0, 4, 9, 1, 0})));
  const RowsSummary summary = summarise(file, RowSet(3), RowSet(3), "d");
  REQUIRE(summary.diameter() == 9);
  REQUIRE(summary.radius() == 4);
  REQUIRE(summary.centre() == std::vector<std::size_t>{1});
  REQUIRE(summary.periphery() == std::vector<std::size_t>{2});
  REQUIRE(summary.mean() == 4);
}

TEST_CASE("the summary of some rows is that of their vertices") {
  const TestFolder folder;
  const DistanceFile file(folder.write("d", bytes_of(std::vector<Distance>{9, 1, 0, 0, 2, 5})),
                          {.rows = 2});
  const RowsSummary summary = summarise(file, RowSet(3, {2, 0}), RowSet(3), "d");
  REQUIRE(summary.diameter() == 9);
  REQUIRE(summary.radius() == 5);
  REQUIRE(summary.centre() == std::vector<std::size_t>{0});
  REQUIRE(summary.periphery() == std::vector<std::size_t>{2});
  REQUIRE(summary.reachable() == 4);
  require_error(Fault::kInput, {"d: byte 4: row 0 (vertex 1), column 1: 1, expected 0"}, [&] {
    (void)summarise(file, RowSet(3, {1, 0}), RowSet(3), "d");
  });
}

TEST_CASE("the summary of some columns is that of the distances to their vertices") {
  const TestFolder folder;
  const DistanceFile file(
      folder.write("d", bytes_of(std::vector<Distance>{kUnreachable, 0, 0, 4, 3, 2})),
      {.rows = 3, .columns = 2});
  const RowsSummary summary = summarise(file, RowSet(3), RowSet(3, {1, 0}), "d");
  REQUIRE(summary.others(0) == 1);
  REQUIRE(summary.others(2) == 2);
  REQUIRE(summary.eccentricity(0) == std::nullopt);
  REQUIRE(summary.eccentricity(2) == 3);
  REQUIRE(summary.diameter() == 4);
  REQUIRE(summary.reachable() == 3);
  REQUIRE(summary.unreachable() == 1);
  REQUIRE(summary.sum() == 9);
  REQUIRE(summary.closeness(2) == 2.0 / 5);
  require_error(Fault::kInput, {"d: byte 16: row 2, column 0 (vertex 2): 3, expected 0"}, [&] {
    (void)summarise(file, RowSet(3), RowSet(3, {2, 0}), "d");
  });
}

}  // namespace
}  // namespace apsp::stats
