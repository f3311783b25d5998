// SPDX-License-Identifier: MIT
// Source: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 and 4.5.3 (Zip64). Only archives on one disk,
// without encryption, that begin at byte 0.
#include "tools/convert/zip.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "common/base/error.hpp"
#include "tools/convert/decompressor.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kEntryMagic = "PK\1\2";
constexpr std::string_view kEnd64Magic = "PK\6\6";
constexpr std::string_view kLocator64Magic = "PK\6\7";
constexpr std::size_t kEnd = 22;  // bytes of the end of the directory without its comment
constexpr std::size_t kEnd64 = 56;
constexpr std::size_t kLocator64 = 20;
constexpr std::size_t kEntry = 46;        // bytes of an entry without name, extra fields, comment
constexpr std::size_t kLocalHeader = 30;  // the same of a local header
constexpr std::size_t kLongestComment = 65535;
constexpr std::uint16_t kEncrypted = 1;
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint32_t kIn64 = std::numeric_limits<std::uint32_t>::max();  // see the Zip64 field

/// Deflate makes no more bytes of one than this: 258 of two bits.
constexpr std::uint64_t kMostExpansion = 1032;

/// A little-endian number of `size` bytes at `at`; the caller checked that they are there.
std::uint64_t number(std::string_view bytes, std::uint64_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t byte = size; byte > 0; --byte) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + byte - 1]);
  }
  return value;
}

/// Whether bytes [at, at + size) are there; no sum overflows.
bool holds(std::string_view bytes, std::uint64_t at, std::uint64_t size) {
  return at <= bytes.size() && size <= bytes.size() - at;
}

}  // namespace

/// The end of the archive, where the directory is described, and the entries of the directory.
class ZipArchive::Directory {
 public:
  explicit Directory(const ZipArchive& archive) : archive_(archive), bytes_(archive.bytes_) {
    find_end();
    if (is_64()) read_end64();
    if (!holds(bytes_, start_, size_) || start_ + size_ > end_) {
      refuse(end_, fmt::format("the directory lies at bytes {} to {}, expected it before its end",
                               start_, start_ + size_));
    }
    if (entries_ > size_ / kEntry) {
      refuse(end_, fmt::format("the directory has {} entries in {} bytes, expected at most {}",
                               entries_, size_, size_ / kEntry));
    }
  }

  [[nodiscard]] std::vector<ZipMember> members() const {
    std::vector<ZipMember> members;
    std::uint64_t at = start_;
    for (std::uint64_t entry = 0; entry < entries_; ++entry) members.push_back(read_entry(at));
    return members;
  }

 private:
  [[noreturn]] void refuse(std::uint64_t byte, const std::string& what) const {
    archive_.refuse(byte, what);
  }

  [[nodiscard]] std::uint64_t get(std::uint64_t at, std::size_t size) const {
    return number(bytes_, at, size);
  }

  /// The end stands in the last bytes, before a comment that reaches to the archive's end.
  void find_end() {
    const std::size_t most = std::min(bytes_.size(), kEnd + kLongestComment);
    for (std::size_t behind = kEnd; behind <= most; ++behind) {
      end_ = bytes_.size() - behind;
      if (bytes_.substr(end_).starts_with(kEmptyZipMagic) && get(end_ + 20, 2) == behind - kEnd) {
        disks_ = get(end_ + 4, 2) + get(end_ + 6, 2);
        entries_ = get(end_ + 10, 2);
        size_ = get(end_ + 12, 4);
        start_ = get(end_ + 16, 4);
        return;
      }
    }
    refuse(bytes_.size(), "the archive ends without a directory, expected PK\\5\\6: it is cut off");
  }

  [[nodiscard]] bool is_64() const {
    return end_ >= kLocator64 && bytes_.substr(end_ - kLocator64).starts_with(kLocator64Magic);
  }

