// SPDX-License-Identifier: MIT
#include "hw3-1/sweep/sweep_solve.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "common/core/batch_loop.hpp"
#include "common/rows/put_numbers.hpp"
#include "common/rows/row_gatherer.hpp"
#include "common/sparse/elimination.hpp"
#include "hw3-1/kernels/width_dispatch.hpp"
#include "hw3-1/sweep/batch_rows.hpp"
#include "hw3-1/sweep/lane_gatherer.hpp"
#include "hw3-1/sweep/lane_scan.hpp"
#include "hw3-1/sweep/sweep.hpp"

namespace apsp::cpu {
namespace {

/// The sources of lanes, in the order in which they are swept.
struct Lanes {
  std::vector<std::int32_t> rows;       // their numbers among the wanted rows
  std::vector<std::int32_t> positions;  // and where they come in the order of the elimination
};

/// Brings the rows of a batch back, as many at once as `buffer` has room for, and puts them.
/// `numbers`: that of each lane's row. in_order: they are consecutive.
template <typename Element>
void put_rows_of(const Sweep<Element>& sweep, const sparse::EliminationTree& tree,
                 std::span<const std::int32_t> numbers, RowSink& rows, bool in_order,
                 std::span<Distance> buffer) {
  const std::size_t vertices = tree.size();
  const auto number = [&](std::size_t lane) { return static_cast<std::size_t>(numbers[lane]); };
  for (std::size_t first = 0; first < numbers.size(); first += kLanesAtOnce<Element>) {
    const std::size_t count = std::min(kLanesAtOnce<Element>, numbers.size() - first);
    const auto lanes_of = [&](std::size_t vertex) {
      return sweep.row(static_cast<std::size_t>(tree.positions[vertex])) + first;
    };
    bring_back<Element>(vertices, lanes_of, buffer.data());
    if (in_order) {
      rows.put(number(first), buffer.first(count * vertices));
      continue;
    }
    for (std::size_t lane = 0; lane < count; ++lane) {
      rows.put(number(first + lane), buffer.subspan(lane * vertices, vertices));
    }
  }
}

template <typename Element>
class SweepSolve final : public Solve {
 public:
  /// `proven`: no distance is as long as infinity.
  SweepSolve(const sparse::EliminationTree& tree, const KernelSet& kernels, const RowSet& rows,
             bool proven)
      : proven_(proven), tree_(tree), kernels_(kernels), rows_(rows) {}

  void scatter(const Graph& graph, Observer&) override { graph_ = graph; }

  void close(Observer& observer) override {
    observer_ = &observer;
    eliminated_ = sparse::eliminate(graph_, tree_);
    stop_if_cancelled(observer);
    sweep_graph_.emplace(graph_.edges, tree_, eliminated_, kernels_, observer);
  }

  [[nodiscard]] bool streams() const override { return true; }

  Extent extent() override {
    std::vector<Extent> extents(threads());
    CancelOnly silent(*observer_);
    BatchQueue queue(batches(), silent);
    for_each_batch(by_position(), nullptr, queue, [&](const Batch& batch) {
      extents[batch.thread] = united(extents[batch.thread], extent_of(batch));
    });
    const Extent extent = std::accumulate(extents.begin(), extents.end(), Extent{}, united);
    proven_ = prove(extent, graph_.largest_weight, kInfinity<Element>).has_value();
    return extent;
  }

  std::optional<Clipped> first_clipped(const Graph& graph) override {
    std::vector<std::optional<Clipped>> found(threads());
    CancelOnly silent(*observer_);
    BatchQueue queue(batches(), silent);
    for_each_batch(by_position(), nullptr, queue, [&](const Batch& batch) {
      std::optional<Clipped>& first = found[batch.thread];
      const std::size_t edges = first ? first->edge + 1 : graph.edges.size();
      first = first_of(first, first_clipped_of(batch, graph, edges));
    });
    const auto first =
        std::accumulate(found.begin(), found.end(), std::optional<Clipped>(), first_of);
    proven_ = !first;
    return first;
  }

  void put(const Outputs& outputs, Observer& observer) override {
    observer.enter_phase(Phase::kCompute);
    widened_ = 0;
    if (outputs.mirrored != nullptr && mirrors()) {
      put_mirrored(*outputs.mirrored, observer, [&](auto rows, auto numbers, auto& histogram) {
        outputs.mirrored->put_mirrored(rows, numbers, histogram);
      });
    } else if (outputs.numbers != nullptr) {
      put_numbers(*outputs.numbers, observer);
    } else {
      put_rows(outputs.rows, observer);
    }
  }

 private:
  using Wide = std::int32_t;  // holds what batches clip

