// SPDX-License-Identifier: MIT
#include "hw3-3/ranks/placement.hpp"

#include "common/testing/catch.hpp"

namespace apsp::gpu {
namespace {

using Numbers = std::vector<std::size_t>;

const std::vector<std::string> kFour = {"a", "b", "c", "d"};

TEST_CASE("tasks that see all GPUs of a machine take one each") {
  const std::vector<Outlook> processes(4, {"host", kFour});
  for (std::size_t self = 0; self < 4; ++self) {
    const Placement placement = place(processes, self);
    REQUIRE(placement.own == Numbers{self});
    REQUIRE(placement.lineup.first == self);
    REQUIRE(placement.lineup.devices == Numbers{0, 1, 2, 3});
    REQUIRE(placement.process == Numbers{0, 1, 2, 3});
  }
}

TEST_CASE("tasks that see their own GPUs alone take all of them") {
  const std::vector<Outlook> processes = {{"x", {"a", "b"}}, {"x", {"c"}}, {"y", {"a", "b"}}};
  const Placement placement = place(processes, 2);
  REQUIRE(placement.own == Numbers{0, 1});
  REQUIRE(placement.lineup.first == 3);
  REQUIRE(placement.lineup.devices == Numbers{0, 1, 2, 3, 4});  // "a" of y is another than of x
  REQUIRE(placement.lineup.distinct() == 5);
  REQUIRE(placement.process == Numbers{0, 0, 1, 2, 2});
  REQUIRE(placement.gpu == Numbers{0, 1, 0, 0, 1});
}

TEST_CASE("fewer tasks than GPUs share out all of them") {
  const std::vector<Outlook> processes(3, {"host", kFour});
  REQUIRE(place(processes, 0).own == Numbers{0});
  REQUIRE(place(processes, 1).own == Numbers{1});
  REQUIRE(place(processes, 2).own == Numbers{2, 3});
  REQUIRE(place(processes, 2).lineup.devices == Numbers{0, 1, 2, 3});
}

TEST_CASE("more tasks than GPUs share them evenly") {
  const std::vector<Outlook> processes(5, {"host", {"a", "b"}});
  Numbers taken(2);
  for (std::size_t self = 0; self < 5; ++self) {
    const Placement placement = place(processes, self);
    REQUIRE(placement.own.size() == 1);
    ++taken[placement.own[0]];
    REQUIRE(placement.lineup.devices[self] == placement.own[0]);
    REQUIRE(placement.lineup.distinct() == 2);
    REQUIRE(placement.lineup.most_sharing() == 3);
  }
  REQUIRE(taken == Numbers{3, 2});
}

TEST_CASE("machines of several sizes each share out their own") {
  const std::vector<Outlook> processes = {
      {"x", {"a"}}, {"y", {"a", "b"}}, {"x", {"a"}}, {"y", {"a", "b"}}};
  REQUIRE(place(processes, 0).own == Numbers{0});
  REQUIRE(place(processes, 1).own == Numbers{0});
  REQUIRE(place(processes, 2).own == Numbers{0});
  REQUIRE(place(processes, 3).own == Numbers{1});
  REQUIRE(place(processes, 3).lineup.devices == Numbers{0, 1, 0, 2});
}

}  // namespace
}  // namespace apsp::gpu
