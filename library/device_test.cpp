// SPDX-License-Identifier: MIT
// GPUs as the library's user sees them, without one: a module of the tests stands in for theirs.
#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "library/test_graphs.hpp"
#include "library/test_modules.hpp"
#include "library/test_reals.hpp"

namespace {

using apsp::Device;
using apsp::Fault;
using apsp::Method;
using apsp::Settings;
using apsp::solve;
using apsp::Width;
using apsp::test::facts_of_large;
using apsp::test::Listener;
using apsp::test::ModuleFolder;
using apsp::test::path_graph;
using apsp::test::require_error;
using apsp::test::TestModule;
using apsp::test::Variable;

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const apsp::Error& error) {
    return error.what();
  }
  FAIL("nothing was thrown");
  return "";
}

std::string choice_of_large(const Settings& settings) {
  return std::get<std::string>(facts_of_large(settings).at("device_choice"));
}

}  // namespace

TEST_CASE("without a module no GPU is there, which one sentence says") {
  const ModuleFolder folder;
  for (const Device device : {Device::kGpu, Device::kGpus}) {
    require_error(Fault::kNoDevice, {APSP_MODULE_NAME, "nvcc", " is not in ", folder.folder() / ""},
                  [&] { (void)solve(path_graph(3), {.device = device}); });
  }
  require_error(Fault::kNoDevice, {APSP_MODULE_NAME}, [] { (void)apsp::devices(); });
  REQUIRE(message_of([] { (void)apsp::devices(); }).find('\n') == std::string::npos);
  REQUIRE(solve(path_graph(3), {.device = Device::kCpu})(0, 2) == 2);
  REQUIRE(solve(path_graph(3))(0, 2) == 2);
}

TEST_CASE("a file that is no module is refused, with its name") {
  {
    const ModuleFolder folder;
    folder.folder().write(APSP_MODULE_NAME, "no shared object");
    require_error(Fault::kNoDevice, {"cannot load the module", folder.path()},
                  [] { (void)apsp::devices(); });
  }
  const ModuleFolder folder(APSP_TEST_STRANGER);
  require_error(Fault::kNoDevice, {folder.path(), "is no module: expected a function"},
                [] { (void)apsp::devices(); });
}

TEST_CASE("a module of another version or layout is refused") {
  const std::string version = apsp::version();
  const auto refused = [](const std::string& behave, const std::string& message) {
    INFO(behave);
    const TestModule module(behave);
    require_error(Fault::kNoDevice, {module.path(), message}, [] { (void)apsp::devices(); });
    require_error(Fault::kNoDevice, {module.path(), message},
                  [] { (void)solve(path_graph(3), {.device = Device::kGpu}); });
  };
  refused("be of another version", "is of version 0.0.9, expected " + version);
  refused("be of another size", "lays out its types in another way");
  refused("be of another layout", "lays out its types in another way");
}

TEST_CASE("devices are listed with their numbers, names and memory") {
  const TestModule module;
  const std::vector<apsp::Gpu> found = apsp::devices();
  REQUIRE(found.size() == 3);
  REQUIRE(found[2] == apsp::Gpu{2, "Test GPU", std::uint64_t{1} << 30});
}

TEST_CASE("a machine without a driver says so in one sentence") {
  const TestModule module("have no driver");
  const std::string message = "cannot find a GPU: no driver";
  REQUIRE(message_of([] { (void)apsp::devices(); }) == message);
  REQUIRE(message_of([] { (void)solve(path_graph(3), {.device = Device::kGpus}); }) == message);
}

TEST_CASE("through a module everything is solved as on processors") {
  const TestModule module;
  const std::uint32_t first = std::random_device{}();
  apsp::test::require_same_as_processors({.device = Device::kGpu}, first, 20, 150);
  apsp::test::require_same_as_processors({.threads = 3, .device = Device::kGpus}, first, 20, 150);
}

