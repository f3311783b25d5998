// SPDX-License-Identifier: MIT
// The bytes of an input: mapped where it can be, read where it cannot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "common/base/growing_memory.hpp"
#include "common/base/signal_cleanup.hpp"
#include "common/io/file_descriptor.hpp"

namespace apsp {

/// A regular file is mapped, privately and read-only; it must not be changed while it is in use.
/// Anything else (a pipe, a device, "-" and "/dev/stdin" for standard input) is read into memory as
/// far as the caller asks. So memory grows with the data that came and never with a promise.
class InputFile {
 public:
  /// Opens the input. `name`: what messages call it, where that is not its path. Throws
  /// Error(kInput): missing, no permission, a folder.
  explicit InputFile(const std::string& path, const std::string& name = {});
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Reads on until there are `size` bytes or the input ends; nothing to do for a mapped file.
  /// Throws Error(kInput), or Error(kMemory) if what came does not fit. May move the bytes.
  void read_to(std::uint64_t size);

  /// Returns the bytes that were read so far; of a mapped file all of them, page-aligned.
  [[nodiscard]] std::span<const std::byte> bytes() const {
    return mapped() ? mapping_ : memory_.bytes();
  }
  [[nodiscard]] bool mapped() const { return bus_error_ != nullptr; }

  /// The bytes of a regular file, mapped or not; nothing for a stream.
  [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }

  /// Returns the name of the input for messages: its path, "standard input", or as
  /// the caller said.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  void map(std::uint64_t size);

  std::string name_;
  FileDescriptor file_;
  std::optional<std::uint64_t> size_;
  std::span<std::byte> mapping_;                // of the file
  GrowingMemory memory_;                        // where it is not mapped
  std::unique_ptr<ExplainBusError> bus_error_;  // set for a mapped file
};

}  // namespace apsp
