// SPDX-License-Identifier: MIT
// How long label correcting takes.
#pragma once

#include <cstddef>

#include "common/core/width_choice.hpp"
#include "common/solve/machine.hpp"
#include "common/sparse/label_graph.hpp"

namespace apsp {

/// What label correcting does.
struct LabelWork {
  const sparse::LabelSample& sample;
  std::size_t vertices;
  std::size_t rows;
  bool numbers_alone;  // see Problem
};

/// Seconds of an edge along which a row is lowered, of so many bytes of rows, on one thread.
[[nodiscard]] double arc_seconds(double bytes, const LabelRates& rates);

/// The pace of label correcting. A batch has as many sources as a row has room for.
[[nodiscard]] Pace label_pace(const LabelWork& work, const Machine& machine);

}  // namespace apsp
