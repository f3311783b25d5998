// SPDX-License-Identifier: MIT
// Modules: parts of a program that are files of their own, loaded only by those who need them.
#pragma once

#include <string>

namespace apsp {

/// A module that was looked for.
struct ModuleFile {
  void* handle = nullptr;   // as dlopen() returns it; null where there is none that can be loaded
  std::string reason = {};  // why not: what dlopen() said, or the places that were looked at
  bool found = false;       // the file is there
};

/// Loads the module `name`, which stays: it lies beside the program, in LIBDIR/apsp where that is
/// installed, or where a build leaves it. All of its symbols are for all: Open MPI's own parts need
/// those of its libraries.
[[nodiscard]] ModuleFile load_module(const std::string& name);

}  // namespace apsp
