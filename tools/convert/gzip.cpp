// SPDX-License-Identifier: MIT
// gzip and deflate, by zlib.
#define ZLIB_CONST  // input is const
#include <zlib.h>

#include <algorithm>
#include <limits>

#include "common/base/error.hpp"
#include "tools/convert/decompressor.hpp"

namespace apsp::convert {
namespace {

// The argument windowBits of inflateInit2().
constexpr int kGzip = 16 + MAX_WBITS;
constexpr int kDeflate = -MAX_WBITS;

class Zlib final : public Decompressor {
 public:
  explicit Zlib(int window) {
    if (::inflateInit2(&stream_, window) != Z_OK) refuse_memory();
  }
  ~Zlib() override { ::inflateEnd(&stream_); }

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
  return std::make_unique<Zlib>(kGzip);
}

std::unique_ptr<Decompressor> make_deflate_decompressor() {
  return std::make_unique<Zlib>(kDeflate);
}

std::uint32_t crc32_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace apsp::convert
