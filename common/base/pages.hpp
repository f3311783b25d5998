// SPDX-License-Identifier: MIT
// Large arrays: on huge pages of the system where it has them, or in memory of a caller's choice.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <utility>

namespace apsp {

/// Asks for huge pages where whole ones lie in memory that nobody has touched yet. A hint.
inline void want_huge_pages(void* start, std::size_t bytes) {
  constexpr std::size_t kHuge = std::size_t{2} << 20;
  const std::size_t before = (kHuge - reinterpret_cast<std::uintptr_t>(start) % kHuge) % kHuge;
  if (bytes < before + kHuge) return;
  madvise(static_cast<std::byte*>(start) + before, (bytes - before) / kHuge * kHuge, MADV_HUGEPAGE);
}

/// `count` elements, 64-byte aligned. Throws std::bad_alloc.
template <typename T>
class Pages {
 public:
  /// Zeros, in pages that no thread has touched yet: each lies on the memory of the processor that
  /// touches it first.
  explicit Pages(std::size_t count) : bytes_(count * sizeof(T)) {
    if (bytes_ == 0) return;
    void* start = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) throw std::bad_alloc();
    madvise(start, bytes_, MADV_HUGEPAGE);  // a hint: 4 KiB pages serve, only slower
    data_ = static_cast<T*>(start);
  }

  /// Elements of any value in `memory`, which outlives them; null: as above.
  Pages(std::size_t count, std::pmr::memory_resource* memory) : Pages(memory ? 0 : count) {
    if (memory == nullptr || count == 0) return;
    data_ = static_cast<T*>(memory->allocate(count * sizeof(T), kAlignment));
    bytes_ = count * sizeof(T);
    memory_ = memory;
  }

  ~Pages() {
    if (data_ == nullptr) return;
    if (memory_ != nullptr) {
      memory_->deallocate(data_, bytes_, kAlignment);
    } else {
      munmap(data_, bytes_);
    }
  }
  Pages(Pages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        memory_(other.memory_) {}
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  Pages& operator=(Pages&&) = delete;

  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  static constexpr std::size_t kAlignment = 64;

  T* data_ = nullptr;
  std::size_t bytes_;
  std::pmr::memory_resource* memory_ = nullptr;  // null: pages of the system
};

}  // namespace apsp
