// SPDX-License-Identifier: MIT
// The file that keeps the order of a prepared graph, as docs/formats.md describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

/// The bytes of the file: numbers that tell the graph from others, whatever its weights, and the
/// order of its vertices.
[[nodiscard]] std::string order_bytes(GraphView graph, std::span<const std::int32_t> order);

/// Returns the order in these bytes of the file `name`. Throws Error(kInput) where they are those
/// of another graph or version, are not whole or have changed. The message names the byte, what was
/// found and what was expected. O(V + E).
[[nodiscard]] std::vector<std::int32_t> read_order(std::span<const std::byte> bytes,
                                                   GraphView graph, const std::string& name);

}  // namespace apsp