TEST_CASE("lengths that round go through a module") {
  const TestModule module;
  constexpr std::array<std::size_t, 6> kSizes = {0, 1, 2, 30, 65, 90};
  const std::uint32_t seed = std::random_device{}();
  apsp::test::require_bounded_on_gpus<float>({.device = Device::kGpu}, seed, kSizes);
  apsp::test::require_bounded_on_gpus<double>({.device = Device::kGpu}, seed, kSizes);

  const apsp::RealEdgeList graph{3, {{0, 1, 0.1}, {1, 2, 0.2}}};
  Listener listener;
  Settings settings{.observer = &listener, .device = Device::kGpus, .gpus = {2, 1}};
  (void)apsp::test::solved<float>(graph, settings);
  REQUIRE(std::get<std::string>(listener.facts.at("arithmetic")) == "f32");
  settings.method = Method::kSweep;
  (void)apsp::test::solved<float>(graph, settings);
  REQUIRE(std::get<std::string>(listener.facts.at("method")) == "sweep");
  require_error(Fault::kUsage, {"sweeps of float64 are made on processors"},
                [&] { (void)apsp::test::solved<double>(graph, settings); });
  settings.method.reset();
  (void)apsp::test::solved<double>(graph, settings);
  REQUIRE(std::get<std::string>(listener.facts.at("method")) == "dense");
  REQUIRE(std::get<std::string>(listener.facts.at("arithmetic")) == "f64");
  Settings many{.gpus = {0, 1, 2, 0, 1, 2, 0, 1, 2}};
  for (const Device device : {Device::kAuto, Device::kCpu}) {
    many.device = device;
    require_error(Fault::kUsage, {"gpus has 9 numbers"},
                  [&] { (void)apsp::test::solved<float>(graph, many); });
  }
  settings.sources.emplace();
  REQUIRE(apsp::test::solved<float>(graph, settings).empty());
  settings.sources.reset();
  std::vector<std::int32_t> before(9);
  settings.predecessors = before;
  require_error(Fault::kUsage, {"predecessors", "on processors, not on GPUs"},
                [&] { (void)apsp::test::solved<float>(graph, settings); });
  settings.predecessors = {};
  settings.method = Method::kSearch;
  require_error(Fault::kUsage, {"searches", "on processors, not on GPUs"},
                [&] { (void)apsp::test::solved<float>(graph, settings); });
  settings.method.reset();
  const Variable small("APSP_TEST_MODULE", "be small");
  require_error(Fault::kMemory, {"not enough memory"},
                [&] { (void)apsp::test::solved<float>(graph, settings); });
}

TEST_CASE("a summary alone takes the numbers of rows from a module in place of the rows") {
  const TestModule module;
  const apsp::EdgeList graph = apsp::test::random_graph(200, 900, 50, 4);
  Listener listener;
  const apsp::Summary found = apsp::summary(graph, {.observer = &listener, .device = Device::kGpu});
  REQUIRE(found == apsp::summary(graph));
  REQUIRE(listener.facts.count("numbers") == 1);
  Listener rows;
  apsp::Summary beside;
  (void)solve(graph, {.observer = &rows, .summary = &beside, .device = Device::kGpu});
  REQUIRE(beside == found);
  REQUIRE(rows.facts.count("numbers") == 0);
}

TEST_CASE("graphs without vertices, edges or wanted rows go through a module") {
  const TestModule module;
  REQUIRE(solve(apsp::EdgeList{}, {.device = Device::kGpu}).rows() == 0);
  REQUIRE(solve(apsp::EdgeList{2, {}}, {.device = Device::kGpu})(0, 1) == apsp::kUnreachable);
  REQUIRE(solve(path_graph(3), {.sources = std::vector<std::int32_t>(), .device = Device::kGpu})
              .rows() == 0);
}

TEST_CASE("the GPUs that are asked for reach the module") {
  const TestModule module;
  const auto device = [](const Device wanted, const std::vector<int>& gpus) {
    Listener listener;
    (void)solve(path_graph(70), {.observer = &listener, .device = wanted, .gpus = gpus});
    return std::get<std::string>(listener.facts.at("device"));
  };
  REQUIRE(device(Device::kGpu, {}) == "one ");
  REQUIRE(device(Device::kGpu, {2}) == "one 2");
  REQUIRE(device(Device::kGpus, {}) == "several ");
  REQUIRE(device(Device::kGpus, {1, 0, 1}) == "several 101");
}

