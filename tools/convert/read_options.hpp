// SPDX-License-Identifier: MIT
// How a graph is to be read: what the options of the command line say to every reader.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "common/core/distance.hpp"
#include "tools/convert/decimal.hpp"

namespace apsp::convert {

/// A factor for all weights; without one, weights must be whole already.
using Scale = std::optional<Factor>;

/// The changes that a scale made to weights by rounding.
struct Rounding {
  std::size_t zeroed = 0;           // weights other than 0 that became 0
  double largest_change = 0;        // relative, at most 1
  std::string example;              // the weight of the largest change, as the input has it
  Distance became = 0;              // that weight in the output
  std::size_t negative_zeroed = 0;  // weights below 0 that became 0
  std::string negative;             // the first of them
  bool same_negative = true;        // all of them are written alike
};

struct ReadOptions {
  Distance weight = 1;           // of edges that come without one
  Scale scale = std::nullopt;    // for all weights that come with an edge
  bool compact = false;          // edges: vertices are words, numbered in order of appearance
  bool zero_is_edge = false;     // matrices: an entry of 0 beside the diagonal is an edge
  bool unweighted = false;       // weights of the input are not read, every edge has `weight`
  Rounding* rounding = nullptr;  // receives the changes by rounding, if set
  std::string no_edge = {};      // the weight that says that there is no edge; empty: none does
  char decimal = '.';            // what stands before the fraction of a weight in a text
  bool undirected = false;       // every edge leads both ways, half a matrix stands for both halves

  // For csv; `header` and `columns` for edges as well, `first` for edges alone.
  std::optional<bool> header = {};        // whether the first line is no edge; else decided
  std::optional<char> separator = {};     // else found
  std::vector<std::string> columns = {};  // source, target, perhaps weight, perhaps weight of the
                                          // way back: each a name, or a number from 1
  std::optional<int> first = {};          // the number of the first vertex; else decided
};

}  // namespace apsp::convert
