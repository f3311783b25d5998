// SPDX-License-Identifier: MIT
// One NumPy array: its header, checked against its bytes, and its numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace apsp::convert {

/// The type of an array's numbers: NumPy's '<i4' is little-endian, kind 'i', 4 bytes.
struct NpyType {
  char kind = 0;         // b bool, i int, u uint, f float
  std::size_t size = 0;  // bytes of a number
  bool swapped = false;  // big-endian
};

/// An array in the bytes of a .npy file, which must outlive it.
struct NpyArray {
  std::string name;   // for messages
  std::string descr;  // the type as the file writes it
  NpyType type;
  bool columns_first = false;
  std::vector<std::size_t> shape;  // empty for a single number
  std::size_t start = 0;           // byte at which the numbers begin
  std::string_view data;           // as many bytes as the shape takes

  /// How many numbers there are.
  [[nodiscard]] std::size_t count() const;

  /// "(3, 4)".
  [[nodiscard]] std::string shape_text() const;

  /// Throws Error(kInput): at this byte of the file stands what the message says.
  [[noreturn]] void refuse(std::size_t byte, const std::string& message) const;
};

/// Reads a .npy file, whose bytes are all there are. Throws Error(kInput) for what is no array, a
/// type that is no number (complex, structured, text, objects), and for missing or surplus bytes.
/// `name` is how messages call the file.
[[nodiscard]] NpyArray parse_npy(const std::string& name, std::string_view bytes);

/// The float that 16 bits stand for (IEEE 754 binary16).
[[nodiscard]] float half_to_float(std::uint16_t bits);

/// True or false. A type of its own, because a weight of true is that of the options.
enum class NpyBool : std::uint8_t {};

/// A float16 as it lies in the file.
struct NpyHalf {
  std::uint16_t bits;
};

/// The numbers of an array by their index in the file.
template <typename Stored>
class NpyNumbers {
 public:
  explicit NpyNumbers(const NpyArray& array) : array_(&array) {}

  auto operator[](std::size_t index) const {
    std::array<char, sizeof(Stored)> bytes;
    std::memcpy(bytes.data(), array_->data.data() + index * sizeof(Stored), sizeof(Stored));
    if (array_->type.swapped) std::reverse(bytes.begin(), bytes.end());
    Stored stored;
    std::memcpy(&stored, bytes.data(), sizeof stored);
    if constexpr (std::is_same_v<Stored, NpyHalf>) {
      return half_to_float(stored.bits);
    } else {
      return stored;
    }
  }

 private:
  const NpyArray* array_;
};

/// Calls `use` with the NpyNumbers of the array's own type.
template <typename Use>
auto with_numbers(const NpyArray& array, Use use) {
  switch (array.type.kind) {
    case 'b':
      return use(NpyNumbers<NpyBool>(array));
    case 'i':
      switch (array.type.size) {
        case 1:
          return use(NpyNumbers<std::int8_t>(array));
        case 2:
          return use(NpyNumbers<std::int16_t>(array));
        case 4:
          return use(NpyNumbers<std::int32_t>(array));
        default:
          return use(NpyNumbers<std::int64_t>(array));
      }
    case 'u':
      switch (array.type.size) {
        case 1:
          return use(NpyNumbers<std::uint8_t>(array));
        case 2:
          return use(NpyNumbers<std::uint16_t>(array));
        case 4:
          return use(NpyNumbers<std::uint32_t>(array));
        default:
          return use(NpyNumbers<std::uint64_t>(array));
      }
    default:
      switch (array.type.size) {
        case 2:
          return use(NpyNumbers<NpyHalf>(array));
        case 4:
          return use(NpyNumbers<float>(array));
        default:
          return use(NpyNumbers<double>(array));
      }
  }
}

}  // namespace apsp::convert
