// SPDX-License-Identifier: MIT
#include "common/io/set_aside.hpp"

#include <signal.h>
#include <sys/stat.h>

#include "common/io/output_file.hpp"
#include "common/testing/test_child.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp {
namespace {

using test::require_error;
using test::TestFolder;
using Names = std::vector<std::string>;

TEST_CASE("a file that was set aside comes back, or is removed") {
  const TestFolder folder;
  const std::string path = folder.write("old", "text");
  {
    const SetAside aside(path);
    REQUIRE(folder.names().size() == 1);
    REQUIRE(folder.names() != Names{"old"});
  }
  REQUIRE(folder.read("old") == "text");
  {
    SetAside aside(path);
    aside.remove();
    REQUIRE(folder.names().empty());
  }
  REQUIRE(folder.names().empty());
}

TEST_CASE("what is no regular file is left alone") {
  const TestFolder folder;
  REQUIRE(::mkdir((folder / "folder").c_str(), 0700) == 0);
  for (const std::string& path : {std::string(), folder / "missing", folder / "folder"}) {
    SetAside aside(path);
    aside.remove();
  }
  REQUIRE(folder.names() == Names{"folder"});
}

TEST_CASE("a signal waits until the file is back") {
  const TestFolder folder;
  const std::string path = folder.write("old", "text");
  sigset_t blocked;
  {
    const SetAside aside(path);
    ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
    REQUIRE(::sigismember(&blocked, SIGTERM) == 1);
  }
  ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  REQUIRE(::sigismember(&blocked, SIGTERM) == 0);
}

TEST_CASE("a stale file goes when the output appears, and stays where that fails") {
  const TestFolder folder;
  folder.write("out.names", "names");
  {
    OutputFile output(folder / "out", 0);
    output.commit(false, folder / "out.names");
  }
  REQUIRE(folder.names() == Names{"out"});
  folder.write("out.names", "names");
  OutputFile output(folder / "out", 0);
  std::filesystem::remove(folder / "out");
  REQUIRE(::mkdir((folder / "out").c_str(), 0700) == 0);  // no file can be renamed to it
  folder.write("out/file", "");
  require_error(Fault::kOutput, {"cannot be put in place"},
                [&] { output.commit(false, folder / "out.names"); });
  REQUIRE(folder.read("out.names") == "names");
}

}  // namespace
}  // namespace apsp
