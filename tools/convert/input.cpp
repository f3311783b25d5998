// SPDX-License-Identifier: MIT
// How a file to convert is opened.
#include <limits>
#include <utility>

#include "common/io/compression.hpp"
#include "tools/convert/compressed_input.hpp"
#include "tools/convert/format.hpp"

namespace apsp::convert {

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
/// size of a file distinguishes them, and a stream is taken for compressed.
void Input::open() {
  if (opened_) return;
  opened_ = true;
  std::string_view head = file_bytes_up_to(2);
  if (!may_be_compressed(head)) return;
  head = file_bytes_up_to(kCompressionMagic);
  const Compression* const compression = compression_of(head);
  if (compression == nullptr || ((held_ || file_->mapped()) && is_hw3(head))) return;
  compressed_ = std::make_unique<CompressedInput>(
      name(), *compression, [this](std::uint64_t size) { return file_bytes_up_to(size); });
}

}  // namespace apsp::convert
