// SPDX-License-Identifier: MIT
#include "tools/show/window.hpp"

#include "common/testing/test_error.hpp"

namespace apsp::show {
namespace {

using test::require_error;

Range range(std::string_view text, std::size_t count) {
  return Window::parse(text).value().of(count, "--rows", "row");
}

TEST_CASE("either end of a window may be missing") {
  REQUIRE(range("2:5", 10) == Range{2, 5});
  REQUIRE(range("2:", 10) == Range{2, 10});
  REQUIRE(range(":5", 10) == Range{0, 5});
  REQUIRE(range(":", 10) == Range{0, 10});
  REQUIRE(range("0:10", 10) == Range{0, 10});
  REQUIRE(range("10:", 10) == Range{10, 10});
  REQUIRE(range(":", 0) == Range{0, 0});
}

TEST_CASE("what is no window is not taken for one") {
  for (const char* text :
       {"", "5", "a:b", "1:b", "-1:5", "1:2:3", " 1:2", "1:2 ", "1,2", "0:99999999999999999999"}) {
    INFO(text);
    REQUIRE_FALSE(Window::parse(text).has_value());
  }
}

TEST_CASE("a window that leads out is refused with what there is") {
  for (const char* text : {"0:11", "11:", "5:4"}) {
    require_error(Fault::kUsage, {"--rows is", "there are 10 rows", "0 <= A <= B <= 10"},
                  [&] { (void)range(text, 10); });
  }
}

}  // namespace
}  // namespace apsp::show
