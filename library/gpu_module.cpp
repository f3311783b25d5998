// SPDX-License-Identifier: MIT
#include "library/gpu_module.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "common/base/error.hpp"

namespace apsp {
namespace {

[[noreturn]] void refuse_module(const std::string& reason) {
  throw Error(Fault::kNoDevice, "no GPU can be used: " + reason);
}

/// The folder of the library, or of the program that it is linked into; empty: not known.
std::filesystem::path own_folder() {
  Dl_info own = {};
  if (dladdr(reinterpret_cast<const void*>(&gpu_module), &own) == 0) return {};
  const std::filesystem::path file = own.dli_fname;
  if (!file.has_parent_path()) return {};  // a program that the shell found: not in this folder
  std::error_code unknown;
  return std::filesystem::canonical(file, unknown).parent_path();
}

/// Where the module may lie, in the order of the search.
std::vector<std::filesystem::path> folders() {
  // Not for programs that have more rights than their caller.
  if (const char* named = secure_getenv("APSP_MODULE_PATH"); named != nullptr && *named != '\0') {
    return {named};
  }
  std::vector<std::filesystem::path> folders;
  if (const auto own = own_folder(); !own.empty()) folders.push_back(own / "apsp");
  const std::filesystem::path installed = APSP_MODULE_FOLDER;
  if (folders.empty() || folders.front() != installed) folders.push_back(installed);
  return folders;
}

/// The first file of the module that is there.
std::string module_file() {
  std::string looked;
  for (const std::filesystem::path& folder : folders()) {
    std::error_code unknown;
    if (const auto file = folder / APSP_MODULE_NAME; std::filesystem::exists(file, unknown)) {
      return file.string();
    }
    looked += (looked.empty() ? "" : " and not in ") + folder.string();
  }
  refuse_module(fmt::format("the module {}, which builds with nvcc have, is not in {}",
                            APSP_MODULE_NAME, looked));
}

void require_same(const module::Entry& entry, const std::string& file) {
  const std::string version = entry.version;
  if (version != APSP_VERSION) {
    refuse_module(fmt::format("{} is of version {}, expected {}", file, version, APSP_VERSION));
  }
  if (entry.size != sizeof(module::Entry) || entry.layout != module::layout()) {
    refuse_module(file +
                  " lays out its types in another way: expected a build by the same compiler");
  }
}

}  // namespace

const module::Entry& gpu_module() {
  const std::string file = module_file();
  void* const loaded = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) {
    const char* const reason = dlerror();
    refuse_module(fmt::format("cannot load the module: {}", reason == nullptr ? file : reason));
  }
  const auto get = reinterpret_cast<module::GetEntry*>(dlsym(loaded, module::kEntryName));
  if (get == nullptr)
    refuse_module(fmt::format("{} is no module: expected a function {}", file, module::kEntryName));
  const module::Entry& entry = *get();
  require_same(entry, file);
  return entry;
}

}  // namespace apsp
