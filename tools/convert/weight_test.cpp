// SPDX-License-Identifier: MIT
#include "tools/convert/weight.hpp"

#include <limits>

#include "common/testing/test_error.hpp"

namespace apsp::convert {
namespace {

using test::require_error;

Distance weight(const char* text, const Scale& scale = {}) {
  Scanner scanner("x", text);
  REQUIRE(scanner.next_line());
  return read_weight(scanner, scanner.word(), {.scale = scale});
}

void refuse(const char* text, const std::string& part, const Scale& scale = {}) {
  INFO(text);
  require_error(Fault::kInput, {"x: line 1, column 1: the weight is ", part},
                [&] { (void)weight(text, scale); });
}

TEST_CASE("whole numbers in the range of weights are weights, however they are written") {
  REQUIRE(weight("0") == 0);
  REQUIRE(weight("-7") == -7);
  REQUIRE(weight("1073741822") == 1073741822);
  REQUIRE(weight("-1073741822") == -1073741822);
  REQUIRE(weight("12.0") == 12);
  REQUIRE(weight("-1.5e3") == -1500);
  REQUIRE(weight("-0.0") == 0);
}

TEST_CASE("what is out of range or not whole is refused") {
  for (const char* text : {"1073741823", "-1073741823", "99999999999999999999", "1e300", "1e999",
                           "inf", "-inf", "nan"}) {
    refuse(text, "expected -1073741822 to 1073741822, a whole number");
  }
  refuse("2.5", "expected a whole number; --scale X takes round(x * X)");
  for (const char* text : {"x", "1x", "1.5.5", "0x10"}) refuse(text, "expected a number");
}

TEST_CASE("a number or a word stands for no edge, however it is written") {
  const auto is_none = [](const char* word, const char* value) {
    return is_no_edge(word, {.no_edge = value});
  };
  for (const auto& [word, value] : {std::pair{"-1", "-1.0"},
                                    {"99999", "99999"},
                                    {"1e5", "100000"},
                                    {"x", "x"},
                                    {"nan", "NA"},
                                    {"", "NA"},
                                    {"-", "null"},
                                    {"0", "-0.0"},
                                    {"+7", "7"}}) {
    INFO(word << " " << value);
    REQUIRE(is_none(word, value));
  }
  for (const auto& [word, value] :
       {std::pair{"1", "-1"}, {"9999", "99999"}, {"-inf", "NA"}, {"x", "NA"}, {"10", "1"}}) {
    INFO(word << " " << value);
    REQUIRE_FALSE(is_none(word, value));
  }
  REQUIRE(to_weight(-1, {.no_edge = "-1"}) == kUnreachable);
  REQUIRE(to_weight(-1.0, {.scale = 7, .unweighted = true, .no_edge = "-1"}) == kUnreachable);
  REQUIRE(to_weight(-2, {.no_edge = "-1"}) == -2);
}

TEST_CASE("a scale rounds halves away from zero") {
  REQUIRE(weight("2.5", 1) == 3);
  REQUIRE(weight("-2.5", 1) == -3);
  REQUIRE(weight("0.1", 1000) == 100);
  REQUIRE(weight("7", 10) == 70);
  REQUIRE(weight("7", 0.5) == 4);
  refuse("1073741822", "expected a number that the scale brings into -1073741822 to 1073741822", 2);
  refuse("inf", "expected a number that the scale", 2);
  refuse("1e999", "expected a number that the scale", 2);
  REQUIRE(weight("1e-999", 2) == 0);
}

TEST_CASE("numbers beyond what a double holds exactly stay out of range") {
  REQUIRE_FALSE(to_weight(static_cast<double>(INT64_MAX), ReadOptions{}).has_value());
  REQUIRE_FALSE(to_weight(std::numeric_limits<double>::quiet_NaN(), ReadOptions{}).has_value());
  REQUIRE_FALSE(to_weight(1073741823, ReadOptions{}).has_value());
  REQUIRE(to_weight(-1073741822, ReadOptions{}) == -1073741822);
}

}  // namespace
}  // namespace apsp::convert
