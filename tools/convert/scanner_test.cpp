// SPDX-License-Identifier: MIT
#include "tools/convert/scanner.hpp"

#include "common/testing/test_error.hpp"

namespace apsp::convert {
namespace {

using test::require_error;

TEST_CASE("lines end in LF, CR LF or CR alone, also in turn") {
  for (const char* text :
       {"a\nb c\n\nd", "a\r\nb c\r\n\r\nd\r\n", "a\rb c\r\rd\r", "a\rb c\n\r\nd\r"}) {
    Scanner scanner("x", text);
    for (const char* line : {"a", "b c", "", "d"}) {
      REQUIRE(scanner.next_line());
      REQUIRE(scanner.line() == line);
    }
    REQUIRE(scanner.number() == 4);
    REQUIRE_FALSE(scanner.next_line());
  }
}

TEST_CASE("lines end in LF, CR LF or with the text") {
  for (const char* text : {"a b\n\nc", "a b\r\n\r\nc\r\n",
                           "\xef\xbb\xbf"
                           "a b\n\nc\n"}) {
    INFO(text);
    Scanner scanner("x", text);
    REQUIRE(scanner.lines_left() >= 3);
    REQUIRE(scanner.next_line());
    REQUIRE(scanner.line() == "a b");
    REQUIRE(scanner.next_line());
    REQUIRE(scanner.line().empty());
    REQUIRE(scanner.word().empty());
    REQUIRE(scanner.next_line());
    REQUIRE(scanner.line() == "c");
    REQUIRE(scanner.number() == 3);
    REQUIRE_FALSE(scanner.next_line());
    REQUIRE_FALSE(scanner.next_line());
    REQUIRE(scanner.word().empty());
  }
  REQUIRE_FALSE(Scanner("x", "").next_line());
}

TEST_CASE("words are what blanks and tabs part") {
  Scanner scanner("x", " \tone  two\t3 ");
  REQUIRE(scanner.next_line());
  REQUIRE(scanner.word() == "one");
  REQUIRE(scanner.word() == "two");
  REQUIRE(scanner.integer("three", 3, 3) == 3);
  scanner.end_line();
  REQUIRE(scanner.word().empty());
}

TEST_CASE("a refusal names line, column, what was found and what was expected") {
  Scanner scanner("x",
                  "1\n 22 x\x1b"
                  "y 7");
  REQUIRE(scanner.next_line());
  REQUIRE(scanner.next_line());
  require_error(Fault::kInput,
                {"x: line 2, column 2: the size is '22', expected a whole number from 0 to 21"},
                [&] { (void)scanner.integer("the size", 0, 21); });
  require_error(Fault::kInput, {"x: line 2, column 5: the size is 'x?y', expected"},
                [&] { (void)scanner.integer("the size", 0, 21); });
  require_error(Fault::kInput, {"x: line 2, column 9: the line goes on with '7', expected its end"},
                [&] { scanner.end_line(); });
  require_error(Fault::kInput, {"x: line 2, column 10: the size is missing"},
                [&] { (void)scanner.integer("the size", 0, 21); });
  require_error(Fault::kInput, {"x: line 2, column 10: the file ends, expected more"},
                [&] { scanner.refuse_end("", "more"); });
  require_error(Fault::kInput, {"x: line 1, column 1: the file ends"},
                [&] { Scanner("x", "").refuse_end("", "more"); });
}

TEST_CASE("numbers are parsed whole and in decimal") {
  for (const char* text :
       {"1x", "0x1", "1.0", "+-1", "--1", "99999999999999999999", "1,", "+", "++1", "+x"}) {
    INFO(text);
    Scanner scanner("x", text);
    REQUIRE(scanner.next_line());
    require_error(Fault::kInput, {"line 1, column 1: the size is"},
                  [&] { (void)scanner.integer("the size", INT64_MIN, INT64_MAX); });
  }
}

TEST_CASE("a plus sign is a number's") {
  Scanner scanner("x", "+5 +0 +9223372036854775807");
  REQUIRE(scanner.next_line());
  for (const std::int64_t expected : {std::int64_t{5}, std::int64_t{0}, INT64_MAX}) {
    REQUIRE(scanner.integer("the size", 0, INT64_MAX) == expected);
  }
}

TEST_CASE("a NUL is no text, and its place is named") {
  const auto refuse_nul = [](std::string_view text, const std::string& place) {
    require_error(Fault::kInput, {"x: " + place, "UTF-16"},
                  [&] { Scanner("x", text).require_text(); });
  };
  using namespace std::string_view_literals;
  refuse_nul("\0"sv, "line 1, column 1");
  refuse_nul("ab\nc\0d\ne"sv, "line 2, column 2");
  refuse_nul("ab\n\nc\0"sv, "line 3, column 2");
  refuse_nul("\xff\xfe\x31\0"sv, "line 1, column 4");
  Scanner("x", "a b\n").require_text();
}

TEST_CASE("what is shown is short") {
  REQUIRE(shown(std::string(40, 'x')) == std::string(40, 'x'));
  REQUIRE(shown(std::string(41, 'x')) == std::string(40, 'x') + "...");
}

}  // namespace
}  // namespace apsp::convert
