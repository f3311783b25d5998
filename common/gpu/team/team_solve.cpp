// SPDX-License-Identifier: MIT
#include "common/gpu/team/team_solve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/plural.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/floyd_warshall.hpp"
#include "common/gpu/dense/predecessors.hpp"
#include "common/gpu/dense/proof.hpp"
#include "common/gpu/dense/rounds.hpp"
#include "common/gpu/dense/scatter.hpp"
#include "common/gpu/dense/staging.hpp"
#include "common/gpu/dense/summary.hpp"
#include "common/gpu/dense/wanted_rows.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/team/floyd_warshall.hpp"

namespace apsp::gpu {
namespace {

/// One member's rows.
template <class Word>
struct Share {
  Share(const Layout& layout, const RowSet& set)
      : words(allocate_device<std::uint32_t>(layout.matrix_words())),
        matrix{words.get(), layout},
        rounds(matrix),
        rows(set, layout) {}

  DeviceMemory<std::uint32_t> words;
  MatrixView matrix;
  Rounds<Word> rounds;
  WantedRows rows;
};

/// One attempt on a matrix whose rows members share.
template <class Word>
class TeamSolve final : public Solve {
 public:
  TeamSolve(const Problem& problem, Team& team, const Lineup& lineup, const MakeExchange& exchange)
      : vertices_(problem.graph.vertices), set_(problem.rows), team_(team) {
    constexpr int kElements = Word::kElements;
    const std::vector<Layout> all = layouts_for(vertices_, kElements, lineup.members());
    const std::size_t first = std::min(lineup.first, all.size());
    const std::size_t end = std::min(first + team.size(), all.size());
    layouts_.assign(all.begin() + static_cast<std::ptrdiff_t>(first),
                    all.begin() + static_cast<std::ptrdiff_t>(end));
    shares_.resize(members());
    depth_ = all[0].depth();
    members_of_all_ = all.size();
    const Schedule schedule = all[0].schedule();
    std::vector<std::size_t> words;
    for (std::size_t round = 0; round < schedule.rounds(); ++round) {
      words.push_back(all[0].row_words(round));
    }
    check(cudaSetDevice(team.device(0).id), "select the device");  // also of one that holds no rows
    const Crossings crossings = {ids(), first, owners(schedule, held(all)), words};
    if (exchange) exchange_ = exchange(crossings);
  }

  void scatter(const Graph& graph, Observer& observer) override {
    if (exchange_) observer.fact("devices_used", static_cast<std::int64_t>(members_of_all_));
    observer.fact("round_depth", std::int64_t{depth_});
    observer.enter_phase(Phase::kUpload);
    each([&](std::size_t member, StagingRing& ring) {
      if (exchange_) exchange_->join(member);
      shares_[member] = std::make_unique<Share<Word>>(layouts_[member], set_);
      scatter_graph<Word>(shares_[member]->matrix, graph, ring);
    });
  }

  void close(Observer& observer) override {
    if (exchange_ == nullptr) {
      return each([&](std::size_t member, StagingRing& ring) {
        const auto advance = [&](std::size_t done, std::size_t total) {
          advance_or_stop(observer, static_cast<std::int64_t>(done),
                          static_cast<std::int64_t>(total));
        };
        if (close_matrix(shares_[member]->rounds, ring.stream(), advance)) {
          observer.fact("symmetric", true);
        }
      });
    }
    team_.each(
        members(),
        [&](std::size_t member) {
          close_share(shares_[member]->rounds, *exchange_, member,
                      [&](std::size_t done, std::size_t total) {
                        if (member != 0) return;
                        advance_or_stop(observer, static_cast<std::int64_t>(done),
                                        static_cast<std::int64_t>(total));
                      });
        },
        [&] { exchange_->stop(); });
    exchange_->end();
  }

  Extent extent() override {
    std::vector<Extent> extents(members());
    each([&](std::size_t member, StagingRing& ring) {
      const Share<Word>& share = *shares_[member];
      extents[member] = extent_of<Word>(share.matrix, share.rows.view(), ring.stream());
    });
    return std::accumulate(extents.begin(), extents.end(), Extent{}, united);
  }

  std::optional<Clipped> first_clipped(const Graph& graph) override {
    std::vector<std::optional<Clipped>> found(members());
    each([&](std::size_t member, StagingRing& ring) {
      found[member] = gpu::first_clipped<Word>(shares_[member]->matrix, set_, graph, ring);
    });
    std::optional<Clipped> first;
    for (const std::optional<Clipped>& clipped : found) first = first_of(first, clipped);
    return first;
  }

  void put(const Outputs& outputs, Observer& observer) override {
    if (exchange_) report_exchange(observer);
    if constexpr (!Word::kReal) {  // of those, rows are all there is
      if (outputs.numbers != nullptr && all_held()) return put_numbers(*outputs.numbers, observer);
      if (outputs.predecessors != nullptr) put_predecessors(*outputs.predecessors, observer);
    }
    observer.enter_phase(Phase::kDownload);
    each([&](std::size_t member, StagingRing& ring) {
      const Share<Word>& share = *shares_[member];
      stream_rows(
          vertices_, share.rows.size(), [&](std::size_t n) { return share.rows.number(n); }, ring,
          outputs.rows,
          [&](std::size_t first, std::size_t count, Distance* out) {
            widen<Word>(share.matrix, share.rows.view(), first, count, out, ring.stream());
          });
    });
  }

