// SPDX-License-Identifier: MIT
#include "tools/convert/decompressor.hpp"

#include "common/io/compression.hpp"

namespace apsp::convert {

std::unique_ptr<Decompressor> make_decompressor([[maybe_unused]] std::string_view compression) {
#if APSP_ZLIB
  if (compression == kGzip) return make_gzip_decompressor();
#endif
#if APSP_BZIP2
  if (compression == kBzip2) return make_bzip2_decompressor();
#endif
  return nullptr;
}

}  // namespace apsp::convert
