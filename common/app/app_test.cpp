// SPDX-License-Identifier: MIT
#include "common/app/app.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_folder.hpp"

namespace {

using Names = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A backend that does as the test says.
struct Script {
  std::vector<apsp::Width> widths = {apsp::Width::kS32};
  std::function<void(apsp::Observer&)> prepare = [](apsp::Observer&) {};
  std::function<void(std::size_t, apsp::Width)> require_fit = [](std::size_t, apsp::Width) {};
  std::function<void(apsp::Width)> start = [](apsp::Width) {};
  std::function<void(const apsp::Outputs&, apsp::Observer&)> put;
};

class ScriptedSolve final : public apsp::Solve {
 public:
  explicit ScriptedSolve(const Script& script) : script_(script) {}
  void scatter(const apsp::Graph&, apsp::Observer&) override {}
  void close(apsp::Observer&) override {}
  apsp::Extent extent() override { return {}; }
  std::optional<apsp::Clipped> first_clipped(const apsp::Graph&) override { return std::nullopt; }
  void put(const apsp::Outputs& outputs, apsp::Observer& observer) override {
    script_.put(outputs, observer);
  }

 private:
  const Script& script_;
};

class ScriptedBackend final : public apsp::Backend {
 public:
  ScriptedBackend(const Script& script, apsp::Observer& observer) : script_(script) {
    script.prepare(observer);
  }
  std::span<const apsp::Width> widths() const override { return script_.widths; }
  void require_fit(const apsp::Problem& problem, const apsp::Plan&, apsp::Width width) override {
    script_.require_fit(problem.graph.vertices, width);
  }
  std::unique_ptr<apsp::Solve> start(const apsp::Attempt& attempt, apsp::Observer&) override {
    script_.start(attempt.width);
    return std::make_unique<ScriptedSolve>(script_);
  }

 private:
  const Script& script_;
};

/// A private folder with a graph of two vertices and an older output, and a solver of one's own.
struct Workbench {
  Workbench() {
    // Two vertices, one edge, from 0 to 1 with weight 5.
    folder.write("in", apsp::test::bytes_of<std::int32_t>({2, 1, 0, 1, 5}));
    folder.write("out", "old");

    script.put = [](const apsp::Outputs& outputs, apsp::Observer&) {
      outputs.rows.put(0, kDistances);
    };
  }

  std::string path(const std::string& name) const { return folder / name; }

  /// Runs the program; standard error goes to `errors`.
  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "./solver");
    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) {
      argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    const apsp::Program program = {.name = "solver",
                                   .summary = "a solver under test",
                                   .launcher = "srun",
                                   .widths = script.widths,
                                   .add_options = {},
                                   .make_backend = [&](apsp::Observer& observer) {
                                     return std::make_unique<ScriptedBackend>(script, observer);
                                   }};
    return captured(
        [&] { return apsp::run_solver(static_cast<int>(arguments.size()), argv.data(), program); });
  }

  template <typename Body>
  int captured(const Body& body) {
    const apsp::test::TestFolder elsewhere;
    const std::string name = elsewhere.write("stderr", "");
    const int original = dup(STDERR_FILENO);
    const int file = open(name.c_str(), O_WRONLY);
    REQUIRE(dup2(file, STDERR_FILENO) == STDERR_FILENO);
    const int code = body();
    REQUIRE(dup2(original, STDERR_FILENO) == STDERR_FILENO);
    close(original);
    close(file);
    errors = elsewhere.read("stderr");
    return code;
  }

  static inline const std::vector<apsp::Distance> kDistances = {0, 5, apsp::kUnreachable, 0};

  Script script;
  std::string errors;
  apsp::test::TestFolder folder;
};

}  // namespace

TEST_CASE("a run that goes well prints nothing and leaves the rows", "[app]") {
  Workbench bench;
  REQUIRE(bench.run({bench.path("in"), bench.path("out")}) == 0);
  REQUIRE(bench.errors.empty());
  REQUIRE(bench.folder.read("out") == apsp::test::bytes_of(Workbench::kDistances));
  REQUIRE(bench.folder.names() == Names{"in", "out"});
}

