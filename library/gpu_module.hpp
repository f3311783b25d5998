// SPDX-License-Identifier: MIT
// Finds and loads the module that computes on GPUs.
#pragma once

#include "library/module/interface.hpp"

namespace apsp {

/// Returns the entry of the module, valid until the process ends. Looks for the file
/// apsp-cuda-MAJOR.MINOR.so in the folder that APSP_MODULE_PATH names. Without this variable, looks
/// in the folder apsp/ beside the library, then in libdir/apsp/ of the installation. A program that
/// holds the static library counts as the library. The first file that is there counts. Throws
/// Error(kNoDevice) where there is none, or it cannot be loaded, or is not of this version and
/// layout. A module that was loaded stays loaded.
[[nodiscard]] const module::Entry& gpu_module();

}  // namespace apsp
