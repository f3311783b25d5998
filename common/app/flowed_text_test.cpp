// SPDX-License-Identifier: MIT
#include "common/app/flowed_text.hpp"

#include <string>

#include "common/testing/catch.hpp"

using apsp::flowed;
using apsp::flowed_entry;

TEST_CASE("lines of a paragraph become lines of the width, broken at blanks", "[flowed_text]") {
  REQUIRE(flowed("one two\nthree four five six", 13) == "one two three\nfour five six\n");
  REQUIRE(flowed("one two", 80) == "one two\n");
  REQUIRE(flowed("one\n\n\ntwo\n", 80) == "one\n\n\ntwo\n");
  REQUIRE(flowed("", 80).empty());
  REQUIRE(flowed("a word-that-is-longer b", 8) == "a\nword-that-is-longer\nb\n");
}

TEST_CASE("two blanks begin a column, below which a paragraph goes on", "[flowed_text]") {
  REQUIRE(flowed("name  text that\n      goes on\nother  text", 26) ==
          "name  text that goes on\nother  text\n");
  REQUIRE(flowed("  1  some words of a text too", 26) == "  1  some words of a text\n     too\n");
  // The last column counts, and one without room for text is none.
  REQUIRE(flowed("a  b    words that are a description", 32) ==
          "a  b    words that are a\n        description\n");
  REQUIRE(flowed("a            words that do not fit at all", 24) ==
          "a            words that\n    do not fit at all\n");
}

TEST_CASE("other lines that begin with blanks stay lines", "[flowed_text]") {
  REQUIRE(flowed("Examples:\n  do this\n  do that\nThe\nend", 80) ==
          "Examples:\n  do this\n  do that\nThe end\n");
  REQUIRE(flowed("  do this and that and more", 20) == "  do this and that\n      and more\n");
}

TEST_CASE("an entry's description stands at its column", "[flowed_text]") {
  REQUIRE(flowed_entry("--a N", "one two three", 9, 32) == "  --a N  one two three\n");
  REQUIRE(flowed_entry("--a N", "one two three four", 9, 22) ==
          "  --a N  one two three\n         four\n");
  REQUIRE(flowed_entry("--name N", "one", 9, 40) == "  --name N\n         one\n");
  REQUIRE(flowed_entry("K", "one of\n  a  first\n  b  second", 5, 60) ==
          "  K  one of\n       a  first\n       b  second\n");
  REQUIRE(flowed_entry("--a", "", 9, 40) == "  --a\n");
}