TEST_CASE("what a solver throws decides the exit code, and the old output stands", "[app]") {
  Workbench bench;
  std::string message;
  int code = -1;
  const auto fail_with = [&](auto exception) {
    bench.script.put = [=](const apsp::Outputs& outputs, apsp::Observer&) {
      outputs.rows.put(0, Workbench::kDistances);  // even after the last row
      throw exception;
    };
    code = bench.run({bench.path("in"), bench.path("out")});
  };

  SECTION("its own error") {
    fail_with(apsp::Error(apsp::Fault::kNoAnswer, "a negative cycle\n0 -> 1 -> 0"));
    REQUIRE(code == 4);
    REQUIRE(bench.errors == "solver: a negative cycle\n0 -> 1 -> 0\n");
  }
  SECTION("memory") {
    fail_with(std::bad_alloc());
    REQUIRE(code == 5);
    REQUIRE(contains(bench.errors, "solver: not enough memory"));
    REQUIRE(contains(bench.errors, "available"));
  }
  SECTION("anything else") {
    fail_with(std::logic_error("lost a tile"));
    REQUIRE(code == 1);
    REQUIRE(bench.errors == "solver: internal error: lost a tile\n");
  }
  REQUIRE(bench.folder.read("out") == "old");
  REQUIRE(bench.folder.names() == Names{"in", "out"});
}

TEST_CASE("a solver that forgets rows is an internal error", "[app]") {
  Workbench bench;
  bench.script.put = [](const apsp::Outputs&, apsp::Observer&) {};
  REQUIRE(bench.run({bench.path("in"), bench.path("out")}) == 1);
  REQUIRE(bench.folder.read("out") == "old");
}

TEST_CASE("prepare comes first, then the input, then the output, then the solver", "[app]") {
  Workbench bench;
  bool prepared = false;
  bool solved = false;
  bench.script.prepare = [&](apsp::Observer&) { prepared = true; };
  bench.script.put = [&](const apsp::Outputs& outputs, apsp::Observer&) {
    solved = true;
    outputs.rows.put(0, Workbench::kDistances);
  };
  SECTION("bad input") {
    REQUIRE(bench.run({bench.path("missing"), bench.path("out")}) == 3);
    REQUIRE(contains(bench.errors, "missing"));
  }
  SECTION("an output folder that does not exist costs no hours of work") {
    REQUIRE(bench.run({bench.path("in"), bench.path("nowhere/out")}) == 7);
    REQUIRE(contains(bench.errors, "nowhere"));
  }
  REQUIRE(prepared);
  REQUIRE_FALSE(solved);
}

TEST_CASE("a graph that is not admitted costs no output", "[app]") {
  Workbench bench;
  bench.script.require_fit = [](std::size_t vertices, apsp::Width width) {
    REQUIRE(vertices == 2);
    REQUIRE(width == apsp::Width::kS32);
    throw apsp::Error(apsp::Fault::kMemory, "too large");
  };
  // The folder does not exist: creating the output would be exit code 7.
  REQUIRE(bench.run({bench.path("in"), bench.path("nowhere/out"), "--arithmetic", "s32"}) == 5);
  REQUIRE(bench.errors == "solver: too large\n");
}

TEST_CASE("a device that is missing is found before the input is read", "[app]") {
  Workbench bench;
  bench.script.prepare = [](apsp::Observer&) {
    throw apsp::Error(apsp::Fault::kNoDevice, "no GPU here");
  };
  REQUIRE(bench.run({bench.path("missing"), bench.path("out")}) == 6);
  REQUIRE(bench.errors == "solver: no GPU here\nhw3-1 solves the same files without a GPU\n");
}

TEST_CASE("--arithmetic takes the program's widths and hands them on", "[app]") {
  Workbench bench;
  using Widths = std::vector<apsp::Width>;
  Widths started;
  bench.script.widths = {apsp::Width::kU16, apsp::Width::kS32};
  bench.script.start = [&](apsp::Width width) { started.push_back(width); };
  const std::vector<std::string> files = {bench.path("in"), bench.path("out")};
  REQUIRE(bench.run({files[0], files[1]}) == 0);
  REQUIRE(bench.run({files[0], files[1], "--arithmetic", "s32"}) == 0);
  REQUIRE(bench.run({files[0], files[1], "--arithmetic", "u16"}) == 0);
  REQUIRE(bench.run({files[0], files[1], "--arithmetic", "auto"}) == 0);
  REQUIRE(started ==
          Widths{apsp::Width::kU16, apsp::Width::kS32, apsp::Width::kU16, apsp::Width::kU16});
  REQUIRE(bench.run({files[0], files[1], "--arithmetic", "u8"}) == 2);
  REQUIRE(contains(bench.errors, "--arithmetic is 'u8', expected one of auto, u16, s32"));
}

TEST_CASE("warnings reach the user once, and not with --quiet", "[app]") {
  Workbench bench;
  bench.script.prepare = [](apsp::Observer& observer) { observer.warn("too many cooks"); };
  REQUIRE(bench.run({bench.path("in"), bench.path("out")}) == 0);
  REQUIRE(bench.errors == "solver: warning: too many cooks\n");
  REQUIRE(bench.run({"--quiet", bench.path("in"), bench.path("out")}) == 0);
  REQUIRE(bench.errors.empty());
}

