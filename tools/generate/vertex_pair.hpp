// SPDX-License-Identifier: MIT
// An edge that has no weight yet.
#pragma once

#include <cstdint>

namespace apsp::generate {

/// An ordered pair of vertices, both in [0, V).
struct VertexPair {
  std::int32_t source;
  std::int32_t destination;
};

/// The pair of two vertex numbers below 2^31.
[[nodiscard]] constexpr VertexPair pair_of(std::uint64_t source,
                                           std::uint64_t destination) noexcept {
  return {static_cast<std::int32_t>(source), static_cast<std::int32_t>(destination)};
}

}  // namespace apsp::generate
