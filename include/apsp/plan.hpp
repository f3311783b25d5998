// SPDX-License-Identifier: MIT
/// \file
/// What a solve would do, before it is done.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/settings.hpp"

#pragma GCC visibility push(default)
namespace apsp {

/// A method, and how long it would compute.
struct MethodForecast {
  Method method = Method::kDense;  ///< one that was looked at
  double seconds = 0;              ///< in the width that is expected; infinite: no memory for it
};

/// What a solve would do, take and give.
struct Forecast {
  Method method = Method::kDense;  ///< the one that is chosen
  double seconds = 0;              ///< of computing, in the width that is expected, roughly
  std::vector<MethodForecast> methods = {};  ///< those that were looked at
  std::uint64_t host_bytes = 0;    ///< of memory beside graph and result, in 16-bit arithmetic
  std::uint64_t device_bytes = 0;  ///< likewise, of all GPUs together
  std::uint64_t result_bytes = 0;  ///< of the distances that are wanted
  std::string lack = {};           ///< why solve() would refuse for lack of memory; empty: it fits
};

/// Chooses as solve() does, and stops there. Throws as solve(), but for what only computing finds
/// out. O(V + E), and the order of an elimination where that may pay.
[[nodiscard]] Forecast plan(GraphView graph, const Settings& settings = {});

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