TEST_CASE("where most vertices have no edge, a warning and the refusal name --compact", "[app]") {
  Workbench bench;
  const std::string hint =
      "of 2000 vertices only 2 have an edge; hw3-convert --compact leaves out the others\n";
  bench.folder.write("in", apsp::test::bytes_of<std::int32_t>({2000, 1, 0, 1999, 5}));
  bench.script.put = [](const apsp::Outputs& outputs, apsp::Observer&) {
    outputs.rows.put(0, std::vector<apsp::Distance>(std::size_t{2000} * 2000));
  };
  REQUIRE(bench.run({bench.path("in"), bench.path("out")}) == 0);
  REQUIRE(bench.errors == "solver: warning: " + hint);
  bench.script.require_fit = [](std::size_t, apsp::Width) {
    throw apsp::Error(apsp::Fault::kMemory, "too large");
  };
  REQUIRE(bench.run({"--quiet", bench.path("in"), bench.path("out")}) == 5);
  REQUIRE(bench.errors == "solver: too large\n" + hint);
}

TEST_CASE("facts and phases reach the report, a later fact in an earlier one's place", "[app]") {
  Workbench bench;
  bench.script.put = [](const apsp::Outputs& outputs, apsp::Observer& observer) {
    observer.fact("tile", "small");
    observer.enter_phase(apsp::Phase::kCompute);
    observer.fact("tile", "large");
    observer.advance(1, 1);
    outputs.rows.put(0, Workbench::kDistances);
  };
  REQUIRE(bench.run({bench.path("in"), bench.path("out"), "--report", bench.path("r")}) == 0);
  const auto json = nlohmann::json::parse(bench.folder.read("r"));
  REQUIRE(json["program"] == "solver");
  REQUIRE(json["tile"] == "large");
  REQUIRE(json["vertices"] == 2);
  REQUIRE(json["edges"] == 1);
  REQUIRE(json["bytes_read"] == 20);
  REQUIRE(json["bytes_written"] == 16);
  for (const char* phase : {"read", "compute", "write", "total"}) {
    CAPTURE(phase);
    REQUIRE(json["seconds"][phase] >= 0);
  }
  REQUIRE(bench.folder.names() == Names{"in", "out", "r"});
}

TEST_CASE("a report that cannot be written does not take the distances with it", "[app]") {
  Workbench bench;
  const std::string report = bench.path("nowhere/report");
  REQUIRE(bench.run({bench.path("in"), bench.path("out"), "--report", report}) == 7);
  REQUIRE(contains(bench.errors, report));
  REQUIRE(contains(bench.errors, "the distances in " + bench.path("out") + " are complete"));
  REQUIRE(bench.folder.read("out").size() == 16);
}

TEST_CASE("a summary, with the distances or in their place", "[app]") {
  Workbench bench;
  const std::string summary = bench.path("s");
  bool wanted = false;
  bench.script.put = [&](const apsp::Outputs& outputs, apsp::Observer&) {
    wanted = outputs.numbers == nullptr;
    outputs.rows.put(0, Workbench::kDistances);
  };
  REQUIRE(bench.run({bench.path("in"), bench.path("out"), "--summary", summary}) == 0);
  REQUIRE(wanted);
  REQUIRE(bench.folder.read("out") == apsp::test::bytes_of(Workbench::kDistances));
  const std::string with = bench.folder.read("s");
  const auto json = nlohmann::json::parse(with);
  REQUIRE(json["source"] == bench.path("in"));
  REQUIRE(json["diameter"] == 5);
  REQUIRE(json["unreachable_pairs"] == 1);

  bench.folder.write("out", "old");
  REQUIRE(bench.run({bench.path("in"), "--summary", summary, "--report", bench.path("r")}) == 0);
  REQUIRE_FALSE(wanted);
  REQUIRE(bench.errors.empty());
  REQUIRE(bench.folder.read("out") == "old");
  REQUIRE(bench.folder.read("s") == with);
  const auto report = nlohmann::json::parse(bench.folder.read("r"));
  REQUIRE(report["output"].is_null());
  REQUIRE(report["summary"] == summary);
  REQUIRE(report["bytes_written"] == with.size());
  REQUIRE(report["seconds"]["summary"] >= 0);
  REQUIRE(bench.folder.names() == Names{"in", "out", "r", "s"});
}

