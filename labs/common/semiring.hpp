// SPDX-License-Identifier: MIT
// The two kinds of sums and products that labs compute: those of numbers and those of distances.
#pragma once

#ifdef __CUDACC__
#define APSP_BOTH_SIDES __host__ __device__
#else
#define APSP_BOTH_SIDES
#endif

namespace apsp::labs {

/// The usual sum of products. Tests use small integers, for which floats are exact in every order.
struct PlusTimes {
  using Element = float;
  static constexpr Element kZero = 0;  // of the sum
  static APSP_BOTH_SIDES Element add(Element c, Element d) { return c + d; }
  static APSP_BOTH_SIDES Element step(Element c, Element a, Element b) { return a * b + c; }
};

/// The least sum, which is one step of shortest paths; kZero stands for no path.
struct MinPlus {
  using Element = int;
  static constexpr Element kZero = 1073741823;
  static APSP_BOTH_SIDES Element add(Element c, Element d) { return c < d ? c : d; }
  static APSP_BOTH_SIDES Element step(Element c, Element a, Element b) { return add(c, a + b); }
};

}  // namespace apsp::labs
