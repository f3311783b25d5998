// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/sweep_solve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/base/plural.hpp"
#include "common/core/batch_queue.hpp"
#include "common/core/row_set.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/send.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/batches.hpp"
#include "common/gpu/sweep/core_distances.hpp"
#include "common/gpu/sweep/member_sweep.hpp"
#include "common/gpu/sweep/shape.hpp"

namespace apsp::gpu {
namespace {

/// Bytes of the eliminated graph on a device, its core's distances included.
template <class Word>
std::size_t graph_bytes(const sparse::EliminationTree& tree) {
  const std::size_t core = tree.core_size();
  return tree.ups.size() * (sizeof(Unit) + sizeof(RiseArc)) +
         tree.size() * (2 * sizeof(Unit) + sizeof(RiseStep) + 2 * sizeof(std::int32_t)) +
         (core > 0 ? CoreDistances<Word>::bytes_for(tree.size(), core, tree.ups.size()) : 0);
}

/// Same, in all widths that an attempt may need: a wider one where its own is not proven.
template <class Word>
std::size_t graphs_bytes(const sparse::EliminationTree& tree, bool proven) {
  const std::size_t own = graph_bytes<Word>(tree);
  return proven || !std::is_same_v<Word, U16x2> ? own : own + graph_bytes<S32>(tree);
}

template <class Word>
bool is_proven(const Attempt& attempt) {
  return Word::kReal || attempt.longest < Word::kInfiniteElement;
}

/// What a warp keeps of a batch in device memory, and in how many rows.
struct Kept {
  Columns columns;
  std::size_t rows;
};

/// Ways alone, where nothing is wanted but numbers of rows, in a width that holds them all, and
/// where they take less. O(V + R).
template <class Word>
Kept kept_of(const SweepGraph& graph, const Attempt& attempt) {
  const std::size_t all = graph.tree.size();
  if (!is_proven<Word>(attempt) || !attempt.problem.numbers_alone) return {Columns::kAll, all};
  constexpr std::size_t kLanes = kWordsOfWarp * static_cast<std::size_t>(Word::kElements);
  const std::size_t ways = rows_of(graph.traversal, Columns::kWays) +
                           most_risen(attempt.problem.rows, graph.traversal, kLanes);
  return ways < all ? Kept{Columns::kWays, ways} : Kept{Columns::kAll, all};
}

/// The room on the current device for one of `sharing` members, beside `besides` bytes.
SweepRoom room_on_device(const SweepLimits& limits, Columns columns, std::size_t besides,
                         std::size_t sharing) {
  constexpr double kShare = 0.7;  // of what is free, the rest is for others
  std::size_t available = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&available, &total), "read the free device memory");
  const std::size_t shared = limit_of_device(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  const std::size_t window = window_bytes(window_bins_for(shared));
  const std::size_t own = available / sharing;
  const std::size_t left = own > besides ? own - besides : 0;
  return {
      limit_of_device(cudaDevAttrMultiProcessorCount),
      std::min(columns == Columns::kWays ? shared - window : shared, limits.shared_bytes),
      std::min(static_cast<std::size_t>(kShare * static_cast<double>(left)), limits.batch_bytes)};
}

/// A device's part of an attempt. Its device is current in every call.
template <class Word>
class Member {
 public:
  Member(const Graph& graph, const SweepGraph& sweep_graph, const RowSet& rows, bool proven,
         const Kept& kept, const LongestBounds& bounds, const Members& team,
         const SweepLimits& limits, StagingRing& ring)
      : sweep_graph_(sweep_graph),
        ring_(ring),
        shape_(shape_for(warp_bytes(sweep_graph.tree.size(), kept.rows),
                         sweep_graph.lifetimes.most_alive,
                         words_of((rows.size() + team.count - 1) / team.count),
                         room_on_device(limits, kept.columns,
                                        graphs_bytes<Word>(sweep_graph.tree, proven), team.sharing),
                         kept.columns)),
        memory_(sweep_graph.tree.size(), kept.rows, shape_),
        steps_of_vertex_(sent(sweep_graph.traversal.steps_of_vertex, ring.stream())) {
    narrow_.emplace(graph, sweep_graph, shape_, kept.columns, bounds, steps_of_vertex_.get(),
                    memory_, ring);
  }

