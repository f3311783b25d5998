// SPDX-License-Identifier: MIT
/// \file
/// The whole library.
#pragma once

#include "apsp/batch.hpp"          // IWYU pragma: export
#include "apsp/device.hpp"         // IWYU pragma: export
#include "apsp/device_matrix.hpp"  // IWYU pragma: export
#include "apsp/error.hpp"          // IWYU pragma: export
#include "apsp/files.hpp"          // IWYU pragma: export
#include "apsp/graph.hpp"          // IWYU pragma: export
#include "apsp/matrix.hpp"         // IWYU pragma: export
#include "apsp/memory.hpp"         // IWYU pragma: export
#include "apsp/near.hpp"           // IWYU pragma: export
#include "apsp/observer.hpp"       // IWYU pragma: export
#include "apsp/plan.hpp"           // IWYU pragma: export
#include "apsp/prepared.hpp"       // IWYU pragma: export
#include "apsp/real.hpp"           // IWYU pragma: export
#include "apsp/rows.hpp"           // IWYU pragma: export
#include "apsp/settings.hpp"       // IWYU pragma: export
#include "apsp/solve.hpp"          // IWYU pragma: export
#include "apsp/summary.hpp"        // IWYU pragma: export
