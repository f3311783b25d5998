// SPDX-License-Identifier: MIT
#include "common/base/random.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <numeric>
#include <system_error>
#include <utility>

namespace apsp {

std::vector<std::size_t> random_subset(std::size_t end, std::size_t count, std::uint64_t seed) {
  // The first steps of the shuffle of Fisher and Yates.
  const RandomKey key(seed, ~std::uint64_t{0});
  std::vector<std::size_t> numbers(end);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  for (std::size_t n = 0; n < count; ++n) {
    std::swap(numbers[n], numbers[n + scale(key.word(n), end - n)]);
  }
  numbers.resize(count);
  numbers.shrink_to_fit();
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::uint64_t fresh_seed() {
  std::uint64_t seed = 0;
  if (getentropy(&seed, sizeof seed) != 0) {
    throw std::system_error(errno, std::generic_category(), "getentropy");
  }
  return seed >> 1;
}

}  // namespace apsp