  /// Calls `stop`, which may throw, in between.
  void close(const std::function<void()>& stop) { narrow_->close(stop); }

  [[nodiscard]] const SweepShape& shape() const { return shape_; }
  [[nodiscard]] MemberSweep<Word>& sweep() { return *narrow_; }

  /// Calls `use(sweep, batch)` for `batch`, or for parts of it in s32 where `proven` is false and a
  /// length is clipped. Calls compute() before each of them is computed, and `stop` like close().
  /// True: it was in s32.
  template <class Compute, class Use>
  bool for_exact(const Batch& batch, const Graph& graph, bool proven, bool with_numbers,
                 const std::function<void()>& stop, const Compute& compute, const Use& use) {
    compute();
    narrow_->run(batch, with_numbers || !proven);
    if (proven || !is_clipped(graph)) {
      use(*narrow_, batch);
      return false;
    }
    if (!wide_) {
      wide_.emplace(graph, sweep_graph_, shape_, Columns::kAll, LongestBounds{},
                    steps_of_vertex_.get(), memory_, ring_);
      wide_->close(stop);
    }
    for (const Batch& part : parts_of(batch)) {
      compute();
      wide_->run(part, with_numbers);
      use(*wide_, part);
    }
    return true;
  }

 private:
  static std::size_t words_of(std::size_t lanes) {
    return (lanes + Word::kElements - 1) / Word::kElements;
  }

  bool is_clipped(const Graph& graph) {
    if (prove(narrow_->extent(), graph.largest_weight, Word::kInfiniteElement)) {
      return false;
    }
    return narrow_->first_clipped(graph).has_value();
  }

  /// Parts that fit in s32. Ascending where the rows of the batch must be put so.
  [[nodiscard]] std::vector<Batch> parts_of(const Batch& batch) const {
    std::vector<Batch> parts;
    for (std::size_t first = 0; first < batch.size(); first += wide_->lanes()) {
      parts.push_back(part_of(batch, first, std::min(first + wide_->lanes(), batch.size())));
    }
    return parts;
  }

  const SweepGraph& sweep_graph_;
  StagingRing& ring_;
  SweepShape shape_;
  BatchMemory memory_;
  DeviceMemory<std::int32_t> steps_of_vertex_;
  std::optional<MemberSweep<Word>> narrow_;
  std::optional<MemberSweep<S32>> wide_;
};

template <class Word>
class SweepSolve final : public Solve {
 public:
  SweepSolve(std::unique_ptr<const SweepGraph> graph, const Attempt& attempt, Members members,
             const SweepLimits& limits)
      : sweep_graph_(std::move(graph)),
        proven_(is_proven<Word>(attempt)),
        kept_(kept_of<Word>(*sweep_graph_, attempt)),
        bounds_(bounds_of(attempt)),
        rows_(attempt.problem.rows),
        team_(std::move(members)),
        limits_(limits),
        members_(team_.count) {
    team_.each([&](std::size_t, StagingRing&) { require_room(); });
  }

  ~SweepSolve() override {
    // Device memory is freed with its device current.
    try {
      team_.each([&](std::size_t member, StagingRing&) { members_[member].reset(); });
    } catch (...) {  // a device that failed: the process is about to end
    }
  }

  void scatter(const Graph& graph, Observer& observer) override {
    observer.enter_phase(Phase::kUpload);
    graph_ = graph;
    team_.each([&](std::size_t member, StagingRing& ring) {
      members_[member] = std::make_unique<Member<Word>>(graph, *sweep_graph_, rows_, proven_, kept_,
                                                        bounds_, team_, limits_, ring);
    });
  }

  void close(Observer& observer) override {
    team_.each([&](std::size_t member, StagingRing&) {
      members_[member]->close([&] { stop_if_asked(observer); });
    });
    report_shape(observer);
  }

