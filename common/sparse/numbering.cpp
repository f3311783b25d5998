// SPDX-License-Identifier: MIT
#include "common/sparse/numbering.hpp"

#include <algorithm>
#include <numeric>

namespace apsp::sparse {
namespace {

using Ends = CompressedRows<std::int32_t>;

/// Vertices by number of edges, descending.
std::vector<std::int32_t> by_degree(const Ends& ends) {
  constexpr std::size_t kMost = 1024;  // above it all are alike
  const std::size_t vertices = ends.vertices();
  const auto rank = [&](std::size_t v) { return kMost - std::min(ends.degree(v), kMost); };
  std::vector<std::size_t> next(kMost + 2, 0);
  for (std::size_t v = 0; v < vertices; ++v) ++next[rank(v) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::int32_t> order(vertices);
  for (std::size_t v = 0; v < vertices; ++v) order[next[rank(v)]++] = static_cast<std::int32_t>(v);
  return order;
}

/// All vertices, breadth first along edges in both directions from one with the most edges on, and
/// again from one of those that are left.
std::vector<std::int32_t> breadth_first(const Ends& out, const Ends& in) {
  std::vector<char> taken(out.vertices());
  std::vector<std::int32_t> order;
  order.reserve(out.vertices());
  const auto take = [&](std::int32_t v) {
    if (taken[v] == 0) order.push_back(v);
    taken[v] = 1;
  };
  std::size_t next = 0;
  for (const std::int32_t root : by_degree(out)) {
    for (take(root); next < order.size(); ++next) {
      const auto u = static_cast<std::size_t>(order[next]);
      for (const std::int32_t v : out.of(u)) take(v);
      for (const std::int32_t v : in.of(u)) take(v);
    }
  }
  return order;
}

}  // namespace

Numbering::Numbering(const Ends& ends) : numbers(ends.vertices()) {
  std::vector<std::int32_t> same(ends.vertices());
  std::iota(same.begin(), same.end(), 0);
  const std::vector<std::int32_t> order = breadth_first(ends, turned(ends, same, same));
  vertices.reserve(order.size());
  for (const bool leaves : {true, false}) {
    for (const std::int32_t v : order) {
      if ((ends.degree(static_cast<std::size_t>(v)) > 0) == leaves) vertices.push_back(v);
    }
    if (leaves) with_edges = vertices.size();
  }
  for (std::size_t n = 0; n < vertices.size(); ++n) {
    numbers[vertices[n]] = static_cast<std::int32_t>(n);
  }
}

std::uint64_t Numbering::bytes_for(std::size_t vertices, std::size_t edges) {
  constexpr std::uint64_t kLists = 4;  // of V numbers
  return kLists * vertices * sizeof(std::int32_t) + vertices + edges * sizeof(std::int32_t) +
         2 * (vertices + 1) * sizeof(std::size_t);
}

Ends turned(const Ends& ends, const std::vector<std::int32_t>& vertices,
            const std::vector<std::int32_t>& numbers) {
  const std::size_t size = ends.vertices();
  Ends turned;
  turned.begin.assign(size + 1, 0);
  for (const std::int32_t v : ends.entries) ++turned.begin[numbers[v] + 1];
  std::partial_sum(turned.begin.begin(), turned.begin.end(), turned.begin.begin());
  turned.entries.resize(ends.entries.size());
  std::vector<std::size_t> next(turned.begin.begin(), turned.begin.end() - 1);
  for (std::size_t n = 0; n < size; ++n) {
    for (const std::int32_t v : ends.of(static_cast<std::size_t>(vertices[n]))) {
      const auto row = static_cast<std::size_t>(numbers[v]);
      std::size_t& end = next[row];
      const auto own = static_cast<std::int32_t>(n);
      if (end > turned.begin[row] && turned.entries[end - 1] == own) continue;
      turned.entries[end++] = own;
    }
  }
  std::size_t end = 0;
  for (std::size_t v = 0; v < size; ++v) {
    const std::size_t begin = turned.begin[v];
    if (end < begin) {
      std::copy(turned.entries.begin() + static_cast<std::ptrdiff_t>(begin),
                turned.entries.begin() + static_cast<std::ptrdiff_t>(next[v]),
                turned.entries.begin() + static_cast<std::ptrdiff_t>(end));
    }
    turned.begin[v] = end;
    end += next[v] - begin;
  }
  turned.begin[size] = end;
  turned.entries.resize(end);
  return turned;
}

}  // namespace apsp::sparse
