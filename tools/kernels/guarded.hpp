// SPDX-License-Identifier: MIT
// An operand between two guards. A guard is as large as the largest tile: a kernel that is wrong by
// one element, one row or one tile writes into it, or reads from it.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/core/schedule.hpp"
#include "tools/kernels/mismatch.hpp"

namespace apsp::kernels {

/// Bytes on each side of an operand.
inline constexpr std::size_t kGuardBytes = kTile * kTile * sizeof(double);

/// The bytes that a check fills guards with, one run each. Read as distances, 0x00 is shorter than
/// every path, and the sum with 0xff wraps to a shorter one. Written by mistake, one differs.
inline constexpr std::byte kGuards[] = {std::byte{0x00}, std::byte{0xff}};

/// `count` elements, 64-byte aligned, every byte of them and of the guards `guard` at first. They
/// are tiles, one after the other, or with a `pitch` rows of so many elements.
template <typename T>
class Guarded {
 public:
  Guarded(std::string name, std::size_t count, std::byte guard, std::size_t pitch = 0)
      : name_(std::move(name)),
        guard_(guard),
        size_(count),
        pitch_(pitch),
        storage_(static_cast<std::byte*>(::operator new(bytes(), kAlignment))) {
    std::memset(storage_.get(), std::to_integer<int>(guard), bytes());
  }

  [[nodiscard]] T* data() { return reinterpret_cast<T*>(storage_.get() + kGuardBytes); }
  [[nodiscard]] const T* data() const {
    return reinterpret_cast<const T*>(storage_.get() + kGuardBytes);
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::vector<T> contents() const { return {data(), data() + size_}; }
  void assign(std::span<const T> values) { std::copy(values.begin(), values.end(), data()); }

  /// The operand and both guards, as a device receives them. [0, bytes())
  [[nodiscard]] std::byte* begin() { return storage_.get(); }
  [[nodiscard]] std::size_t bytes() const { return 2 * kGuardBytes + size_ * sizeof(T); }

  /// Throws Mismatch if a byte of a guard has changed. O(kGuardBytes).
  void require_guards() const {
    require_guard(storage_.get(), "before");
    require_guard(storage_.get() + kGuardBytes + size_ * sizeof(T), "behind");
  }

  /// Throws Mismatch unless element x is `expected[x]`, for all x, and the guards are untouched.
  void require(std::span<const T> expected) const {
    require_guards();
    for (std::size_t x = 0; x < size_; ++x) {  // bytes: 0xff is no number of floats
      if (bytes_of(data()[x]) != bytes_of(expected[x])) fail(x, expected[x]);
    }
  }

  /// Throws the Mismatch of element x.
  [[noreturn]] void fail(std::size_t x, T expected) const {
    throw Mismatch(fmt::format("{}: {}: found {}, expected {}", name_, place(x), number(data()[x]),
                               number(expected)));
  }

 private:
  static constexpr std::align_val_t kAlignment{64};

  struct Free {
    void operator()(std::byte* storage) const { ::operator delete(storage, kAlignment); }
  };

  static auto bytes_of(T value) { return std::bit_cast<std::array<std::byte, sizeof(T)>>(value); }

  static auto number(T value) {
    if constexpr (std::is_floating_point_v<T>) {
      return value;
    } else {
      return static_cast<std::int64_t>(value);
    }
  }

  [[nodiscard]] std::string place(std::size_t x) const {
    if (pitch_ != 0) return fmt::format("row {}, column {}", x / pitch_, x % pitch_);
    return fmt::format("tile {}, row {}, column {}", x / (kTile * kTile), x / kTile % kTile,
                       x % kTile);
  }

  void require_guard(const std::byte* guard, std::string_view side) const {
    const auto* changed =
        std::find_if(guard, guard + kGuardBytes, [&](std::byte b) { return b != guard_; });
    if (changed == guard + kGuardBytes) return;
    const auto offset = changed - guard;
    throw Mismatch(fmt::format(
        "{}: byte {} {} it: found 0x{:02x}, expected the guard 0x{:02x}", name_,
        side == "before" ? static_cast<std::ptrdiff_t>(kGuardBytes) - offset : offset + 1, side,
        std::to_integer<unsigned>(*changed), std::to_integer<unsigned>(guard_)));
  }

  std::string name_;
  std::byte guard_;
  std::size_t size_;
  std::size_t pitch_;
  std::unique_ptr<std::byte, Free> storage_;
};

}  // namespace apsp::kernels
