// SPDX-License-Identifier: MIT
// The library on GPUs, by the module that was built. Runs only where a device is; elsewhere it says
// so and ends with 77, which counts as skipped. A module that is not found or not loaded fails.
#include <dlfcn.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "library/test_graphs.hpp"
#include "library/test_reals.hpp"

namespace {

using apsp::Device;
using apsp::Gpu;
using apsp::Method;
using apsp::Settings;
using apsp::solve;
using apsp::test::copied;
using apsp::test::Listener;
using apsp::test::random_graph;

const std::vector<Gpu> kGpus = [] {
  try {
    return apsp::devices();
  } catch (const apsp::Error& error) {
    const bool found = !std::string_view(error.what()).starts_with("no GPU can be used: ");
    std::printf("%s: %s\n", found ? "skipped, because the tests need a GPU" : "failed",
                error.what());
    std::fflush(stdout);
    std::_Exit(found ? 77 : 1);
  }
}();

/// The CUDA context of the calling thread; null: none.
void* current_context() {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  const auto get = reinterpret_cast<int (*)(void**)>(dlsym(driver, "cuCtxGetCurrent"));
  REQUIRE(get != nullptr);
  void* context = nullptr;
  (void)get(&context);
  return context;
}

}  // namespace

TEST_CASE("devices are listed with their numbers, names and memory") {
  for (std::size_t n = 0; n < kGpus.size(); ++n) {
    REQUIRE(kGpus[n].number == static_cast<int>(n));
    REQUIRE(!kGpus[n].name.empty());
    REQUIRE(kGpus[n].memory > std::uint64_t{1} << 30);
  }
}

TEST_CASE("one GPU, all of them, and one that plays two solve as processors do", "[long]") {
  const std::uint32_t first = std::random_device{}();
  apsp::test::require_same_as_processors({.device = Device::kGpu}, first, 20, 600);
  apsp::test::require_same_as_processors({.device = Device::kGpus}, first, 20, 600);
  apsp::test::require_same_as_processors({.device = Device::kGpus, .gpus = {0, 0}}, first, 20, 600);
}

TEST_CASE("lengths that round keep their bound on one GPU and on one that plays two") {
  constexpr std::array<std::size_t, 8> kSizes = {0, 1, 2, 63, 64, 65, 130, 260};
  const std::uint64_t seed = std::random_device{}();
  const Settings two{.device = Device::kGpus, .gpus = {0, 0}};
  apsp::test::require_bounded_on_gpus<float>({.device = Device::kGpu}, seed, kSizes);
  apsp::test::require_bounded_on_gpus<float>(two, seed, kSizes);
  apsp::test::require_bounded_on_gpus<double>({.device = Device::kGpu}, seed, kSizes);
  apsp::test::require_bounded_on_gpus<double>(two, seed, kSizes);
}

/// Paths of the large graphs have some tens of edges.
template <typename Element>
void require_near(const std::vector<double>& truth, const std::vector<Element>& found,
                  double error) {
  std::size_t wrong = 0;
  for (std::size_t n = 0; n < truth.size(); ++n) {
    wrong += found[n] != truth[n] && !(std::abs(found[n] - truth[n]) <= error * truth[n]);
  }
  REQUIRE(found.size() == truth.size());
  REQUIRE(wrong == 0);
}

/// Requires the same length in both directions, bit for bit, between all of these sources.
void require_symmetric(const std::vector<double>& rows, const std::vector<std::int32_t>& sources,
                       std::size_t vertices) {
  std::size_t wrong = 0;
  for (std::size_t r = 0; r < sources.size(); ++r) {
    for (std::size_t s = 0; s < sources.size(); ++s) {
      wrong += rows[r * vertices + static_cast<std::size_t>(sources[s])] !=
               rows[s * vertices + static_cast<std::size_t>(sources[r])];
    }
  }
  REQUIRE(wrong == 0);
}

