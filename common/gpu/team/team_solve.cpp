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
#include "common/gpu/dense/half_rows.hpp"
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
#include "common/gpu/team/panel_gather.hpp"

namespace apsp::gpu {
namespace {

/// One member's rows.
template <class Word>
struct Share {
  Share(const Layout& layout, const RowSet& set)
      : words(allocate_device<typename Word::Bits>(layout.matrix_words())),
        matrix{words.get(), layout},
        rounds(matrix),
        rows(set, layout) {
    rounds.use_symmetry(layout.half);
  }

  DeviceMemory<typename Word::Bits> words;
  MatrixView<Word> matrix;
  Rounds<Word> rounds;
  WantedRows rows;
};

/// Writes wanted rows of a half, for stream_rows.
template <class Word>
class WholeRowsOf {
 public:
  WholeRowsOf(const RowSet& set, const WantedRows& rows, std::shared_ptr<WholeRows<Word>> whole,
              cudaStream_t stream)
      : set_(set), rows_(rows), whole_(std::move(whole)), stream_(stream), now_{} {}

  /// Enqueues what fills `out` (device memory) with `count` rows from row `first` on.
  void operator()(std::size_t first, std::size_t count, Distance* out) {
    while (count > 0) {
      const std::size_t vertex = set_.source(rows_.number(first));
      const auto is_here = [&](std::size_t v) { return now_.layout.held.contains(v / kBlockRows); };
      if (!is_here(vertex)) now_ = whole_->from(vertex / kBlockRows, 1, stream_);
      std::size_t run = 1;  // vertices that follow each other
      while (run < count && is_here(vertex + run) &&
             set_.source(rows_.number(first + run)) == vertex + run) {
        ++run;
      }
      const Layout& layout = now_.layout;
      widen<Word>(now_, {nullptr, layout.held_vertices()}, vertex - layout.first_vertex(), run, out,
                  stream_);
      first += run;
      count -= run;
      out += run * layout.vertices * kRowDistances<Word>;
    }
  }

 private:
  const RowSet& set_;
  const WantedRows& rows_;
  std::shared_ptr<WholeRows<Word>> whole_;
  cudaStream_t stream_;
  MatrixView<Word> now_;  // the rows that are here; none at first
};

/// One attempt on a matrix whose rows members share, or of a symmetric one the window of each.
template <class Word>
class TeamSolve final : public Solve {
 public:
  TeamSolve(const Problem& problem, Team& team, const Lineup& lineup, bool half,
            const MakeExchange& exchange)
      : vertices_(problem.graph.vertices), set_(problem.rows), team_(team), half_(half) {
    const std::vector<Layout> all = layouts_for<Word>(vertices_, lineup.members(), half);
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
      words.push_back(all[0].row_words(round) * kRowDistances<Word>);
    }
    check(cudaSetDevice(team.device(0).id), "select the device");  // also of one that holds no rows
    const Crossings crossings = {ids(), first, owners(schedule, held(all)), words};
    if (exchange) exchange_ = exchange(crossings);
    if (exchange && half) gather_.emplace(members(), schedule.rounds());
  }

  // After a failure a device may still copy from another's share, for which its cudaFree() does not
  // wait.
  ~TeamSolve() override {
    for (const int id : ids()) {
      (void)cudaSetDevice(id);
      (void)cudaDeviceSynchronize();
    }
  }
  TeamSolve(const TeamSolve&) = delete;
  TeamSolve& operator=(const TeamSolve&) = delete;

  void scatter(const Graph& graph, Observer& observer) override {
    if (exchange_) observer.fact("devices_used", static_cast<std::int64_t>(members_of_all_));
    observer.fact("round_depth", std::int64_t{depth_});
    observer.enter_phase(Phase::kUpload);
    each([&](std::size_t member, StagingRing& ring) {
      if (exchange_) exchange_->join(member);
      if (gather_) gather_->join(member);
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
    if (half_) observer.fact("symmetric", true);
    team_.each(
        members(),
        [&](std::size_t member) {
          const auto advance = [&](std::size_t done, std::size_t total) {
            if (member != 0) return;
            advance_or_stop(observer, static_cast<std::int64_t>(done),
                            static_cast<std::int64_t>(total));
          };
          if (gather_) {
            close_half(shares_[member]->rounds, *exchange_, *gather_, layouts_, member, advance);
          } else {
            close_share(shares_[member]->rounds, *exchange_, member, advance);
          }
        },
        [&] {
          exchange_->stop();
          if (gather_) gather_->stop();
        });
    exchange_->end();
  }

  // Lengths that round prove nothing.
  Extent extent() override {
    if constexpr (Word::kReal) {
      return {};
    } else {
      std::vector<Extent> extents(members());
      each([&](std::size_t member, StagingRing& ring) {
        each_rows(member, ring, [&](const MatrixView<Word>& matrix, const WantedRows& rows) {
          extents[member] =
              united(extents[member], extent_of<Word>(matrix, rows.view(), ring.stream()));
        });
      });
      return std::accumulate(extents.begin(), extents.end(), Extent{}, united);
    }
  }

  std::optional<Clipped> first_clipped(const Graph& graph) override {
    std::optional<Clipped> first;
    if constexpr (!Word::kReal) {
      std::vector<std::optional<Clipped>> found(members());
      each([&](std::size_t member, StagingRing& ring) {
        each_rows(member, ring, [&](const MatrixView<Word>& matrix, const WantedRows&) {
          found[member] =
              first_of(found[member], gpu::first_clipped<Word>(matrix, set_, graph, ring));
        });
      });
      for (const std::optional<Clipped>& clipped : found) first = first_of(first, clipped);
    }
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
      const auto put = [&](const auto& write) {
        stream_rows(
            vertices_ * kRowDistances<Word>, share.rows.size(),
            [&](std::size_t n) { return share.rows.number(n); }, ring, outputs.rows, write);
      };
      if (half_) {
        return put(WholeRowsOf<Word>(set_, share.rows, whole_rows(member), ring.stream()));
      }
      put([&](std::size_t first, std::size_t count, Distance* out) {
        widen<Word>(share.matrix, share.rows.view(), first, count, out, ring.stream());
      });
    });
  }

