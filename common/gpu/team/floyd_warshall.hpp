// SPDX-License-Identifier: MIT
// The rounds of blocked Floyd-Warshall on one of several devices that share the rows.
#pragma once

#include <cstddef>
#include <span>

#include "common/gpu/dense/round_loop.hpp"
#include "common/gpu/dense/rounds.hpp"
#include "common/gpu/team/exchange.hpp"
#include "common/gpu/team/panel_gather.hpp"

namespace apsp::gpu {

/// Replaces every element of the rows that member `member` of the exchange holds by the length of
/// the shortest path, clipped to infinity. Every member calls it, at the same time, from its own
/// thread with its device current. Returns when the device is done. Calls `advance` as
/// rounds end. Throws Stopped if another member failed. O(V^3) divided by the members.
template <class Word>
void close_share(Rounds<Word>& rounds, Exchange& exchange, std::size_t member,
                 const Advance& advance);

/// Same for the half of a symmetric matrix. `layouts` has the share of each member.
template <class Word>
void close_half(Rounds<Word>& rounds, Exchange& exchange, PanelGather& gather,
                std::span<const Layout> layouts, std::size_t member, const Advance& advance);

}  // namespace apsp::gpu
