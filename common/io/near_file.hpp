// SPDX-License-Identifier: MIT
// The file of sparse rows, as docs/formats.md describes it: a header, the offset of each row, then
// the destinations, the distances and perhaps the path vertices of all rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apsp/near.hpp"
#include "common/io/spool_file.hpp"

namespace apsp {

/// The first bytes of the file, as they lie there.
struct NearFileHeader {
  static constexpr std::array<char, 8> kMagic = {'A', 'P', 'S', 'P', 'N', 'E', 'A', 'R'};
  static constexpr std::int32_t kVersion = 1;
  /// Flags.
  static constexpr std::int32_t kPredecessors = 1;  // path vertices are there, and are these
  static constexpr std::int32_t kFirstHops = 2;     // the same
  static constexpr std::int32_t kByDistance = 4;    // rows ascend by distance, then by vertex

  std::array<char, 8> magic = kMagic;
  std::int32_t version = kVersion;
  std::int32_t flags = 0;
  std::int64_t vertices = 0;
  std::int64_t rows = 0;
  std::int64_t entries = 0;  // of all rows
};
static_assert(sizeof(NearFileHeader) == 40, "offsets of 8 bytes follow");

/// The sink that is such a file, or a pipe. The number of entries comes first and is known last: so
/// columns wait in temporary files beside the output, for a pipe in the folder for such.
class NearFileWriter final : public NearSink {
 public:
  /// Checks that `path` can be written, as far as that shows before. Serves one solve of `rows`
  /// rows with these settings. Throws Error(kOutput).
  NearFileWriter(const std::string& path, std::size_t vertices, std::size_t rows,
                 PathVertex path_vertex, bool by_distance);

  void put(const NearRows& rows) override;

  /// Writes the file, whole or not at all, once all rows are put. As OutputFile::commit.
  void commit(bool sync);

  /// Bytes of the file, after commit().
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  std::string path_;
  NearFileHeader header_;
  std::vector<std::int64_t> offsets_;
  std::vector<SpoolFile> columns_;
  std::uint64_t bytes_ = 0;
};

}  // namespace apsp
