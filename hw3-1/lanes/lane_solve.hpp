// SPDX-License-Identifier: MIT
// One attempt by batches of sources side by side, whatever fills their lanes. Rows are computed as
// they are put: what looks at all of them before that, extent() and first_clipped(), takes as long
// as putting them.
#pragma once

#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "common/base/index.hpp"
#include "common/base/parallel_for.hpp"
#include "common/core/batch_loop.hpp"
#include "common/rows/put_numbers.hpp"
#include "common/rows/row_gatherer.hpp"
#include "common/solve/backend.hpp"
#include "hw3-1/kernels/kernels.hpp"
#include "hw3-1/lanes/batch_rows.hpp"
#include "hw3-1/lanes/lane_gatherer.hpp"
#include "hw3-1/lanes/lane_scan.hpp"

namespace apsp::cpu {

/// The sources of lanes, in the order in which they are solved.
struct LaneSources {
  std::vector<std::int32_t> rows;       // their numbers among the wanted rows
  std::vector<std::int32_t> positions;  // and their positions
};

/// Brings the rows of a batch back, as many at once as `buffer` has room for, and puts them.
/// `numbers`: that of each lane's row. in_order: they are consecutive.
template <template <typename> class Batch, typename Element>
void put_rows_of(const Batch<Element>& batch, std::span<const std::int32_t> positions,
                 std::span<const std::int32_t> numbers, RowSink& rows, bool in_order,
                 std::span<Distance> buffer) {
  const std::size_t vertices = positions.size();
  const auto number = [&](std::size_t lane) { return static_cast<std::size_t>(numbers[lane]); };
  for (std::size_t first = 0; first < numbers.size(); first += kLanesAtOnce<Element>) {
    const std::size_t count = std::min(kLanesAtOnce<Element>, numbers.size() - first);
    const auto lanes_of = [&](std::size_t vertex) {
      return batch.row(index(positions[vertex])) + first;
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

/// A thread's own, which it makes itself where it takes its first batch.
template <typename Own, typename... Arguments>
Own& made(std::optional<Own>& own, const Arguments&... arguments) {
  return own ? *own : own.emplace(arguments...);
}

/// A Way makes Way::Graph<Element>, the graph in one width, and Way::Batch<Element>, the memory of
/// one thread, which has the verbs of Sweep. It numbers vertices by positions, in which sources of
/// a batch follow each other: see SweepWay.
template <typename Element, class Way>
class LaneSolve final : public Solve {
 public:
  /// `proven`: no distance is as long as infinity.
  LaneSolve(Way way, const RowSet& rows, bool proven)
      : proven_(proven), way_(std::move(way)), rows_(rows) {}

  void scatter(const Graph& graph, Observer&) override { graph_ = graph; }

  void close(Observer& observer) override {
    observer_ = &observer;
    way_.begin(graph_);
    stop_if_cancelled(observer);
    way_.make(lane_graph_, observer);
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
    clips_ = false;
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
  using OwnLanes = typename Way::template Batch<Element>;
  using WideLanes = typename Way::template Batch<Wide>;

  struct Batch {
    OwnLanes& lanes;
    std::span<const std::int32_t> sources;  // positions, one a lane
    std::span<const std::int32_t> rows;     // numbers among the wanted rows, likewise
    std::size_t thread;
  };

  [[nodiscard]] static std::size_t threads() {
    return static_cast<std::size_t>(omp_get_max_threads());
  }

  [[nodiscard]] std::size_t size() const { return way_.positions().size(); }

  [[nodiscard]] std::int32_t position_of(std::int32_t row) const {
    return way_.positions()[rows_.source(static_cast<std::size_t>(row))];
  }

  /// The wanted rows in their own order.
  [[nodiscard]] LaneSources by_row() const {
    LaneSources lanes;
    lanes.rows.resize(rows_.size());
    std::iota(lanes.rows.begin(), lanes.rows.end(), 0);
    lanes.positions.resize(rows_.size());
    std::transform(lanes.rows.begin(), lanes.rows.end(), lanes.positions.begin(),
                   [&](std::int32_t row) { return position_of(row); });
    return lanes;
  }

  /// The wanted rows by position: neighbours share most of their ways.
  [[nodiscard]] LaneSources by_position() const {
    if (rows_.all()) {
      LaneSources lanes{way_.vertices(), std::vector<std::int32_t>(size())};
      std::iota(lanes.positions.begin(), lanes.positions.end(), 0);
      return lanes;
    }
    LaneSources lanes = by_row();
    std::sort(lanes.rows.begin(), lanes.rows.end(), [&](std::int32_t a, std::int32_t b) {
      return std::pair(position_of(a), a) < std::pair(position_of(b), b);
    });
    std::sort(lanes.positions.begin(), lanes.positions.end());
    return lanes;
  }

  [[nodiscard]] std::size_t batches() const {
    return (rows_.size() + kBatch<Element> - 1) / kBatch<Element>;
  }

  /// Calls `use(part)` for each batch of `lanes` in a stretch of `queue`.
  template <typename Use>
  void for_each_part(const LaneSources& lanes, RowSink* abandoned, BatchQueue& queue,
                     const Use& use) {
    const std::span sources(lanes.positions);
    apsp::for_each_batch(
        queue, abandoned, [&] { return OwnLanes(*lane_graph_); },
        [&](OwnLanes& own, std::size_t n) {
          const std::size_t first = n * kBatch<Element>;
          const std::size_t count = std::min(kBatch<Element>, sources.size() - first);
          use(Batch{own, sources.subspan(first, count), std::span(lanes.rows).subspan(first, count),
                    static_cast<std::size_t>(omp_get_thread_num())});
        });
  }

  /// Same as for_each_part(), each batch solved and kept.
  template <typename Use>
  void for_each_batch(const LaneSources& lanes, RowSink* abandoned, BatchQueue& queue,
                      const Use& use) {
    for_each_part(lanes, abandoned, queue, [&](const Batch& batch) {
      batch.lanes.run(batch.sources);
      use(batch);
    });
  }

  static Extent extent_of(const Batch& batch) {
    std::array<Element, kBatch<Element>> finite = {}, all = {};
    raise_to_largest(batch.lanes.row(0), batch.lanes.size(), finite.data(), all.data());
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
    return batch.lanes.row(index(way_.positions()[index(vertex)]));
  }

  [[nodiscard]] std::size_t vertex_of(std::int32_t position) const {
    return index(way_.vertices()[index(position)]);
  }

  /// Whether a result of the batch is infinite although there is a path.
  [[nodiscard]] bool is_clipped(const Batch& batch) const {
    if (proven_) return false;
    if (prove(extent_of(batch), graph_.largest_weight, kInfinity<Element>)) return false;
    return first_clipped_of(batch, graph_, graph_.edges.size()).has_value();
  }

  /// Solves a batch, and calls `take(thread, lanes, sources, rows)` for it, or for part after part
  /// of it: in this solve's width, or in s32, which holds what that clips.
  template <typename Take>
  void run_exactly(const Batch& batch, const BatchQueue& queue, Observer& observer,
                   const Take& take) {
    batch.lanes.run(batch.sources);
    if (!is_clipped(batch)) {
      take(batch.thread, batch.lanes, batch.sources, batch.rows);
      return;
    }
    ++widened_;
    Observer silent;
    std::call_once(wide_made_, [&] { make_wide_graph(queue.keeps() ? silent : observer); });
    WideLanes wide(*wide_graph_);
    for (std::size_t first = 0; first < batch.sources.size(); first += kBatch<Wide>) {
      const std::size_t count = std::min(kBatch<Wide>, batch.sources.size() - first);
      wide.run(batch.sources.subspan(first, count));
      take(batch.thread, wide, batch.sources.subspan(first, count),
           batch.rows.subspan(first, count));
    }
  }

  /// Closes the core by as many threads as there are, although all are at batches: those that
  /// need it wait.
  void make_wide_graph(Observer& observer) {
    const NestedRegions nested;
    way_.make(wide_graph_, observer);
  }

  void put_rows(RowSink& rows, Observer& observer) {
    const std::size_t buffer = kLanesAtOnce<Element> * size();
    std::vector<std::vector<Distance>> buffers(threads());
    const bool in_order = rows.in_order();
    BatchQueue queue(batches(), observer);
    const auto put = [&](std::size_t thread, auto& solved, auto, auto numbers) {
      buffers[thread].resize(buffer);
      put_rows_of(solved, way_.positions(), numbers, rows, in_order, std::span(buffers[thread]));
    };
    for_each_part(in_order ? by_row() : by_position(), &rows, queue,
                  [&](const Batch& batch) { run_exactly(batch, queue, observer, put); });
    report_batches(observer);
  }

  void put_numbers(NumbersSink& sink, Observer& observer) {
    if (mirrors() && rows_.all() && !sink.keeps()) {
      put_mirrored(sink, observer, [&](auto, auto numbers, auto& histogram) {
        put_numbers_from(0, numbers, histogram, sink);
      });
      return;
    }
    const LaneSources lanes = by_position();
    std::vector<RowNumbers> numbers(rows_.size());
    BatchQueue queue(batches(), &sink, observer);
    do {
      std::vector<std::optional<RowGatherer>> gatherers(threads());
      gather_stretch(lanes, queue, observer, gatherers, numbers);
      put_stretch(lanes, queue.stretch(), numbers, gatherers, sink);
    } while (queue.goes_on());
    report_batches(observer);
  }

  /// Whether one distance of two is enough.
  [[nodiscard]] bool mirrors() const { return proven_ && lane_graph_->symmetric(); }

  /// The extent of a batch by the numbers of its rows.
  [[nodiscard]] Extent extent_of(const Batch& batch, std::span<const RowNumbers> numbers) const {
    Extent extent;
    for (const std::int32_t row : batch.rows) {
      const RowNumbers& of = numbers[index(row)];
      extent = united(extent, {of.reachable > 0 ? of.largest : 0, of.reachable + 1 == size()});
    }
    return extent;
  }

  /// Gathers the numbers of a stretch of batches: those of each row, and all of a thread's. Where
  /// nothing is proven yet, mostly the numbers of a batch prove it, which is then not kept.
  void gather_stretch(const LaneSources& lanes, BatchQueue& queue, Observer& observer,
                      std::span<std::optional<RowGatherer>> gatherers,
                      std::span<RowNumbers> numbers) {
    if (proven_) {
      for_each_part(lanes, nullptr, queue, [&](const Batch& batch) {
        visit_numbers(batch.lanes, batch.sources, batch.rows, made(gatherers[batch.thread]),
                      numbers);
      });
      return;
    }
    std::vector<std::optional<RowGatherer>> unproven(threads());
    const auto gather = [&](std::size_t thread, auto& solved, auto sources, auto rows) {
      gather_numbers(solved, sources, rows, made(gatherers[thread]), numbers);
    };
    for_each_part(lanes, nullptr, queue, [&](const Batch& batch) {
      if (!clips_) {
        RowGatherer& counter = made(unproven[batch.thread]);
        visit_numbers(batch.lanes, batch.sources, batch.rows, counter, numbers);
        if (prove(extent_of(batch, numbers), graph_.largest_weight, kInfinity<Element>)) {
          made(gatherers[batch.thread]).take(counter);
          return;
        }
        unproven[batch.thread].reset();
        clips_ = true;
      }
      run_exactly(batch, queue, observer, gather);
    });
  }

  void put_stretch(const LaneSources& lanes, BatchQueue::Stretch stretch,
                   std::span<const RowNumbers> by_row,
                   std::span<std::optional<RowGatherer>> gatherers, NumbersSink& sink) const {
    const std::span<const std::int32_t> rows = lanes_of(lanes, stretch);
    std::vector<RowNumbers> numbers(rows.size());
    std::transform(rows.begin(), rows.end(), numbers.begin(),
                   [&](std::int32_t row) { return by_row[static_cast<std::size_t>(row)]; });
    sink.put_numbers(rows, numbers, histogram_of(gatherers));
  }

  /// Calls `put(rows, added, histogram)` for each stretch of batches, which `sink` ends: with its
  /// rows, and what they add to the numbers of all.
  template <typename Put>
  void put_mirrored(NumbersSink& sink, Observer& observer, const Put& put) {
    const LaneSources lanes = by_position();
    const std::vector<unsigned char> wanted = marks_of(lanes);
    BatchQueue queue(batches(), &sink, observer);
    do {
      std::vector<std::optional<MirroredNumbers>> gatherers(threads());
      for_each_part(lanes, nullptr, queue, [&](const Batch& batch) {
        made(gatherers[batch.thread], size()).add(batch.lanes, batch.sources, wanted);
      });
      std::vector<RowNumbers> by_position(size());
      Histogram histogram;
      parallel_for(gatherers.size(), [&](std::size_t n) {
        if (gatherers[n]) gatherers[n]->finish();
      });
      for (std::optional<MirroredNumbers>& gatherer : gatherers) {
        if (gatherer) gatherer->add_to(by_position, histogram);
      }
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
  [[nodiscard]] std::vector<unsigned char> marks_of(const LaneSources& lanes) const {
    if (lanes.positions.size() == size()) return {};
    std::vector<unsigned char> marks(size());
    for (const std::int32_t position : lanes.positions)
      marks[static_cast<std::size_t>(position)] = 1;
    return marks;
  }

  /// The rows of a stretch of batches.
  [[nodiscard]] std::span<const std::int32_t> lanes_of(const LaneSources& lanes,
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
  Way way_;
  const RowSet rows_;
  Graph graph_;
  Observer* observer_ = nullptr;  // of this solve, once close() is called
  std::optional<typename Way::template Graph<Element>> lane_graph_;
  std::optional<typename Way::template Graph<Wide>> wide_graph_;
  std::once_flag wide_made_;
  std::atomic<bool> clips_ = false;        // a batch seems to, and others may
  std::atomic<std::int64_t> widened_ = 0;  // batches that were put from the wide graph
};

/// Bytes of each thread of such an attempt, beside those of its Way::Batch.
template <typename Element>
[[nodiscard]] std::size_t lane_thread_bytes(std::size_t vertices) {
  constexpr std::size_t kGatherer = std::size_t{3} << 20;  // two with their histograms, at most
  return kLanesAtOnce<Element> * vertices * sizeof(Distance) + kGatherer +
         MirroredNumbers::bytes_for(vertices);
}

}  // namespace apsp::cpu
