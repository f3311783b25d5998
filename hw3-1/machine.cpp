// SPDX-License-Identifier: MIT
#include "hw3-1/machine.hpp"

#include "hw3-1/threads.hpp"

namespace apsp::cpu {

Machine machine_of(std::string_view isa, int threads_of_each, std::size_t processes) {
  struct Rates {
    double tiles;
    double lanes;
  };
  const auto all = static_cast<double>(processes);
  const double threads = all * useful_threads(threads_of_each);
  const Rates rates = isa == "avx512" ? Rates{220e9, 150e9}
                      : isa == "avx2" ? Rates{110e9, 130e9}
                                      : Rates{50e9, 90e9};  // sse41; portable is seldom far from it
  // The rates of sweeps are fitted to one thread of an EPYC with AVX-512, V = 2,000 to 115,000. The
  // graphs were roads, grids, near points, random ones and networks, in all widths.
  return {.dense = {0, rates.tiles * threads},
          .sweep = {.lanes = rates.lanes * threads,
                    .core_reach = 5,
                    .batch_bytes = 256,
                    .closure = rates.tiles * threads,
                    .tree = 1e9,  // on one thread
                    .pairs_core = 1e9 * threads,
                    .core_pairs = 0.33e9 * threads,
                    .laid_out = 30e6,  // on one thread
                    .way_back = 2e9 * threads,
                    .counted_half = 1.75e9 * threads,
                    .counted = 1.1e9 * threads},
          // Measured on one thread: real networks and roads take 0.2 to 0.5 microseconds an edge,
          // random graphs up to 0.9, or 2 where they are large.
          .order = {.edge = 200e-9, .floor = 1e-3, .share = 0.1},
          .search = SearchRates{.at_once = threads, .bits = BitRates{}},
          .threads = {.count = all * threads_of_each,
                      .start_vertex = 30e-9 / all,
                      .start_counts = 1.2e-3 / all,
                      .start_wide = 2.5e-3 / all}};
}

}  // namespace apsp::cpu
