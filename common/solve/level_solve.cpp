// SPDX-License-Identifier: MIT
#include "common/solve/level_solve.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace apsp {

LevelSolve::LevelSolve(sparse::BitGraph graph, const sparse::SearchGraph& search_graph,
                       const Attempt& attempt)
    : attempt_(attempt),
      graph_(std::move(graph)),
      search_graph_(search_graph),
      weight_(search_graph.weight()) {}

Extent LevelSolve::extent() {
  const LevelCounts counts = count_all(levels_below(infinity_of(attempt_.width)));
  const auto found = std::accumulate(counts.pairs.begin(), counts.pairs.end(), std::uint64_t{0});
  const std::uint64_t all = std::uint64_t{attempt_.problem.rows.size()} * (graph_.vertices() - 1);
  const std::size_t largest = counts.pairs.empty() ? 0 : counts.pairs.size() - 1;
  return {static_cast<Distance>(largest) * weight_, found == all};
}

std::optional<Clipped> LevelSolve::first_clipped(const Graph& graph) {
  const std::uint32_t below = levels_below(infinity_of(attempt_.width));
  if (weight_ == 0 || below >= graph_.vertices()) return std::nullopt;
  if (count_all(below + 1).pairs.size() <= below + 1) return std::nullopt;
  CancelOnly silent(*observer_);
  return first_above(order(false), below, graph, silent);
}

void LevelSolve::put(const Outputs& outputs, Observer& observer) {
  observer.enter_phase(Phase::kCompute);
  if (outputs.numbers != nullptr) {
    put_numbers(outputs, observer);
  } else {
    put_rows(order(outputs.rows.in_order()), most_levels(), outputs.rows, observer);
  }
}

void LevelSolve::put_numbers(const Outputs& outputs, Observer& observer) {
  const SearchOrder order = this->order(false);
  const std::size_t all = order.rows.size();
  BatchQueue queue = batches(outputs.numbers, observer);
  do {
    LevelCounts counts = count(order, most_levels(), queue, &outputs.rows);
    const BatchQueue::Stretch stretch = queue.stretch();
    const std::size_t first = std::min(stretch.first * rows_of_batch(), all);
    const std::size_t rows = std::min(stretch.end * rows_of_batch(), all) - first;
    const std::span<RowNumbers> numbers = std::span(counts.numbers).subspan(first, rows);
    for (RowNumbers& row : numbers) {
      row.sum *= weight_;
      row.largest *= weight_;
    }
    outputs.numbers->put_numbers(std::span(order.rows).subspan(first, rows), numbers,
                                 histogram_of(counts.pairs));
  } while (queue.goes_on());
}

/// Counts levels of all rows.
LevelCounts LevelSolve::count_all(std::uint32_t most_levels) {
  CancelOnly silent(*observer_);
  BatchQueue queue = batches(nullptr, silent);
  return count(order(false), most_levels, queue, nullptr);
}

BatchQueue LevelSolve::batches(NumbersSink* sink, Observer& observer) const {
  const std::size_t rows = attempt_.problem.rows.size();
  return {(rows + rows_of_batch() - 1) / rows_of_batch(), sink, observer};
}

Histogram LevelSolve::histogram_of(const std::vector<std::uint64_t>& pairs) const {
  Histogram histogram;
  if (pairs.size() > 1) {
    const auto length = [&](std::size_t level) { return static_cast<Distance>(level) * weight_; };
    histogram.cover(length(1), length(pairs.size() - 1));
    for (std::size_t level = 1; level < pairs.size(); ++level) {
      histogram.counts()[histogram.bins().index(length(level))] += pairs[level];
    }
  }
  return histogram;
}

/// The largest level whose length is below `infinity`.
std::uint32_t LevelSolve::levels_below(Distance infinity) const {
  constexpr std::uint32_t kAll = std::numeric_limits<std::int32_t>::max();
  return weight_ == 0 ? kAll : static_cast<std::uint32_t>((infinity - 1) / weight_);
}

/// The largest level that is wanted.
std::uint32_t LevelSolve::most_levels() const {
  return levels_below(std::min(kUnreachable - 1, attempt_.problem.limit) + 1);
}

/// The wanted rows, in their own order or in that of the graph's numbers: neighbours share most of
/// their frontiers.
SearchOrder LevelSolve::order(bool by_row) const {
  const RowSet& rows = attempt_.problem.rows;
  const auto number = [&](std::int32_t row) {
    return static_cast<std::int32_t>(graph_.number(rows.source(static_cast<std::size_t>(row))));
  };
  SearchOrder order;
  order.rows.resize(rows.size());
  std::iota(order.rows.begin(), order.rows.end(), 0);
  if (!by_row) {
    std::sort(order.rows.begin(), order.rows.end(), [&](std::int32_t a, std::int32_t b) {
      return std::pair(number(a), a) < std::pair(number(b), b);
    });
  }
  order.sources.resize(rows.size());
  std::transform(order.rows.begin(), order.rows.end(), order.sources.begin(), number);
  return order;
}

}  // namespace apsp
