// SPDX-License-Identifier: MIT
// The formats: their names, how they are detected, and the reader and writer of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "common/io/distance_file.hpp"
#include "common/io/input_file.hpp"
#include "tools/convert/edge_graph.hpp"
#include "tools/convert/weight.hpp"

namespace apsp::convert {

class CompressedInput;

/// A file to read, opened when its bytes are first asked for. One that is compressed, by gzip or
/// bzip2, is decompressed on the way: its bytes are those of the content.
class Input {
 public:
  explicit Input(std::string path);

  /// The same for bytes that the caller holds already, under this name.
  Input(std::string name, std::string_view bytes);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// All of the file, from a multiple of 4 on where it is a file. Throws Error(kInput),
  /// Error(kMemory).
  std::string_view bytes();

  /// The first `size` bytes, or more, or all if there are fewer: a stream is read no further. Later
  /// calls may move them.
  std::string_view bytes_up_to(std::uint64_t size);

  /// Whether all there is is there without reading on: a file, not a stream, and not compressed.
  [[nodiscard]] bool is_whole();
  [[nodiscard]] const std::string& path() const { return path_; }

  /// How messages call the file.
  [[nodiscard]] std::string name() const;

 private:
  std::string_view file_bytes_up_to(std::uint64_t size);
  void open();

  std::string path_;
  std::optional<std::string_view> held_;
  std::unique_ptr<InputFile> file_;
  std::unique_ptr<CompressedInput> compressed_;
  bool opened_ = false;
};

/// Bytes of a graph file's header: by them it is known in a stream.
inline constexpr std::size_t kGraphHeader = 8;

/// A file to write.
struct Output {
  std::string path;
  bool sync = false;       // the data reach the disk before the file gets its name
  std::string stale = {};  // the file, if any, that goes in the moment in which this one appears
};

/// One format. `write` receives the input's name, for the graphs that the format cannot hold; null:
/// the format is read alone.
struct Format {
  std::string_view name;      // for --from and --to
  std::string_view suffixes;  // ".txt .edges"
  std::string_view summary;
  EdgeGraph (*read)(Input&, const ReadOptions&);
  void (*write)(const EdgeGraph&, const Output&, const std::string& input);
  std::string_view otherwise = {};  // what else a file like this may be, for --from
  int first_vertex = 0;             // the number of the first vertex in the file
  bool named = false;               // the file holds the names of vertices
};

/// All of them, in the order in which --help lists them.
[[nodiscard]] std::span<const Format> formats();

/// The format of this name, or null.
[[nodiscard]] const Format* find_format(std::string_view name);

/// The format that the end of the path names, or null.
[[nodiscard]] const Format* format_of_suffix(std::string_view path);

/// Whether a file of these bytes, which are all there are, is a graph file by its size.
[[nodiscard]] bool is_hw3(std::string_view bytes);

/// The format of an input, or why it is not clear.
struct Detection {
  const Format* format = nullptr;
  std::string doubt = {};  // "may be x or y, expected --from x or --from y"; empty: no hint
};

/// The format of a stream, which may have no end, as far as its first bytes show one: a graph file
/// or a binary format that is not read. Neither for text and .npy, of which all is needed. Reads no
/// further than a graph file would have to be read.
[[nodiscard]] Detection detect_stream(Input& input);

/// The format of a file by what is in it and, where that leaves a choice, by its suffix, that of a
/// compression left out. Throws Error(kInput) where a text of columns has no clear separator.
[[nodiscard]] Detection detect_format(std::string_view bytes, std::string_view path,
                                      const ReadOptions& options = {});

// Readers and writers, each format in a file of its own. All readers throw Error(kInput) with line
// and column, or byte, for input that does not parse. All writers throw Error(kOutput), and
// Error(kInput) for a graph that the format cannot hold.
EdgeGraph read_hw3(Input& input, const ReadOptions& options);
void write_hw3(const EdgeGraph& graph, const Output& output, const std::string& input);
EdgeGraph read_edge_list(Input& input, const ReadOptions& options);
void write_edge_list(const EdgeGraph& graph, const Output& output, const std::string& input);
EdgeGraph read_konect(Input& input, const ReadOptions& options);
void write_konect(const EdgeGraph& graph, const Output& output, const std::string& input);
EdgeGraph read_dimacs(Input& input, const ReadOptions& options);
void write_dimacs(const EdgeGraph& graph, const Output& output, const std::string& input);
EdgeGraph read_matrix_market(Input& input, const ReadOptions& options);
void write_matrix_market(const EdgeGraph& graph, const Output& output, const std::string& input);
EdgeGraph read_csv(Input& input, const ReadOptions& options);
void write_csv(const EdgeGraph& graph, const Output& output, const std::string& input);
EdgeGraph read_csv_matrix(Input& input, const ReadOptions& options);
EdgeGraph read_npy(Input& input, const ReadOptions& options);
void write_npy(const EdgeGraph& graph, const Output& output, const std::string& input);
EdgeGraph read_metis(Input& input, const ReadOptions& options);
void write_metis(const EdgeGraph& graph, const Output& output, const std::string& input);

/// Writes a distance file as a NumPy array, its rows as they are.
void write_distances_npy(const DistanceFile& distances, const Output& output);

}  // namespace apsp::convert
