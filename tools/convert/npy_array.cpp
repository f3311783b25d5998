// SPDX-License-Identifier: MIT
#include "tools/convert/npy_array.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>

#include "common/base/error.hpp"
#include "tools/convert/npy_header.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {
namespace {

/// No machine holds more bytes, and sums with it stay within 64 bits.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 62;

constexpr const char* kTypes =
    "bool, int8 to int64, uint8 to uint64 or float16 to float64 (.astype(float))";

/// The Python dictionary of the header, as text, and where it begins and ends.
struct Dictionary {
  std::string_view text;
  std::size_t start = 0;
  std::size_t end = 0;
};

[[noreturn]] void refuse(const std::string& name, std::size_t byte, const std::string& what) {
  throw Error(Fault::kInput, fmt::format("{}: byte {}: {}", name, byte, what));
}

Dictionary read_dictionary(const std::string& name, std::string_view bytes) {
  constexpr std::size_t kVersion = 6;  // byte of it; the dictionary's length follows at 8
  constexpr std::size_t kLength = 8;
  if (!bytes.starts_with(kNpyMagic)) refuse(name, 0, "found no NumPy array, expected \\x93NUMPY");
  if (bytes.size() < kLength + 4) {
    refuse(name, bytes.size(), "the file ends, expected the header of a NumPy array");
  }
  const auto byte = [&](std::size_t at) {
    return std::size_t{static_cast<unsigned char>(bytes[at])};
  };
  const std::size_t version = byte(kVersion);
  if (version < 1 || version > 3) {
    refuse(name, kVersion, fmt::format("the version is {}, expected 1 to 3", version));
  }
  std::size_t length = byte(kLength) | byte(kLength + 1) << 8;
  Dictionary dictionary;
  dictionary.start = kLength + 2;
  if (version > 1) {
    length |= byte(kLength + 2) << 16 | byte(kLength + 3) << 24;
    dictionary.start += 2;
  }
  dictionary.end = dictionary.start + length;
  if (bytes.size() < dictionary.end) {
    refuse(name, bytes.size(), fmt::format("the file ends, expected a header of {} bytes", length));
  }
  dictionary.text = bytes.substr(dictionary.start, length);
  return dictionary;
}

/// The text after 'key': in the dictionary, without the blanks before it.
std::string_view value_of(std::string_view dictionary, std::string_view key) {
  const std::size_t at = dictionary.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) return {};
  std::string_view value = dictionary.substr(at + key.size() + 3);
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  return value;
}

/// "(3, 4)" as numbers; nothing where it is no tuple of them. Python 2 wrote (3L, 4L).
std::optional<std::vector<std::size_t>> shape_of(std::string_view text) {
  std::vector<std::size_t> shape;
  const auto skip = [&](std::string_view part) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (!text.starts_with(part)) return false;
    text.remove_prefix(part.size());
    return true;
  };
  if (!skip("(")) return std::nullopt;
  while (!skip(")")) {
    std::size_t size = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    skip("L");
    shape.push_back(size);
    if (!skip(",")) return skip(")") && shape.size() > 1 ? std::optional(shape) : std::nullopt;
  }
  return shape;
}

/// The type that '<f8' names; nothing where the readers have none such.
std::optional<NpyType> type_of(std::string_view descr) {
  if (descr.size() < 3) return std::nullopt;
  NpyType type;
  type.kind = descr[1];
  type.swapped = descr[0] == '>';
  const char* const end = descr.data() + descr.size();
  const auto [stop, error] = std::from_chars(descr.data() + 2, end, type.size);
  if (std::string_view("<>|=").find(descr[0]) == std::string_view::npos || error != std::errc{} ||
      stop != end) {
    return std::nullopt;
  }
  const auto one_of = [&](std::initializer_list<std::size_t> sizes) {
    return std::find(sizes.begin(), sizes.end(), type.size) != sizes.end();
  };
  switch (type.kind) {
    case 'b':
      return one_of({1}) ? std::optional(type) : std::nullopt;
    case 'i':
    case 'u':
      return one_of({1, 2, 4, 8}) ? std::optional(type) : std::nullopt;
    case 'f':
      return one_of({2, 4, 8}) ? std::optional(type) : std::nullopt;
    default:
      return std::nullopt;
  }
}

