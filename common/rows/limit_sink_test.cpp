// SPDX-License-Identifier: MIT
#include "common/rows/limit_sink.hpp"

#include <algorithm>
#include <vector>

#include "common/testing/catch.hpp"

namespace apsp {
namespace {

TEST_CASE("distances above a limit are passed on as no path, all others as they are",
          "[limit_sink]") {
  MatrixSink next(3, 3);
  LimitSink sink(next, 7);
  const std::vector<Distance> beyond = {0, 7, 8, kUnreachable, 0, kUnreachable - 1};
  sink.put(1, beyond);
  sink.put(0, std::vector<Distance>{7, kUnreachable, 0});
  REQUIRE(beyond[2] == 8);
  REQUIRE(std::ranges::equal(
      next.distances(), std::vector<Distance>{7, kUnreachable, 0, 0, 7, kUnreachable, kUnreachable,
                                              0, kUnreachable}));
}

TEST_CASE("rows within the limit are passed on without a copy", "[limit_sink]") {
  struct Keeping final : RowSink {
    void put(std::size_t, std::span<const Distance> rows) override { first = rows.data(); }
    const Distance* first = nullptr;
  } next;
  const std::vector<Distance> row = {0, 5, kUnreachable};
  LimitSink(next, 5).put(0, row);
  REQUIRE(next.first == row.data());
  LimitSink(next, 4).put(0, row);
  REQUIRE(next.first != row.data());
}

}  // namespace
}  // namespace apsp
