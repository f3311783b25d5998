// SPDX-License-Identifier: MIT
#include "common/ranks/module_file.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

namespace apsp {

ModuleFile load_module(const std::string& name) {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = program.parent_path();
  ModuleFile module;
  for (const auto& place : {folder, folder / ".." / "common", folder / APSP_MODULE_FROM_BIN}) {
    const std::filesystem::path file = (place / name).lexically_normal();
    if (!std::filesystem::exists(file, error)) {
      module.reason += (module.reason.empty() ? "no " : " or ") + file.string();
      continue;
    }
    module.found = true;
    module.handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (module.handle == nullptr) module.reason = ::dlerror();
    return module;
  }
  return module;
}

}  // namespace apsp
