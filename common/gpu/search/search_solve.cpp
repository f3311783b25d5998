// SPDX-License-Identifier: MIT
#include "common/gpu/search/search_solve.hpp"

#include <algorithm>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "common/core/batch_queue.hpp"
#include "common/core/row_set.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/search/member_search.hpp"
#include "common/solve/level_solve.hpp"

namespace apsp::gpu {
namespace {

/// Some of the sources, in their order.
struct Group {
  std::size_t first;
  std::span<const std::int32_t> rows;
  std::span<const std::int32_t> sources;
};

class SearchSolve final : public LevelSolve {
 public:
  SearchSolve(sparse::BitGraph graph, const Attempt& attempt, Members members,
              const SearchLimits& limits)
      : LevelSolve(std::move(graph), *attempt.plan.search, attempt),
        team_(std::move(members)),
        limits_(limits),
        members_(team_.count) {}

  ~SearchSolve() override {
    // Device memory is freed with its device current.
    try {
      team_.each([&](std::size_t member, StagingRing&) { members_[member].reset(); });
    } catch (...) {  // a device that failed: the process is about to end
    }
  }

  void close(Observer& observer) override {
    LevelSolve::close(observer);
    const std::size_t rows = attempt().problem.rows.size();
    // Several devices take more groups than one each: the first sources, of hubs, take longest.
    constexpr std::size_t kGroups = 4;
    const std::size_t groups = team_.count == 1 ? 1 : kGroups * team_.count;
    const std::size_t share = std::min((rows + groups - 1) / groups, limits_.group_sources);
    observer.enter_phase(Phase::kUpload);
    team_.each([&](std::size_t member, StagingRing& ring) {
      constexpr double kShare = 0.7;  // of what is free, the rest is for others
      const double free =
          kShare * static_cast<double>(free_device_memory()) / static_cast<double>(team_.sharing);
      members_[member] = std::make_unique<MemberSearch>(
          graph(), share, !attempt().problem.numbers_alone, static_cast<std::size_t>(free), ring);
    });
    group_ = share;
    for (const auto& member : members_) group_ = std::min(group_, member->most_sources());
    group_ = std::max<std::size_t>(1, group_);
  }

 private:
  [[nodiscard]] std::size_t rows_of_batch() const override { return group_; }

  /// Calls `use(member, group, stop)` for the groups of a stretch, ascending for each member. An
  /// exception abandons `abandoned`, if it is not null.
  template <class Use>
  void for_each_group(const SearchOrder& order, RowSink* abandoned, BatchQueue& queue,
                      const Use& use) {
    share_out(team_, queue, abandoned, [&](std::size_t member, std::size_t n) {
      const std::size_t first = n * group_;
      const std::size_t count = std::min(group_, order.rows.size() - first);
      use(*members_[member], Group{first, std::span(order.rows).subspan(first, count),
                                   std::span(order.sources).subspan(first, count)});
      queue.finish();
    });
  }

  LevelCounts count(const SearchOrder& order, std::uint32_t most_levels, BatchQueue& queue,
                    RowSink* abandoned) override {
    LevelCounts counts;
    counts.numbers.resize(order.rows.size());
    std::mutex adding;
    for_each_group(order, abandoned, queue, [&](MemberSearch& member, const Group& group) {
      const std::span numbers = std::span(counts.numbers).subspan(group.first, group.rows.size());
      std::vector<std::uint64_t> pairs;
      member.count(
          group.sources, most_levels, [&] { queue.stop_if_lost(); }, numbers, pairs);
      const std::lock_guard lock(adding);
      if (counts.pairs.size() < pairs.size()) counts.pairs.resize(pairs.size());
      for (std::size_t level = 0; level < pairs.size(); ++level) {
        counts.pairs[level] += pairs[level];
      }
    });
    return counts;
  }

  void put_rows(const SearchOrder& order, std::uint32_t most_levels, RowSink& sink,
                Observer& observer) override {
    BatchQueue queue(groups_of(order), observer);
    for_each_group(order, &sink, queue, [&](MemberSearch& member, const Group& group) {
      member.put_rows(
          group.sources, group.rows, most_levels, weight(), [&] { queue.stop_if_lost(); }, sink);
    });
  }

  std::optional<Clipped> first_above(const SearchOrder& order, std::uint32_t below,
                                     const Graph& graph, Observer& observer) override {
    std::vector<std::int32_t> vertices(order.sources.size());
    std::transform(
        order.sources.begin(), order.sources.end(), vertices.begin(), [&](std::int32_t number) {
          return static_cast<std::int32_t>(this->graph().vertex(static_cast<std::size_t>(number)));
        });
    std::optional<Clipped> first;
    std::mutex keeping;
    BatchQueue queue(groups_of(order), observer);
    for_each_group(order, nullptr, queue, [&](MemberSearch& member, const Group& group) {
      const auto own = std::span(vertices).subspan(group.first, group.sources.size());
      const std::optional<Clipped> found = member.first_cut_off(
          group.sources, own, below, [&] { queue.stop_if_lost(); }, graph);
      const std::lock_guard lock(keeping);
      first = first_of(first, found);
    });
    return first;
  }

  [[nodiscard]] std::size_t groups_of(const SearchOrder& order) const {
    return (order.rows.size() + group_ - 1) / group_;
  }

  const Members team_;
  const SearchLimits limits_;
  std::vector<std::unique_ptr<MemberSearch>> members_;
  std::size_t group_ = 1;  // sources, at most
};

}  // namespace

std::unique_ptr<Solve> make_search_solve(sparse::BitGraph graph, const Attempt& attempt,
                                         Members members, const SearchLimits& limits) {
  return std::make_unique<SearchSolve>(std::move(graph), attempt, std::move(members), limits);
}

}  // namespace apsp::gpu