  [[nodiscard]] bool streams() const override { return true; }

  Extent extent() override {
    std::vector<Extent> extents(team_.count);
    for_all_batches([&](std::size_t member, const Batch& batch) {
      members_[member]->sweep().run(batch, true);
      extents[member] = widest(extents[member], members_[member]->sweep().extent());
    });
    return std::accumulate(extents.begin(), extents.end(), Extent{}, widest);
  }

  std::optional<Clipped> first_clipped(const Graph& graph) override {
    std::vector<std::optional<Clipped>> found(team_.count);
    for_all_batches([&](std::size_t member, const Batch& batch) {
      members_[member]->sweep().run(batch, false);
      found[member] = first_of(found[member], members_[member]->sweep().first_clipped(graph));
    });
    std::optional<Clipped> first;
    for (const std::optional<Clipped>& clipped : found) first = first_of(first, clipped);
    return first;
  }

  void put(const Outputs& outputs, Observer& observer) override {
    widened_ = 0;
    if (outputs.numbers != nullptr) {
      put_numbers(*outputs.numbers, observer);
    } else {
      put_rows(outputs.rows, observer);
    }
  }

 private:
  static LongestBounds bounds_of(const Attempt& attempt) {
    LongestBounds bounds;
    bounds.least = attempt.least;
    bounds.most = attempt.longest;
    return bounds;
  }

  /// Members speak to the observer one at a time.
  void stop_if_asked(Observer& observer) {
    const std::lock_guard lock(reporting_);
    stop_if_cancelled(observer);
  }

  static Extent widest(const Extent& a, const Extent& b) {
    return {std::max(a.largest, b.largest), a.complete && b.complete};
  }

  /// All sources, as many to a batch as every member takes.
  [[nodiscard]] Batches batches(bool in_order) const {
    std::size_t lanes = members_[0]->sweep().lanes();
    for (const auto& member : members_) lanes = std::min(lanes, member->sweep().lanes());
    return {rows_, sweep_graph_->traversal, lanes, in_order};
  }

  template <class Use>
  void for_all_batches(const Use& use) {
    Observer silent;
    const Batches all = batches(false);
    BatchQueue queue(all.count(), silent);
    share_out(team_, queue, nullptr,
              [&](std::size_t member, std::size_t n) { use(member, all.batch(n)); });
  }

  /// Calls `take(member, sweep, batch)` for every batch of a stretch, or part of one, exact. The
  /// first member reports that `phase` follows the computation of each.
  template <class Take>
  void for_each_exact_batch(const Batches& all, RowSink* abandoned, bool with_numbers, Phase phase,
                            BatchQueue& queue, Observer& observer, const Take& take) {
    share_out(team_, queue, abandoned, [&](std::size_t member, std::size_t n) {
      const Batch batch = all.batch(n);
      const auto enter = [&](Phase next) {
        if (member != 0) return;
        const std::lock_guard lock(reporting_);
        observer.enter_phase(next);
      };
      const auto stop = [&] {
        const std::lock_guard lock(reporting_);
        queue.stop_if_lost();
      };
      const auto compute = [&] { enter(Phase::kCompute); };
      const auto use = [&](auto& sweep, const Batch& part) {
        enter(phase);
        take(member, sweep, part);
        if (with_numbers) enter(Phase::kCompute);  // what others may still do
      };
      if (members_[member]->for_exact(batch, graph_, proven_, with_numbers, stop, compute, use)) {
        ++widened_;
      }
      const std::lock_guard lock(reporting_);
      queue.finish();
    });
  }

  void report_batches(const Batches& all, Observer& observer) const {
    observer.fact("batches", static_cast<std::int64_t>(all.count()));
    observer.fact("batches_widened", widened_.load());
  }

  void put_rows(RowSink& rows, Observer& observer) {
    const Batches all = batches(rows.in_order());
    BatchQueue queue(all.count(), observer);
    for_each_exact_batch(all, &rows, false, Phase::kDownload, queue, observer,
                         [&](std::size_t, auto& sweep, const Batch&) { sweep.put_rows(rows); });
    report_batches(all, observer);
  }

