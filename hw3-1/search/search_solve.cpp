// SPDX-License-Identifier: MIT
#include "hw3-1/search/search_solve.hpp"

#include <omp.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "common/core/batch_loop.hpp"
#include "common/rows/put_numbers.hpp"
#include "common/rows/row_gatherer.hpp"

namespace apsp::cpu {
namespace {

/// Rows that a thread puts at once: few enough to stay in its second-level cache, more than one
/// where a row is short.
std::size_t rows_at_once(std::size_t vertices) {
  constexpr std::size_t kBytes = std::size_t{1} << 19;
  constexpr std::size_t kMostRows = 64;
  return std::clamp<std::size_t>(kBytes / (vertices * sizeof(Distance)), 1, kMostRows);
}

/// A row that is written again and again. It remembers what the last search wrote, so that a row
/// that reaches little costs little.
class ReusedRow {
 public:
  /// Makes all entries kUnreachable.
  void clear(std::span<Distance> row) {
    if (all_) {
      std::fill(row.begin(), row.end(), kUnreachable);
    } else {
      for (const std::int32_t v : written_) row[static_cast<std::size_t>(v)] = kUnreachable;
    }
  }

  /// Keeps which of `vertices` entries were written.
  void keep(std::span<const std::int32_t> written, std::size_t vertices) {
    all_ = written.size() > most_kept(vertices);
    if (!all_) written_.assign(written.begin(), written.end());
  }

  /// Entries that are kept at most. To fill a row with vectors beats to write so many one by one.
  [[nodiscard]] static std::size_t most_kept(std::size_t vertices) { return vertices / 8; }

 private:
  bool all_ = true;
  std::vector<std::int32_t> written_;
};

/// Rows of one thread, as many as are put at once, and its searches.
class Rows {
 public:
  Rows(const sparse::SearchGraph& graph, Distance limit)
      : vertices_(graph.vertices()),
        search_(graph),
        limit_(limit),
        distances_(rows_at_once(vertices_) * vertices_),
        reused_(rows_at_once(vertices_)) {}

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    const std::size_t kept = ReusedRow::most_kept(vertices) * sizeof(std::int32_t);
    return sparse::RowSearch::bytes_for(vertices) +
           rows_at_once(vertices) * (vertices * sizeof(Distance) + kept + sizeof(ReusedRow));
  }

  /// Searches from `source` into row number `slot` in [0, rows_at_once()). The result is valid
  /// until the next search.
  std::span<const std::int32_t> fill(std::size_t slot, std::size_t source) {
    const std::span<Distance> row = std::span(distances_).subspan(slot * vertices_, vertices_);
    reused_[slot].clear(row);
    const std::span<const std::int32_t> reached = search_.run(source, row.data(), limit_);
    reused_[slot].keep(reached, vertices_);
    return reached;
  }

  /// The first `count` rows.
  [[nodiscard]] std::span<const Distance> first(std::size_t count) const {
    return std::span(distances_).first(count * vertices_);
  }

 private:
  std::size_t vertices_;
  sparse::RowSearch search_;
  Distance limit_;
  std::vector<Distance> distances_;
  std::vector<ReusedRow> reused_;
};

class SearchSolve final : public Solve {
 public:
  SearchSolve(const sparse::SearchGraph& graph, const Attempt& attempt)
      : graph_(graph),
        rows_(attempt.problem.rows),
        limit_(attempt.problem.limit),
        infinity_(infinity_of(attempt.width)) {}

  void scatter(const Graph&, Observer&) override {}
  void close(Observer& observer) override { observer_ = &observer; }

  [[nodiscard]] bool streams() const override { return true; }

  Extent extent() override {
    std::vector<Extent> extents(threads());
    for_each_row(
        [&](std::size_t, std::span<const Distance> row, std::span<const std::int32_t> reached) {
          Extent& extent = extents[thread()];
          if (reached.size() < row.size()) extent.complete = false;
          for (const std::int32_t v : reached) {
            const Distance length = row[static_cast<std::size_t>(v)];
            if (length < infinity_) {
              extent.largest = std::max(extent.largest, length);
            } else {
              extent.complete = false;
            }
          }
        });
    return std::accumulate(extents.begin(), extents.end(), Extent{}, united);
  }

  std::optional<Clipped> first_clipped(const Graph& graph) override {
    std::vector<std::optional<Clipped>> found(threads());
    for_each_row([&](std::size_t source, std::span<const Distance> row,
                     std::span<const std::int32_t> reached) {
      if (!is_clipped(row, reached)) return;
      std::optional<Clipped>& first = found[thread()];
      const std::size_t end = first ? first->edge + 1 : graph.edges.size();
      for (std::size_t e = 0; e < end; ++e) {
        if (!leads_to_infinity(row, graph.edges[e])) continue;
        if (!first || e < first->edge || source < first->row) first = {source, e};
        break;
      }
    });
    return std::accumulate(found.begin(), found.end(), std::optional<Clipped>(), first_of);
  }

  void put(const Outputs& outputs, Observer& observer) override {
    observer.enter_phase(Phase::kCompute);
    if (outputs.numbers != nullptr) {
      put_numbers(outputs, observer);
    } else {
      put_rows(outputs.rows, observer);
    }
  }

