// SPDX-License-Identifier: MIT
// gzip, by zlib.
#define ZLIB_CONST  // input is const
#include <zlib.h>

#include <algorithm>
#include <limits>

#include "common/base/error.hpp"
#include "tools/convert/decompressor.hpp"

namespace apsp::convert {
namespace {

class Gzip final : public Decompressor {
 public:
  Gzip() {
    constexpr int kWindow = 16 + MAX_WBITS;  // 16: with gzip's header
    if (::inflateInit2(&stream_, kWindow) != Z_OK) refuse_memory();
  }
  ~Gzip() override { ::inflateEnd(&stream_); }

  DecompressionStep step(std::span<const std::byte> input, std::span<std::byte> output) override {
    const uInt in = size_of(input.size());
    const uInt out = size_of(output.size());
    stream_.next_in = reinterpret_cast<const Bytef*>(input.data());
    stream_.avail_in = in;
    stream_.next_out = reinterpret_cast<Bytef*>(output.data());
    stream_.avail_out = out;
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    DecompressionStep step{in - stream_.avail_in, out - stream_.avail_out, status == Z_STREAM_END};
    if (status == Z_MEM_ERROR) refuse_memory();
    if (step.end_of_member) {
      ::inflateReset(&stream_);
    } else if (status != Z_OK && status != Z_BUF_ERROR) {  // the latter is no progress alone
      step.fault = stream_.msg != nullptr ? stream_.msg : ::zError(status);
    }
    return step;
  }

 private:
  static uInt size_of(std::size_t size) {
    return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
  }

  [[noreturn]] static void refuse_memory() {
    throw Error(Fault::kMemory, "zlib: not enough memory");
  }

  z_stream stream_ = {};
};

}  // namespace

std::unique_ptr<Decompressor> make_gzip_decompressor() {
  return std::make_unique<Gzip>();
}

}  // namespace apsp::convert
