// SPDX-License-Identifier: MIT
#include "tools/convert/text_output.hpp"

#include <cstdint>

#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp::convert {
namespace {

using test::require_error;
using test::TestFolder;

TEST_CASE("text comes out as it went in, whatever the chunks") {
  const std::string word(777, 'w');
  const std::string large(200'000, 'l');
  std::string expected;
  std::string found;
  Text text([&](std::string_view chunk) { found += chunk; });
  for (int i = 0; i < 1000; ++i) {
    text.put(word).put(' ').number(i).number(INT64_MIN).number(INT64_MAX);
    expected +=
        word + ' ' + std::to_string(i) + std::to_string(INT64_MIN) + std::to_string(INT64_MAX);
    if (i % 300 == 0) {
      text.put(large);
      expected += large;
    }
  }
  text.flush();
  text.flush();
  REQUIRE(found == expected);
}

TEST_CASE("a buffer is filled to its last byte") {
  for (std::size_t size = 65530; size < 65542; ++size) {
    std::string found;
    Text text([&](std::string_view chunk) { found += chunk; });
    text.put(std::string(size - 65000, 'a')).put(std::string(65000, 'b'));
    text.number(INT64_MIN).put('c');
    text.flush();
    REQUIRE(found.size() == size + 21);
    REQUIRE(found.ends_with("b-9223372036854775808c"));
  }
}

TEST_CASE("a text file appears whole or not at all") {
  const TestFolder folder;
  folder.write("out", "before");
  require_error(Fault::kInput, {"enough"}, [&] {
    int calls = 0;
    write_text(folder / "out", false, [&](Text& text) {
      text.put(std::string(100'000, 'x'));
      if (++calls == 2) throw Error(Fault::kInput, "enough");
    });
  });
  REQUIRE(folder.read("out") == "before");
  REQUIRE(folder.names().size() == 1);
  write_text(folder / "out", false, [](Text& text) { text.put("after").number(1); });
  REQUIRE(folder.read("out") == "after1");
  write_text(folder / "none", true, [](Text&) {});
  REQUIRE(folder.read("none").empty());
}

}  // namespace
}  // namespace apsp::convert