TEST_CASE("lengths that round of large graphs: several pivots, a core, symmetric ones", "[long]") {
  const std::uint64_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  for (const std::size_t vertices : {3000, 12000}) {
    const apsp::RealEdgeList graph =
        apsp::test::random_real_graph(vertices, 3 * vertices, false, random);
    for (const bool undirected : {false, true}) {
      Settings settings{.undirected = undirected, .device = Device::kCpu};
      settings.sources.emplace();
      for (int n = 0; n < 200; ++n) {
        settings.sources->push_back(static_cast<std::int32_t>(random() % vertices));
      }
      settings.method = Method::kSearch;
      const std::vector<double> truth = apsp::test::solved<double>(graph, settings);
      for (const Method method : {Method::kDense, Method::kSweep}) {
        for (const Device device : {Device::kGpu, Device::kGpus}) {
          Listener listener;
          Settings ours = settings;
          ours.device = device;
          ours.method = method;
          ours.observer = &listener;
          const std::vector<float> found = apsp::test::solved<float>(graph, ours);
          INFO("V " << vertices << ", " << name(method) << ", undirected " << undirected);
          if (method == Method::kDense) {
            const std::vector<double> lengths = apsp::test::solved<double>(graph, ours);
            require_near(truth, lengths, 1e-13);
            REQUIRE(apsp::test::solved<double>(graph, ours) == lengths);  // the same bits
            if (undirected) require_symmetric(lengths, *ours.sources, vertices);
          }
          REQUIRE(std::get<std::string>(listener.facts.at("method")) == name(method));
          if (method == Method::kDense && device == Device::kGpu && undirected) {
            REQUIRE(std::get<bool>(listener.facts.at("symmetric")));
          }
          if (method == Method::kSweep && vertices > 10000) {
            REQUIRE(std::get<std::int64_t>(listener.facts.at("core")) > 0);
          }
          require_near(truth, found, 1e-5);
        }
      }
    }
  }
}

TEST_CASE("large graphs, by both methods", "[long]") {
  const apsp::EdgeList graph = random_graph(3000, 12000, 100000, 7);
  const std::vector<apsp::Distance> truth = copied(solve(graph, {.device = Device::kCpu}).all());
  for (const Method method : {Method::kDense, Method::kSweep}) {
    for (const Device device : {Device::kGpu, Device::kGpus}) {
      Listener listener;
      const Settings settings{.method = method, .observer = &listener, .device = device};
      REQUIRE(copied(solve(graph, settings).all()) == truth);
      REQUIRE(std::get<std::string>(listener.facts.at("method")) == name(method));
      REQUIRE(std::get<std::string>(listener.facts.at("device")).find(kGpus[0].name) == 0);
    }
  }
}

TEST_CASE("a summary by sweeps, within a limit and without") {
  const apsp::EdgeList graph = random_graph(3000, 4500, 1000, 8);
  Settings settings{.method = Method::kSweep, .device = Device::kCpu};
  for (const double limit : {2500.0, 1e9}) {
    settings.limit = limit;
    settings.device = Device::kCpu;
    const apsp::Summary expected = apsp::summary(graph, settings);
    settings.device = Device::kGpu;
    REQUIRE(apsp::summary(graph, settings) == expected);
  }
  settings.limit = Settings().limit;
  const apsp::Summary found = apsp::summary(graph, settings);
  settings.device = Device::kCpu;
  REQUIRE(apsp::summary(graph, settings) == found);
}

TEST_CASE("searches of edges of one weight, and of several") {
  apsp::EdgeList graph = random_graph(3000, 9000, 1, 8);
  for (apsp::Edge& edge : graph.edges) edge.weight = 3;
  Settings settings{.method = Method::kSearch, .device = Device::kGpu};
  const std::vector<apsp::Distance> found = copied(solve(graph, settings).all());
  settings.device = Device::kCpu;
  REQUIRE(found == copied(solve(graph, settings).all()));
  graph.edges.front().weight = 4;
  settings.device = Device::kGpu;
  apsp::test::require_error(apsp::Fault::kUsage,
                            {"searches on GPUs need edges of one weight, found 3 to 4"},
                            [&] { (void)solve(graph, settings); });
}

