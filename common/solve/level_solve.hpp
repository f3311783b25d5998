// SPDX-License-Identifier: MIT
// One attempt by searches by bits, whoever makes them: a distance is a level times the weight of
// all edges, in s32 whatever the width of the plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/core/batch_queue.hpp"
#include "common/rows/histogram.hpp"
#include "common/rows/row_gatherer.hpp"
#include "common/solve/backend.hpp"
#include "common/sparse/bit_graph.hpp"
#include "common/sparse/row_search.hpp"

namespace apsp {

/// The wanted rows in the order in which they are searched.
struct SearchOrder {
  std::vector<std::int32_t> rows;     // their numbers among the wanted rows
  std::vector<std::int32_t> sources;  // their numbers in the BitGraph
};

/// What the searches of a stretch of batches have counted, sources themselves left out.
struct LevelCounts {
  std::vector<RowNumbers> numbers;  // of all rows, in the order of the searches; levels, no lengths
  std::vector<std::uint64_t> pairs;  // of a row and a vertex, by level
};

class LevelSolve : public Solve {
 public:
  void scatter(const Graph&, Observer&) override {}
  void close(Observer& observer) override { observer_ = &observer; }
  [[nodiscard]] bool streams() const override { return true; }

  /// By the levels that end below infinity.
  [[nodiscard]] Extent extent() override;

  /// A length is clipped where there is a level that infinity cuts off.
  [[nodiscard]] std::optional<Clipped> first_clipped(const Graph& graph) override;

  void put(const Outputs& outputs, Observer& observer) override;

 protected:
  /// `graph` is made of `search_graph`, that of the plan, which has equal weights and outlives the
  /// attempt.
  LevelSolve(sparse::BitGraph graph, const sparse::SearchGraph& search_graph,
             const Attempt& attempt);

  /// Rows of a batch, where they are counted.
  [[nodiscard]] virtual std::size_t rows_of_batch() const = 0;

  /// Searches from the rows of a stretch of batches up to a level. `abandoned`, if it is not null,
  /// is abandoned where one of several threads fails.
  [[nodiscard]] virtual LevelCounts count(const SearchOrder& order, std::uint32_t most_levels,
                                          BatchQueue& queue, RowSink* abandoned) = 0;

  /// Searches from all rows, and puts them.
  virtual void put_rows(const SearchOrder& order, std::uint32_t most_levels, RowSink& rows,
                        Observer& observer) = 0;

  /// first_clipped(), where it is known that a level above `below` is reached.
  [[nodiscard]] virtual std::optional<Clipped> first_above(const SearchOrder& order,
                                                           std::uint32_t below, const Graph& graph,
                                                           Observer& observer) = 0;

  [[nodiscard]] const sparse::BitGraph& graph() const { return graph_; }
  [[nodiscard]] const sparse::SearchGraph& search_graph() const { return search_graph_; }
  [[nodiscard]] const Attempt& attempt() const { return attempt_; }
  [[nodiscard]] Distance weight() const { return weight_; }

 private:
  [[nodiscard]] std::uint32_t levels_below(Distance infinity) const;
  [[nodiscard]] std::uint32_t most_levels() const;
  [[nodiscard]] SearchOrder order(bool by_row) const;
  [[nodiscard]] BatchQueue batches(NumbersSink* sink, Observer& observer) const;
  [[nodiscard]] LevelCounts count_all(std::uint32_t most_levels);
  [[nodiscard]] Histogram histogram_of(const std::vector<std::uint64_t>& pairs) const;
  void put_numbers(const Outputs& outputs, Observer& observer);

  const Attempt attempt_;
  const sparse::BitGraph graph_;
  const sparse::SearchGraph& search_graph_;
  const Distance weight_;
  Observer* observer_ = nullptr;  // of this solve, once close() is called
};

}  // namespace apsp
