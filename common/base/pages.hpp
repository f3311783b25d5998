// SPDX-License-Identifier: MIT
// Large zeroed arrays whose pages no thread has touched yet, on huge pages where the system has
// them.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <utility>

namespace apsp {

/// `count` zero elements in pages of the system, 64-byte aligned. Each page lies on the memory of
/// the processor that touches it first. Throws std::bad_alloc.
template <typename T>
class Pages {
 public:
  explicit Pages(std::size_t count) : bytes_(count * sizeof(T)) {
    if (bytes_ == 0) return;
    void* start = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) throw std::bad_alloc();
    madvise(start, bytes_, MADV_HUGEPAGE);  // a hint: 4 KiB pages serve, only slower
    data_ = static_cast<T*>(start);
  }
  ~Pages() {
    if (data_ != nullptr) munmap(data_, bytes_);
  }
  Pages(Pages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  Pages& operator=(Pages&&) = delete;

  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  T* data_ = nullptr;
  std::size_t bytes_;
};

}  // namespace apsp
