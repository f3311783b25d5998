// SPDX-License-Identifier: MIT
// bzip2 by its own library.
#include <bzlib.h>

#include <algorithm>
#include <limits>

#include "common/base/error.hpp"
#include "tools/convert/decompressor.hpp"

namespace apsp::convert {
namespace {

class Bzip2 final : public Decompressor {
 public:
  Bzip2() { begin(); }
  ~Bzip2() override { ::BZ2_bzDecompressEnd(&stream_); }

  DecompressionStep step(std::span<const std::byte> input, std::span<std::byte> output) override {
    const unsigned in = size_of(input.size());
    const unsigned out = size_of(output.size());
    // The library takes its input as char* and only reads it.
    stream_.next_in = const_cast<char*>(reinterpret_cast<const char*>(input.data()));
    stream_.avail_in = in;
    stream_.next_out = reinterpret_cast<char*>(output.data());
    stream_.avail_out = out;
    const int status = ::BZ2_bzDecompress(&stream_);
    DecompressionStep step{in - stream_.avail_in, out - stream_.avail_out, status == BZ_STREAM_END};
    if (step.end_of_member) {
      ::BZ2_bzDecompressEnd(&stream_);
      begin();
    } else if (status == BZ_MEM_ERROR) {
      refuse_memory();
    } else if (status != BZ_OK) {
      step.fault = status == BZ_DATA_ERROR_MAGIC ? "a block does not begin as one"
                                                 : "a block's checksum or code is wrong";
    }
    return step;
  }

 private:
  static unsigned size_of(std::size_t size) {
    return static_cast<unsigned>(std::min<std::size_t>(size, std::numeric_limits<unsigned>::max()));
  }

  void begin() {
    stream_ = {};
    if (::BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) refuse_memory();
  }

  [[noreturn]] static void refuse_memory() {
    throw Error(Fault::kMemory, "bzip2: not enough memory");
  }

  bz_stream stream_ = {};
};

}  // namespace

std::unique_ptr<Decompressor> make_bzip2_decompressor() {
  return std::make_unique<Bzip2>();
}

}  // namespace apsp::convert