TEST_CASE("a summary that cannot be written costs no work, and no distances", "[app]") {
  Workbench bench;
  bool solved = false;
  bench.script.put = [&](const apsp::Outputs& outputs, apsp::Observer&) {
    solved = true;
    outputs.rows.put(0, Workbench::kDistances);
  };
  REQUIRE(bench.run({bench.path("in"), "--summary", bench.path("nowhere/s")}) == 7);
  REQUIRE_FALSE(solved);
  REQUIRE(contains(bench.errors, "nowhere"));
  // A device that is full shows only afterwards.
  REQUIRE(bench.run({bench.path("in"), bench.path("out"), "--summary", "/dev/full"}) == 7);
  REQUIRE(solved);
  REQUIRE(contains(bench.errors, "only the summary is missing: the distances in " +
                                     bench.path("out") + " are complete"));
  REQUIRE(bench.folder.read("out").size() == 16);
  REQUIRE(bench.run({bench.path("in"), "--summary", bench.path("s"), "--report",
                     bench.path("nowhere/r")}) == 7);
  REQUIRE(contains(bench.errors, "the summary in " + bench.path("s") + " is complete"));
  REQUIRE(bench.folder.names() == Names{"in", "out", "s"});
}

TEST_CASE("a summary needs every row, and a failed run leaves the old one", "[app]") {
  Workbench bench;
  bench.folder.write("s", "old");
  bench.script.put = [](const apsp::Outputs&, apsp::Observer&) {};
  REQUIRE(bench.run({bench.path("in"), "--summary", bench.path("s")}) == 1);
  REQUIRE(bench.folder.read("s") == "old");
  REQUIRE(bench.folder.names() == Names{"in", "out", "s"});
}

TEST_CASE("no report after a failed run", "[app]") {
  Workbench bench;
  bench.script.put = [](const apsp::Outputs&, apsp::Observer&) {
    throw apsp::Error(apsp::Fault::kNoAnswer, "no");
  };
  REQUIRE(bench.run({bench.path("in"), bench.path("out"), "--report", bench.path("r")}) == 4);
  REQUIRE(bench.folder.names() == Names{"in", "out"});
}

TEST_CASE("--verify finds a wrong result, and the old output stands", "[app]") {
  Workbench bench;
  std::vector<apsp::Distance> distances = {0, 4, apsp::kUnreachable, 0};  // 5 is right
  bench.script.put = [&](const apsp::Outputs& outputs, apsp::Observer&) {
    outputs.rows.put(0, distances);
  };
  const std::vector<std::string> files = {bench.path("in"), bench.path("out")};
  for (const char* how : {"--verify", "--verify=1000000"}) {
    INFO(how);
    REQUIRE(bench.run({how, files[0], files[1], "--report", bench.path("r")}) == 1);
    REQUIRE(
        contains(bench.errors, "solver: self-check failed: row 0, column 1: found 4, expected 5"));
    REQUIRE(bench.folder.read("out") == "old");
    REQUIRE(bench.folder.names() == Names{"in", "out"});
  }
  distances[1] = 6;
  REQUIRE(bench.run({"--verify=1", files[0], files[1]}) == 1);
  REQUIRE(contains(bench.errors, "row 0, column 1: found 6, expected at most 5"));
  REQUIRE(bench.run({"--verify", files[0], "/dev/null"}) == 1);
  distances[1] = 5;
  REQUIRE(bench.run({"--verify", files[0], files[1], "--report", bench.path("r")}) == 0);
  REQUIRE(bench.errors.empty());
  const auto json = nlohmann::json::parse(bench.folder.read("r"));
  REQUIRE(json["verified_rows"] == 2);
  REQUIRE(json["verified_edges_per_row"] == 1);
  REQUIRE(json["seconds"]["verify"] >= 0);
  // Fresh seeds differ (but for once in 2^63), a given one is kept.
  const auto seed = [&](std::vector<std::string> options) {
    options.insert(options.end(), {files[0], files[1], "--verify", "--report", bench.path("r")});
    REQUIRE(bench.run(options) == 0);
    return nlohmann::json::parse(bench.folder.read("r"))["verify_seed"].get<std::int64_t>();
  };
  REQUIRE(seed({}) != seed({}));
  REQUIRE(seed({"--verify-seed", "9223372036854775807"}) == INT64_MAX);
  // Only what stands after "=" is its value.
  REQUIRE(bench.run({"--verify", files[0], files[1]}) == 0);
  REQUIRE(bench.run({"--verify=0", files[0], files[1]}) == 2);
  REQUIRE(contains(bench.errors, "--verify is '0', expected a whole number from 1 to 2147483647"));
  REQUIRE(bench.run({"--verify-seed", "1", files[0], files[1]}) == 2);
}

TEST_CASE("run_program returns 0 when nothing is thrown", "[app]") {
  Workbench bench;
  REQUIRE(bench.captured([] { return apsp::run_program("tool", [] {}); }) == 0);
  REQUIRE(bench.errors.empty());
}
