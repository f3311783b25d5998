// SPDX-License-Identifier: MIT
#include "hw3-1/search/bit_solve.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/base/pages.hpp"
#include "common/base/parallel_for.hpp"
#include "common/core/batch_queue.hpp"
#include "common/rows/row_gatherer.hpp"
#include "common/solve/machine.hpp"
#include "hw3-1/search/bit_graph.hpp"
#include "hw3-1/search/bit_search.hpp"
#include "hw3-1/search/search_solve.hpp"
#include "hw3-1/sweep/batch_rows.hpp"

namespace apsp::cpu {
namespace {

/// Sizes of sets, as positions in kSetWords: the largest for rows, whose lanes take a byte a source
/// and vertex, and that of the lanes which take four.
constexpr std::size_t kSizeOfRows = 1;
constexpr std::size_t kSizeOfWords = 0;

constexpr std::size_t sources_of(std::size_t size) {
  return kSetWords[size] * kWordSources;
}

static_assert(sources_of(kSizeOfRows) == BitRates::kSourcesOfRows);
static_assert(kSourcesAtOnce[0] == sources_of(0) && kSourcesAtOnce[1] == sources_of(1) &&
              kSourcesAtOnce[2] == sources_of(2) && kSourcesAtOnce[3] == sources_of(3));

/// The value of a lane whose source does not reach the vertex.
template <typename Element>
constexpr Element kNoLevel = std::is_same_v<Element, std::int32_t>
                                 ? kUnreachable
                                 : std::numeric_limits<Element>::max();

/// Searches of one thread that keep the level of each source and vertex.
template <typename Element>
class LevelSearch {
 public:
  LevelSearch(const BitGraph& graph, const BitKernels& kernels, std::size_t size)
      : graph_(graph),
        search_(graph, kernels, size),
        lanes_(graph.vertices() * search_.most_sources()),
        rows_(graph.vertices() * kLanesAtOnce<Element>) {}

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices, std::size_t size) {
    return BitSearch::bytes_for(vertices, size) +
           vertices *
               (sources_of(size) * sizeof(Element) + kLanesAtOnce<Element> * sizeof(Distance));
  }

  [[nodiscard]] std::size_t most_sources() const { return search_.most_sources(); }

  /// Whether Element holds all levels of this batch.
  [[nodiscard]] bool run(std::span<const std::int32_t> sources, std::uint32_t most_levels) {
    std::fill_n(lanes_.data(), graph_.vertices() * most_sources(), kNoLevel<Element>);
    return search_.levels(sources, most_levels, lanes_.data());
  }

  /// Calls `use(n, rows)` for the `count` sources of the last batch, with rows of those from number
  /// n on, as many as there are elements for.
  template <typename Use>
  void for_each_rows(std::size_t count, Distance weight, const Use& use) {
    const std::size_t vertices = graph_.vertices();
    for (std::size_t first = 0; first < count; first += kLanesAtOnce<Element>) {
      const auto lanes_of = [&](std::size_t vertex) {
        return std::as_const(lanes_).data() + graph_.number(vertex) * most_sources() + first;
      };
      bring_back<Element>(vertices, lanes_of, rows_.data(), kNoLevel<Element>);
      const std::size_t rows = std::min(kLanesAtOnce<Element>, count - first);
      const std::span<Distance> put(rows_.data(), rows * vertices);
      if (weight != 1) {
        for (Distance& level : put) level = level == kUnreachable ? level : level * weight;
      }
      use(first, std::span<const Distance>(put));
    }
  }

 private:
  const BitGraph& graph_;
  BitSearch search_;
  Pages<Element> lanes_;
  Pages<Distance> rows_;
};

/// Sources in the order in which they are searched.
struct Order {
  std::vector<std::int32_t> rows;     // their numbers among the wanted rows
  std::vector<std::int32_t> sources;  // their numbers in the BitGraph
};

class BitSolve final : public Solve {
 public:
  BitSolve(const sparse::SearchGraph& graph, const BitKernels& kernels, const Attempt& attempt)
      : attempt_(attempt),
        search_graph_(graph),
        kernels_(kernels),
        size_(static_cast<std::size_t>(
            std::find(kSourcesAtOnce.begin(), kSourcesAtOnce.end(), attempt.plan.sources_at_once) -
            kSourcesAtOnce.begin())),
        rows_(attempt.problem.rows),
        weight_(graph.weight()),
        infinity_(infinity_of(attempt.width)) {}

  void scatter(const Graph&, Observer&) override {}

  void close(Observer& observer) override {
    observer_ = &observer;
    graph_.emplace(search_graph_.ends());
  }

  [[nodiscard]] bool streams() const override { return true; }

  /// By the levels that end below infinity.
  Extent extent() override {
    CancelOnly silent(*observer_);
    const Counted counted = count_all(levels_below(infinity_), silent);
    const std::uint64_t all = std::uint64_t{rows_.size()} * (graph_->vertices() - 1);
    return {static_cast<Distance>(counted.largest) * weight_, counted.total() == all};
  }