  void read_end64() {
    const std::uint64_t locator = end_ - kLocator64;
    const std::uint64_t end = get(locator + 8, 8);
    if (!holds(bytes_, end, kEnd64) || end + kEnd64 > locator ||
        !bytes_.substr(end).starts_with(kEnd64Magic)) {
      refuse(locator,
             fmt::format("the Zip64 directory's end is at byte {}, expected PK\\6\\6 there", end));
    }
    disks_ = get(end + 16, 4) + get(end + 20, 4);
    entries_ = get(end + 32, 8);
    size_ = get(end + 40, 8);
    start_ = get(end + 48, 8);
  }

  /// Reads the entry at `at` and goes behind it.
  ZipMember read_entry(std::uint64_t& at) const {
    const std::uint64_t left = start_ + size_ - at;
    const std::string_view entry = bytes_.substr(at, left);
    if (left < kEntry || !entry.starts_with(kEntryMagic)) {
      refuse(at, "found no entry of the directory, expected PK\\1\\2");
    }
    ZipMember member;
    member.flags = static_cast<std::uint16_t>(number(entry, 8, 2));
    member.method = static_cast<std::uint16_t>(number(entry, 10, 2));
    member.checksum = static_cast<std::uint32_t>(number(entry, 16, 4));
    member.compressed = number(entry, 20, 4);
    member.size = number(entry, 24, 4);
    member.offset = number(entry, 42, 4);
    const std::uint64_t name = number(entry, 28, 2);
    const std::uint64_t extra = number(entry, 30, 2);
    const std::uint64_t all = kEntry + name + extra + number(entry, 32, 2);
    if (all > left) refuse(at, "the entry goes on behind the directory, expected its end");
    member.name = entry.substr(kEntry, name);
    read_extra64(at, entry.substr(kEntry + name, extra), member);
    if (disks_ != 0 || number(entry, 34, 2) != 0) {
      refuse(at, "the archive has several parts, expected one");
    }
    at += all;
    return member;
  }

  /// The Zip64 extra field has those numbers that do not fit into the entry, in this order.
  void read_extra64(std::uint64_t at, std::string_view extra, ZipMember& member) const {
    std::string_view field;
    while (extra.size() >= 4) {
      const std::uint64_t size = number(extra, 2, 2);
      if (number(extra, 0, 2) == 1) field = extra.substr(4, size);
      extra.remove_prefix(std::min<std::uint64_t>(4 + size, extra.size()));
    }
    for (std::uint64_t* value : {&member.size, &member.compressed, &member.offset}) {
      if (*value != kIn64) continue;
      if (field.size() < 8) refuse(at, "the Zip64 field is too short, expected all its numbers");
      *value = number(field, 0, 8);
      field.remove_prefix(8);
    }
  }

  const ZipArchive& archive_;
  std::string_view bytes_;
  std::uint64_t end_ = 0;
  std::uint64_t disks_ = 0;
  std::uint64_t entries_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t start_ = 0;
};

ZipArchive::ZipArchive(std::string name, std::string_view bytes)
    : name_(std::move(name)), bytes_(bytes) {
  members_ = Directory(*this).members();
  for (ZipMember& member : members_) locate(member);
  check_overlaps();
  check_names();
}

const ZipMember* ZipArchive::find(std::string_view name) const {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](const ZipMember& member) { return member.name == name; });
  return found == members_.end() ? nullptr : &*found;
}

std::string_view ZipArchive::content(const ZipMember& member) {
  if ((member.flags & kEncrypted) != 0) {
    refuse(member.offset,
           fmt::format("'{}' is encrypted, expected no password", shown(member.name)));
  }
  if (member.method != kStored && member.method != kDeflated) {
    refuse(member.offset, fmt::format("'{}' is compressed by method {}, expected 0 (stored) or 8 "
                                      "(deflated)",
                                      shown(member.name), member.method));
  }
  const std::string_view content =
      member.method == kStored ? bytes_.substr(member.data, member.compressed) : inflate(member);
  if (content.size() != member.size) {
    refuse(member.data, fmt::format("'{}' has {} bytes, expected {}, as the directory says",
                                    shown(member.name), content.size(), member.size));
  }
  if (const std::uint32_t found = crc32_of(content); found != member.checksum) {
    refuse(member.data, fmt::format("the checksum of '{}' is {:08x}, expected {:08x}",
                                    shown(member.name), found, member.checksum));
  }
  return content;
}

