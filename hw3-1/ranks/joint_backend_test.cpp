// SPDX-License-Identifier: MIT
// The recipe on several ranks, which are threads, beside one.
#include "hw3-1/ranks/joint_backend.hpp"

#include <cstddef>
#include <exception>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "common/core/row_sink.hpp"
#include "common/solve/exact_solve.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_ranks.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::cpu {
namespace {

using test::Sample;

/// Counts the rows that arrive.
struct Counter final : RowSink {
  void put(std::size_t, std::span<const Distance> distances) override {
    const std::lock_guard lock(mutex);
    elements += distances.size();
  }
  std::mutex mutex;
  std::size_t elements = 0;
};

/// What a solve of a backend says, or how many distances it puts.
std::string ending(Backend& backend, const Sample& sample) {
  Counter counter;
  Observer observer;
  try {
    solve_exactly(Problem(sample.graph()), backend, {counter}, observer, {}, BeyondS32::kRefused);
  } catch (const std::exception& error) {
    return error.what();
  }
  return std::to_string(counter.elements);
}

std::vector<std::string> endings(std::size_t size, const Sample& sample) {
  test::Meetings meetings(size);
  std::vector<std::string> told(size);
  {
    std::vector<std::jthread> ranks;
    for (std::size_t rank = 0; rank < size; ++rank) {
      ranks.emplace_back([&, rank] {
        test::ThreadRanks own(meetings, rank, size);
        JointBackend backend({.method = Method::kDense, .threads = 1}, own);
        told[rank] = ending(backend, sample);
      });
    }
  }
  return told;
}

}  // namespace

TEST_CASE("ranks are of one mind about a length that one of them has") {
  // A potential of -10 raises the first edge to a weight that no width holds, and it is left out.
  // Its length is wanted in row 200 alone.
  const Sample sample{256, {{200, 201, kUnreachable - 1}, {202, 201, -10}}};
  Backend one({.method = Method::kDense, .threads = 1});
  const std::string expected = ending(one, sample);
  REQUIRE(expected.find("arithmetic s32 is too narrow") == 0);
  for (const std::size_t size : {2, 3, 5}) {
    INFO(size << " ranks");
    REQUIRE(endings(size, sample) == std::vector<std::string>(size, expected));
  }
}

TEST_CASE("ranks put the rows of reduced weights, each its own") {
  const Sample sample{256, {{200, 201, 1000}, {202, 201, -10}}};
  REQUIRE(endings(2, sample) == std::vector<std::string>(2, std::to_string(128 * 256)));
}

}  // namespace apsp::cpu
