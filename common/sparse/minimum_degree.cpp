// SPDX-License-Identifier: MIT
#include "common/sparse/minimum_degree.hpp"

#include <suitesparse/amd.h>

#include <array>
#include <limits>
#include <new>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "common/base/index.hpp"
#include "common/sparse/low_degrees.hpp"

namespace apsp::sparse {
namespace {

/// Whether an int can count what AMD needs: 1.2 entries for each that there is, and the vertices.
bool fits_int(std::size_t vertices, std::size_t entries) {
  return entries + vertices < std::numeric_limits<int>::max() / sizeof(int);  // AMD's own limit
}

/// The same function for both types of integers.
int order_by(int vertices, const int* begin, const int* neighbours, int* order, double* control) {
  return amd_order(vertices, begin, neighbours, order, control, nullptr);
}
SuiteSparse_long order_by(SuiteSparse_long vertices, const SuiteSparse_long* begin,
                          const SuiteSparse_long* neighbours, SuiteSparse_long* order,
                          double* control) {
  return amd_l_order(vertices, begin, neighbours, order, control, nullptr);
}

template <typename Id>
std::vector<std::int32_t> ordered_by_amd(const Pattern& pattern, const Id* neighbours) {
  const std::vector<Id> begin(pattern.begin.begin(), pattern.begin.end());
  std::vector<Id> order(pattern.vertices());
  std::array<double, AMD_CONTROL> control;
  amd_defaults(control.data());
  const auto status = order_by(static_cast<Id>(pattern.vertices()), begin.data(), neighbours,
                               order.data(), control.data());
  if (status == AMD_OUT_OF_MEMORY) throw std::bad_alloc();
  if (status != AMD_OK) throw std::logic_error("AMD refuses the pattern of a graph");
  return {order.begin(), order.end()};
}

std::vector<std::int32_t> order_of(const Pattern& pattern) {
  if (pattern.neighbours.empty()) {  // AMD wants an array, of no entries as well
    std::vector<std::int32_t> any(pattern.vertices());
    std::iota(any.begin(), any.end(), 0);
    return any;
  }
  if (fits_int(pattern.vertices(), pattern.neighbours.size())) {
    return ordered_by_amd<int>(pattern, pattern.neighbours.data());
  }
  const std::vector<SuiteSparse_long> wide(pattern.neighbours.begin(), pattern.neighbours.end());
  return ordered_by_amd<SuiteSparse_long>(pattern, wide.data());
}

}  // namespace

Order minimum_degree(const Pattern& pattern) {
  std::optional<Remainder> rest = eliminate_low_degrees(pattern);
  if (!rest) return {order_of(pattern)};
  Order order = {std::move(rest->eliminated)};
  order.vertices.reserve(pattern.vertices());
  for (const std::int32_t place : order_of(rest->pattern)) {
    order.vertices.push_back(rest->vertices[index(place)]);
  }
  return order;
}

std::uint64_t minimum_degree_bytes(std::size_t vertices, std::size_t entries) {
  constexpr std::size_t kOfVertex = 12;  // integers
  // A remainder has no more entries: eliminating a vertex of three neighbours drops six, and joins
  // three pairs at most. While it is made, there is less than AMD takes afterwards.
  const std::uint64_t remainder =
      vertices * (4 * sizeof(std::int32_t) + sizeof(std::size_t)) + entries * sizeof(std::int32_t);
  if (fits_int(vertices, entries)) {
    return remainder + sizeof(int) * (kOfVertex * vertices + entries + entries / 5);
  }
  return remainder + sizeof(SuiteSparse_long) * (kOfVertex * vertices + 2 * entries + entries / 5);
}

}  // namespace apsp::sparse
