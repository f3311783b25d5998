// SPDX-License-Identifier: MIT
#include "common/gpu/search/search_solve.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

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
  /// Calls `use(member, group, stop)` for all groups, ascending for each member. An exception
  /// abandons `abandoned`, if it is not null.
  template <class Use>
  void for_each_group(const SearchOrder& order, RowSink* abandoned, Observer& observer,
                      const Use& use) {
    const std::size_t groups = (order.rows.size() + group_ - 1) / group_;
    std::atomic<std::size_t> next = 0;
    std::mutex reporting;
    std::int64_t done = 0;
    const auto stop = [&] {
      const std::lock_guard lock(reporting);
      stop_if_cancelled(observer);
    };
    team_.each([&](std::size_t member, StagingRing&) {
      try {
        for (std::size_t n = next++; n < groups; n = next++) {
          const std::size_t first = n * group_;
          const std::size_t count = std::min(group_, order.rows.size() - first);
          use(member,
              Group{first, std::span(order.rows).subspan(first, count),
                    std::span(order.sources).subspan(first, count)},
              stop);
          const std::lock_guard lock(reporting);
          advance_or_stop(observer, ++done, static_cast<std::int64_t>(groups));
        }
      } catch (...) {
        if (abandoned != nullptr) abandoned->abandon(std::current_exception());
        throw;
      }
    });
  }

  LevelCounts count(const SearchOrder& order, std::uint32_t most_levels, Observer& observer,
                    RowSink* abandoned) override {
    LevelCounts counts;
    counts.rows.resize(order.rows.size());
    std::vector<std::vector<std::uint64_t>> pairs(team_.count);
    for_each_group(
        order, abandoned, observer, [&](std::size_t member, const Group& group, const auto& stop) {
          std::vector<RowNumbers> numbers(group.rows.size());
          members_[member]->count(group.sources, most_levels, stop, numbers, pairs[member]);
          for (std::size_t n = 0; n < numbers.size(); ++n) {
            counts.rows[static_cast<std::size_t>(group.rows[n])] = numbers[n];
          }
        });
    for (const std::vector<std::uint64_t>& part : pairs) {
      if (counts.pairs.size() < part.size()) counts.pairs.resize(part.size());
      for (std::size_t level = 0; level < part.size(); ++level) counts.pairs[level] += part[level];
    }
    return counts;
  }

  void put_rows(const SearchOrder& order, std::uint32_t most_levels, RowSink& sink,
                Observer& observer) override {
    for_each_group(
        order, &sink, observer, [&](std::size_t member, const Group& group, const auto& stop) {
          members_[member]->put_rows(group.sources, group.rows, most_levels, weight(), stop, sink);
        });
  }

  std::optional<Clipped> first_above(const SearchOrder& order, std::uint32_t below,
                                     const Graph& graph, Observer& observer) override {
    std::vector<std::int32_t> vertices(order.sources.size());
    std::transform(
        order.sources.begin(), order.sources.end(), vertices.begin(), [&](std::int32_t number) {
          return static_cast<std::int32_t>(this->graph().vertex(static_cast<std::size_t>(number)));
        });
    std::vector<std::optional<Clipped>> found(team_.count);
    for_each_group(
        order, nullptr, observer, [&](std::size_t member, const Group& group, const auto& stop) {
          const auto own = std::span(vertices).subspan(group.first, group.sources.size());
          found[member] = first_of(found[member], members_[member]->first_cut_off(
                                                      group.sources, own, below, stop, graph));
        });
    std::optional<Clipped> first;
    for (const std::optional<Clipped>& clipped : found) first = first_of(first, clipped);
    return first;
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
