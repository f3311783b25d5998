// SPDX-License-Identifier: MIT
// Writes a grey picture as PGM, which image viewers open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "common/base/error.hpp"

namespace apsp::labs {

/// Writes `pixels`, row-major from the top, 0 black and 255 white. Throws Error(kOutput).
inline void write_picture(const std::string& path, std::size_t width, std::size_t height,
                          const std::vector<std::uint8_t>& pixels) {
  std::ofstream file(path, std::ios::binary);
  file << "P5\n" << width << ' ' << height << "\n255\n";
  file.write(reinterpret_cast<const char*>(pixels.data()),
             static_cast<std::streamsize>(pixels.size()));
  file.close();
  if (!file) throw Error(Fault::kOutput, path + ": the picture cannot be written");
}

}  // namespace apsp::labs