 private:
  void put_numbers(NumbersSink& numbers, Observer& observer) {
    observer.enter_phase(Phase::kSummary);
    std::vector<SummaryTimes> times(members());
    each([&](std::size_t member, StagingRing& ring) {
      const Share<Word>& share = *shares_[member];
      times[member] = summarise<Word>(share.matrix, share.rows.number(0), numbers, ring.stream());
    });
    if (!times.empty()) report_times(times[0], observer);
  }

  void put_predecessors(PredecessorRows& predecessors, Observer& observer) {
    observer.enter_phase(Phase::kPredecessors);
    std::vector<DevicePredecessors> made(members());
    each([&](std::size_t member, StagingRing& ring) {
      const Share<Word>& share = *shares_[member];
      made[member] = gpu::put_predecessors<Word>(share.matrix, share.rows, ring, predecessors);
    });
    report_predecessors(made, observer);
  }

  /// Members of this process that hold rows: fewer than the team has where there are fewer pivots.
  [[nodiscard]] std::size_t members() const { return layouts_.size(); }

  /// Whether all rows of the members are wanted, in order.
  [[nodiscard]] bool all_held() const {
    return std::all_of(shares_.begin(), shares_.end(),
                       [](const auto& share) { return share->rows.all_held(); });
  }

  /// Reports how rows crossed, the bytes, and the seconds of the member whose transfers took
  /// longest.
  void report_exchange(Observer& observer) const {
    observer.fact("exchange", exchange_->means());
    if (members() != members_of_all_) return;  // a part: the report has one for each rank
    std::size_t bytes = 0;
    double seconds = 0;
    for (std::size_t member = 0; member < members(); ++member) {
      bytes += exchange_->bytes_fetched(member);
      seconds = std::max(seconds, exchange_->seconds_fetching(member));
    }
    observer.fact("exchange_bytes", static_cast<std::int64_t>(bytes));
    observer.fact("exchange_seconds", seconds);
  }

  /// Calls `work(member, ring)` on the thread of each member, with its device current.
  template <class Work>
  void each(const Work& work) {
    team_.each(members(), [&](std::size_t member) { work(member, team_.ring(member)); });
  }

  [[nodiscard]] std::vector<int> ids() const {
    std::vector<int> ids;
    for (std::size_t member = 0; member < members(); ++member) {
      ids.push_back(team_.device(member).id);
    }
    return ids;
  }

  [[nodiscard]] static std::vector<BlockRange> held(const std::vector<Layout>& layouts) {
    std::vector<BlockRange> held;
    held.reserve(layouts.size());
    for (const Layout& layout : layouts) held.push_back(layout.held);
    return held;
  }

  std::size_t vertices_;
  const RowSet set_;
  Team& team_;
  int depth_ = 0;
  std::size_t members_of_all_ = 0;                    // processes, that hold rows
  std::vector<Layout> layouts_;                       // of this process's members
  std::unique_ptr<Exchange> exchange_;                // null: one device that holds all
  std::vector<std::unique_ptr<Share<Word>>> shares_;  // freed first: that waits for transfers
};

}  // namespace

void require_shares_fit(std::size_t vertices, Width width, const Team& team, const Lineup& lineup) {
  const int elements = with_word(width, [](auto word) { return decltype(word)::kElements; });
  const std::vector<Layout> layouts = layouts_for(vertices, elements, lineup.members());
  std::string hint = "more devices would hold it";
  if (width == Width::kS32) {
    hint += fmt::format(", or --arithmetic u16, if every distance is below {}",
                        kInfinity<std::uint16_t>);
  }
  for (std::size_t own = 0; own < team.size(); ++own) {
    const std::size_t member = lineup.first + own;
    if (member >= layouts.size()) return;
    std::size_t bytes = 0;  // of all shares that this device holds
    for (std::size_t other = 0; other < layouts.size(); ++other) {
      if (lineup.devices[other] == lineup.devices[member]) bytes += layouts[other].bytes();
    }
    check(cudaSetDevice(team.device(own).id), "select the device");
    require_device_memory(
        bytes,
        fmt::format("its share of {} in {}-bit arithmetic on {}", counted(vertices, "vertex"),
                    32 / elements, counted(lineup.distinct(), "device")),
        hint);
  }
}

std::unique_ptr<Solve> make_team_solve(const Attempt& attempt, Team& team, const Lineup& lineup,
                                       const MakeExchange& exchange) {
  return with_word(attempt.width, [&](auto word) -> std::unique_ptr<Solve> {
    return std::make_unique<TeamSolve<decltype(word)>>(attempt.problem, team, lineup, exchange);
  });
}

}  // namespace apsp::gpu
