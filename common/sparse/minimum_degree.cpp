// SPDX-License-Identifier: MIT
#include "common/sparse/minimum_degree.hpp"

#include <suitesparse/amd.h>

#include <array>
#include <limits>
#include <new>
#include <stdexcept>

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
std::vector<std::int32_t> order_of(const Pattern& pattern, const Id* neighbours) {
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

}  // namespace

Order minimum_degree(const Pattern& pattern) {
  if (pattern.neighbours.empty()) {  // AMD wants an array, of no entries as well
    Order any;
    for (std::size_t v = 0; v < pattern.vertices(); ++v) {
      any.vertices.push_back(static_cast<std::int32_t>(v));
    }
    return any;
  }
  if (fits_int(pattern.vertices(), pattern.neighbours.size())) {
    return {order_of<int>(pattern, pattern.neighbours.data())};
  }
  const std::vector<SuiteSparse_long> wide(pattern.neighbours.begin(), pattern.neighbours.end());
  return {order_of<SuiteSparse_long>(pattern, wide.data())};
}

std::uint64_t minimum_degree_bytes(std::size_t vertices, std::size_t entries) {
  constexpr std::size_t kOfVertex = 12;  // integers
  if (fits_int(vertices, entries)) {
    return sizeof(int) * (kOfVertex * vertices + entries + entries / 5);
  }
  return sizeof(SuiteSparse_long) * (kOfVertex * vertices + 2 * entries + entries / 5);
}

}  // namespace apsp::sparse
