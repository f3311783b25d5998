// SPDX-License-Identifier: MIT
// The names that the module exports. Program and module come from one build.
#pragma once

#include "common/ranks/launch.hpp"

namespace apsp {

inline constexpr const char* kModuleName = "apsp-mpi.so";

/// Brings the tasks together. The caller owns the result. Throws as join_ranks().
using OpenRanks = Ranks*(const Launch& launch, const Lobby& lobby);

}  // namespace apsp