TEST_CASE("auto takes the GPU for a large matrix too", "[long]") {
  const apsp::EdgeList graph = random_graph(9000, 900000, 1000, 7);
  const apsp::WeightMatrix matrix = apsp::test::matrix_of(graph);
  Listener listener;
  const Settings settings{
      .threads = 1, .method = Method::kDense, .sources = {{5, 8999}}, .observer = &listener};
  const std::vector<apsp::Distance> found = copied(solve(matrix, settings).all());
  REQUIRE(std::get<std::string>(listener.facts.at("device")) == kGpus[0].name);
  const Settings processors{.sources = {{5, 8999}}, .device = Device::kCpu};
  REQUIRE(found == copied(solve(graph, processors).all()));
}

TEST_CASE("auto takes the GPU for lengths that round too", "[long]") {
  std::mt19937_64 random(7);
  const apsp::RealEdgeList graph = apsp::test::random_real_graph(9000, 90000, false, random);
  Listener listener;
  Settings settings{
      .threads = 1, .method = Method::kDense, .sources = {{5, 8999}}, .observer = &listener};
  const std::vector<float> found = apsp::test::solved<float>(graph, settings);
  REQUIRE(std::get<std::string>(listener.facts.at("device")) == kGpus[0].name);
  REQUIRE(std::get<std::string>(listener.facts.at("arithmetic")) == "f32");
  const Settings processors{
      .method = Method::kSearch, .sources = {{5, 8999}}, .device = Device::kCpu};
  const std::vector<double> truth = apsp::test::solved<double>(graph, processors);
  require_near(truth, found, 1e-5);
  require_near(truth, apsp::test::solved<double>(graph, settings), 1e-13);
  REQUIRE(std::get<std::string>(listener.facts.at("arithmetic")) == "f64");
  Listener small;
  settings.observer = &small;
  std::mt19937_64 few(8);
  settings.sources = {{0}};
  (void)apsp::test::solved<float>(apsp::test::random_real_graph(90, 900, false, few), settings);
  REQUIRE(small.facts.count("device") == 0);
}

TEST_CASE("observers and sinks end solves on GPUs, with their own exceptions", "[long]") {
  apsp::test::require_ends({.device = Device::kGpu}, 2500, 1);
  apsp::test::require_ends({.device = Device::kGpus, .gpus = {0, 0}}, 2500, 1);
}

TEST_CASE("auto takes the GPU for a large graph and processors for a small one") {
  REQUIRE(std::get<std::string>(apsp::test::facts_of_large({}).at("device")) == kGpus[0].name);
  Listener small;
  (void)solve(random_graph(70, 300, 9, 1), {.observer = &small});
  REQUIRE(small.facts.count("device") == 0);
}

TEST_CASE("a number that is not visible is refused") {
  const int most = static_cast<int>(kGpus.size());
  apsp::test::require_error(
      apsp::Fault::kUsage, {"device " + std::to_string(most) + " is not visible"},
      [&] { (void)solve(random_graph(9, 30, 9, 1), {.device = Device::kGpu, .gpus = {most}}); });
}

TEST_CASE("a solve leaves the thread with the CUDA context that it had") {
  void* const before = current_context();
  (void)solve(random_graph(500, 3000, 9, 1), {.device = Device::kGpu});
  REQUIRE(current_context() == before);
}

TEST_CASE("callers in several threads share a GPU") {
  const apsp::EdgeList graph = random_graph(700, 4000, 90, 5);
  const std::vector<apsp::Distance> truth = copied(solve(graph, {.device = Device::kCpu}).all());
  std::vector<int> right(3);
  std::vector<std::thread> callers;
  callers.reserve(right.size());
  for (int& own : right) {
    callers.emplace_back([&] {
      for (int round = 0; round < 4; ++round) {
        own += copied(solve(graph, {.device = Device::kGpu}).all()) == truth ? 1 : 0;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  REQUIRE(right == std::vector<int>{4, 4, 4});
}
