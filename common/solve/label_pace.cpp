// SPDX-License-Identifier: MIT
#include "common/solve/label_pace.hpp"

#include <algorithm>
#include <cmath>

namespace apsp {

double arc_seconds(double bytes, const LabelRates& rates) {
  return rates.arc + rates.far * (1 - std::min(1.0, rates.near_bytes / std::max(bytes, 1.0)));
}

Pace label_pace(const LabelWork& work, const Machine& machine) {
  const LabelRates& rates = *machine.search->labels;
  const auto vertices = static_cast<double>(work.vertices);
  const auto rows = static_cast<double>(work.rows);
  const double batch =
      work.sample.share *
          (work.sample.arcs * arc_seconds(work.sample.reached * rates.row_bytes, rates) +
           work.sample.visits * rates.visit + work.sample.rounds * vertices * rates.round_vertex) +
      vertices * rates.vertex;
  const double at_once = machine.search->at_once;
  const double sources = rates.row_bytes / machine.element_bytes;  // of a batch, in use or not
  const double batches = std::ceil(rows / sources);
  const double times = waiting(rows, at_once, machine);
  const double of_row = work.numbers_alone ? work.sample.share * work.sample.reached : vertices;
  const double leaving = rows * of_row / leaving_rate(machine, work.numbers_alone, false);
  const double start = rates.start * std::min(machine.threads.count, batches) *
                       start_seconds(work.vertices, machine, work.numbers_alone);
  return {times * batches * sources * batch, rates.row_bytes * at_once, times * leaving + start,
          true};
}

}  // namespace apsp
