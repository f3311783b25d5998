// SPDX-License-Identifier: MIT
#include "labs/mandelbrot/mandelbrot.hpp"

#include <algorithm>
#include <set>

#include "common/testing/catch.hpp"
#include "labs/mandelbrot/test_sizes.hpp"

namespace apsp::labs {
namespace {

using Dwells = std::vector<std::uint32_t>;

Dwells by_pixels(const View& view) {
  Dwells dwells(view.pixels());
  for (std::uint32_t y = 0; y < view.height; ++y) {
    for (std::uint32_t x = 0; x < view.width; ++x) dwells[view.at(x, y)] = escape_time(view, x, y);
  }
  return dwells;
}

TEST_CASE("four dwells by hand") {
  // -1.5 - i, -0.5 - i, -1.5 and -0.5: the last two are points of the set.
  REQUIRE(escape_times_on_cpu({2, 2, 50}) == Dwells{1, 3, 50, 50});
}

TEST_CASE("escape times of lanes are those of single pixels") {
  for (const View& view : test::kViews) {
    INFO(view.width << " x " << view.height << ", limit " << view.limit);
    REQUIRE(escape_times_on_cpu(view) == by_pixels(view));
  }
}

TEST_CASE("border and inner pixels are the pixels of a box, each once") {
  for (std::uint32_t width = 0; width < 6; ++width) {
    for (std::uint32_t height = 0; height < 6; ++height) {
      INFO(width << " x " << height);
      const Box box{3, 7, width, height};
      const auto is_edge = [&](Pixel p) {
        return p.x == 3 || p.y == 7 || p.x == 2 + width || p.y == 6 + height;
      };
      std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
      for (std::uint32_t i = 0; i < box.border(); ++i) {
        const Pixel p = box.border_pixel(i);
        REQUIRE(is_edge(p));
        seen.emplace(p.x, p.y);
      }
      for (std::uint32_t i = 0; i < box.inner(); ++i) {
        const Pixel p = box.inner_pixel(i);
        REQUIRE_FALSE(is_edge(p));
        seen.emplace(p.x, p.y);
      }
      REQUIRE(seen.size() == std::size_t{width} * height);
      for (const auto& [x, y] : seen) REQUIRE((x - 3 < width && y - 7 < height));
    }
  }
}

TEST_CASE("the division gives the escape times of these pictures, in fewer steps") {
  for (const View& view : test::kViews) {
    INFO(view.width << " x " << view.height << ", limit " << view.limit);
    const Dwells expected = escape_times_on_cpu(view);
    const DividedPicture picture = divide_on_cpu(view, expected);
    REQUIRE(picture.differing == 0);
    REQUIRE(picture.dwells == expected);
  }
  const View view{1024, 1024, 256};
  const Dwells expected = escape_times_on_cpu(view);
  const DividedPicture picture = divide_on_cpu(view, expected);
  std::uint64_t steps = 0;
  for (const std::uint32_t dwell : expected) steps += dwell;
  REQUIRE(picture.dwells == expected);
  REQUIRE(3 * picture.steps < steps);
}

TEST_CASE("the division misses what no border shows, and counts it") {
  // A picture that is no Mandelbrot set: one pixel inside the first square differs.
  const View view{256, 256, 9};
  Dwells dwells(view.pixels(), 5);
  dwells[view.at(100, 50)] = 6;
  REQUIRE(divide_on_cpu(view, dwells).differing == 1);
  // Where a border shows it, as here the square's own, the leaf round it is computed.
  dwells[view.at(100, 50)] = 5;
  dwells[view.at(0, 50)] = 6;
  const DividedPicture picture = divide_on_cpu(view, dwells);
  REQUIRE(picture.differing == 0);
  REQUIRE(picture.dwells == dwells);
}

}  // namespace
}  // namespace apsp::labs