  /// A length is clipped where there is a level that infinity cuts off. One search a row finds it.
  std::optional<Clipped> first_clipped(const Graph& graph) override {
    CancelOnly silent(*observer_);
    const std::uint32_t below = levels_below(infinity_);
    if (weight_ == 0 || count_all(below + 1, silent).largest <= below) return std::nullopt;
    const std::unique_ptr<Solve> one_a_row = make_search_solve(search_graph_, attempt_);
    one_a_row->scatter(graph, *observer_);
    one_a_row->close(*observer_);
    return one_a_row->first_clipped(graph);
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
  /// Counts of the searches of a stretch of batches.
  struct Counted {
    std::vector<RowNumbers> numbers;   // of each row, in the order of the searches
    std::vector<std::uint64_t> pairs;  // by level
    std::uint32_t largest = 0;         // level

    [[nodiscard]] std::uint64_t total() const {
      return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
    }
  };

  /// The largest level whose length is below `infinity`.
  [[nodiscard]] std::uint32_t levels_below(Distance infinity) const {
    constexpr std::uint32_t kAll = std::numeric_limits<std::int32_t>::max();
    return weight_ == 0 ? kAll : static_cast<std::uint32_t>((infinity - 1) / weight_);
  }

  /// The largest level that is wanted.
  [[nodiscard]] std::uint32_t most_levels() const {
    return levels_below(std::min(kUnreachable - 1, attempt_.problem.limit) + 1);
  }

  /// The wanted rows, in their own order or in that of the graph's numbers: neighbours share most
  /// of their frontiers.
  [[nodiscard]] Order order(bool by_row) const {
    const auto number = [&](std::int32_t row) {
      return static_cast<std::int32_t>(graph_->number(rows_.source(static_cast<std::size_t>(row))));
    };
    Order order;
    order.rows.resize(rows_.size());
    std::iota(order.rows.begin(), order.rows.end(), 0);
    if (!by_row) {
      std::sort(order.rows.begin(), order.rows.end(), [&](std::int32_t a, std::int32_t b) {
        return std::pair(number(a), a) < std::pair(number(b), b);
      });
    }
    order.sources.resize(rows_.size());
    std::transform(order.rows.begin(), order.rows.end(), order.sources.begin(), number);
    return order;
  }

  [[nodiscard]] std::size_t batches(std::size_t length) const {
    return (rows_.size() + length - 1) / length;
  }

  /// Calls `use(workspace, first, count)` for a stretch of batches of `length` sources, ascending
  /// for each thread, with a workspace that `make` made. An exception abandons `abandoned`, if it
  /// is not null, and is rethrown at the end.
  template <typename Make, typename Use>
  void for_each_batch(std::size_t length, RowSink* abandoned, BatchQueue& queue, const Make& make,
                      const Use& use) {
    using Workspace = std::unique_ptr<std::invoke_result_t<Make>>;
    const auto run = [&](Workspace& workspace, std::size_t index) {
      try {
        const std::optional<std::size_t> n = queue.take(index);
        if (!n) return;
        if (!workspace) workspace.reset(new auto(make()));
        use(*workspace, *n * length, std::min(length, rows_.size() - *n * length));
        queue.finish();
      } catch (...) {
        if (abandoned != nullptr) abandoned->abandon(std::current_exception());
        throw;
      }
    };
    parallel_for_with<Handout::kMonotonic>(
        queue.left(), [] { return Workspace(); }, run);
  }

  /// Searches from all wanted rows up to a level.
  Counted count_all(std::uint32_t most_levels, Observer& observer) {
    BatchQueue queue(batches(sources_of(size_)), observer);
    return count(order(false), most_levels, queue);
  }

  /// Searches from a stretch of the sources of `order` up to a level.
  Counted count(const Order& order, std::uint32_t most_levels, BatchQueue& queue,
                RowSink* abandoned = nullptr) {
    struct Workspace {
      BitSearch search;
      std::vector<BitSearch::Numbers> numbers;
    };
    Counted counted;
    counted.numbers.resize(rows_.size());
    std::mutex adding;
    const auto make = [&] {
      return Workspace{BitSearch(*graph_, kernels_, size_),
                       std::vector<BitSearch::Numbers>(sources_of(size_))};
    };
    const auto use = [&](Workspace& workspace, std::size_t first, std::size_t batch) {
      const std::span<BitSearch::Numbers> numbers = std::span(workspace.numbers).first(batch);
      std::vector<std::uint64_t> pairs;
      const std::uint32_t largest = workspace.search.count(
          std::span(order.sources).subspan(first, batch), most_levels, numbers, pairs);
      for (std::size_t n = 0; n < batch; ++n) {
        counted.numbers[first + n] = {static_cast<std::int64_t>(numbers[n].levels) * weight_,
                                      static_cast<Distance>(numbers[n].largest) * weight_,
                                      numbers[n].reached};
      }
      const std::lock_guard lock(adding);
      counted.largest = std::max(counted.largest, largest);
      if (counted.pairs.size() < pairs.size()) counted.pairs.resize(pairs.size());
      for (std::size_t level = 0; level < pairs.size(); ++level) {
        counted.pairs[level] += pairs[level];
      }
    };
    for_each_batch(sources_of(size_), abandoned, queue, make, use);
    return counted;
  }

  void put_numbers(const Outputs& outputs, Observer& observer) {
    const std::size_t length = sources_of(size_);
    const Order order = this->order(false);
    BatchQueue queue(batches(length), outputs.numbers, observer);
    do {
      const Counted counted = count(order, most_levels(), queue, &outputs.rows);
      const BatchQueue::Stretch stretch = queue.stretch();
      const std::size_t first = std::min(stretch.first * length, rows_.size());
      const std::size_t rows = std::min(stretch.end * length, rows_.size()) - first;
      outputs.numbers->put_numbers(std::span(order.rows).subspan(first, rows),
                                   std::span(counted.numbers).subspan(first, rows),
                                   histogram_of(counted));
    } while (queue.goes_on());
  }

  [[nodiscard]] Histogram histogram_of(const Counted& counted) const {
    Histogram histogram;
    if (counted.largest > 0) {
      const auto length = [&](std::size_t level) { return static_cast<Distance>(level) * weight_; };
      histogram.cover(length(1), length(counted.largest));
      for (std::size_t level = 1; level <= counted.largest; ++level) {
        histogram.counts()[histogram.bins().index(length(level))] += counted.pairs[level];
      }
    }
    return histogram;
  }

  /// Levels in bytes. From the first batch of a thread on that has too many, in words.
  void put_rows(RowSink& sink, Observer& observer) {
    struct Workspace {
      std::optional<LevelSearch<std::uint8_t>> bytes;
      std::optional<LevelSearch<std::int32_t>> words;
    };
    const bool in_order = sink.in_order();
    const Order order = this->order(in_order);
    const std::size_t size = std::min(size_, kSizeOfRows);
    const auto use = [&](Workspace& workspace, std::size_t first, std::size_t count) {
      const auto put = [&](auto& search, std::size_t from, std::size_t batch) {
        search.for_each_rows(batch, weight_, [&](std::size_t n, std::span<const Distance> rows) {
          put_some(sink, std::span(order.rows).subspan(from + n), rows, in_order);
        });
      };
      if (!workspace.words) {
        if (!workspace.bytes) workspace.bytes.emplace(*graph_, kernels_, size);
        if (workspace.bytes->run(std::span(order.sources).subspan(first, count), most_levels())) {
          put(*workspace.bytes, first, count);
          return;
        }
        workspace.bytes.reset();
        workspace.words.emplace(*graph_, kernels_, kSizeOfWords);
      }
      for (std::size_t done = 0; done < count; done += workspace.words->most_sources()) {
        const std::size_t part = std::min(workspace.words->most_sources(), count - done);
        (void)workspace.words->run(std::span(order.sources).subspan(first + done, part),
                                   most_levels());
        put(*workspace.words, first + done, part);
      }
    };
    BatchQueue queue(batches(sources_of(size)), observer);
    for_each_batch(
        sources_of(size), &sink, queue, [] { return Workspace(); }, use);
  }

  /// Puts rows of those numbers, which are consecutive where in_order.
  void put_some(RowSink& sink, std::span<const std::int32_t> numbers,
                std::span<const Distance> rows, bool in_order) const {
    const std::size_t vertices = graph_->vertices();
    if (in_order) {
      sink.put(static_cast<std::size_t>(numbers[0]), rows);
      return;
    }
    for (std::size_t r = 0; r < rows.size() / vertices; ++r) {
      sink.put(static_cast<std::size_t>(numbers[r]), rows.subspan(r * vertices, vertices));
    }
  }

  const Attempt attempt_;
  const sparse::SearchGraph& search_graph_;
  const BitKernels& kernels_;
  const std::size_t size_;  // of sets, as a position in kSetWords
  const RowSet rows_;
  const Distance weight_;
  const Distance infinity_;
  Observer* observer_ = nullptr;  // of this solve, once close() is called
  std::optional<BitGraph> graph_;
};

}  // namespace

std::unique_ptr<Solve> make_bit_solve(const sparse::SearchGraph& graph, const BitKernels& kernels,
                                      const Attempt& attempt) {
  return std::make_unique<BitSolve>(graph, kernels, attempt);
}

std::uint64_t bit_bytes(std::size_t vertices, std::size_t edges, std::size_t threads) {
  const std::uint64_t thread =
      std::max({BitSearch::bytes_for(vertices, kSetWords.size() - 1),
                LevelSearch<std::uint8_t>::bytes_for(vertices, kSizeOfRows),
                LevelSearch<std::int32_t>::bytes_for(vertices, kSizeOfWords)});
  return BitGraph::bytes_for(vertices, edges) + threads * thread;
}

}  // namespace apsp::cpu
