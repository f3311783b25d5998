// SPDX-License-Identifier: MIT
#include "common/app/progress.hpp"

#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include "common/testing/catch.hpp"

using apsp::Progress;
using apsp::progress_line;

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Everything written to `file` so far.
std::string contents(std::FILE* file) {
  std::string text;
  std::array<char, 4096> block{};
  std::rewind(file);
  while (const std::size_t n = std::fread(block.data(), 1, block.size(), file)) {
    text.append(block.data(), n);
  }
  return text;
}

}  // namespace

TEST_CASE("the bar shows part and time left", "[progress]") {
  // A quarter in 2 s: 6 s to go.
  const std::string line = progress_line(1, 4, 2, 79);
  REQUIRE(line == "[##########                              ]  25 %  0:06 left");
  REQUIRE(progress_line(1, 2, 3723, 79).find("1:02:03 left") != std::string::npos);
}

TEST_CASE("the bar never says 100 % early and never exceeds the terminal", "[progress]") {
  REQUIRE(progress_line(999, 1000, 1, 79).find(" 99 %") != std::string::npos);
  for (int columns = 0; columns < 120; ++columns) {
    CAPTURE(columns);
    REQUIRE(progress_line(1, 3, 100, columns).size() <= static_cast<std::size_t>(columns));
    REQUIRE(progress_line(0, 3, 100, columns).size() <= static_cast<std::size_t>(columns));
  }
}

TEST_CASE("nothing is drawn in the first second, then ten times a second at most", "[progress]") {
  const File file(std::tmpfile(), &std::fclose);
  REQUIRE(file);
  Progress progress(file.get(), true);
  progress.advance(1, 100, 0.99);
  progress.clear();
  REQUIRE(contents(file.get()).empty());

  progress.advance(2, 100, 1.00);
  progress.advance(3, 100, 1.05);  // too soon
  progress.advance(4, 100, 1.11);
  const std::string drawn = contents(file.get());
  REQUIRE(drawn.find("  2 %") != std::string::npos);
  REQUIRE(drawn.find("  3 %") == std::string::npos);
  REQUIRE(drawn.find("  4 %") != std::string::npos);

  progress.clear();
  const std::string erased = contents(file.get());
  const std::string eraser = "\r\x1b[K";
  REQUIRE(erased == drawn + eraser);
  progress.clear();  // a second time has nothing to erase
  REQUIRE(contents(file.get()) == erased);
}

TEST_CASE("a bar that is switched off writes nothing", "[progress]") {
  const File file(std::tmpfile(), &std::fclose);
  REQUIRE(file);
  {
    Progress progress(file.get(), false);
    progress.advance(1, 2, 5);
  }
  REQUIRE(contents(file.get()).empty());
  REQUIRE_FALSE(apsp::wants_progress(file.get()));
}

TEST_CASE("work that starts over starts its time over", "[progress]") {
  const File file(std::tmpfile(), &std::fclose);
  REQUIRE(file);
  Progress progress(file.get(), true);
  progress.advance(50, 100, 10);
  progress.advance(0, 100, 20);   // begins again at 20 s
  progress.advance(50, 100, 21);  // half in the second since
  REQUIRE(contents(file.get()).find("50 %  0:01 left") != std::string::npos);
}
