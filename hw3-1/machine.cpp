// SPDX-License-Identifier: MIT
#include "hw3-1/machine.hpp"

namespace apsp::cpu {

Machine machine_of(std::string_view isa, double threads) {
  struct Rates {
    double tiles;
    double lanes;
  };
  const Rates rates = isa == "avx512" ? Rates{220e9, 50e9}
                      : isa == "avx2" ? Rates{110e9, 45e9}
                                      : Rates{50e9, 30e9};  // sse41; portable is seldom far from it
  return {.dense = {0, rates.tiles * threads},
          .sweep = {.lanes = rates.lanes * threads,
                    .core_reach = 1,
                    .closure = rates.tiles * threads,
                    .tree = 1e9,  // on one thread
                    .pairs_core = 1e9 * threads,
                    .way_back = 2e9 * threads},
          // Measured on one thread: real networks and roads take 0.2 to 0.5 microseconds an edge,
          // random graphs up to 0.9, or 2 where they are large.
          .order = {.edge = 200e-9, .floor = 1e-3, .share = 0.1},
          .search = SearchRates{.at_once = threads, .bits = BitRates{}}};
}

}  // namespace apsp::cpu
