// SPDX-License-Identifier: MIT
// Operands for the program and the tests: small integers, for which floats are exact.
#pragma once

#include <vector>

#include "common/base/random.hpp"
#include "labs/convolution/convolution.hpp"

namespace apsp::labs {

/// `count` integers in [-8, 8].
[[nodiscard]] inline std::vector<float> small_integers(std::size_t count, std::uint64_t seed) {
  std::vector<float> values(count);
  const RandomKey key(seed, count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<float>(static_cast<int>(key.word(i) % 17) - 8);
  }
  return values;
}

/// Taps that differ from each other, so that none can stand for another.
template <class Taps>
[[nodiscard]] Taps sample_taps() {
  Taps taps{};
  for (std::size_t t = 0; t < taps.size(); ++t) taps[t] = static_cast<float>(t) - 5;
  return taps;
}

}  // namespace apsp::labs
