// SPDX-License-Identifier: MIT
// The arrays of a .npz in an archive without a fault, which no mutation of an archive leaves, for
// its checksums. The input is the arrays one after the other, each ended by kEnd.
#include <algorithm>
#include <array>

#include "fuzz/target.hpp"
#include "tools/convert/decompressor.hpp"
#include "tools/convert/format.hpp"

namespace apsp::fuzz {
namespace {

constexpr std::string_view kEnd = "\nEND\n";
constexpr std::array kNames = {"format", "shape", "data", "indptr", "indices", "row", "col"};

void put(std::string& bytes, std::size_t number, std::size_t size) {
  for (; size > 0; --size, number >>= 8) bytes += static_cast<char>(number & 0xff);
}

/// Without zlib the archive is refused before its checksums count.
std::uint32_t checksum([[maybe_unused]] std::string_view content) {
#if APSP_ZLIB
  return convert::crc32_of(content);
#else
  return 0;
#endif
}

/// Zip's headers of a stored member, from the version to the sizes of name and extra fields.
std::string header(std::string_view name, std::string_view content) {
  std::string header;
  put(header, 20, 2);
  put(header, 0, 8);  // flags, method, time
  put(header, checksum(content), 4);
  put(header, content.size(), 4);
  put(header, content.size(), 4);
  put(header, name.size(), 2);
  put(header, 0, 2);
  return header;
}

std::string archive_of(std::string_view text) {
  std::string archive;
  std::string directory;
  std::size_t members = 0;
  for (const std::string_view array : kNames) {
    if (text.empty()) break;
    const std::size_t end = std::min(text.find(kEnd), text.size());
    const std::string_view content = text.substr(0, end);
    text.remove_prefix(std::min(end + kEnd.size(), text.size()));
    const std::string name = std::string(array) + ".npy";
    directory += "PK\1\2";
    put(directory, 20, 2);
    directory += header(name, content);
    put(directory, 0, 10);  // comment, disk, attributes
    put(directory, archive.size(), 4);
    directory += name;
    archive += "PK\3\4" + header(name, content) + name;
    archive += content;
    ++members;
  }
  const std::size_t start = archive.size();
  archive += directory + "PK\5\6";
  put(archive, 0, 4);
  put(archive, members, 2);
  put(archive, members, 2);
  put(archive, directory.size(), 4);
  put(archive, start, 4);
  put(archive, 0, 2);
  return archive;
}

}  // namespace
}  // namespace apsp::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace apsp;
  fuzz::Choices choices(data, size);
  convert::ReadOptions options;
  options.zero_is_edge = choices.flip();
  const std::string archive = fuzz::archive_of(
      {reinterpret_cast<const char*>(choices.rest().data()), choices.rest().size()});
  const fuzz::Bytes bytes({reinterpret_cast<const std::uint8_t*>(archive.data()), archive.size()});
  const auto refused = fuzz::error_of({Fault::kInput}, [&] {
    convert::Input input("input", bytes.text());
    const convert::EdgeGraph graph = convert::read_npz(input, options);
    for (const Edge& edge : graph.edges) {
      for (const std::int32_t end : {edge.source, edge.destination}) {
        fuzz::require(end >= 0 && static_cast<std::size_t>(end) < graph.vertices,
                      "vertices are in range");
      }
      fuzz::require(edge.weight > -kUnreachable && edge.weight < kUnreachable,
                    "weights are in range");
    }
  });
  if (refused) fuzz::require_readable(refused->what());
  return 0;
}
