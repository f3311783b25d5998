// SPDX-License-Identifier: MIT
// The head of a NumPy file, version 1.0: a magic word, the length of a Python dictionary, and that
// dictionary. Padding lets the numbers begin at a multiple of 64 bytes.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace apsp::convert {

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

/// The header of rows x columns little-endian int32, row by row.
[[nodiscard]] inline std::string npy_header(std::size_t rows, std::size_t columns) {
  constexpr std::size_t kBeforeDictionary = 10;  // magic, version, length
  constexpr std::size_t kAlignment = 64;
  std::string dictionary =
      fmt::format("{{'descr': '<i4', 'fortran_order': False, 'shape': ({}, {}), }}", rows, columns);
  const std::size_t used = kBeforeDictionary + dictionary.size() + 1;
  dictionary.append((kAlignment - used % kAlignment) % kAlignment, ' ').push_back('\n');
  std::string header(kNpyMagic);
  header += {'\1', '\0', static_cast<char>(dictionary.size() % 256),
             static_cast<char>(dictionary.size() / 256)};
  return header + dictionary;
}

}  // namespace apsp::convert
