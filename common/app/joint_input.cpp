// SPDX-License-Identifier: MIT
#include "common/app/joint_input.hpp"

#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/io/input_file.hpp"

namespace apsp {
namespace {

constexpr std::size_t kChunk = std::size_t{16} << 20;  // bytes of one broadcast

/// Returns the size of a regular file that this process may read; nothing for all else. Does not
/// open it: that of a pipe waits.
std::optional<std::uint64_t> size_of_file(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  if (::access(path.c_str(), R_OK) != 0) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

/// The view of one process. No padding: travels as its bytes.
struct View {
  std::uint64_t there;  // 1: a name is there, whatever it names
  std::uint64_t seen;   // 1: a regular file that it may read
  std::uint64_t size;
};

View view_of(const std::string& path) {
  const std::optional<std::uint64_t> size = size_of_file(path);
  return {::access(path.c_str(), R_OK) == 0 ? 1u : 0u, size ? 1u : 0u, size.value_or(0)};
}

std::string host_name() {
  char host[256] = {};
  (void)::gethostname(host, sizeof host - 1);
  return host;
}

void append(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      throw Error(Fault::kMemory,
                  fmt::format("cannot keep a copy of INPUT in memory: {}", std::strerror(errno)));
    }
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

}  // namespace

JointInput::JointInput(Ranks& ranks, const std::string& path) : path_(path) {
  const View own = view_of(path);
  const std::vector<View> views = gather_values(ranks, own);
  const View& first = views.front();
  receivers_ =
      first.seen == 0
          ? 0
          : static_cast<std::size_t>(std::ranges::count(views, std::uint64_t{0}, &View::there));
  if (receivers_ == 0) return;
  const bool keep = own.there == 0;
  const std::string host = keep ? host_name() : std::string();
  const std::vector<std::string> hosts = ranks.gather(host);
  if (keep) {
    const auto here = static_cast<std::uint64_t>(std::ranges::count(hosts, host));
    require_memory(here * first.size,
                   fmt::format("INPUT, which this machine does not see, in {} of {} ranks", here,
                               views.size()));
    copy_ = FileDescriptor(::memfd_create("apsp-input", MFD_CLOEXEC));
    if (!copy_) {
      throw Error(Fault::kMemory,
                  fmt::format("cannot keep a copy of INPUT in memory: {}", std::strerror(errno)));
    }
    path_ = fmt::format("/proc/self/fd/{}", copy_.get());
  }
  send(ranks, first.size, keep);
}

/// Every rank takes part in the broadcasts; those that have the file drop the bytes.
void JointInput::send(Ranks& ranks, std::size_t size, bool keep) {
  std::optional<InputFile> file;
  if (ranks.rank() == 0) {
    file.emplace(path_);
    if (file->bytes().size() != size) {
      throw Error(Fault::kInput, fmt::format("{}: found {} bytes, expected {}: it was changed",
                                             path_, file->bytes().size(), size));
    }
  }
  std::vector<std::byte> chunk(std::min(size, kChunk));
  for (std::size_t at = 0; at < size; at += kChunk) {
    const std::span bytes = std::span(chunk).first(std::min(kChunk, size - at));
    if (file) std::ranges::copy(file->bytes().subspan(at, bytes.size()), bytes.begin());
    const std::unique_ptr<Transfer> transfer = ranks.broadcast(bytes, 0);
    while (!transfer->done()) std::this_thread::sleep_for(std::chrono::microseconds(50));
    if (keep) append(copy_.get(), bytes);
  }
}

}  // namespace apsp
