// SPDX-License-Identifier: MIT
// Files for targets whose programs take paths and not bytes: in memory, a folder for each process.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <span>
#include <string>

#include "common/io/file_descriptor.hpp"
#include "common/testing/test_folder.hpp"
#include "fuzz/target.hpp"

namespace apsp::fuzz {

/// The one folder of this process, on a tmpfs where there is one; removed at the exit.
inline const test::TestFolder& scratch_folder() {
  static const test::TestFolder folder(std::filesystem::exists("/dev/shm")
                                           ? std::filesystem::path("/dev/shm")
                                           : std::filesystem::temp_directory_path());
  return folder;
}

/// Puts these bytes into the file of this name in the scratch folder. Returns its path.
inline std::string put_file(const std::string& name, std::span<const std::uint8_t> bytes) {
  std::string path = scratch_folder() / name;
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  require(::write(file.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
          "the scratch folder has room");
  return path;
}

}  // namespace apsp::fuzz
