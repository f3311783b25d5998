// SPDX-License-Identifier: MIT
#include "hw3-1/search/bit_solve.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/base/pages.hpp"
#include "common/core/batch_loop.hpp"
#include "common/solve/level_solve.hpp"
#include "common/solve/machine.hpp"
#include "common/sparse/bit_graph.hpp"
#include "hw3-1/lanes/batch_rows.hpp"
#include "hw3-1/search/bit_search.hpp"
#include "hw3-1/search/search_solve.hpp"

namespace apsp::cpu {
namespace {

/// Sizes of sets, as positions in kSetWords: the largest for rows, whose lanes take a byte a source
/// and vertex, and that of the lanes which take four.
constexpr std::size_t kSizeOfRows = 1;
constexpr std::size_t kSizeOfWords = 0;

constexpr std::size_t sources_of(std::size_t size) {
  return kSetWords[size] * kWordSources;
}

static_assert(sources_of(kSizeOfRows) == BitRates{}.most_of_rows);
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
  LevelSearch(const sparse::BitGraph& graph, const BitKernels& kernels, std::size_t size)
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
  const sparse::BitGraph& graph_;
  BitSearch search_;
  Pages<Element> lanes_;
  Pages<Distance> rows_;
};

class BitSolve final : public LevelSolve {
 public:
  BitSolve(const sparse::SearchGraph& graph, const BitKernels& kernels, const Attempt& attempt)
      : LevelSolve(sparse::BitGraph(graph.ends()), graph, attempt),
        kernels_(kernels),
        size_(static_cast<std::size_t>(
            std::find(kSourcesAtOnce.begin(), kSourcesAtOnce.end(), attempt.plan.sources_at_once) -
            kSourcesAtOnce.begin())) {}

 private:
  [[nodiscard]] std::size_t rows_of_batch() const override { return sources_of(size_); }

  LevelCounts count(const SearchOrder& order, std::uint32_t most_levels, BatchQueue& queue,
                    RowSink* abandoned) override {
    struct Workspace {
      BitSearch search;
      std::vector<BitSearch::Numbers> numbers;
    };
    LevelCounts counts;
    counts.numbers.resize(order.rows.size());
    std::mutex adding;
    const auto make = [&] {
      return Workspace{BitSearch(graph(), kernels_, size_),
                       std::vector<BitSearch::Numbers>(sources_of(size_))};
    };
    const auto use = [&](Workspace& workspace, std::size_t number) {
      const std::size_t first = number * rows_of_batch();
      const std::size_t batch = std::min(rows_of_batch(), order.rows.size() - first);
      const std::span<BitSearch::Numbers> numbers = std::span(workspace.numbers).first(batch);
      std::vector<std::uint64_t> pairs;
      const std::uint32_t largest = workspace.search.count(
          std::span(order.sources).subspan(first, batch), most_levels, numbers, pairs);
      for (std::size_t n = 0; n < batch; ++n) {
        counts.numbers[first + n] = {static_cast<std::int64_t>(numbers[n].levels),
                                     static_cast<Distance>(numbers[n].largest), numbers[n].reached};
      }
      pairs.resize(largest + std::size_t{1});
      const std::lock_guard lock(adding);
      if (counts.pairs.size() < pairs.size()) counts.pairs.resize(pairs.size());
      for (std::size_t level = 0; level < pairs.size(); ++level) {
        counts.pairs[level] += pairs[level];
      }
    };
    for_each_batch(queue, abandoned, make, use);
    return counts;
  }

  /// Levels in bytes. From the first batch of a thread on that has too many, in words.
  void put_rows(const SearchOrder& order, std::uint32_t most_levels, RowSink& sink,
                Observer& observer) override {
    struct Workspace {
      std::optional<LevelSearch<std::uint8_t>> bytes;
      std::optional<LevelSearch<std::int32_t>> words;
    };
    const std::size_t size = std::min(size_, kSizeOfRows);
    const std::size_t length = sources_of(size);
    const auto use = [&](Workspace& workspace, std::size_t number) {
      const std::size_t first = number * length;
      const std::size_t count = std::min(length, order.rows.size() - first);
      const auto put = [&](auto& search, std::size_t from, std::size_t batch) {
        search.for_each_rows(batch, weight(), [&](std::size_t n, std::span<const Distance> rows) {
          put_some(sink, std::span(order.rows).subspan(from + n), rows);
        });
      };
      if (!workspace.words) {
        if (!workspace.bytes) workspace.bytes.emplace(graph(), kernels_, size);
        if (workspace.bytes->run(std::span(order.sources).subspan(first, count), most_levels)) {
          put(*workspace.bytes, first, count);
          return;
        }
        workspace.bytes.reset();
        workspace.words.emplace(graph(), kernels_, kSizeOfWords);
      }
      for (std::size_t done = 0; done < count; done += workspace.words->most_sources()) {
        const std::size_t part = std::min(workspace.words->most_sources(), count - done);
        (void)workspace.words->run(std::span(order.sources).subspan(first + done, part),
                                   most_levels);
        put(*workspace.words, first + done, part);
      }
    };
    BatchQueue queue((order.rows.size() + length - 1) / length, observer);
    for_each_batch(
        queue, &sink, [] { return Workspace(); }, use);
  }

  /// One search a row finds it.
  std::optional<Clipped> first_above(const SearchOrder&, std::uint32_t, const Graph& graph,
                                     Observer& observer) override {
    const std::unique_ptr<Solve> one_a_row = make_search_solve(search_graph(), attempt());
    one_a_row->scatter(graph, observer);
    one_a_row->close(observer);
    return one_a_row->first_clipped(graph);
  }

  /// Puts rows of those numbers, which are consecutive where the sink wants them in order.
  void put_some(RowSink& sink, std::span<const std::int32_t> numbers,
                std::span<const Distance> rows) const {
    const std::size_t vertices = graph().vertices();
    if (sink.in_order()) {
      sink.put(static_cast<std::size_t>(numbers[0]), rows);
      return;
    }
    for (std::size_t r = 0; r < rows.size() / vertices; ++r) {
      sink.put(static_cast<std::size_t>(numbers[r]), rows.subspan(r * vertices, vertices));
    }
  }

  const BitKernels& kernels_;
  const std::size_t size_;  // of sets, as a position in kSetWords
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
  return sparse::BitGraph::bytes_for(vertices, edges) + threads * thread;
}

}  // namespace apsp::cpu
