// SPDX-License-Identifier: MIT
// Bytes that wait on the disk until it is known where they go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "common/io/file_descriptor.hpp"
#include "common/io/output_file.hpp"

namespace apsp {

/// A temporary file without a name, which goes with this object or with the process. For one thread
/// at a time.
class SpoolFile {
 public:
  /// In `folder`; for what waits there for the output `name`, which messages name. Throws
  /// Error(kOutput).
  SpoolFile(const std::string& folder, const std::string& name);

  /// Appends bytes. Throws Error(kOutput).
  void append(std::span<const std::byte> bytes);

  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// Moves all bytes into `output`, from `offset` on, and ends the file, whose space goes back to
  /// the disk as it is read where the disk can do that. Call it once. Throws Error(kOutput).
  void move_to(OutputFile& output, std::uint64_t offset);

 private:
  [[noreturn]] void fail(const std::string& what, int error) const;

  std::string folder_;
  std::string name_;
  FileDescriptor file_;
  std::uint64_t size_ = 0;
};

}  // namespace apsp
