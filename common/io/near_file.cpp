// SPDX-License-Identifier: MIT
#include "common/io/near_file.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <span>
#include <system_error>

#include "common/base/error.hpp"
#include "common/io/follow_links.hpp"
#include "common/io/output_file.hpp"
#include "common/io/standard_output.hpp"

namespace apsp {
namespace {

/// The folder in which rows wait: that of a file, so that its disk is the one to be full.
std::string waiting_folder(const std::string& path) {
  struct stat status = {};
  const bool stream =
      is_standard_output(path) || (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode));
  if (stream) {
    std::error_code error;
    std::string folder = std::filesystem::temp_directory_path(error).string();
    if (!error) return folder;
    throw Error(Fault::kOutput,
                "the folder for temporary files, TMPDIR, is none: " + error.message());
  }
  const std::string folder = follow_links(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

std::int32_t flags_of(PathVertex path_vertex, bool by_distance) {
  std::int32_t flags = by_distance ? NearFileHeader::kByDistance : 0;
  if (path_vertex == PathVertex::kPredecessor) flags |= NearFileHeader::kPredecessors;
  if (path_vertex == PathVertex::kFirstHop) flags |= NearFileHeader::kFirstHops;
  return flags;
}

}  // namespace

NearFileWriter::NearFileWriter(const std::string& path, std::size_t vertices, std::size_t rows,
                               PathVertex path_vertex, bool by_distance)
    : path_(path) {
  header_.flags = flags_of(path_vertex, by_distance);
  header_.vertices = static_cast<std::int64_t>(vertices);
  header_.rows = static_cast<std::int64_t>(rows);
  require_writable(path);
  offsets_.reserve(rows + 1);
  offsets_.push_back(0);
  const std::string folder = waiting_folder(path);
  const std::size_t columns = path_vertex == PathVertex::kNone ? 2 : 3;
  for (std::size_t c = 0; c < columns; ++c) columns_.emplace_back(folder, path);
}

void NearFileWriter::put(const NearRows& rows) {
  const std::int64_t first = offsets_.back();
  for (const std::int64_t offset : rows.offsets.subspan(1)) offsets_.push_back(first + offset);
  columns_[0].append(std::as_bytes(rows.destinations));
  columns_[1].append(std::as_bytes(rows.distances));
  if (columns_.size() > 2) columns_[2].append(std::as_bytes(rows.path_vertices));
}

void NearFileWriter::commit(bool sync) {
  header_.entries = offsets_.back();
  const auto offsets = std::as_bytes(std::span(offsets_));
  bytes_ = sizeof header_ + offsets.size();
  for (const SpoolFile& column : columns_) bytes_ += column.size();
  OutputFile output(path_, bytes_);
  output.write_at(0, std::as_bytes(std::span(&header_, 1)));
  output.write_at(sizeof header_, offsets);
  std::uint64_t at = sizeof header_ + offsets.size();
  for (SpoolFile& column : columns_) {
    const std::uint64_t size = column.size();
    column.move_to(output, at);
    at += size;
  }
  output.commit(sync);
}

}  // namespace apsp