 private:
  void put_numbers(NumbersSink& numbers, Observer& observer) {
    observer.enter_phase(Phase::kSummary);
    std::vector<SummaryTimes> times(members());
    each([&](std::size_t member, StagingRing& ring) {
      each_rows(member, ring, [&](const MatrixView<Word>& matrix, const WantedRows& rows) {
        const SummaryTimes some = summarise<Word>(matrix, rows.number(0), numbers, ring.stream());
        times[member].rows += some.rows;
        times[member].histogram += some.histogram;
        times[member].bytes += some.bytes;
      });
    });
    if (!times.empty()) report_times(times[0], observer);
  }

  void put_predecessors(PredecessorRows& predecessors, Observer& observer) {
    observer.enter_phase(Phase::kPredecessors);
    std::vector<DevicePredecessors> made(members());
    each([&](std::size_t member, StagingRing& ring) {
      each_rows(member, ring, [&](const MatrixView<Word>& matrix, const WantedRows& rows) {
        const DevicePredecessors some =
            gpu::put_predecessors<Word>(matrix, rows, ring, predecessors);
        made[member].rows += some.rows;
        made[member].device_seconds += some.device_seconds;
      });
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

  /// Reports how rows crossed, the bytes, and the seconds of the member whose transfers of closed
  /// rows took longest.
  void report_exchange(Observer& observer) const {
    observer.fact("exchange", exchange_->means());
    if (members() != members_of_all_) return;  // a part: the report has one for each rank
    std::size_t bytes = 0;
    double seconds = 0;
    for (std::size_t member = 0; member < members(); ++member) {
      bytes += exchange_->bytes_fetched(member);
      if (gather_) bytes += gather_->bytes_fetched(member);
      seconds = std::max(seconds, exchange_->seconds_fetching(member));
    }
    observer.fact("exchange_bytes", static_cast<std::int64_t>(bytes));
    observer.fact("exchange_seconds", seconds);
  }

  [[nodiscard]] std::unique_ptr<WholeRows<Word>> whole_rows(std::size_t member) const {
    Halves<Word> halves;
    for (const auto& share : shares_) halves.shares[halves.count++] = share->matrix;
    return std::make_unique<WholeRows<Word>>(halves, layouts_[member]);
  }

  /// Calls `use(matrix, rows)` with the member's rows and the wanted ones among them, of a half
  /// with some of them after the other.
  template <class Use>
  void each_rows(std::size_t member, StagingRing& ring, const Use& use) {
    if (!half_) return use(shares_[member]->matrix, shares_[member]->rows);
    const Layout& layout = layouts_[member];
    const std::size_t blocks = layout.whole_blocks();
    const auto whole = whole_rows(member);
    for (std::size_t block = layout.held.begin; block < layout.held.end; block += blocks) {
      const WantedRows rows(set_, whole->layout_from(block, blocks));
      if (rows.size() == 0) continue;
      use(whole->from(block, blocks, ring.stream()), rows);
      check(cudaStreamSynchronize(ring.stream()), "read whole rows");
    }
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
  const bool half_;
  int depth_ = 0;
  std::size_t members_of_all_ = 0;      // processes, that hold rows
  std::vector<Layout> layouts_;         // of this process's members
  std::unique_ptr<Exchange> exchange_;  // null: one device that holds all
  std::optional<PanelGather> gather_;   // of a half that several share
  std::vector<std::unique_ptr<Share<Word>>> shares_;
};

}  // namespace

void require_shares_fit(std::size_t vertices, Width width, const Team& team, const Lineup& lineup,
                        bool half) {
  const std::vector<Layout> layouts = with_dense_word(width, [&](auto word) {
    return layouts_for<decltype(word)>(vertices, lineup.members(), half);
  });
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
                    8 * bytes_of(width), counted(lineup.distinct(), "device")),
        hint);
  }
}

std::unique_ptr<Solve> make_team_solve(const Attempt& attempt, Team& team, const Lineup& lineup,
                                       bool half, const MakeExchange& exchange) {
  return with_dense_word(attempt.width, [&](auto word) -> std::unique_ptr<Solve> {
    return std::make_unique<TeamSolve<decltype(word)>>(attempt.problem, team, lineup, half,
                                                       exchange);
  });
}

}  // namespace apsp::gpu
