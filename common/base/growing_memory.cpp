// SPDX-License-Identifier: MIT
#include "common/base/growing_memory.hpp"

#include <fmt/core.h>
#include <sys/mman.h>

#include <algorithm>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"

namespace apsp {
namespace {

/// The first block. Later ones double what there is.
constexpr std::uint64_t kFirstBlock = std::uint64_t{1} << 20;

}  // namespace

GrowingMemory::~GrowingMemory() {
  if (data_ != nullptr) ::munmap(data_, capacity_);
}

std::span<std::byte> GrowingMemory::room(std::uint64_t wanted, const std::string& name) {
  if (size_ == capacity_) grow(wanted, name);
  const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(capacity_, wanted));
  return {data_ + size_, most - size_};
}

void GrowingMemory::grow(std::uint64_t wanted, const std::string& name) {
  const std::uint64_t capacity =
      std::min(wanted, std::max(kFirstBlock, 2 * std::uint64_t{capacity_}));
  const std::string what = fmt::format("{}: after {}", name, counted(size_, "byte"));
  require_memory(capacity - capacity_, what);
  void* mapping = data_ == nullptr ? ::mmap(nullptr, capacity, PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                   : ::mremap(data_, capacity_, capacity, MREMAP_MAYMOVE);
  if (mapping == MAP_FAILED) {
    throw Error(Fault::kMemory, fmt::format("{}: another {} of memory are needed, {} are available",
                                            what, describe_bytes(capacity - capacity_),
                                            describe_bytes(available_memory())));
  }
  data_ = static_cast<std::byte*>(mapping);
  capacity_ = capacity;
}

}  // namespace apsp
