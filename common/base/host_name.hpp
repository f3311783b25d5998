// SPDX-License-Identifier: MIT
// The name of this machine.
#pragma once

#include <unistd.h>

#include <string>

namespace apsp {

/// Empty where the system does not tell it.
[[nodiscard]] inline std::string host_name() {
  char name[256] = {};
  (void)::gethostname(name, sizeof name - 1);
  return name;
}

}  // namespace apsp
