// SPDX-License-Identifier: MIT
// Zip archives: their members, stored or deflated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/growing_memory.hpp"

namespace apsp::convert {

inline constexpr std::string_view kZipMagic = "PK\3\4";
inline constexpr std::string_view kEmptyZipMagic = "PK\5\6";

/// A file in the archive, as the archive's directory describes it.
struct ZipMember {
  std::string name;
  std::uint16_t flags = 0;
  std::uint16_t method = 0;      // 0 stored, 8 deflated
  std::uint32_t checksum = 0;    // CRC-32 of the content
  std::uint64_t compressed = 0;  // bytes in the archive
  std::uint64_t size = 0;        // bytes of the content
  std::uint64_t offset = 0;      // of its local header
  std::uint64_t data = 0;        // byte of the archive at which its compressed bytes begin
};

/// An archive in memory, whose bytes must outlive it, and the contents that were asked for.
class ZipArchive {
 public:
  /// Reads the directory. Throws Error(kInput) with the byte for what is no archive, is cut off, or
  /// where members overlap or have the same name. O(members log members) time.
  ZipArchive(std::string name, std::string_view bytes);

  [[nodiscard]] const std::vector<ZipMember>& members() const { return members_; }

  /// The member of this name, or null.
  [[nodiscard]] const ZipMember* find(std::string_view name) const;

  /// The content of a member, checked against its size and checksum; valid as long as the archive.
  /// Memory grows with what comes, whatever size is claimed. Throws Error(kInput), Error(kMemory).
  std::string_view content(const ZipMember& member);

 private:
  class Directory;

  [[noreturn]] void refuse(std::uint64_t byte, const std::string& what) const;
  void locate(ZipMember& member) const;
  void check_overlaps() const;
  void check_names() const;
  std::string_view inflate(const ZipMember& member);

  std::string name_;
  std::string_view bytes_;
  std::vector<ZipMember> members_;
  std::deque<GrowingMemory> contents_;
};

}  // namespace apsp::convert
