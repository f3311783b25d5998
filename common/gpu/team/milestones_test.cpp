// SPDX-License-Identifier: MIT
#include "common/gpu/team/milestones.hpp"

#include <atomic>
#include <thread>

#include "common/testing/catch.hpp"

namespace apsp::gpu {
namespace {

TEST_CASE("a milestone that was reached does not hold anybody up") {
  Milestones milestones(2);
  milestones.reach(1, 0);
  milestones.reach(1, 1);
  milestones.await(1, 0);
  milestones.await(1, 1);
}

TEST_CASE("a thread waits until another has reached its milestone, and sees what that one wrote") {
  constexpr std::size_t kRounds = 2000;
  Milestones milestones(2);
  std::size_t written = 0;  // ordered by the milestones alone
  std::size_t wrong = 0;
  std::thread reader([&] {
    for (std::size_t round = 0; round < kRounds; ++round) {
      milestones.await(0, round);
      wrong += written != round + 1;
      milestones.reach(1, round);
    }
  });
  for (std::size_t round = 0; round < kRounds; ++round) {
    if (round > 0) milestones.await(1, round - 1);
    written = round + 1;
    milestones.reach(0, round);
  }
  reader.join();
  REQUIRE(wrong == 0);
}

TEST_CASE("a stop ends those who wait and those who come later") {
  Milestones milestones(2);
  std::atomic<bool> stopped = false;
  std::thread waiting([&] {
    try {
      milestones.await(0, 5);
    } catch (const Stopped&) {
      stopped = true;
    }
  });
  milestones.stop();
  waiting.join();
  REQUIRE(stopped);
  REQUIRE_THROWS_AS(milestones.await(1, 0), Stopped);
}

}  // namespace
}  // namespace apsp::gpu
