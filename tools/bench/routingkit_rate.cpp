// SPDX-License-Identifier: MIT
// The questions of hw3-prepared-rate to RoutingKit's customizable contraction hierarchies, on a
// graph of `hw3-gen road`, whose vertices lie row by row. Not part of the build: RoutingKit is not.
//
//   g++ -O3 -march=native -std=c++17 -fopenmp -I RoutingKit/include routingkit_rate.cpp
//       RoutingKit/src/customizable_contraction_hierarchy.cpp RoutingKit/lib/libroutingkit.a -lz
//   ./a.out INPUT THREADS PAIRS
//
// RoutingKit's own build leaves OpenMP out of that source. Pairs and weights are those of
// hw3-prepared-rate, so that "sum" is, too.
#include <routingkit/customizable_contraction_hierarchy.h>
#include <routingkit/nested_dissection.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kRepeats = 7;
constexpr unsigned kChanged = 100;

/// SplitMix64 and below() of common/base/random.hpp.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    Wide product = Wide{next()} * bound;
    while (static_cast<std::uint64_t>(product) < (0 - bound) % bound) {
      product = Wide{next()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  std::uint64_t next() {
    std::uint64_t word = state_ += 0x9e3779b97f4a7c15U;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
    return word ^ (word >> 31);
  }

  std::uint64_t state_;
};

template <typename Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <typename Work>
double median_of(const Work& work) {
  std::vector<double> seconds;
  for (int repeat = 0; repeat < kRepeats; ++repeat) seconds.push_back(seconds_of(work));
  std::sort(seconds.begin(), seconds.end());
  return seconds[kRepeats / 2];
}

std::vector<unsigned> random_weights(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<unsigned> weights(count);
  for (unsigned& weight : weights) weight = static_cast<unsigned>(1 + random.below(1000));
  return weights;
}

struct Roads {
  std::int32_t vertices = 0;
  std::vector<unsigned> tail, head;
};

Roads read(const char* path) {
  Roads roads;
  std::int32_t edges = 0;
  std::FILE* const file = std::fopen(path, "rb");
  if (file == nullptr || std::fread(&roads.vertices, 4, 1, file) != 1 ||
      std::fread(&edges, 4, 1, file) != 1) {
    std::exit(3);
  }
  for (std::int32_t e = 0; e < edges; ++e) {
    std::int32_t edge[3];
    if (std::fread(edge, sizeof edge, 1, file) != 1) std::exit(3);
    roads.tail.push_back(static_cast<unsigned>(edge[0]));
    roads.head.push_back(static_cast<unsigned>(edge[1]));
  }
  std::fclose(file);
  return roads;
}

/// Nested dissection by inertial flow, on the places that the vertices have.
std::vector<unsigned> order_of(const Roads& roads) {
  const auto side = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(roads.vertices))));
  std::vector<float> rows, columns;
  for (int v = 0; v < roads.vertices; ++v) {
    rows.push_back(static_cast<float>(v / side));
    columns.push_back(static_cast<float>(v % side));
  }
  return RoutingKit::compute_nested_node_dissection_order_using_inertial_flow(
      static_cast<unsigned>(roads.vertices), roads.tail, roads.head, rows, columns);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const Roads roads = read(argv[1]);
  const auto threads = static_cast<unsigned>(std::atoi(argv[2]));
  const auto count = static_cast<std::size_t>(std::atoll(argv[3]));
  const std::size_t edges = roads.tail.size();
  std::vector<unsigned> order;
  std::printf("order %.4f\n", seconds_of([&] { order = order_of(roads); }));
  const auto begin = std::chrono::steady_clock::now();
  const RoutingKit::CustomizableContractionHierarchy hierarchy(order, roads.tail, roads.head);
  std::vector<unsigned> weights = random_weights(edges, 1);
  RoutingKit::CustomizableContractionHierarchyMetric metric(hierarchy, weights);
  metric.customize();
  const std::chrono::duration<double> preparing = std::chrono::steady_clock::now() - begin;
  std::printf("prepare, without the order %.4f\n", preparing.count());

  Random random(2);
  std::vector<unsigned> ends(2 * count);
  for (unsigned& end : ends) {
    end = static_cast<unsigned>(random.below(static_cast<std::uint64_t>(roads.vertices)));
  }
  RoutingKit::CustomizableContractionHierarchyQuery query(metric);
  std::int64_t sum = 0;
  const double pairs = seconds_of([&] {
    for (std::size_t n = 0; n < count; ++n) {
      query.reset().add_source(ends[2 * n]).add_target(ends[2 * n + 1]).run();
      sum += query.get_distance();
    }
  });
  std::printf("%zu pairs %.4f\n", count, pairs);

  RoutingKit::CustomizableContractionHierarchyParallelization parallel(hierarchy);
  std::vector<std::vector<unsigned>> later;
  for (std::uint64_t seed = 3; seed < 3 + kRepeats; ++seed) {
    later.push_back(random_weights(edges, seed));
  }
  std::size_t turn = 0;
  std::printf("all weights %.4f\n", median_of([&] {
                metric.reset(hierarchy, later[turn++]);
                if (threads == 1) {
                  metric.customize();
                } else {
                  parallel.customize(metric, threads);
                }
              }));
  metric.reset(hierarchy, weights);
  metric.customize();
  RoutingKit::CustomizableContractionHierarchyPartialCustomization some(hierarchy);
  std::uint64_t seed = 3 + kRepeats;
  std::printf("%u weights %.6f\n", kChanged, median_of([&] {
                Random drawn(++seed);
                const std::vector<unsigned> changed = random_weights(kChanged, seed);
                some.reset();
                for (const unsigned weight : changed) {
                  const auto edge = static_cast<unsigned>(drawn.below(edges));
                  weights[edge] = weight;
                  some.update_arc(edge);
                }
                some.customize(metric);
              }));
  std::printf("sum %lld\n", static_cast<long long>(sum));
}
