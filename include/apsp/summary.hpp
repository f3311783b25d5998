// SPDX-License-Identifier: MIT
/// \file
/// The summary of a distance matrix: how far, how many, how often.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/real.hpp"
#include "apsp/settings.hpp"

#pragma GCC visibility push(default)
namespace apsp {

/// The numbers of one row, without its entry on the diagonal.
struct SourceSummary {
  std::int32_t source = 0;                    ///< the vertex that the row begins at
  std::uint32_t reached = 0;                  ///< number of other vertices that it reaches
  std::int64_t sum = 0;                       ///< of the distances to them
  std::optional<Distance> eccentricity = {};  ///< the largest of them; nothing: it reaches none
  /// (r / sum) (r / (V - 1)), r = reached; 0 without a path or with zeros alone; nothing where
  /// distances below 0 leave a sum of 0 or less
  std::optional<double> closeness = {};

  /// Compares all members.
  friend bool operator==(const SourceSummary&, const SourceSummary&) = default;
};

/// Distances that are counted together.
struct HistogramBin {
  std::int64_t first = 0;   ///< the bin is [first, first + Summary::bin_width)
  std::uint64_t pairs = 0;  ///< number of pairs at these distances, more than 0

  /// Compares both.
  friend bool operator==(const HistogramBin&, const HistogramBin&) = default;
};

/// Made of rows of a distance matrix. A pair is the source of a row and another vertex; everything
/// but `unreachable` is about those pairs alone whose second vertex is reached from the first.
struct Summary {
  std::size_t vertices = 0;                  ///< V
  std::uint64_t reachable = 0;               ///< number of pairs with a path
  std::uint64_t unreachable = 0;             ///< number of pairs without one
  std::optional<std::int64_t> sum = {};      ///< of all distances; nothing: out of 64 bits
  std::optional<double> mean = {};           ///< nothing where no pair is reachable
  std::optional<Distance> diameter = {};     ///< the largest eccentricity, likewise
  std::optional<Distance> radius = {};       ///< the smallest eccentricity, likewise
  std::vector<std::int32_t> centre = {};     ///< sources with the smallest one, ascending
  std::vector<std::int32_t> periphery = {};  ///< sources with the largest one, ascending
  std::vector<SourceSummary> sources = {};   ///< a row each
  std::vector<HistogramBin> histogram = {};  ///< the bins that are not empty, ascending
  std::int64_t bin_width = 1;                ///< distances of a bin; 1: the histogram is exact

  /// Compares all members.
  friend bool operator==(const Summary&, const Summary&) = default;
};

/// Solves `graph` and returns the summary of the wanted rows, which are not kept: for V where V^2
/// distances do not fit. Throws and takes time as solve(). Settings::summary may be null.
[[nodiscard]] Summary summary(GraphView graph, const Settings& settings = {});

/// The summary of a graph with weights that are not integers, in units of 2^exponent.
struct RealSummary {
  /// Its sums, lengths and bins count units.
  Summary units = {};

  /// The binary logarithm of a unit.
  int exponent = 0;

  /// No distance is further from the exact one, as weights are; 0: all are exact.
  double error = 0;

  /// Compares all members.
  friend bool operator==(const RealSummary&, const RealSummary&) = default;
};

/// Same, for weights of 64 bits. Integers times a power of two give exact distances. Other weights,
/// of 0 or more, are rounded to such: to a unit of about the longest distance divided by 2^28,
/// which a sample of the graph tells. Distances are then sums of up to V - 1 rounded weights, and
/// `error` bounds what that changes, by the number of edges that a path of the longest distance may
/// have. Distances so near Settings::limit may be on either side of it. Such integers are rounded
/// as well where a distance is beyond 32 bits, but not beside weights below 0, a width or a
/// checkpoint. All of solve()'s methods, devices and checkpoints are there. Throws what summary()
/// throws, and Error(kUsage) for weights below 0 that are no such integers.
[[nodiscard]] RealSummary summary(RealGraphView graph, const Settings& settings = {});

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
