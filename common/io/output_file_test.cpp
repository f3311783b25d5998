// SPDX-License-Identifier: MIT
#include "common/io/output_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "common/app/exit_code.hpp"
#include "common/app/interruption.hpp"
#include "common/io/file_descriptor.hpp"
#include "common/io/stale_files.hpp"
#include "common/testing/test_child.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp {
namespace {

namespace fs = std::filesystem;
using test::Ending;
using test::require_error;
using test::run_child;
using test::TestFolder;
using Names = std::vector<std::string>;

std::span<const std::byte> as_bytes(const std::string& text) {
  return std::as_bytes(std::span(text));
}

void write_whole(const std::string& path, const std::string& text) {
  OutputFile output(path, text.size());
  output.write_at(0, as_bytes(text));
  output.commit(false);
}

/// Writes `text` in chunks of `chunk` bytes, dealt to threads round-robin, each in ascending order.
void write_from_threads(OutputFile& output, const std::string& text, std::size_t chunk,
                        std::size_t threads) {
  std::vector<std::jthread> crew;
  for (std::size_t t = 0; t < threads; ++t) {
    // The last thread starts first, so that chunks do come out of order.
    crew.emplace_back([&, first = (threads - 1 - t) * chunk] {
      for (std::size_t at = first; at < text.size(); at += threads * chunk) {
        output.write_at(at, as_bytes(text).subspan(at, std::min(chunk, text.size() - at)));
      }
    });
  }
}

std::string noise(std::size_t size) {
  std::mt19937 random(7);
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

unsigned mode_of(const std::string& path) {
  struct stat status = {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

TEST_CASE("an output appears when it is committed and not before") {
  const TestFolder folder;
  folder.write("out", "before");
  const std::string text = noise(100'003);
  {
    OutputFile output(folder / "out", text.size());
    write_from_threads(output, text, 1000, 5);
    REQUIRE(folder.read("out") == "before");
    REQUIRE(folder.names().size() == 2);
    output.commit(true);
    REQUIRE(folder.read("out") == text);
    REQUIRE(folder.names() == Names{"out"});
  }
  REQUIRE(folder.read("out") == text);
}

TEST_CASE("an output that is not committed leaves what was there and nothing else") {
  const TestFolder folder;
  folder.write("old", "before");
  for (const char* name : {"old", "new"}) {
    OutputFile output(folder / name, 8);
    output.write_at(0, as_bytes("12345678"));
  }
  REQUIRE(folder.names() == Names{"old"});
  REQUIRE(folder.read("old") == "before");
}

TEST_CASE("an output with bytes missing or too many cannot be committed") {
  const TestFolder folder;
  folder.write("out", "before");
  {
    OutputFile output(folder / "out", 8);
    output.write_at(4, as_bytes("5678"));
    require_error(Fault::kInternal, {"out", "4 bytes", "expected 8"},
                  [&] { output.commit(false); });
    require_error(Fault::kInternal, {"out", "byte 6"},
                  [&] { output.write_at(6, as_bytes("789")); });
    require_error(Fault::kInternal, {"out"}, [&] { output.write_at(UINT64_MAX, as_bytes("789")); });
  }
  REQUIRE(folder.names() == Names{"out"});
  REQUIRE(folder.read("out") == "before");
}

TEST_CASE("an output of no bytes is an empty file") {
  const TestFolder folder;
  write_whole(folder / "out", "");
  REQUIRE(folder.names() == Names{"out"});
  REQUIRE(folder.read("out").empty());
}

TEST_CASE("a new output has the mode that any new file has, a replaced one keeps its own") {
  const TestFolder folder;
  const mode_t before = ::umask(027);
  write_whole(folder / "new", "text");
  ::umask(before);
  REQUIRE(mode_of(folder / "new") == 0640);
  folder.write("old", "before");
  REQUIRE(::chmod((folder / "old").c_str(), 0604) == 0);
  write_whole(folder / "old", "text");
  REQUIRE(mode_of(folder / "old") == 0604);
}

TEST_CASE("a link as output stays, what it points to is replaced") {
  const TestFolder folder;
  fs::create_directory(folder / "inner");
  folder.write("inner/target", "before");
  fs::create_symlink("inner/target", folder / "relative");
  fs::create_symlink(folder / "relative", folder / "twice");
  fs::create_symlink("inner/absent", folder / "dangling");
  write_whole(folder / "twice", "through two links");
  write_whole(folder / "dangling", "through one");
  for (const char* link : {"relative", "twice", "dangling"}) {
    REQUIRE(fs::is_symlink(folder / link));
  }
  REQUIRE(folder.read("inner/target") == "through two links");
  REQUIRE(folder.read("inner/absent") == "through one");
  REQUIRE(folder.names() == Names{"dangling", "inner", "relative", "twice"});

  fs::create_symlink("circle", folder / "circle");
  require_error(Fault::kOutput, {"circle"}, [&] { write_whole(folder / "circle", "text"); });
}

TEST_CASE("an output that cannot be is refused at once, by name and reason") {
  const TestFolder folder;
  folder.write("file", "before");
  const auto refuse = [&](const std::string& path, std::initializer_list<std::string> parts) {
    require_error(Fault::kOutput, parts, [&] { OutputFile(path, 8); });
  };
  refuse(folder.path(), {folder.path(), "folder"});
  refuse(folder / "new/", {"new/", "folder"});
  refuse(folder / "absent/out", {"absent/out", "cannot create", "No such file"});
  refuse(folder / "file/out", {"file/out", "Not a directory"});
  refuse(folder / std::string(256, 'x'), {"xxx", "name too long"});
  refuse("", {"empty"});
  require_error(Fault::kOutput, {"huge", "18446744073709551615 bytes", "too large"},
                [&] { OutputFile(folder / "huge", UINT64_MAX); });
  // More than any disk has: told before the work, not after it.
  require_error(Fault::kOutput, {"large", "reserve"},
                [&] { OutputFile(folder / "large", std::uint64_t{1} << 60); });
  if (::geteuid() == 0) {
    WARN("run by root, whom no permission stops: read-only folder and file not tested");
  } else {
    REQUIRE(::chmod((folder / "file").c_str(), 0444) == 0);
    refuse(folder / "file", {"file", "Permission denied"});
    REQUIRE(::chmod(folder.path().c_str(), 0555) == 0);
    refuse(folder / "out", {"out", folder.path(), "Permission denied"});
    REQUIRE(::chmod(folder.path().c_str(), 0755) == 0);
  }
  REQUIRE(folder.names() == Names{"file"});
  REQUIRE(folder.read("file") == "before");
}

TEST_CASE("an output may have the longest name that a folder can hold") {
  const TestFolder folder;
  const std::string name(255, 'x');
  write_whole(folder / name, "text");
  REQUIRE(folder.names() == Names{name});
}

TEST_CASE("an output without a folder in its name goes to the current one") {
  const TestFolder folder;
  const Ending ending = run_child([&] {
    if (::chdir(folder.path().c_str()) != 0) return 1;
    write_whole("out", "text");
    return 0;
  });
  REQUIRE(ending.exit_code == 0);
  REQUIRE(folder.names() == Names{"out"});
}

TEST_CASE("what a killed run has left goes with the next one, what a living one uses stays") {
  const TestFolder folder;
  const Ending ending = run_child([&] {
    OutputFile killed(folder / "out", 8);
    ::raise(SIGKILL);
    return 0;
  });
  REQUIRE(ending.signal == SIGKILL);
  REQUIRE(folder.names().size() == 1);
  const std::string left = folder.names()[0];
  REQUIRE(left.starts_with(".out.apsp-"));
  // None of these is such a file: another output's, a longer name, a link, a folder.
  folder.write(".out2.apsp-aaaaaa", "");
  folder.write(".out.apsp-aaaaaaa", "");
  folder.write("user", "data");
  fs::create_symlink("user", folder / ".out.apsp-linked");
  fs::create_directory(folder / ".out.apsp-folder");
  Names others = folder.names();
  others.erase(std::find(others.begin(), others.end(), left));
  {
    OutputFile alive(folder / "out", 4);
    REQUIRE_FALSE(fs::exists(folder / left));
    REQUIRE(folder.names().size() == others.size() + 1);
    write_whole(folder / "out", "second");
    alive.write_at(0, as_bytes("last"));
    alive.commit(false);
  }
  REQUIRE(folder.read("out") == "last");
  others.emplace_back("out");
  std::sort(others.begin(), others.end());
  REQUIRE(folder.names() == others);
  REQUIRE(folder.read("user") == "data");
}

TEST_CASE("a file that was removed before it was marked is not used") {
  const TestFolder folder;
  const FileDescriptor kept(::open((folder / "kept").c_str(), O_RDWR | O_CREAT, 0600));
  const FileDescriptor removed(::open((folder / "removed").c_str(), O_RDWR | O_CREAT, 0600));
  ::unlink((folder / "removed").c_str());
  REQUIRE(mark_in_use(kept.get()));
  REQUIRE_FALSE(mark_in_use(removed.get()));
}

TEST_CASE("outputs to one path from many processes at once do not take each other's file away") {
  const TestFolder folder;
  std::vector<test::Child> crew;
  crew.reserve(6);
  for (int process = 0; process < 6; ++process) {
    crew.emplace_back([&] {
      for (int round = 0; round < 200; ++round) write_whole(folder / "out", "whole");
      return 0;
    });
  }
  for (test::Child& child : crew) {
    const Ending ending = child.wait();
    INFO(ending.said);
    REQUIRE(ending.exit_code == 0);
  }
  REQUIRE(folder.names() == Names{"out"});
  REQUIRE(folder.read("out") == "whole");
}

TEST_CASE("a pipe is written in order, whatever order the threads come in") {
  const TestFolder folder;
  const std::string fifo = folder / "fifo";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  const std::string text = noise(300'007);
  std::string arrived;
  {
    std::jthread reader([&] { arrived = folder.read("fifo"); });
    OutputFile output(fifo, text.size());
    write_from_threads(output, text, 1000, 7);
    output.commit(true);
  }
  REQUIRE(arrived == text);
  REQUIRE(folder.names() == Names{"fifo"});
}

TEST_CASE("standard output is written straight") {
  const TestFolder folder;
  for (const char* name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    folder.write("out", "before,");
    const Ending ending = run_child([&] {
      const int out = ::open((folder / "out").c_str(), O_WRONLY | O_APPEND);
      if (out < 0 || ::dup2(out, STDOUT_FILENO) < 0) return 1;
      write_whole(name, "after");
      return 0;
    });
    REQUIRE(ending.exit_code == 0);
    REQUIRE(folder.read("out") == "before,after");
  }
  const Ending closed = run_child([] {
    ::close(STDOUT_FILENO);
    write_whole("-", "text");
    return 0;
  });
  REQUIRE(closed.exit_code == exit_code(Fault::kOutput));
  REQUIRE(closed.said.find("standard output") != std::string::npos);
}

TEST_CASE("a device is written straight") {
  write_whole("/dev/null", noise(10'000));
  REQUIRE(fs::is_character_file("/dev/null"));
  require_error(Fault::kOutput, {"/dev/full", "byte 0", "No space left"},
                [] { write_whole("/dev/full", "text"); });
}

TEST_CASE("when one thread cannot write, those that wait for it do not wait for ever") {
  OutputFile output("/dev/full", 40);
  std::atomic<int> refused = 0;
  {
    std::vector<std::jthread> crew;
    for (std::size_t chunk = 4; chunk-- > 0;) {
      crew.emplace_back([&, chunk] {
        const auto error =
            test::error_of([&] { output.write_at(10 * chunk, as_bytes("0123456789")); });
        if (error && error->fault() == Fault::kOutput) ++refused;
      });
    }
  }
  REQUIRE(refused == 4);
  require_error(Fault::kInternal, {"0 bytes", "expected 40"}, [&] { output.commit(false); });
}

TEST_CASE("a reader that goes away is an error, not a death") {
  const TestFolder folder;
  const Ending ending = run_child([] {
    handle_interruptions();
    int ends[2];
    if (::pipe(ends) != 0) return 1;
    ::close(ends[0]);
    write_whole(fmt::format("/dev/fd/{}", ends[1]), "text");
    return 0;
  });
  INFO(ending.said);
  REQUIRE(ending.exit_code == exit_code(Fault::kOutput));
}

TEST_CASE("what cannot be written is known before, and no pipe is touched for that") {
  const TestFolder folder;
  require_error(Fault::kOutput, {"nowhere/out"}, [&] { require_writable(folder / "nowhere/out"); });
  require_error(Fault::kOutput, {folder.path()}, [&] { require_writable(folder.path()); });
  require_writable(folder / "out");
  REQUIRE(folder.names().empty());
  folder.write("out", "old");
  require_writable(folder / "out");
  REQUIRE(folder.read("out") == "old");
  // Nobody reads: to open it would be to wait for ever.
  REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
  require_writable(folder / "fifo");
}

TEST_CASE("an output beyond the file size limit is an error, not a death") {
  const TestFolder folder;
  folder.write("out", "before");
  const Ending ending = run_child([&] {
    handle_interruptions();
    const struct rlimit limit = {4096, 4096};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    write_whole(folder / "out", noise(8192));
    return 0;
  });
  REQUIRE(ending.exit_code == exit_code(Fault::kOutput));
  REQUIRE(ending.said.find("File too large") != std::string::npos);
  REQUIRE(folder.names() == Names{"out"});
  REQUIRE(folder.read("out") == "before");
}

}  // namespace
}  // namespace apsp