  struct Batch {
    Sweep<Element>& sweep;
    std::span<const std::int32_t> sources;  // positions, one a lane
    std::span<const std::int32_t> rows;     // numbers among the wanted rows, likewise
    std::size_t thread;
  };

  [[nodiscard]] static std::size_t threads() {
    return static_cast<std::size_t>(omp_get_max_threads());
  }

  [[nodiscard]] std::int32_t position_of(std::int32_t row) const {
    return tree_.positions[rows_.source(static_cast<std::size_t>(row))];
  }

  /// The wanted rows in their own order.
  [[nodiscard]] Lanes by_row() const {
    Lanes lanes;
    lanes.rows.resize(rows_.size());
    std::iota(lanes.rows.begin(), lanes.rows.end(), 0);
    lanes.positions.resize(rows_.size());
    std::transform(lanes.rows.begin(), lanes.rows.end(), lanes.positions.begin(),
                   [&](std::int32_t row) { return position_of(row); });
    return lanes;
  }

  /// The wanted rows in the order of the elimination: neighbours share most of their way up.
  [[nodiscard]] Lanes by_position() const {
    if (rows_.all()) {
      Lanes lanes{tree_.vertices, std::vector<std::int32_t>(tree_.size())};
      std::iota(lanes.positions.begin(), lanes.positions.end(), 0);
      return lanes;
    }
    Lanes lanes = by_row();
    std::sort(lanes.rows.begin(), lanes.rows.end(), [&](std::int32_t a, std::int32_t b) {
      return std::pair(position_of(a), a) < std::pair(position_of(b), b);
    });
    std::sort(lanes.positions.begin(), lanes.positions.end());
    return lanes;
  }

  [[nodiscard]] std::size_t batches() const {
    return (rows_.size() + kBatch<Element> - 1) / kBatch<Element>;
  }

  /// Calls `use(thread's sweep, part)` for each batch of `lanes` in a stretch of `queue`.
  template <typename Use>
  void for_each_part(const Lanes& lanes, RowSink* abandoned, BatchQueue& queue, const Use& use) {
    const std::span sources(lanes.positions);
    apsp::for_each_batch(
        queue, abandoned, [&] { return Sweep<Element>(*sweep_graph_); },
        [&](Sweep<Element>& sweep, std::size_t n) {
          const std::size_t first = n * kBatch<Element>;
          const std::size_t count = std::min(kBatch<Element>, sources.size() - first);
          use(Batch{sweep, sources.subspan(first, count),
                    std::span(lanes.rows).subspan(first, count),
                    static_cast<std::size_t>(omp_get_thread_num())});
        });
  }

  /// Same as for_each_part(), each batch swept and kept.
  template <typename Use>
  void for_each_batch(const Lanes& lanes, RowSink* abandoned, BatchQueue& queue, const Use& use) {
    for_each_part(lanes, abandoned, queue, [&](const Batch& batch) {
      batch.sweep.run(batch.sources);
      use(batch);
    });
  }

  static Extent extent_of(const Batch& batch) {
    std::array<Element, kBatch<Element>> finite = {}, all = {};
    raise_to_largest(batch.sweep.row(0), batch.sweep.size(), finite.data(), all.data());
    const auto lanes = static_cast<std::ptrdiff_t>(batch.sources.size());
    return {*std::max_element(finite.begin(), finite.begin() + lanes),
            *std::max_element(all.begin(), all.begin() + lanes) < kInfinity<Element>};
  }

  /// The first edge, among the first `edges`, whose end a source of the batch reaches only at
  /// infinity, and the smallest of these sources.
  std::optional<Clipped> first_clipped_of(const Batch& batch, const Graph& graph,
                                          std::size_t edges) const {
    for (std::size_t e = 0; e < edges; ++e) {
      const Edge& edge = graph.edges[e];
      const Element* from = row_of(batch, edge.source);
      const Element* to = row_of(batch, edge.destination);
      if (!is_any_clipped(from, to)) continue;
      std::optional<Clipped> first;
      for (std::size_t lane = 0; lane < batch.sources.size(); ++lane) {
        if (from[lane] >= kInfinity<Element> || to[lane] < kInfinity<Element>) continue;
        first = first_of(first, Clipped{vertex_of(batch.sources[lane]), e});
      }
      if (first) return first;
    }
    return std::nullopt;
  }

  [[nodiscard]] const Element* row_of(const Batch& batch, std::int32_t vertex) const {
    return batch.sweep.row(
        static_cast<std::size_t>(tree_.positions[static_cast<std::size_t>(vertex)]));
  }

  [[nodiscard]] std::size_t vertex_of(std::int32_t position) const {
    return static_cast<std::size_t>(tree_.vertices[static_cast<std::size_t>(position)]);
  }

