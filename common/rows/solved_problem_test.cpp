// SPDX-License-Identifier: MIT
#include "common/rows/solved_problem.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "common/base/memory.hpp"
#include "common/testing/catch.hpp"

namespace apsp {
namespace {

/// The bytes that are kept of a quarter of the columns, which take so many; 0 where they are not
/// computed as rows of the reversed graph.
std::uint64_t kept_of(std::uint64_t bytes) {
  const auto vertices = static_cast<std::size_t>(std::sqrt(static_cast<double>(bytes)));
  std::vector<std::int32_t> targets(vertices / 4);
  std::iota(targets.begin(), targets.end(), 0);
  const Problem asked(Graph{vertices, {}});
  return SolvedProblem(asked, RowSet(vertices, targets), true).kept_bytes();
}

}  // namespace

TEST_CASE("columns are kept where that leaves memory for the solve") {
  const std::uint64_t available = available_memory();
  if (available == UINT64_MAX) return;  // no system that tells it
  constexpr std::uint64_t kLeft = std::uint64_t{1} << 30;
  const PromisedMemory others(available > kLeft ? available - kLeft : 0);
  REQUIRE(kept_of(kLeft / 12) > kLeft / 13);
  REQUIRE(kept_of(kLeft / 2) == 0);
}

}  // namespace apsp
