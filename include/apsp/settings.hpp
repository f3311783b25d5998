// SPDX-License-Identifier: MIT
/// \file
/// The settings of a solve.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/device.hpp"

#pragma GCC visibility push(default)
namespace apsp {

class Observer;
class RowSink;
struct Summary;

/// An element type of the working matrix, narrowest first.
enum class Width {
  kU8,   ///< 8 bits, lengths below 127
  kU16,  ///< 16 bits, lengths below 32767
  kS32,  ///< 32 bits, lengths below kUnreachable
};

/// Returns "u8", "u16" or "s32".
[[nodiscard]] constexpr std::string_view name(Width width) {
  constexpr std::array<std::string_view, 3> kNames = {"u8", "u16", "s32"};
  return kNames[static_cast<std::size_t>(width)];
}

/// A way to solve.
enum class Method {
  kDense,   ///< blocked Floyd-Warshall on a V x V matrix
  kSweep,   ///< elimination, then sweeps: for sparse graphs with small separators
  kSearch,  ///< one search a row, or of many rows at once
};

/// Returns "dense", "sweep" or "search".
[[nodiscard]] constexpr std::string_view name(Method method) {
  constexpr std::array<std::string_view, 3> kNames = {"dense", "sweep", "search"};
  return kNames[static_cast<std::size_t>(method)];
}

/// How to solve, and for which rows and columns. The default solves for all as fast as this machine
/// can. Only `sources`, `targets`, `undirected` and `limit` change the distances.
struct Settings {
  /// The number of threads, in [0, 4096]; 0: OMP_NUM_THREADS, else one for each processor that this
  /// process may use, and fewer for little work. Solves in different threads may have different
  /// numbers.
  int threads = 0;

  /// The width to compute in; nothing: the narrowest that is exact, which the solve proves.
  std::optional<Width> width = {};

  /// The way to solve; nothing: the one that is predicted to be the fastest.
  std::optional<Method> method = {};

  /// One of instruction_sets(); empty: the first of them.
  std::string instruction_set = {};

  /// The vertices whose rows are wanted, each in [0, V), in the order of the rows; one may come
  /// more than once. Nothing: all rows.
  std::optional<std::vector<std::int32_t>> sources = {};

  /// Whether each edge leads both ways. Takes 24 bytes more for each edge. A negative weight is
  /// then a negative cycle.
  bool undirected = false;

  /// Receives phases, progress and facts, and may end the solve; null: no reports. An exception
  /// of it ends the solve, which throws it again.
  Observer* observer = nullptr;

  /// Filled with the summary of the wanted rows, whole ones, where it is not null.
  Summary* summary = nullptr;

  /// The vertices whose columns are wanted, each in [0, V), in the order of the columns; one may
  /// come more than once. Nothing: all columns. Where they are few and nothing but distances is
  /// wanted, the solve takes the time of so many rows, and 12 bytes more for each edge.
  std::optional<std::vector<std::int32_t>> targets = {};

  /// Filled with predecessors where it is not empty: rows x columns elements, row-major, a row and
  /// a column for each of the distances. Element (r, c) is the vertex before the vertex of column c
  /// on a shortest path from the source of row r; kNoPredecessor: no path, or the source itself.
  /// Takes one of the shortest paths with the fewest edges, then the smallest predecessor, so that
  /// the result depends on the graph alone. Columns of all vertices therefore hold every
  /// path. After any exception the contents are undefined.
  std::span<std::int32_t> predecessors = {};

  /// Takes the same rows of predecessors as they are found, where it is not null. Both it
  /// and `predecessors`: Error(kUsage).
  RowSink* predecessor_sink = nullptr;

  /// Where to compute. On GPUs there is no Width::kU8, and Method::kSearch needs edges of one
  /// weight: otherwise Error(kUsage). Device::kAuto takes the processors where `method`, `width` or
  /// `instruction_set` ask for what GPUs do not have, and for negative weights.
  Device device = Device::kAuto;

  /// The numbers of the GPUs to use, at most 8, each one of devices(). Empty: GPU 0, and for
  /// Device::kGpus the first 8. A number that comes twice is a GPU that plays two.
  std::vector<int> gpus = {};

  /// The largest distance that is wanted, 0 or more, in the unit of the weights. A longer one
  /// counts as no path, in rows, predecessors and the summary, and is no error where it is
  /// kUnreachable or more. Searches end at the limit, and other methods take no wider numbers than
  /// it needs. Of integers a limit of kUnreachable or more is none. Not beside negative weights,
  /// where paths lead beyond the limit and back. In float32 a length that rounds as the limit does
  /// is within it.
  double limit = std::numeric_limits<double>::infinity();

  /// Where the dense method on processors gets the memory that it works in; null: new pages of the
  /// system. KeptMemory saves the time that these take. Called by the thread that solves; what it
  /// throws ends the solve.
  std::pmr::memory_resource* memory = nullptr;

  /// The file that keeps what is done of a summary, where it is not empty. It is written every
  /// `checkpoint_seconds`, and where an exception ends the solve, above all where the observer
  /// does. The same call goes on from there, on any device and by any method; then the file is
  /// removed. A file of another graph, of other sources, limit or version, or one that has changed
  /// ends the call with Error(kInput) and stays. Where rows or predecessors are wanted too:
  /// Error(kUsage). Takes the hash of all edges, O(E), and 16 bytes a row.
  std::string checkpoint = {};

  /// Seconds between two writes of it, 0 or more.
  double checkpoint_seconds = 60;

  /// All vertices in an order of elimination that is good for these edges, as Prepared::order()
  /// gives it: integers are solved along it where sweeps are fastest, and nobody looks for another.
  /// Empty: it is found where that pays. No order changes the distances. Error(kUsage) unless it
  /// has each vertex once.
  std::span<const std::int32_t> order = {};
};

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
