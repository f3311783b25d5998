// SPDX-License-Identifier: MIT
// The look that goes beside the choice of a plan: when it begins, and what it tells.
#include "common/solve/early_look.hpp"

#include <memory>

#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"

namespace apsp {
namespace {

using test::random_sample;
using test::Sample;

TEST_CASE("a look beside the plan tells what one round of searches sees", "[method]") {
  const Sample large = random_sample(2000, 300'000, 1, 100, 51);
  test::with_threads(2, [&] {
    LongestDistance alone(large.graph());
    REQUIRE(alone.search());
    EarlyLook look{Problem(large.graph())};
    REQUIRE(look.begun());
    REQUIRE(look.seen() == alone.bounds().seen);
    REQUIRE(look.seen() > 0);
    const std::unique_ptr<LongestDistance> found = look.take();
    REQUIRE(found != nullptr);
    REQUIRE(found->bounds().rounds == 1);
    REQUIRE(look.seen() == 0);
    REQUIRE(look.take() == nullptr);
  });
}

TEST_CASE("a look at equal weights begins when it is told to", "[method]") {
  const Sample large = random_sample(2000, 300'000, 3, 3, 54);
  test::with_threads(2, [&] {
    EarlyLook look{Problem(large.graph())};
    REQUIRE_FALSE(look.begun());
    REQUIRE(look.may_tell());
    REQUIRE(look.seen() == 0);
    look.begin();
    REQUIRE(look.begun());
    REQUIRE(look.seen() > 0);
    look.begin();
    REQUIRE(look.take() != nullptr);
    look.begin();
    REQUIRE_FALSE(look.begun());
  });
}

TEST_CASE("a look does not begin where it is short anyway or not little", "[method]") {
  const Sample large = random_sample(2000, 300'000, 1, 100, 52);
  const Sample small = random_sample(2000, 9000, 1, 100, 53);
  const auto begins = [](const Problem& problem) {
    EarlyLook look(problem);
    REQUIRE(look.begun() == look.may_tell());
    return look.begun();
  };
  test::with_threads(1, [&] { REQUIRE_FALSE(begins(large.graph())); });
  test::with_threads(2, [&] {
    REQUIRE(begins(large.graph()));
    REQUIRE_FALSE(begins(small.graph()));
    REQUIRE_FALSE(begins({large.graph(), {2000, {0, 1}}}));
    Problem limited(large.graph());
    limited.limit = 7;
    REQUIRE_FALSE(begins(limited));
    const Sample alike = random_sample(2000, 9000, 3, 3, 55);
    EarlyLook look{Problem(alike.graph())};
    look.begin();
    REQUIRE_FALSE(look.begun());
  });
  EarlyLook none;
  REQUIRE_FALSE(none.begun());
  REQUIRE(none.seen() == 0);
  REQUIRE(none.take() == nullptr);
}

}  // namespace
}  // namespace apsp