TEST_CASE("observers and sinks end solves in a module, with their own exceptions") {
  const TestModule module;
  apsp::test::require_ends({.threads = 1, .device = Device::kGpu}, 700, 2);
  apsp::test::require_ends({.threads = 3, .device = Device::kGpus}, 700, 2);
}

TEST_CASE("failures in a module arrive as errors of the library") {
  const auto fails = [](const std::string& behave, Fault fault, const std::string& message) {
    INFO(behave);
    const TestModule module(behave);
    const auto work = [] { (void)solve(path_graph(70), {.device = Device::kGpu}); };
    require_error(fault, {}, work);
    REQUIRE(message_of(work) == message);
  };
  fails("have no memory", Fault::kMemory, "no room on the device");
  fails("fail to allocate", Fault::kMemory, "not enough memory: an allocation failed");
  fails("break", Fault::kInternal, "the device broke");
  fails("throw what it likes", Fault::kInternal, "an exception of an unknown type in a module");
  fails("be small", Fault::kMemory, "not enough memory on device 0");
}

TEST_CASE("a negative cycle and a bad edge are found before a module computes") {
  const TestModule module;
  apsp::EdgeList graph = path_graph(6);
  graph.edges.push_back({4, 2, -3});
  REQUIRE_THROWS_AS(solve(graph, {.device = Device::kGpu}), apsp::NegativeCycle);
  graph.edges.back() = {4, 6, 1};
  REQUIRE_THROWS_AS(solve(graph, {.device = Device::kGpu}), apsp::InvalidEdge);
}

TEST_CASE("settings that GPUs cannot serve are refused") {
  const TestModule module;
  const auto refused = [](const Settings& settings, const std::string& message) {
    require_error(Fault::kUsage, {message}, [&] { (void)solve(path_graph(4), settings); });
  };
  refused({.width = Width::kU8, .device = Device::kGpus},
          "width is u8, expected u16 or s32 for device gpus");
  refused({.device = Device::kGpu, .gpus = {0, 1}},
          "gpus has 2 numbers, expected at most 1 for device gpu");
  refused({.gpus = std::vector<int>(9)}, "gpus has 9 numbers, expected 0 to 8 for device auto");
  refused({.device = Device::kGpu, .gpus = {3}}, "device 3 is not visible");
}

TEST_CASE("auto takes GPUs where they are predicted to be faster") {
  {
    const TestModule module;
    REQUIRE(std::get<std::string>(facts_of_large({}).at("device")) == "one 0");
    REQUIRE(std::get<std::string>(facts_of_large({.gpus = {1, 2}}).at("device")) == "several 12");
    REQUIRE(facts_of_large({.device = Device::kCpu}).count("device") == 0);
    REQUIRE(facts_of_large({.width = Width::kU8}).count("device") == 0);
    REQUIRE(facts_of_large({.instruction_set = "portable"}).count("device") == 0);
    Listener small;
    (void)solve(path_graph(70), {.observer = &small});
    REQUIRE(small.facts.count("device") == 0);
    REQUIRE(small.facts.count("device_choice") == 0);
  }
  {
    const TestModule module("be slow");
    REQUIRE_THAT(choice_of_large({}), apsp::test::StartsWith("cpu: GPUs are predicted to take "));
  }
  {
    const TestModule module("be small");
    REQUIRE(choice_of_large({}) == "cpu: not enough memory on device 0");
  }
  {
    const TestModule module("have no driver");
    REQUIRE(choice_of_large({}) == "cpu: cannot find a GPU: no driver");
  }
  {
    const TestModule module("be of another version");
    REQUIRE_THAT(choice_of_large({}),
                 apsp::test::EndsWith(std::string("expected ") + apsp::version()));
  }
  const ModuleFolder folder;
  REQUIRE_THAT(choice_of_large({}), apsp::test::StartsWith("cpu: no GPU can be used: "));
}

namespace {

/// A matrix of the host, which the module of the tests takes for one of a GPU: a path 0 -> 1 -> 2.
struct TestMatrix {
  std::vector<std::int32_t> weights = {0, 3, 0, 0, 0, 4, 0, 0, 0};
  std::vector<std::int32_t> distances = std::vector<std::int32_t>(9);

