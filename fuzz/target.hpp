// SPDX-License-Identifier: MIT
// The common part of the fuzz targets. A target is a function of arbitrary bytes. Where a program
// would break a promise, it ends the process, which the fuzzer takes for a finding. Every input is
// either taken, and then its result is checked, or refused by an Error that a person can read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "common/base/error.hpp"

namespace apsp::fuzz {

/// Ends the process unless `good`.
inline void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "finding: expected that %s\n", what);
  std::abort();
}

/// Requires that the message is one for people: not empty, and without characters that a terminal
/// obeys, whatever the input holds.
inline void require_readable(std::string_view message) {
  require(!message.empty(), "an error has a message");
  require(std::none_of(message.begin(), message.end(),
                       [](unsigned char c) { return (c < ' ' && c != '\n') || c == 127; }),
          "a message has no control characters");
}

/// The Error that `body` ends in, of one of `faults`, or nothing. Another exception passes, and
/// ends the process.
template <typename Body>
std::optional<Error> error_of(std::initializer_list<Fault> faults, Body body) {
  try {
    body();
    return std::nullopt;
  } catch (const Error& error) {
    require(std::find(faults.begin(), faults.end(), error.fault()) != faults.end(),
            "the error is of a kind that was promised");
    return error;
  }
}

/// Choices that a target makes: the last bytes of its input, so that the first ones look like the
/// file that they are.
class Choices {
 public:
  Choices(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}

  /// A number in [0, count); 0 where the input is used up.
  std::size_t pick(std::size_t count) {
    if (rest_.empty()) return 0;
    const std::size_t picked = rest_.back() % count;
    rest_ = rest_.first(rest_.size() - 1);
    return picked;
  }
  bool flip() { return pick(2) == 1; }

  [[nodiscard]] std::span<const std::uint8_t> rest() const { return rest_; }

 private:
  std::span<const std::uint8_t> rest_;
};

/// Bytes on the heap, no more than there are: AddressSanitizer sees a read beyond their end, which
/// in the last page of a mapped file it would not.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes)
      : size_(bytes.size()), data_(std::make_unique<char[]>(bytes.size())) {
    std::copy(bytes.begin(), bytes.end(), data_.get());
  }

  [[nodiscard]] std::string_view text() const { return {data_.get(), size_}; }
  [[nodiscard]] std::span<const std::byte> bytes() const {
    return std::as_bytes(std::span(text()));
  }

 private:
  std::size_t size_;
  std::unique_ptr<char[]> data_;
};

}  // namespace apsp::fuzz
