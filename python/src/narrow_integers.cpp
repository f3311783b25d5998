// SPDX-License-Identifier: MIT
#include "python/src/narrow_integers.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace apsp::python {
namespace {

constexpr std::size_t kAtOnce = std::size_t{1} << 16;  // small enough that no thread waits long

bool narrow_some(std::span<const std::int64_t> integers, std::int32_t* to) {
  std::int64_t lost = 0;
  for (std::size_t n = 0; n < integers.size(); ++n) {
    to[n] = static_cast<std::int32_t>(integers[n]);
    lost |= to[n] ^ integers[n];
  }
  return lost == 0;
}

}  // namespace

bool narrow_integers(std::span<const std::int64_t> integers, std::span<std::int32_t> to,
                     Loop loop) {
  std::atomic<bool> all_fit = true;
  const std::size_t shares = (integers.size() + kAtOnce - 1) / kAtOnce;
  parallel_for(
      shares,
      [&](std::size_t share) {
        const std::size_t first = share * kAtOnce;
        const auto some = integers.subspan(first, std::min(kAtOnce, integers.size() - first));
        if (!narrow_some(some, to.data() + first)) all_fit = false;
      },
      loop);
  return all_fit;
}

}  // namespace apsp::python
