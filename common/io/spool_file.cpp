// SPDX-License-Identifier: MIT
#include "common/io/spool_file.hpp"

#include <errno.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "common/base/error.hpp"

namespace apsp {

namespace {

/// A file in the folder that has no name; none: errno tells why.
FileDescriptor unnamed_in(const std::string& folder) {
  constexpr int kOwnerOnly = 0600;
  FileDescriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kOwnerOnly));
  if (file) return file;
  // Some file systems have none without a name.
  std::string path = folder + "/.apsp-rows-XXXXXX";
  FileDescriptor named(::mkostemp(path.data(), O_CLOEXEC));
  if (named) ::unlink(path.c_str());
  return named;
}

}  // namespace

SpoolFile::SpoolFile(const std::string& folder, const std::string& name)
    : folder_(folder), name_(name), file_(unnamed_in(folder)) {
  if (!file_) fail("cannot be made", errno);
}

void SpoolFile::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(file_.get(), bytes.data(), bytes.size());
    if (done < 0) {
      if (errno == EINTR) continue;
      fail("cannot be written", errno);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    size_ += static_cast<std::uint64_t>(done);
  }
}

void SpoolFile::move_to(OutputFile& output, std::uint64_t offset) {
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  constexpr std::uint64_t kHole = std::uint64_t{64} << 20;  // given back at once
  std::vector<std::byte> chunk(std::min<std::uint64_t>(kChunk, size_));
  std::uint64_t given_back = 0;
  for (std::uint64_t at = 0; at < size_;) {
    const std::uint64_t wanted = std::min<std::uint64_t>(chunk.size(), size_ - at);
    const ssize_t done = ::pread(file_.get(), chunk.data(), wanted, static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail("cannot be read", done < 0 ? errno : EIO);
    output.write_at(offset + at, std::span(chunk).first(static_cast<std::size_t>(done)));
    at += static_cast<std::uint64_t>(done);
    if (at - given_back < kHole) continue;
    // A hint: without it the bytes lie there twice for a moment.
    (void)::fallocate(file_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                      static_cast<off_t>(given_back), static_cast<off_t>(at - given_back));
    given_back = at;
  }
  file_ = FileDescriptor();
}

void SpoolFile::fail(const std::string& what, int error) const {
  throw Error(Fault::kOutput, fmt::format("{}: a temporary file in the folder {} {}: {}", name_,
                                          folder_, what, std::generic_category().message(error)));
}

}  // namespace apsp