  [[nodiscard]] apsp::DeviceWeights view() const {
    return {weights.data(), apsp::Element::kInt32, 3, 3, 1, 0};
  }
  [[nodiscard]] apsp::DeviceRows rows() { return {distances.data(), apsp::Element::kInt32}; }
  void solve(const Settings& settings) { apsp::solve_on_device(view(), settings, rows()); }
};

}  // namespace

TEST_CASE("a matrix on a GPU reaches the module with the wanted rows and directions") {
  constexpr std::int32_t kNone = apsp::kUnreachable;
  const TestModule module;
  TestMatrix matrix;
  matrix.solve({});
  REQUIRE(matrix.distances == std::vector<std::int32_t>{0, 3, 7, kNone, 0, 4, kNone, kNone, 0});
  matrix.solve({.sources = std::vector<std::int32_t>{1}, .undirected = true});
  matrix.distances.resize(3);
  REQUIRE(matrix.distances == std::vector<std::int32_t>{3, 0, 4});
  apsp::DeviceWeights transposed = matrix.view();
  std::swap(transposed.row_stride, transposed.column_stride);
  apsp::solve_on_device(transposed, {.sources = std::vector<std::int32_t>{2}}, matrix.rows());
  REQUIRE(matrix.distances == std::vector<std::int32_t>{7, 4, 0});
  apsp::solve_on_device({}, {}, {});  // no vertices
  matrix.solve({.sources = std::vector<std::int32_t>()});
}

TEST_CASE("a negative cycle of a matrix on a GPU crosses as what it is") {
  const TestModule module;
  TestMatrix matrix;
  matrix.weights[6] = -8;  // 2 -> 0
  try {
    matrix.solve({});
    FAIL("no cycle was found");
  } catch (const apsp::NegativeCycle& cycle) {
    REQUIRE(cycle.vertices() == std::vector<std::int32_t>{0});
    REQUIRE_THAT(cycle.what(), apsp::test::StartsWith("a cycle through vertex 0"));
  }
}

TEST_CASE("observers end the solve of a matrix on a GPU") {
  const TestModule module;
  TestMatrix matrix;
  Listener cancels(Listener::End::kCancel);
  require_error(Fault::kCancelled, {}, [&] { matrix.solve({.observer = &cancels}); });
  Listener throws(Listener::End::kThrow, 1);
  REQUIRE_THROWS_AS(matrix.solve({.observer = &throws}), std::out_of_range);
}

TEST_CASE("settings and memory that a matrix on a GPU does not take are refused") {
  TestMatrix matrix;
  const auto refused = [&](const Settings& settings, const std::string& message) {
    require_error(Fault::kUsage, {message}, [&] { matrix.solve(settings); });
  };
  apsp::Summary summary;
  refused({.device = Device::kCpu}, "device is cpu, expected auto or gpu");
  refused({.gpus = {0, 1}}, "takes no second GPU");
  refused({.method = Method::kSweep}, "takes no method but dense");
  refused({.width = Width::kU8}, "takes no width u8");
  refused({.instruction_set = "portable"}, "takes no instruction set");
  refused({.targets = std::vector<std::int32_t>{0}}, "takes no targets");
  refused({.summary = &summary}, "takes no summary");
  refused({.predecessors = matrix.distances}, "takes no predecessors");
  refused({.sources = std::vector<std::int32_t>{3}}, "source 0 is 3, expected 0 to 2");
  apsp::DeviceRows rows = matrix.rows();
  rows.data = reinterpret_cast<char*>(rows.data) + 2;
  const auto solve_into = [&] { apsp::solve_on_device(matrix.view(), {}, rows); };
  require_error(Fault::kUsage, {"the memory of the rows is at", "expected a multiple of 4"},
                solve_into);
  rows.data = nullptr;
  require_error(Fault::kUsage, {"the rows have no memory"}, solve_into);
  rows.element = apsp::Element::kUint8;
  require_error(Fault::kUsage, {"expected float64, float32, int32 or uint16"}, solve_into);
  const ModuleFolder folder;
  require_error(Fault::kNoDevice, {" is not in "}, [&] { matrix.solve({}); });
}
