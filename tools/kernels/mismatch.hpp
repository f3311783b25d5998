// SPDX-License-Identifier: MIT
// The one exception of a check: a kernel is wrong, and where.
#pragma once

#include <stdexcept>

namespace apsp::kernels {

/// A kernel left a wrong element, or touched memory that is not its own. The message names the
/// buffer, the place, the value found and the value expected.
class Mismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace apsp::kernels