 private:
  [[nodiscard]] static std::size_t threads() {
    return static_cast<std::size_t>(omp_get_max_threads());
  }
  [[nodiscard]] static std::size_t thread() {
    return static_cast<std::size_t>(omp_get_thread_num());
  }

  [[nodiscard]] std::size_t runs(std::size_t length) const {
    return (rows_.size() + length - 1) / length;
  }

  /// Calls `use(rows, first, count)` for a stretch of runs of `length` rows [first, first + count).
  template <typename Use>
  void for_each_run(std::size_t length, RowSink* abandoned, BatchQueue& queue, const Use& use) {
    for_each_batch(
        queue, abandoned, [&] { return Rows(graph_, limit_); },
        [&](Rows& rows, std::size_t n) {
          use(rows, n * length, std::min(length, rows_.size() - n * length));
        });
  }

  /// Calls `use(source, row, reached)` for every row.
  template <typename Use>
  void for_each_row(const Use& use) {
    constexpr std::size_t kRows = 64;
    CancelOnly silent(*observer_);
    BatchQueue queue(runs(kRows), silent);
    for_each_run(kRows, nullptr, queue, [&](Rows& rows, std::size_t first, std::size_t count) {
      for (std::size_t row = first; row < first + count; ++row) {
        const std::size_t source = rows_.source(row);
        const std::span<const std::int32_t> reached = rows.fill(0, source);
        use(source, rows.first(1), reached);
      }
    });
  }

  void put_rows(RowSink& sink, Observer& observer) {
    const std::size_t length = rows_at_once(graph_.vertices());
    BatchQueue queue(runs(length), observer);
    for_each_run(length, &sink, queue, [&](Rows& rows, std::size_t first, std::size_t count) {
      for (std::size_t r = 0; r < count; ++r) {
        (void)rows.fill(r, rows_.source(first + r));
      }
      sink.put(first, rows.first(count));
    });
  }

  /// Puts the numbers of rows, from the vertices that are reached. A thread has one histogram for
  /// many runs: it takes as long as some thousand entries.
  void put_numbers(const Outputs& outputs, Observer& observer) {
    const std::size_t length = rows_at_once(graph_.vertices());
    std::vector<RowNumbers> numbers(rows_.size());
    BatchQueue queue(runs(length), outputs.numbers, observer);
    do {
      std::vector<std::optional<RowGatherer>> gatherers(threads());
      for_each_run(length, &outputs.rows, queue,
                   [&](Rows& rows, std::size_t first, std::size_t count) {
                     std::optional<RowGatherer>& gatherer = gatherers[thread()];
                     if (!gatherer) gatherer.emplace();
                     gather(rows, *gatherer, first, std::span(numbers).subspan(first, count));
                   });
      const Histogram histogram = histogram_of(gatherers);
      const BatchQueue::Stretch stretch = queue.stretch();
      const std::size_t first = std::min(stretch.first * length, rows_.size());
      const std::size_t end = std::min(stretch.end * length, rows_.size());
      put_numbers_from(first, std::span(numbers).subspan(first, end - first), histogram,
                       *outputs.numbers);
    } while (queue.goes_on());
  }

  /// Stores the numbers of the rows from `first` on.
  void gather(Rows& rows, RowGatherer& gatherer, std::size_t first,
              std::span<RowNumbers> numbers) const {
    constexpr std::size_t kMany = 4;  // from a share of 1 / kMany on, whole rows are counted faster
    for (std::size_t r = 0; r < numbers.size(); ++r) {
      const std::size_t source = rows_.source(first + r);
      const std::span<const std::int32_t> reached = rows.fill(0, source);
      const std::span<const Distance> row = rows.first(1);
      numbers[r] = reached.size() >= graph_.vertices() / kMany
                       ? gatherer.add(source, row)
                       : gatherer.add_reached(source, row, reached);
    }
  }

  [[nodiscard]] bool leads_to_infinity(std::span<const Distance> row, const Edge& edge) const {
    return row[static_cast<std::size_t>(edge.source)] < infinity_ &&
           row[static_cast<std::size_t>(edge.destination)] >= infinity_;
  }

  /// Whether an entry of the row is infinite in the plan's width although there is a path.
  [[nodiscard]] bool is_clipped(std::span<const Distance> row,
                                std::span<const std::int32_t> reached) const {
    return std::any_of(reached.begin(), reached.end(), [&](std::int32_t vertex) {
      const auto u = static_cast<std::size_t>(vertex);
      return row[u] < infinity_ &&
             graph_.any_end(u, [&](std::size_t v) { return row[v] >= infinity_; });
    });
  }

  const sparse::SearchGraph& graph_;
  const RowSet rows_;
  const Distance limit_;  // where searches end; kUnreachable: nowhere
  const Distance infinity_;
  Observer* observer_ = nullptr;  // of this solve, once close() is called
};

}  // namespace

std::unique_ptr<Solve> make_search_solve(const sparse::SearchGraph& graph, const Attempt& attempt) {
  return std::make_unique<SearchSolve>(graph, attempt);
}

std::uint64_t search_bytes(std::size_t vertices, std::size_t threads) {
  constexpr std::uint64_t kGatherer = std::uint64_t{5} << 19;  // with its histogram, at most
  return vertices == 0 ? 0 : threads * (Rows::bytes_for(vertices) + kGatherer);
}

}  // namespace apsp::cpu
