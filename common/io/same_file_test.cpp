// SPDX-License-Identifier: MIT
#include "common/io/same_file.hpp"

#include <unistd.h>

#include <filesystem>

#include "common/testing/catch.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp {
namespace {

namespace fs = std::filesystem;

bool same(const std::string& first, const std::string& second) {
  return same_file(first, STDIN_FILENO, second, STDOUT_FILENO);
}

TEST_CASE("A file that is there has many names") {
  const test::TestFolder folder;
  const std::string file = folder.write("file", "text");
  fs::create_symlink("file", folder / "link");
  fs::create_hard_link(file, folder / "hard");
  fs::create_directory(folder / "inner");
  fs::create_directory_symlink(".", folder / "round");
  for (const char* name : {"file", "./file", "link", "hard", "inner/../file", "round/round/link"}) {
    CAPTURE(name);
    REQUIRE(same(file, folder / name));
  }
  REQUIRE_FALSE(same(file, folder.write("other", "text")));
  REQUIRE_FALSE(same(file, folder / "missing"));
}

TEST_CASE("A file that is not there yet is its name in its folder") {
  const test::TestFolder folder;
  fs::create_directory(folder / "inner");
  fs::create_directory_symlink(".", folder / "round");
  fs::create_symlink("round/inner/../file", folder / "dangling");
  fs::create_symlink(folder / "dangling", folder / "inner/dangling");
  fs::create_symlink("endless", folder / "endless");
  const std::string file = folder / "file";
  for (const char* name :
       {"file", "./file", "inner/../file", "round/round/file", "dangling", "inner/dangling"}) {
    CAPTURE(name);
    REQUIRE(same(file, folder / name));
    REQUIRE(same(folder / name, file));
  }
  for (const char* name : {"File", "inner/file", "endless", "missing/../file", "missing/file"}) {
    CAPTURE(name);
    REQUIRE_FALSE(same(file, folder / name));
    REQUIRE_FALSE(same(folder / name, file));
  }
}

TEST_CASE("A name without a folder is one in the working folder") {
  const std::string name = "no-such-file-of-the-test-of-same-file";
  REQUIRE(same(name, (fs::current_path() / name).string()));
}

TEST_CASE("Devices are no files") {
  REQUIRE_FALSE(same("/dev/null", "/dev/null"));
}

}  // namespace
}  // namespace apsp
