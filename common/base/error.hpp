// SPDX-License-Identifier: MIT
// The one exception of the library, with the kind of fault that it reports. The programs' main
// recipe alone prints it; common/app/exit_code.hpp has the exit code of each kind.
#pragma once

#include "apsp/error.hpp"  // IWYU pragma: export