  void put_numbers(NumbersSink& sink, Observer& observer) {
    std::vector<RowNumbers> numbers(rows_.size());
    const Batches all = batches(false);
    BatchQueue queue(all.count(), &sink, observer);
    do {
      put_stretch(all, queue, numbers, sink, observer);
    } while (queue.goes_on());
    report_batches(all, observer);
  }

  void put_stretch(const Batches& all, BatchQueue& queue, std::span<RowNumbers> by_row,
                   NumbersSink& sink, Observer& observer) {
    std::vector<Histogram> histograms(team_.count);
    for_each_exact_batch(all, nullptr, true, Phase::kSummary, queue, observer,
                         [&](std::size_t member, auto& sweep, const Batch&) {
                           sweep.add_numbers(by_row, histograms[member]);
                         });
    if (kept_.columns == Columns::kWays) {
      team_.each([&](std::size_t member, StagingRing&) {
        members_[member]->sweep().add_counts(histograms[member]);
      });
    }
    for (std::size_t member = 1; member < team_.count; ++member) {
      histograms[0].add(histograms[member]);
    }
    const BatchQueue::Stretch stretch = queue.stretch();
    const std::span<const std::int32_t> rows = all.rows(stretch.first, stretch.end);
    std::vector<RowNumbers> numbers(rows.size());
    std::transform(rows.begin(), rows.end(), numbers.begin(),
                   [&](std::int32_t row) { return by_row[static_cast<std::size_t>(row)]; });
    sink.put_numbers(rows, numbers, histograms[0]);
  }

  /// Throws Error(kMemory) where the current device has too little.
  void require_room() const {
    constexpr std::size_t kWarps = 8;  // fewer take too long
    const sparse::EliminationTree& tree = sweep_graph_->tree;
    std::string what = fmt::format("{} by sweeps", counted(tree.size(), "vertex"));
    if (tree.core_size() > 0) {
      what += fmt::format(" along a core of {}", counted(tree.core_size(), "vertex"));
    }
    require_device_memory(team_.sharing * (graphs_bytes<Word>(tree, proven_) +
                                           kWarps * warp_bytes(tree.size(), kept_.rows)),
                          what, "--method dense may need less");
  }

  void report_shape(Observer& observer) const {
    const SweepShape& shape = members_[0]->shape();
    observer.fact("sweep_blocks", static_cast<std::int64_t>(shape.blocks));
    observer.fact("sweep_warps", static_cast<std::int64_t>(shape.warps));
    observer.fact("sweep_rows", static_cast<std::int64_t>(kept_.rows));
    observer.fact("sweep_slots", static_cast<std::int64_t>(shape.capacity));
    observer.fact("sweep_slots_wanted",
                  static_cast<std::int64_t>(sweep_graph_->lifetimes.most_alive));
    observer.fact("sweep_missed",
                  members_[0]->sweep().reads_from_memory() /
                      std::max(1.0, static_cast<double>(sweep_graph_->tree.ups.size())));
  }

  const std::unique_ptr<const SweepGraph> sweep_graph_;
  const bool proven_;
  const Kept kept_;
  const LongestBounds bounds_;
  const RowSet rows_;
  const Members team_;
  const SweepLimits limits_;
  Graph graph_;
  std::vector<std::unique_ptr<Member<Word>>> members_;
  std::mutex reporting_;
  std::atomic<std::int64_t> widened_ = 0;  // batches that were put from a wider sweep
};

}  // namespace

std::unique_ptr<Solve> make_sweep_solve(std::unique_ptr<const SweepGraph> graph,
                                        const Attempt& attempt, Members members,
                                        const SweepLimits& limits) {
  return with_word(attempt.width, [&](auto word) -> std::unique_ptr<Solve> {
    return std::make_unique<SweepSolve<decltype(word)>>(std::move(graph), attempt,
                                                        std::move(members), limits);
  });
}

}  // namespace apsp::gpu
