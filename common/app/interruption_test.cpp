// SPDX-License-Identifier: MIT
#include "common/app/interruption.hpp"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "common/app/exit_code.hpp"
#include "common/base/signal_cleanup.hpp"
#include "common/io/graph_file.hpp"
#include "common/io/output_file.hpp"
#include "common/testing/test_child.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp {
namespace {

using test::bytes_of;
using test::Ending;
using test::run_child;
using test::TestFolder;
using Names = std::vector<std::string>;

TEST_CASE("a signal leaves the old file, no litter, and kills as it always does") {
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
    const TestFolder folder;
    folder.write("old", "before");
    const Ending ending = run_child([&] {
      ::signal(signal_number,
               SIG_DFL);  // a test started in the background may come with it ignored
      handle_interruptions();
      handle_interruptions();
      OutputFile first(folder / "old", 100);
      OutputFile second(folder / "new", 100);
      ::raise(signal_number);
      return 0;
    });
    INFO("signal " << signal_number);
    REQUIRE(ending.signal == signal_number);
    REQUIRE(ending.said.empty());
    REQUIRE(folder.names() == Names{"old"});
    REQUIRE(folder.read("old") == "before");
  }
}

TEST_CASE("the first signal is noted where a run can end in order, the second one ends it",
          "[signal]") {
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
    const TestFolder folder;
    INFO("signal " << signal_number);
    const auto run = [&](bool twice) {
      return run_child([&] {
        ::signal(signal_number, SIG_DFL);
        handle_interruptions();
        if (NotedSignal::came()) return 1;
        {
          const NotedSignal noted;
          if (NotedSignal::came()) return 2;
          ::raise(signal_number);
          if (!NotedSignal::came()) return 3;
          if (twice) ::raise(signal_number);
          std::ofstream(folder / (twice ? "twice" : "once"));
        }
        return 4;
      });
    };
    REQUIRE(run(false).signal == signal_number);
    REQUIRE(folder.names() == Names{"once"});
    REQUIRE(run(true).signal == signal_number);
    // A terminal that closes may send SIGHUP twice: the second one changes nothing.
    const bool ignored = signal_number == SIGHUP;
    REQUIRE(folder.names() == (ignored ? Names{"once", "twice"} : Names{"once"}));
  }
}

TEST_CASE("after a part that notes signals they end the process again", "[signal]") {
  const Ending ending = run_child([&] {
    ::signal(SIGTERM, SIG_DFL);
    handle_interruptions();
    { const NotedSignal noted; }
    ::raise(SIGTERM);
    return 1;
  });
  REQUIRE(ending.signal == SIGTERM);
}

TEST_CASE("a signal at any moment of an output's life leaves a whole file or none", "[signal]") {
  const TestFolder folder;
  const std::string text(100'000, 'x');
  for (int round = 0; round < 30; ++round) {
    const Ending ending = run_child([&] {
      handle_interruptions();
      const std::jthread killer([&] {
        std::this_thread::sleep_for(std::chrono::microseconds(200 + 77 * round));
        ::kill(::getpid(), SIGTERM);
      });
      for (;;) {
        OutputFile output(folder / "out", text.size());
        {
          const auto half = std::as_bytes(std::span(text)).first(text.size() / 2);
          const std::jthread other([&] { output.write_at(0, half); });
          output.write_at(half.size(), half);
        }
        output.commit(false);
      }
      return 0;
    });
    INFO("round " << round << ", " << ending.said);
    REQUIRE(ending.signal == SIGTERM);
    const Names names = folder.names();
    REQUIRE((names.empty() || names == Names{"out"}));
    REQUIRE((names.empty() || folder.read("out") == text));
  }
}

TEST_CASE("an output that was committed is out of a signal's reach", "[signal]") {
  const TestFolder folder;
  const Ending ending = run_child([&] {
    handle_interruptions();
    OutputFile output(folder / "out", 0);
    output.commit(false);
    ::raise(SIGTERM);
    return 0;
  });
  REQUIRE(ending.signal == SIGTERM);
  REQUIRE(folder.names() == Names{"out"});
}

TEST_CASE("a signal that was ignored at start stays ignored") {
  const Ending ending = run_child([] {
    ::signal(SIGHUP, SIG_IGN);
    handle_interruptions();
    ::raise(SIGHUP);
    return 17;
  });
  REQUIRE(ending.exit_code == 17);
}

TEST_CASE("an input that shrinks while it is mapped ends with a message and no litter") {
  const TestFolder folder;
  std::vector<std::int32_t> numbers(2 + 3 * 3000, 1);
  numbers[0] = 2;
  numbers[1] = 3000;
  const std::string path = folder.write("graph", bytes_of(numbers));
  const Ending ending = run_child([&] {
    handle_interruptions();
    const GraphFile file(path);
    const OutputFile output(folder / "out", 100);
    if (!file.mapped() || ::truncate(path.c_str(), 8) != 0) return 1;
    return static_cast<int>(file.graph().edges.back().weight);
  });
  REQUIRE(ending.exit_code == exit_code(Fault::kInput));
  INFO(ending.said);
  REQUIRE(ending.said.find(path + ": cannot be read any more") != std::string::npos);
  REQUIRE(ending.said.back() == '\n');
  REQUIRE(folder.names() == Names{"graph"});
}

TEST_CASE("a bus error that has nothing to do with an input is not explained away") {
  const TestFolder folder;
  const Ending ending = run_child([&] {
    handle_interruptions();
    const OutputFile output(folder / "out", 100);
    ::raise(SIGBUS);
    return 0;
  });
  REQUIRE(ending.signal == SIGBUS);
  REQUIRE(folder.names() == Names{});
}

TEST_CASE("slots are given back, and running out of them is an error") {
  handle_interruptions();  // without which there is nothing to give back
  for (int i = 0; i < 100; ++i) RemoveOnSignal("/nonexistent/a");
  std::vector<std::unique_ptr<RemoveOnSignal>> all;
  test::require_error(Fault::kInternal, {"too many files"}, [&] {
    for (int i = 0; i < 1000; ++i)
      all.push_back(std::make_unique<RemoveOnSignal>("/nonexistent/a"));
  });
  all.clear();
  RemoveOnSignal("/nonexistent/a");
}

}  // namespace
}  // namespace apsp
