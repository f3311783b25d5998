// SPDX-License-Identifier: MIT
// How a file to convert is opened.
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "common/io/compression.hpp"
#include "tools/convert/compressed_input.hpp"
#include "tools/convert/format.hpp"

namespace apsp::convert {
namespace {

/// Whether a stream that begins with the mark of gzip begins as a graph of 559903 vertices does,
/// with an edge between two of them. In gzip a time is in the place of E, 0 or from 2001 on, and
/// data that hardly ever look like vertices follow.
bool is_graph_like_gzip(std::string_view bytes) {
  constexpr std::uint32_t kVertices = 559903;
  constexpr std::uint32_t kFirstTime = 1'000'000'000;
  std::array<std::uint32_t, 4> numbers{};  // V, E, source, destination
  if (bytes.size() < sizeof numbers) return is_hw3(bytes);
  std::memcpy(numbers.data(), bytes.data(), sizeof numbers);
  return numbers[0] == kVertices && numbers[1] > 0 && numbers[1] < kFirstTime &&
         numbers[2] < kVertices && numbers[3] < kVertices;
}

}  // namespace

Input::Input(std::string path) : path_(std::move(path)) {}

Input::Input(std::string name, std::string_view bytes) : path_(std::move(name)), held_(bytes) {}

Input::~Input() = default;

std::string_view Input::bytes() {
  return bytes_up_to(std::numeric_limits<std::uint64_t>::max());
}

std::string_view Input::bytes_up_to(std::uint64_t size) {
  open();
  return compressed_ != nullptr ? compressed_->bytes_up_to(size) : file_bytes_up_to(size);
}

bool Input::is_whole() {
  open();
  return compressed_ == nullptr && (held_ || file_->mapped());
}

std::string Input::name() const {
  return path_ == "-" || path_ == "/dev/stdin" ? "standard input" : path_;
}

std::string_view Input::file_bytes_up_to(std::uint64_t size) {
  if (held_) return *held_;
  if (!file_) file_ = std::make_unique<InputFile>(path_);
  file_->read_to(size);
  return {reinterpret_cast<const char*>(file_->bytes().data()), file_->bytes().size()};
}

/// Looks at the first bytes for a compression. A graph file may begin like a compressed one: the
/// size of a file distinguishes them, and the first edge of a stream.
void Input::open() {
  if (opened_) return;
  opened_ = true;
  std::string_view head = file_bytes_up_to(2);
  if (!may_be_compressed(head)) return;
  head = file_bytes_up_to(kCompressionMagic);
  const Compression* const compression = compression_of(head);
  if (compression == nullptr) return;
  constexpr std::uint64_t kLeast = 20;  // bytes of gzip
  const bool whole = held_ || file_->mapped();
  if (whole ? is_hw3(head) : is_graph_like_gzip(file_bytes_up_to(kLeast))) return;
  compressed_ = std::make_unique<CompressedInput>(
      name(), *compression, [this](std::uint64_t size) { return file_bytes_up_to(size); });
}

}  // namespace apsp::convert