/// The name of a type of numbers that cannot be read, for messages.
std::string_view kind_name(std::string_view descr) {
  if (descr.empty()) return "a structured type";
  switch (descr.size() > 1 ? descr[1] : '\0') {
    case 'c':
      return "complex numbers";
    case 'O':
      return "Python objects, which are never loaded";
    case 'V':
      return "a structured type";
    case 'f':
      return "floats of another size";
    case 'm':
    case 'M':
      return "times";
    case 'S':
    case 'U':
      return "text";
    default:
      return "of an unknown type";
  }
}

/// Bytes of the numbers; nothing where no machine holds as many.
std::optional<std::uint64_t> bytes_of(const NpyArray& array) {
  std::uint64_t bytes = array.type.size;
  for (const std::size_t size : array.shape) {
    if (size != 0 && bytes > kMostBytes / size) return std::nullopt;
    bytes *= size;
  }
  return bytes;
}

}  // namespace

std::size_t NpyArray::count() const {
  std::size_t count = 1;
  for (const std::size_t size : shape) count *= size;
  return count;
}

std::string NpyArray::shape_text() const {
  std::string text;
  for (const std::size_t size : shape) text += fmt::format("{}{}", text.empty() ? "" : ", ", size);
  return fmt::format("({}{})", text, shape.size() == 1 ? "," : "");
}

void NpyArray::refuse(std::size_t byte, const std::string& message) const {
  convert::refuse(name, byte, message);
}

NpyArray parse_npy(const std::string& name, std::string_view bytes) {
  const Dictionary dictionary = read_dictionary(name, bytes);
  NpyArray array;
  array.name = name;
  array.start = dictionary.end;
  const std::string_view descr = value_of(dictionary.text, "descr");
  if (descr.empty()) refuse(name, dictionary.start, "the header has no 'descr', expected a type");
  if (descr.starts_with('\'')) array.descr = descr.substr(1, descr.find('\'', 1) - 1);
  const std::optional<NpyType> type = type_of(array.descr);
  if (!type) {
    refuse(name, dictionary.start,
           fmt::format("the numbers are {} ('{}'), expected {}", kind_name(array.descr),
                       shown(array.descr.empty() ? descr : array.descr), kTypes));
  }
  array.type = *type;
  array.columns_first = value_of(dictionary.text, "fortran_order").starts_with("True");
  const std::string_view shape_text = value_of(dictionary.text, "shape");
  const auto shape = shape_of(shape_text);
  if (!shape) {
    refuse(name, dictionary.start,
           fmt::format("the shape is '{}', expected (rows, columns)", shown(shape_text)));
  }
  array.shape = *shape;
  const std::optional<std::uint64_t> size = bytes_of(array);
  if (!size) {
    refuse(name, dictionary.start,
           fmt::format("the shape is {}, expected one that fits in memory", array.shape_text()));
  }
  const std::uint64_t expected = array.start + *size;
  if (bytes.size() != expected) {
    refuse(name, std::min<std::uint64_t>(bytes.size(), expected),
           fmt::format("the file has {} bytes, expected {} ({} + {} of {} bytes, shape {})",
                       bytes.size(), expected, array.start, array.count(), array.type.size,
                       array.shape_text()));
  }
  array.data = bytes.substr(array.start);
  return array;
}

float half_to_float(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  const float sign = (bits & 0x8000) != 0 ? -1.0F : 1.0F;
  if (exponent == 31) {
    return fraction == 0 ? sign * std::numeric_limits<float>::infinity()
                         : std::numeric_limits<float>::quiet_NaN();
  }
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
}

}  // namespace apsp::convert
