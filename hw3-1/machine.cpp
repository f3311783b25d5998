// SPDX-License-Identifier: MIT
#include "hw3-1/machine.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>

#include "common/base/pages.hpp"
#include "common/core/distance.hpp"
#include "common/core/width.hpp"
#include "hw3-1/threads.hpp"

namespace apsp::cpu {
namespace {

using Clock = std::chrono::steady_clock;

/// Relaxations a second x bytes of an element that one thread makes by products of tiles in 16 bits
/// that lie in the caches: by the fastest of some. The first ones wake wide vectors, and other
/// programs may disturb some.
double measured_products(const TileKernels<std::uint16_t>& kernels) {
  constexpr int kProducts = 12;
  constexpr int kLeast = 4;                      // where another program takes the processor away
  constexpr std::chrono::milliseconds kMost(1);  // under an emulator each takes longer
  constexpr std::size_t kElements = kTile * kTile;
  Pages<std::uint16_t> tiles(3 * kElements);
  for (std::size_t n = 0; n < 3 * kElements; ++n) {
    tiles.data()[n] = static_cast<std::uint16_t>(n % 997);
  }
  Pages<std::byte> packed(kernels.packed_bytes);
  kernels.pack(tiles.data(), packed.data());
  const Product<std::uint16_t> product{.c = tiles.data() + 2 * kElements,
                                       .a = packed.data(),
                                       .b = tiles.data() + kElements,
                                       .b_stride = kElements,
                                       .depth = 1,
                                       .columns = 1};
  double least = kUnlimited;
  const auto end = Clock::now() + kMost;
  for (int n = 0; n < kLeast || (n < kProducts && Clock::now() < end); ++n) {
    const auto start = Clock::now();
    kernels.product(product);
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return kElements * kTile * sizeof(std::uint16_t) / least;
}

/// Same, once for each set.
double product_rate(const KernelSet& kernels) {
  static std::mutex mutex;
  static std::map<const KernelSet*, double> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(&kernels);
  if (found != known.end()) return found->second;
  return known.emplace(&kernels, measured_products(kernels.of<std::uint16_t>())).first->second;
}

}  // namespace

Machine machine_of(const KernelSet& kernels, std::size_t vertices, int threads_of_each,
                   std::size_t processes) {
  struct Rates {
    double tiles;
    double lanes;
  };
  const auto all = static_cast<double>(processes);
  const double threads = all * useful_threads(threads_of_each);
  // The rates of sweeps are fitted to one thread of an EPYC with AVX-512 that shared its core, V =
  // 2,000 to 115,000. The graphs were roads, grids, near points, random ones and networks, in all
  // widths.
  const Rates rates = kernels.name == "avx512"  ? Rates{220e9, 150e9}
                      : kernels.name == "avx2"  ? Rates{110e9, 130e9}
                      : kernels.name == "sse41" ? Rates{50e9, 90e9}
                                                : Rates{15e9, 33e9};
  constexpr std::size_t kMeasured = 1000;  // vertices; smaller graphs take milliseconds
  constexpr double kOfProducts = 0.93;     // of their rate, what the dense method keeps
  constexpr double kOdd = 10;              // times as fast or slow: no rate to go by
  const double speed =
      vertices < kMeasured
          ? 1
          : std::clamp(kOfProducts * product_rate(kernels) / rates.tiles, 1 / kOdd, kOdd);
  // Of the other work a share waits for the caches, which are not as much faster. The shares are
  // fitted to the same processor with its core to itself, where products are 2.3 times as fast.
  const auto faster = [speed](double computing) { return 1 / (computing / speed + 1 - computing); };
  const double sweeps = faster(0.8);
  const double passes = faster(0.6);  // over a fill, over sets of bits, over new pages
  const double searches = faster(0.3);
  const double tiles = rates.tiles * speed * threads;
  Machine machine = {
      .dense = {0, tiles},
      .sweep = {.lanes = rates.lanes * sweeps * threads,
                .core_reach = 5,
                .batch_bytes = 256,
                .closure = tiles,
                .tree = 1e9 * passes,  // on one thread
                .pairs_core = 1e9 * passes * threads,
                .core_pairs = 0.33e9 * passes * threads,
                .laid_out = 30e6 * passes,  // on one thread
                .way_back = 2e9 * passes * threads,
                .counted_half = 1.75e9 * sweeps * threads,
                .counted = 1.1e9 * sweeps * threads,
                .counted_wide = 3.5e-3 / passes},
      // Measured on one thread: real networks and roads take 0.2 to 0.5 microseconds
      // an edge, random graphs up to 0.9, or 2 where they are large.
      .order = {.edge = 200e-9, .floor = 1e-3, .share = 0.1},
      .search = SearchRates{.at_once = threads, .bits = BitRates{}, .labels = LabelRates{}},
      .threads = {.count = all * threads_of_each,
                  .useful = threads,
                  .start_vertex = 30e-9 / passes / all,
                  .start_counts = 0.5e-3 / passes / all}};
  SearchRates& search = *machine.search;
  search.alone /= speed;  // such a search stays in the first-level cache
  search.vertex /= searches;
  search.edge /= searches;
  search.equal_vertex /= searches;
  search.equal_edge /= searches;
  search.bits->visit /= passes;
  search.bits->edge /= passes;
  search.bits->store /= passes;
  for (double LabelRates::*rate : {&LabelRates::arc, &LabelRates::visit, &LabelRates::vertex}) {
    (*search.labels).*rate /= passes;
  }
  return machine;
}

}  // namespace apsp::cpu
