// SPDX-License-Identifier: MIT
// Any processor's vectors of 16 bytes, or what the compiler makes of them. The loops:
// vector_number_loops.hpp.
#include "library/matrix/vector_number_loops.hpp"

namespace apsp {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 16;
};

bool runnable() {
  return true;
}

}  // namespace

constinit const NumberLoops kPortableNumberLoops =
    VectorNumberLoops<Isa>::table("portable", &runnable);

}  // namespace apsp
