// SPDX-License-Identifier: MIT
#include "common/sparse/relax_all.hpp"

#include "common/base/for_each_isa.hpp"

namespace apsp::sparse {
namespace {

template <typename Length>
[[gnu::always_inline]] inline void relax_each(Length* __restrict lengths, Length first,
                                              const Length* __restrict seconds, std::size_t count) {
  for (std::size_t n = 0; n < count; ++n) lengths[n] = relax(lengths[n], first, seconds[n]);
}

APSP_FOR_EACH_ISA
void relax_distances(Distance* lengths, Distance first, const Distance* seconds,
                     std::size_t count) {
  relax_each(lengths, first, seconds, count);
}

APSP_FOR_EACH_ISA
void relax_doubles(double* lengths, double first, const double* seconds, std::size_t count) {
  relax_each(lengths, first, seconds, count);
}

}  // namespace

void relax_all(Distance* lengths, Distance first, const Distance* seconds, std::size_t count) {
  relax_distances(lengths, first, seconds, count);
}

void relax_all(double* lengths, double first, const double* seconds, std::size_t count) {
  relax_doubles(lengths, first, seconds, count);
}

}  // namespace apsp::sparse
