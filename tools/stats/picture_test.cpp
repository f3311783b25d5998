// SPDX-License-Identifier: MIT
#include "tools/stats/picture.hpp"

#include "common/rows/summary_sink.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp::stats {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
  return found;
}

TEST_CASE("a bar for each distance, a curve, and a title that is valid XML") {
  SummarySink sink(3);
  sink.put(0, std::vector<Distance>{0, 1, 3, 1, 0, 3, 3, 1, 0});
  const std::string picture = svg(sink.finish(), "a<b>&c\xe9\x01");
  REQUIRE(count(picture, "<title>") == 3);
  REQUIRE(count(picture, "3 to 3: 3 pairs") == 1);
  REQUIRE(count(picture, "2 to 2: 0 pairs") == 1);
  REQUIRE(count(picture, "<polyline") == 1);
  REQUIRE(count(picture, "a&lt;b>&amp;c\xef\xbf\xbd?") == 1);
}

TEST_CASE("a picture of nothing, and a name of no picture") {
  const test::TestFolder folder;
  REQUIRE(count(svg(Summary(), "d"), "no vertex reaches another") == 1);
  write_picture(Summary(), "d", folder / "p.svg");
  REQUIRE(folder.read("p.svg") == svg(Summary(), "d"));
  test::require_error(Fault::kUsage, {"p.jpg", ".svg or .png"},
                      [&] { write_picture(Summary(), "d", folder / "p.jpg"); });
}

}  // namespace
}  // namespace apsp::stats
