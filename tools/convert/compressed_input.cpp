// SPDX-License-Identifier: MIT
#include "tools/convert/compressed_input.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <utility>

#include "common/base/error.hpp"

namespace apsp::convert {
namespace {

/// How many bytes of a stream are read at a time.
constexpr std::uint64_t kChunk = std::uint64_t{1} << 16;

constexpr std::string_view library_of(std::string_view compression) {
  return compression == kGzip ? "zlib" : "libbz2";
}

}  // namespace

CompressedInput::CompressedInput(std::string name, const Compression& compression, Source source)
    : name_(std::move(name)),
      compression_(compression),
      source_(std::move(source)),
      decompressor_(make_decompressor(compression.name)) {
  if (decompressor_ != nullptr) return;
  const bool known = compression.name == kGzip || compression.name == kBzip2;
  const std::string why =
      known ? fmt::format("and this build has no {}", library_of(compression.name))
            : "which hw3-convert does not read";
  throw Error(Fault::kInput,
              fmt::format("{}: compressed with {}, {}: unpack it first, {} FILE | hw3-convert - "
                          "OUTPUT",
                          name_, compression.name, why, compression.unpack));
}

std::string_view CompressedInput::bytes_up_to(std::uint64_t size) {
  while (!ended_ && content_.bytes().size() < size) step(size);
  if (ended_ || content_.bytes().size() >= kCompressionMagic) refuse_nested();
  return {reinterpret_cast<const char*>(content_.bytes().data()), content_.bytes().size()};
}

void CompressedInput::step(std::uint64_t size) {
  if (!in_member_ && !begin_member()) {
    ended_ = true;
    return;
  }
  const std::string_view input = source_(consumed_ + kChunk).substr(consumed_);
  const DecompressionStep done = decompressor_->step(std::as_bytes(std::span(input)),
                                                     content_.room(size, name_ + ": decompressed"));
  consumed_ += done.consumed;
  content_.filled(done.produced);
  in_member_ = !done.end_of_member;
  if (done.fault != nullptr) {
    refuse(fmt::format("the {} data are corrupt ({})", compression_.name, done.fault),
           "what was compressed");
  }
  if (in_member_ && done.consumed == 0 && done.produced == 0) {
    refuse(fmt::format("the {} data end", compression_.name), "more of them: the file is cut off");
  }
}

/// Goes to the beginning of the next member. False at the end of the file, to which zeros may lead,
/// as on a tape.
bool CompressedInput::begin_member() {
  std::string_view rest = source_(consumed_ + kChunk).substr(consumed_);
  if (rest.starts_with(compression_.magic) || consumed_ == 0) return in_member_ = true;
  while (!rest.empty()) {
    const std::size_t zeros = std::min(rest.find_first_not_of('\0'), rest.size());
    consumed_ += zeros;
    if (zeros < rest.size()) {
      refuse(fmt::format("other data follow the {} data", compression_.name),
             fmt::format("more {} data or the file's end", compression_.name));
    }
    rest = source_(consumed_ + kChunk).substr(consumed_);
  }
  return false;
}

void CompressedInput::refuse_nested() const {
  const auto* const first = reinterpret_cast<const char*>(content_.bytes().data());
  const Compression* const inner = compression_of({first, content_.bytes().size()});
  if (inner == nullptr) return;
  throw Error(Fault::kInput,
              fmt::format("{}: the content is compressed again, with {}, expected a graph: unpack "
                          "it first, {} FILE | hw3-convert - OUTPUT",
                          name_, inner->name, compression_.unpack));
}

void CompressedInput::refuse(std::string_view what, std::string_view expected) const {
  throw Error(Fault::kInput,
              fmt::format("{}: byte {}, {} bytes decompressed: {}, expected {}", name_, consumed_,
                          content_.bytes().size(), what, expected));
}

}  // namespace apsp::convert
