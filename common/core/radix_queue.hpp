// SPDX-License-Identifier: MIT
// The priority queue of Dijkstra's algorithm: vertices by their lengths, the smallest first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace apsp {

/// A queue of vertices for lengths that never fall below the last one taken, as in Dijkstra's
/// algorithm: a radix heap. Bucket 0 holds the vertices whose lengths are equal to the smallest
/// length at the last refill. Bucket b holds those that differ from it in bit b - 1 and in none
/// above it. So a vertex changes its bucket at most once a bit. A bucket is a list, linked both
/// ways, through an array with an entry a vertex: nothing is allocated after the constructor. An
/// entry is written before it is read, so that vertices that no search reaches take no pages of
/// memory. Source: R. K. Ahuja, K. Mehlhorn, J. B. Orlin, R. E. Tarjan, "Faster algorithms for the
/// shortest path problem", Journal of the ACM 37 (1990).
class RadixQueue {
 public:
  /// Holds vertices in [0, vertices). Takes bytes_for() bytes.
  explicit RadixQueue(std::size_t vertices)
      : links_(std::make_unique_for_overwrite<Links[]>(vertices)) {
    heads_.fill(kNone);
  }

  [[nodiscard]] static constexpr std::uint64_t bytes_for(std::size_t vertices) {
    return vertices * sizeof(Links);
  }

  [[nodiscard]] bool empty() const { return filled_ == 0; }

  /// Accepts lengths from 0 on again. The queue is empty.
  void restart() { least_ = 0; }

  /// Adds a vertex that the queue does not hold. `length`: the last one taken or more. O(1).
  template <typename Length>
  void add(std::int32_t vertex, Length length) {
    const std::size_t bucket = bucket_of(length);
    std::int32_t& head = heads_[bucket];
    if (head != kNone) link(head).before = vertex;
    link(vertex) = {head, kNone, static_cast<std::int32_t>(bucket)};
    head = vertex;
    filled_ |= std::uint64_t{1} << bucket;
  }

  /// Removes a vertex that the queue holds. O(1).
  void remove(std::int32_t vertex) {
    const Links links = link(vertex);
    if (links.after != kNone) link(links.after).before = links.before;
    if (links.before != kNone) {
      link(links.before).after = links.after;
    } else {
      set_head(static_cast<std::size_t>(links.bucket), links.after);
    }
  }

  /// Removes a vertex of the smallest length, and returns it. The queue is not empty. `lengths`:
  /// those that the vertices were added with. Amortised O(bits of a length).
  template <typename Length>
  std::int32_t pop(const Length* lengths) {
    if (heads_[0] == kNone) refill(lengths);
    const std::int32_t vertex = heads_[0];
    const std::int32_t after = link(vertex).after;
    if (after != kNone) link(after).before = kNone;
    set_head(0, after);
    return vertex;
  }

 private:
  static constexpr std::int32_t kNone = -1;
  static constexpr std::size_t kBuckets = 64;  // lengths have at most 63 bits

  struct Links {
    std::int32_t after;
    std::int32_t before;
    std::int32_t bucket;
  };

  [[nodiscard]] Links& link(std::int32_t vertex) {
    return links_[static_cast<std::size_t>(vertex)];
  }

  template <typename Length>
  [[nodiscard]] std::size_t bucket_of(Length length) const {
    using Bits = std::make_unsigned_t<Length>;
    return static_cast<std::size_t>(
        std::bit_width(static_cast<Bits>(static_cast<Bits>(length) ^ static_cast<Bits>(least_))));
  }

  void set_head(std::size_t bucket, std::int32_t vertex) {
    heads_[bucket] = vertex;
    if (vertex == kNone) filled_ &= ~(std::uint64_t{1} << bucket);
  }

  /// Spreads the first bucket that is not empty over those before it.
  template <typename Length>
  void refill(const Length* lengths) {
    const auto bucket = static_cast<std::size_t>(std::countr_zero(filled_));
    std::int32_t vertex = heads_[bucket];
    Length least = lengths[vertex];
    for (std::int32_t v = link(vertex).after; v != kNone; v = link(v).after) {
      least = std::min(least, lengths[v]);
    }
    least_ = static_cast<std::uint64_t>(least);
    set_head(bucket, kNone);
    while (vertex != kNone) {
      const std::int32_t after = link(vertex).after;
      add(vertex, lengths[vertex]);
      vertex = after;
    }
  }

  std::unique_ptr<Links[]> links_;
  std::array<std::int32_t, kBuckets> heads_;
  std::uint64_t filled_ = 0;  // bit b: bucket b is not empty
  std::uint64_t least_ = 0;   // the smallest length at the last refill
};

}  // namespace apsp
