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
#include <utility>
#include <vector>

#include "common/base/error.hpp"
#include "common/base/host_name.hpp"
#include "common/base/memory.hpp"
#include "common/io/graph_file.hpp"

namespace apsp {
namespace {

constexpr std::size_t kChunk = std::size_t{16} << 20;  // bytes of one broadcast

/// The view of one process. No padding: travels as its bytes.
struct View {
  std::uint64_t there;    // 1: it may read what the name means
  std::uint64_t regular;  // 1: that is a file of a size
  std::uint64_t size;
};

/// Looks without opening: that of a pipe waits.
View view_of(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0 || ::access(path.c_str(), R_OK) != 0) return {0, 0, 0};
  const bool regular = S_ISREG(status.st_mode);
  return {1, regular ? 1u : 0u, regular ? static_cast<std::uint64_t>(status.st_size) : 0};
}

/// Whether `path` is a pipe or the like: its bytes come once, to one process.
bool is_stream(const std::string& path) {
  if (path == "-" || path == "/dev/stdin") return true;
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

std::string describe_copies(std::uint64_t copies, std::size_t ranks) {
  return fmt::format("copies of INPUT in {} of {} ranks", copies, ranks);
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
  const bool stream = of_first(ranks, std::uint64_t{is_stream(path)}) == 1;
  const std::vector<View> views = gather_values(ranks, view_of(path));
  bool keep = false;
  if (stream) {
    receivers_ = ranks.size() - 1;
    keep = ranks.rank() != 0;
  } else if (views.front().regular == 1) {
    receivers_ =
        static_cast<std::size_t>(std::ranges::count(views, std::uint64_t{0}, &View::there));
    keep = views[ranks.rank()].there == 0;
  }
  if (receivers_ == 0) return;
  const std::string host = keep ? host_name() : std::string();
  const std::vector<std::string> hosts = ranks.gather(host);
  const auto here = static_cast<std::uint64_t>(std::ranges::count(hosts, host));
  if (keep) {
    if (!stream) require_memory(here * views.front().size, describe_copies(here, ranks.size()));
    copy_ = FileDescriptor(::memfd_create("apsp-input", MFD_CLOEXEC));
    if (!copy_) {
      throw Error(Fault::kMemory,
                  fmt::format("cannot keep a copy of INPUT in memory: {}", std::strerror(errno)));
    }
  }
  send(ranks, stream ? here : 0);
}

/// Every rank takes part in the broadcasts; those that have the file drop the bytes. The length of
/// a stream shows at its end only: memory for `copies` on this machine is asked for as it comes.
void JointInput::send(Ranks& ranks, std::uint64_t copies) {
  std::uint64_t size = 0;
  if (ranks.rank() == 0) {
    source_ = std::make_unique<InputFile>(path_);
    source_->read_to(kGraphHeader);
    size = source_->mapped() ? source_->bytes().size()
                             : graph_bytes_to_read(source_->name(), source_->bytes());
  }
  size = of_first(ranks, size);
  std::vector<std::byte> chunk(std::min<std::uint64_t>(size, kChunk));
  for (std::uint64_t at = 0, count = 0; at < size; at += count) {
    if (source_) {
      source_->read_to(std::min(at + kChunk, size));
      count = std::min<std::uint64_t>(kChunk, source_->bytes().size() - at);
      std::ranges::copy(source_->bytes().subspan(at, count), chunk.begin());
    }
    count = of_first(ranks, count);
    if (count == 0) return;  // the stream has ended too early: parsing it says so
    const std::span bytes = std::span(chunk).first(count);
    const std::unique_ptr<Transfer> transfer = ranks.broadcast(bytes, 0);
    while (!transfer->done()) std::this_thread::sleep_for(std::chrono::microseconds(50));
    if (!copy_) continue;
    if (copies > 0) require_memory(copies * count, describe_copies(copies, ranks.size()));
    append(copy_.get(), bytes);
  }
}

std::unique_ptr<InputFile> JointInput::open() {
  if (source_) return std::move(source_);
  if (!copy_) return std::make_unique<InputFile>(path_);
  return std::make_unique<InputFile>(fmt::format("/proc/self/fd/{}", copy_.get()), path_);
}

}  // namespace apsp