  /// Whether a result of the batch is infinite although there is a path.
  [[nodiscard]] bool is_clipped(const Batch& batch) const {
    if (proven_) return false;
    if (prove(extent_of(batch), graph_.largest_weight, kInfinity<Element>)) return false;
    return first_clipped_of(batch, graph_, graph_.edges.size()).has_value();
  }

  /// Calls `take(thread, sweep, sources, rows)` for every batch of a stretch, or part of one: with
  /// this solve's sweep, or in s32, which holds what the batch's width clips.
  template <typename Take>
  void for_each_exact_batch(const Lanes& lanes, RowSink* abandoned, BatchQueue& queue,
                            Observer& observer, const Take& take) {
    for_each_batch(lanes, abandoned, queue, [&](const Batch& batch) {
      if (!is_clipped(batch)) {
        take(batch.thread, batch.sweep, batch.sources, batch.rows);
        return;
      }
      ++widened_;
      Observer silent;
      std::call_once(wide_made_, [&] { make_wide_graph(queue.keeps() ? silent : observer); });
      Sweep<Wide> sweep(*wide_graph_);
      for (std::size_t first = 0; first < batch.sources.size(); first += kBatch<Wide>) {
        const std::size_t count = std::min(kBatch<Wide>, batch.sources.size() - first);
        sweep.run(batch.sources.subspan(first, count));
        take(batch.thread, sweep, batch.sources.subspan(first, count),
             batch.rows.subspan(first, count));
      }
    });
  }

  /// Closes the core by as many threads as there are, although all are at batches: those that
  /// need it wait.
  void make_wide_graph(Observer& observer) {
    const NestedRegions nested;
    wide_graph_.emplace(graph_.edges, tree_, eliminated_, kernels_, observer);
  }

  void put_rows(RowSink& rows, Observer& observer) {
    const std::size_t buffer = kLanesAtOnce<Element> * tree_.size();
    std::vector<std::vector<Distance>> buffers(threads());
    const bool in_order = rows.in_order();
    BatchQueue queue(batches(), observer);
    for_each_exact_batch(in_order ? by_row() : by_position(), &rows, queue, observer,
                         [&](std::size_t thread, auto& sweep, auto, auto numbers) {
                           buffers[thread].resize(buffer);
                           put_rows_of(sweep, tree_, numbers, rows, in_order,
                                       std::span(buffers[thread]));
                         });
    report_batches(observer);
  }

  void put_numbers(NumbersSink& sink, Observer& observer) {
    if (mirrors() && rows_.all() && !sink.keeps()) {
      put_mirrored(sink, observer, [&](auto, auto numbers, auto& histogram) {
        put_numbers_from(0, numbers, histogram, sink);
      });
      return;
    }
    const Lanes lanes = by_position();
    std::vector<RowNumbers> numbers(rows_.size());
    BatchQueue queue(batches(), &sink, observer);
    do {
      std::vector<RowGatherer> gatherers(threads());
      gather_stretch(lanes, queue, observer, gatherers, numbers);
      put_stretch(lanes, queue.stretch(), numbers, gatherers, sink);
    } while (queue.goes_on());
    report_batches(observer);
  }

  /// Whether one distance of two is enough.
  [[nodiscard]] bool mirrors() const { return proven_ && sweep_graph_->symmetric(); }

  /// Gathers the numbers of a stretch of batches: those of each row, and all of a thread's.
  void gather_stretch(const Lanes& lanes, BatchQueue& queue, Observer& observer,
                      std::span<RowGatherer> gatherers, std::span<RowNumbers> numbers) {
    if (proven_) {
      for_each_part(lanes, nullptr, queue, [&](const Batch& batch) {
        sweep_numbers(batch.sweep, batch.sources, batch.rows, gatherers[batch.thread], numbers);
      });
    } else {
      for_each_exact_batch(lanes, nullptr, queue, observer,
                           [&](std::size_t thread, auto& sweep, auto sources, auto rows) {
                             gather_numbers(sweep, sources, rows, gatherers[thread], numbers);
                           });
    }
  }

  void put_stretch(const Lanes& lanes, BatchQueue::Stretch stretch,
                   std::span<const RowNumbers> by_row, std::span<RowGatherer> gatherers,
                   NumbersSink& sink) const {
    const std::span<const std::int32_t> rows = lanes_of(lanes, stretch);
    std::vector<RowNumbers> numbers(rows.size());
    std::transform(rows.begin(), rows.end(), numbers.begin(),
                   [&](std::int32_t row) { return by_row[static_cast<std::size_t>(row)]; });
    Histogram histogram;
    for (RowGatherer& gatherer : gatherers) histogram.add(gatherer.histogram());
    sink.put_numbers(rows, numbers, histogram);
  }