void ZipArchive::refuse(std::uint64_t byte, const std::string& what) const {
  throw Error(Fault::kInput, fmt::format("{}: byte {}: {}", name_, byte, what));
}

/// Finds where the member's bytes begin. Sizes in the local header may be missing; those of the
/// directory count.
void ZipArchive::locate(ZipMember& member) const {
  if (!holds(bytes_, member.offset, kLocalHeader) ||
      !bytes_.substr(member.offset).starts_with(kZipMagic)) {
    refuse(member.offset, fmt::format("found no header of '{}', expected PK\\3\\4 in {} bytes",
                                      shown(member.name), bytes_.size()));
  }
  const std::uint64_t name = number(bytes_, member.offset + 26, 2);
  member.data = member.offset + kLocalHeader + name + number(bytes_, member.offset + 28, 2);
  if (bytes_.substr(member.offset + kLocalHeader, name) != member.name) {
    refuse(member.offset + kLocalHeader,
           fmt::format("found another name, expected '{}'", shown(member.name)));
  }
  if (!holds(bytes_, member.data, member.compressed)) {
    refuse(bytes_.size(), fmt::format("the archive ends, expected {} bytes of '{}' from byte {} on",
                                      member.compressed, shown(member.name), member.data));
  }
}

/// Members that share bytes make an archive whose content has no bound but the product of both.
void ZipArchive::check_overlaps() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  ranges.reserve(members_.size());
  for (const ZipMember& member : members_) {
    ranges.emplace_back(member.offset, member.data + member.compressed);
  }
  std::sort(ranges.begin(), ranges.end());
  for (std::size_t range = 1; range < ranges.size(); ++range) {
    if (ranges[range].first < ranges[range - 1].second) {
      refuse(ranges[range].first,
             fmt::format("a member begins inside another, expected it from byte {} on",
                         ranges[range - 1].second));
    }
  }
}

void ZipArchive::check_names() const {
  std::vector<std::string_view> names;
  names.reserve(members_.size());
  for (const ZipMember& member : members_) names.push_back(member.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return;
  refuse(find(*twice)->offset,
         fmt::format("there are several members '{}', expected one", shown(*twice)));
}

std::string_view ZipArchive::inflate(const ZipMember& member) {
  if (member.size > kMostExpansion * (member.compressed + 1)) {
    refuse(member.offset,
           fmt::format("'{}' has {} bytes in {} deflated ones, expected at most {} "
                       "times as many",
                       shown(member.name), member.size, member.compressed, kMostExpansion));
  }
  const std::unique_ptr<Decompressor> decompressor = make_deflate_decompressor();
  GrowingMemory& content = contents_.emplace_back();
  const std::string_view data = bytes_.substr(member.data, member.compressed);
  const std::string name = fmt::format("{}: {}", name_, shown(member.name));
  std::size_t consumed = 0;
  for (bool ended = false; !ended;) {
    // One byte more than claimed shows that there is more.
    const std::string_view rest = data.substr(consumed);
    const DecompressionStep done =
        decompressor->step(std::as_bytes(std::span(rest)), content.room(member.size + 1, name));
    consumed += done.consumed;
    content.filled(done.produced);
    ended = done.end_of_member;
    const bool stuck = !ended && done.consumed == 0 && done.produced == 0;
    if (done.fault != nullptr || stuck) {
      refuse(member.data + consumed,
             fmt::format("'{}' is corrupt ({}), expected deflated data", shown(member.name),
                         done.fault != nullptr ? done.fault : "it ends too early"));
    }
    if (content.bytes().size() > member.size) {
      refuse(member.data + consumed, fmt::format("'{}' goes on, expected its end after {} bytes",
                                                 shown(member.name), member.size));
    }
  }
  return {reinterpret_cast<const char*>(content.bytes().data()), content.bytes().size()};
}

}  // namespace apsp::convert
