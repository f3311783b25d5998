// SPDX-License-Identifier: MIT
// The graph file. Little-endian int32: V at byte 0, E at byte 4, then source, destination and
// weight of edge e at byte 8 + 12 e.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "common/core/both_ways.hpp"
#include "common/core/graph.hpp"
#include "common/io/input_file.hpp"
#include "common/io/output_file.hpp"

namespace apsp {

/// Bytes of V and E, which come first.
inline constexpr std::size_t kGraphHeader = 8;

/// The graph that the bytes of a graph file are, checked in one parallel pass: a view of them. They
/// begin at a multiple of 4. `name` is what messages call the file; without `whole` there may be
/// more of it than these bytes. Throws Error(kInput) for a file that is too short or too long, or
/// holds a number out of range, and says so if it looks like text. If several edges are bad, the
/// first is named, whatever the number of threads. O(E) time.
[[nodiscard]] Graph parse_graph(const std::string& name, std::span<const std::byte> bytes,
                                bool whole = true);

/// Returns the number of bytes to read from a stream that begins with `bytes`: one more than its
/// header announces, so that a longer stream is noticed. Throws as parse_graph().
[[nodiscard]] std::uint64_t graph_bytes_to_read(const std::string& name,
                                                std::span<const std::byte> bytes);

/// A graph file, checked, and the memory that its edges lie in.
class GraphFile {
 public:
  /// `path` may be "-" or a pipe. `undirected`: each edge leads both ways (both_ways.hpp). Throws
  /// Error(kInput) for a file that is unreadable, and as parse_graph(); Error(kMemory) if the edges
  /// of a pipe do not fit, or both ways of the edges. O(E) time.
  explicit GraphFile(const std::string& path, bool undirected = false)
      : GraphFile(std::make_unique<InputFile>(path), undirected) {}

  /// Same, for an input that is open.
  GraphFile(std::unique_ptr<InputFile> input, bool undirected);

  /// A view, valid as long as this object.
  [[nodiscard]] const Graph& graph() const { return both_ways_ ? both_ways_->graph() : graph_; }
  [[nodiscard]] std::uint64_t bytes() const { return input_->bytes().size(); }
  [[nodiscard]] bool mapped() const { return input_->mapped(); }

 private:
  std::unique_ptr<InputFile> input_;
  Graph graph_;  // as the file has it
  std::optional<BothWays> both_ways_;
};

/// Writes a graph file, in chunks, from any number of threads.
class GraphWriter {
 public:
  /// Creates the output, as OutputFile does, and writes the header. Throws Error(kOutput), also
  /// when a number does not fit the format: vertices and edges are at most 2^31 - 1.
  GraphWriter(const std::string& path, std::size_t vertices, std::size_t edges);

  /// Stores edges [first_edge, first_edge + edges.size()). As OutputFile::write_at.
  void put(std::size_t first_edge, std::span<const Edge> edges);

  /// Same as OutputFile::abandon().
  void abandon(const std::exception_ptr& cause) noexcept { output_.abandon(cause); }

  /// Ends the file and makes it visible. As OutputFile::commit.
  void commit(bool sync = false, const std::string& stale = {}) { output_.commit(sync, stale); }

 private:
  OutputFile output_;
};

}  // namespace apsp