  /// Calls `put(rows, added, histogram)` for each stretch of batches, which `sink` ends: with its
  /// rows, and what they add to the numbers of all.
  template <typename Put>
  void put_mirrored(NumbersSink& sink, Observer& observer, const Put& put) {
    const Lanes lanes = by_position();
    const std::vector<unsigned char> wanted = marks_of(lanes);
    BatchQueue queue(batches(), &sink, observer);
    do {
      std::vector<MirroredNumbers> gatherers(threads(), MirroredNumbers(tree_.size()));
      for_each_part(lanes, nullptr, queue, [&](const Batch& batch) {
        gatherers[batch.thread].add(batch.sweep, batch.sources, wanted);
      });
      std::vector<RowNumbers> by_position(tree_.size());
      Histogram histogram;
      for (MirroredNumbers& gatherer : gatherers) gatherer.add_to(by_position, histogram);
      std::vector<RowNumbers> added(rows_.size());
      for (std::size_t n = 0; n < added.size(); ++n) {
        added[static_cast<std::size_t>(lanes.rows[n])] =
            by_position[static_cast<std::size_t>(lanes.positions[n])];
      }
      put(lanes_of(lanes, queue.stretch()), std::span<const RowNumbers>(added), histogram);
    } while (queue.goes_on());
    report_batches(observer);
  }

  /// A mark for each position of `lanes`; empty where these are all.
  [[nodiscard]] std::vector<unsigned char> marks_of(const Lanes& lanes) const {
    if (lanes.positions.size() == tree_.size()) return {};
    std::vector<unsigned char> marks(tree_.size());
    for (const std::int32_t position : lanes.positions)
      marks[static_cast<std::size_t>(position)] = 1;
    return marks;
  }

  /// The rows of a stretch of batches.
  [[nodiscard]] std::span<const std::int32_t> lanes_of(const Lanes& lanes,
                                                       BatchQueue::Stretch stretch) const {
    const std::size_t first = std::min(stretch.first * kBatch<Element>, rows_.size());
    const std::size_t end = std::min(stretch.end * kBatch<Element>, rows_.size());
    return std::span(lanes.rows).subspan(first, end - first);
  }

  void report_batches(Observer& observer) const {
    observer.fact("batches", static_cast<std::int64_t>(batches()));
    observer.fact("batches_widened", widened_.load());
  }

  bool proven_;  // no distance is clipped
  const sparse::EliminationTree& tree_;
  const KernelSet& kernels_;
  const RowSet rows_;
  Graph graph_;
  Observer* observer_ = nullptr;  // of this solve, once close() is called
  sparse::EliminatedGraph eliminated_;
  std::optional<SweepGraph<Element>> sweep_graph_;
  std::optional<SweepGraph<Wide>> wide_graph_;
  std::once_flag wide_made_;
  std::atomic<std::int64_t> widened_ = 0;  // batches that were put from the wide graph
};

}  // namespace

std::unique_ptr<Solve> make_sweep_solve(const sparse::EliminationTree& tree,
                                        const KernelSet& kernels, const Attempt& attempt) {
  return with_element(attempt.width, [&](auto zero) -> std::unique_ptr<Solve> {
    using Element = decltype(zero);
    return std::make_unique<SweepSolve<Element>>(tree, kernels, attempt.problem.rows,
                                                 attempt.longest < kInfinity<Element>);
  });
}

std::size_t sweep_bytes(const sparse::EliminationTree& tree, const KernelSet& kernels, Width width,
                        bool proven, std::size_t threads) {
  return with_element(width, [&](auto zero) {
    using Element = decltype(zero);
    using Wide = std::int32_t;  // for batches that are computed once more
    constexpr std::size_t kGatherer = std::size_t{5} << 19;  // with its histogram, at most
    constexpr std::size_t kOfTree = 8;                       // bytes of a pair
    constexpr std::size_t kOfCore = 16;                      // likewise, while it is made
    const std::size_t size = tree.size(), core = tree.core_size();
    const std::size_t rows = kLanesAtOnce<Element> * size * sizeof(Distance);
    const std::size_t eliminated =
        tree.ups.size() * (2 * sizeof(Distance) + kOfTree + (core > 0 ? kOfCore : 0));
    std::size_t graphs = SweepGraph<Element>::bytes_for(size, tree.ups.size(), core, kernels);
    std::size_t thread =
        Sweep<Element>::bytes_for(size, core) + rows + kGatherer + MirroredNumbers::bytes_for(size);
    if (!proven) {
      graphs += SweepGraph<Wide>::bytes_for(size, tree.ups.size(), core, kernels);
      thread += Sweep<Wide>::bytes_for(size, core);
    }
    return eliminated + graphs + threads * thread;
  });
}

}  // namespace apsp::cpu
