// SPDX-License-Identifier: MIT
#include "common/sparse/lengths_from.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/index.hpp"
#include "common/core/width.hpp"

namespace apsp::sparse {

LengthsFrom::LengthsFrom(const EliminationTree& tree)
    : tree_(tree), reached_(tree.size(), Reached{kInfinity<double>, false}) {}

void LengthsFrom::restart(const Eliminated<double>& lengths, std::int32_t source) {
  for (const std::int32_t p : touched_) reached_[index(p)] = {kInfinity<double>, false};
  touched_.clear();
  lengths_ = &lengths;
  const std::int32_t first = tree_.positions[index(source)];
  reached_[index(first)].length = 0;
  for (std::int32_t p = first; p != OrderTree::kRoot; p = tree_.parents[index(p)]) {
    touched_.push_back(p);
    const double length = reached_[index(p)].length;
    if (length == kInfinity<double>) continue;
    for (std::size_t n = tree_.begin[index(p)]; n < tree_.begin[index(p) + 1]; ++n) {
      double& above = reached_[index(tree_.ups[n])].length;
      above = relax(above, length, lengths.rising[n]);
    }
  }
}

std::int64_t LengthsFrom::operator[](std::size_t vertex) {
  const std::int32_t at = tree_.positions[vertex];
  way_up_.clear();
  for (std::int32_t p = at; p != OrderTree::kRoot && !reached_[index(p)].known;
       p = tree_.parents[index(p)]) {
    way_up_.push_back(p);
  }
  for (auto p = way_up_.rbegin(); p != way_up_.rend(); ++p) {
    Reached& reached = reached_[index(*p)];
    for (std::size_t n = tree_.begin[index(*p)]; n < tree_.begin[index(*p) + 1]; ++n) {
      reached.length =
          relax(reached.length, reached_[index(tree_.ups[n])].length, lengths_->falling[n]);
    }
    reached.known = true;
    touched_.push_back(*p);
  }
  const double length = reached_[index(at)].length;
  return std::isfinite(length) ? static_cast<std::int64_t>(length) : kNoPath;
}

}  // namespace apsp::sparse
