// SPDX-License-Identifier: MIT
#include "hw3-3/ranks/nccl.hpp"

#include <dlfcn.h>
#include <stdlib.h>

#include <string_view>

#include "common/ranks/module_file.hpp"

namespace apsp::gpu {

void leave_multicast_off() {
  ::setenv("NCCL_NVLS_ENABLE", "0", 0);
}

std::unique_ptr<Nccl> load_nccl(std::string& why) {
  const ModuleFile module = load_module(kNcclModuleName);
  why = module.reason;
  if (module.handle == nullptr) return nullptr;
  const auto* version =
      static_cast<const char* const*>(::dlsym(module.handle, "apsp_nccl_version"));
  const auto open = reinterpret_cast<Nccl* (*)()>(::dlsym(module.handle, "apsp_open_nccl"));
  if (version == nullptr || open == nullptr || std::string_view(*version) != APSP_VERSION) {
    why = std::string(kNcclModuleName) + " is of another version, expected " APSP_VERSION;
    return nullptr;
  }
  return std::unique_ptr<Nccl>(open());
}

}  // namespace apsp::gpu
