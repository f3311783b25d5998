// SPDX-License-Identifier: MIT
#include "hw3-1/machine.hpp"

#include <omp.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
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

/// A product of tiles in 16 bits that lie in the caches.
class TileProduct {
 public:
  explicit TileProduct(const TileKernels<std::uint16_t>& kernels)
      : kernels_(kernels), tiles_(3 * kElements), packed_(kernels.packed_bytes) {
    for (std::size_t n = 0; n < 3 * kElements; ++n) {
      tiles_.data()[n] = static_cast<std::uint16_t>(n % 997);
    }
    kernels.pack(tiles_.data(), packed_.data());
    product_ = {.c = tiles_.data() + 2 * kElements,
                .a = packed_.data(),
                .b = tiles_.data() + kElements,
                .b_stride = kElements,
                .depth = 1,
                .columns = 1};
  }

  static constexpr double kRelaxationBytes = kTile * kTile * kTile * sizeof(std::uint16_t);

  void run() { kernels_.product(product_); }

 private:
  static constexpr std::size_t kElements = kTile * kTile;

  const TileKernels<std::uint16_t>& kernels_;
  Pages<std::uint16_t> tiles_;
  Pages<std::byte> packed_;
  Product<std::uint16_t> product_ = {};
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Relaxations a second x bytes of an element that one thread makes: by the fastest of some
/// products. Wide vectors wake in the first tenth of a millisecond, and other programs may disturb
/// some.
double measured_alone(const TileKernels<std::uint16_t>& kernels) {
  constexpr int kLeast = 4;  // where other programs or an emulator take their time
  constexpr std::chrono::microseconds kLong(150);
  TileProduct product(kernels);
  double least = kUnlimited;
  const auto begin = Clock::now();
  for (int n = 0; n < kLeast || Clock::now() - begin < kLong; ++n) {
    const auto start = Clock::now();
    product.run();
    least = std::min(least, seconds_since(start));
  }
  return TileProduct::kRelaxationBytes / least;
}

double processor_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The same of so many threads together, by the time that each has a processor: new threads may
/// take turns on one for some milliseconds.
double measured_together(const TileKernels<std::uint16_t>& kernels, int threads) {
  constexpr std::chrono::microseconds kLong(200);
  double products = 0;  // a second
#pragma omp parallel num_threads(threads)
  {
    TileProduct product(kernels);
    product.run();
#pragma omp barrier
    double own = 0;
    const auto begin = Clock::now();
    const double start = processor_seconds();
    for (; own == 0 || Clock::now() - begin < kLong; ++own) product.run();
    own /= processor_seconds() - start;
#pragma omp atomic
    products += own;
  }
  return products * TileProduct::kRelaxationBytes;
}

/// That of one thread, measured once for each set.
double product_rate(const KernelSet& kernels) {
  static std::mutex mutex;
  static std::map<const KernelSet*, double> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(&kernels);
  if (found != known.end()) return found->second;
  return known.emplace(&kernels, measured_alone(kernels.of<std::uint16_t>())).first->second;
}

/// So many threads with nothing beside them as do the work of so many together. Processors of a
/// virtual machine may be cores or threads of cores, whatever it says. Measured for the most
/// threads so far.
double useful_threads(const KernelSet& kernels, std::size_t vertices, int threads) {
  static std::mutex mutex;
  static int most = 1;
  static double useful = 1;
  constexpr std::size_t kMeasured = 8000;  // vertices; smaller graphs take milliseconds
  const int side_by_side = std::min(threads, omp_get_num_procs());
  if (vertices < kMeasured || omp_in_parallel() != 0) return side_by_side;  // no team in a team
  const double alone = product_rate(kernels);
  const std::lock_guard lock(mutex);
  if (side_by_side > most) {
    spread_threads();
    most = side_by_side;
    useful = std::max(1.0, measured_together(kernels.of<std::uint16_t>(), most) / alone);
  }
  return std::min(useful, static_cast<double>(side_by_side));
}

}  // namespace

Machine machine_of(const KernelSet& kernels, std::size_t vertices, int threads_of_each,
                   std::size_t processes) {
  struct Rates {
    double tiles;
    double lanes;
  };
  const auto all = static_cast<double>(processes);
  const double threads = all * useful_threads(kernels, vertices, threads_of_each);
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
  // Slower processors lack units for products more than others: a Xeon made 0.55 to 0.7 times as
  // many, and did the other work 0.75 to 0.95 times as fast.
  constexpr double kOfSlow = 0.85;
  const auto faster = [speed](double of_all) {
    const double computing = speed < 1 ? kOfSlow * of_all : of_all;
    return 1 / (computing / speed + 1 - computing);
  };
  const double sweeps = faster(0.8);
  const double passes = faster(0.6);    // over a fill, over rows of labels, over new pages
  const double searches = faster(0.3);  // of a row, and by bits
  const double tiles = rates.tiles * speed * threads;
  constexpr double kWaits = 60;         // of a round, for each thread beside the first
  constexpr double kSubtrees = 3 / 4.;  // few are left near the root
  Machine machine = {
      .dense = {0, tiles},
      .sweep = {.lanes = rates.lanes * sweeps * threads,
                .core_reach = 0.5,
                .core_near = 128,  // rows of `batch_bytes`
                .core_far = 6,
                .batch_bytes = 256,
                .closure = tiles,
                .waits = kWaits * (threads - 1),
                .tree = 1.5e9 * passes * std::pow(threads, kSubtrees),
                .pairs_core = 2e9 * passes * threads,
                .core_pairs = 0.33e9 * passes * threads,
                .laid_out = 30e6 * passes,  // on one thread
                .way_back = 2e9 * passes * threads,
                .counted_half = 1.9e9 * sweeps * threads,
                .counted = 1.1e9 * sweeps * threads,
                .counted_wide = 3.5e-3 / passes},
      // Measured on one thread: real networks and roads take 0.2 to 0.5 microseconds
      // an edge, random graphs up to 0.9, or 2 where they are large.
      .order = {.edge = 200e-9, .floor = 0.3e-3, .share = 0.1},
      .search = SearchRates{.at_once = threads, .bits = BitRates{}, .labels = LabelRates{}},
      .threads = {.count = all * threads_of_each,
                  .useful = threads,
                  .start_vertex = 20e-9 / all,
                  .start_counts = 0.55e-3 / all}};
  SearchRates& search = *machine.search;
  search.alone /= speed;  // such a search stays in the first-level cache
  search.vertex /= searches;
  search.edge /= searches;
  search.equal_vertex /= searches;
  search.equal_edge /= searches;
  for (double BitRates::*rate : {&BitRates::visit, &BitRates::edge, &BitRates::store,
                                 &BitRates::graph_vertex, &BitRates::graph_edge}) {
    (*search.bits).*rate /= searches;
  }
  for (double LabelRates::*rate : {&LabelRates::arc, &LabelRates::visit, &LabelRates::vertex,
                                   &LabelRates::graph_vertex, &LabelRates::graph_edge}) {
    (*search.labels).*rate /= passes;
  }
  return machine;
}

}  // namespace apsp::cpu
