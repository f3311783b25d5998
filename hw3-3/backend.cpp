// SPDX-License-Identifier: MIT
#include "hw3-3/backend.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <future>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/predecessors.hpp"
#include "common/gpu/dense/proof.hpp"
#include "common/gpu/dense/rounds.hpp"
#include "common/gpu/dense/staging.hpp"
#include "common/gpu/dense/summary.hpp"
#include "common/gpu/dense/wanted_rows.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/sweep_solve.hpp"
#include "hw3-3/floyd_warshall.hpp"
#include "hw3-3/partition.hpp"
#include "hw3-3/team.hpp"

namespace apsp::gpu {
namespace {

/// The layout of each device; fewer than devices where there are fewer pivots.
template <class Word>
std::vector<Layout> layouts_for(std::size_t vertices, std::size_t devices) {
  const std::size_t rows = (vertices + devices - 1) / devices;
  const Layout whole = Layout::whole(vertices, Word::kElements, pivots_for(vertices, rows));
  std::vector<Layout> layouts;
  for (const BlockRange& share : partition(whole.schedule(), devices)) {
    layouts.push_back(whole);
    layouts.back().held = share;
  }
  return layouts;
}

/// Throws Error(kMemory) if a share does not fit its device.
template <class Word>
void require_fit(std::size_t vertices, const Team& team) {
  const std::vector<Layout> layouts = layouts_for<Word>(vertices, team.size());
  std::string hint = "more devices would hold it";
  if (Word::kElements == 1) {
    hint += fmt::format(", or --arithmetic u16, if every distance is below {}",
                        kInfinity<std::uint16_t>);
  }
  for (std::size_t member = 0; member < layouts.size(); ++member) {
    const int id = team.device(member).id;
    std::size_t bytes = 0;  // of all shares that this device holds
    for (std::size_t other = 0; other < layouts.size(); ++other) {
      if (team.device(other).id == id) bytes += layouts[other].bytes();
    }
    check(cudaSetDevice(id), "select the device");
    require_device_memory(
        bytes,
        fmt::format("its share of {} in {}-bit arithmetic on {}", counted(vertices, "vertex"),
                    8 * sizeof(typename Word::Element),
                    counted(team.distinct(team.size()), "device")),
        hint);
  }
}

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

/// Reports the bytes that crossed, and the seconds of the member whose transfers took longest.
void report_exchange(const Exchange& exchange, std::size_t members, Observer& observer) {
  std::size_t bytes = 0;
  double seconds = 0;
  for (std::size_t member = 0; member < members; ++member) {
    bytes += exchange.bytes_fetched(member);
    seconds = std::max(seconds, exchange.seconds_fetching(member));
  }
  observer.fact("exchange", std::string(exchange.means()));
  observer.fact("exchange_bytes", static_cast<std::int64_t>(bytes));
  observer.fact("exchange_seconds", seconds);
}

/// One attempt on a matrix that a team shares.
template <class Word>
class TeamSolve final : public Solve {
 public:
  /// Needs V > 0. `team` must outlive the attempt.
  TeamSolve(const Problem& problem, Team& team, Crossing crossing)
      : vertices_(problem.graph.vertices),
        set_(problem.rows),
        team_(team),
        layouts_(layouts_for<Word>(vertices_, team.size())),
        exchange_(ids(), owners(layouts_[0].schedule(), held()), layouts_[0].row_panel_words(),
                  crossing),
        shares_(layouts_.size()) {}

  void scatter(const Graph& graph, Observer& observer) override {
    observer.fact("devices_used", static_cast<std::int64_t>(members()));
    observer.fact("round_depth", static_cast<std::int64_t>(layouts_[0].depth()));
    observer.enter_phase(Phase::kUpload);
    each([&](std::size_t member, StagingRing& ring) {
      exchange_.join(member);
      shares_[member] = std::make_unique<Share<Word>>(layouts_[member], set_);
      const MatrixView& matrix = shares_[member]->matrix;
      fill<Word>(matrix, ring.stream());
      stream_edges_from(graph, matrix.layout.first_vertex(), matrix.layout.held_vertices(), ring,
                        [&](const Edge* edges, std::size_t count) {
                          gpu::scatter<Word>(matrix, edges, count, ring.stream());
                        });
      check(cudaStreamSynchronize(ring.stream()), "scatter the edges");
    });
  }

  void close(Observer& observer) override {
    team_.each(
        members(),
        [&](std::size_t member) {
          close_share(shares_[member]->rounds, exchange_, member,
                      [&](std::size_t done, std::size_t total) {
                        if (member != 0) return;
                        advance_or_stop(observer, static_cast<std::int64_t>(done),
                                        static_cast<std::int64_t>(total));
                      });
        },
        [&] { exchange_.stop(); });
  }

  Extent extent() override {
    std::vector<Extent> extents(members());
    each([&](std::size_t member, StagingRing& ring) {
      const Share<Word>& share = *shares_[member];
      extents[member] = extent_of<Word>(share.matrix, share.rows.view(), ring.stream());
    });
    return std::accumulate(
        extents.begin(), extents.end(), Extent{}, [](const Extent& a, const Extent& b) {
          return Extent{std::max(a.largest, b.largest), a.complete && b.complete};
        });
  }

  std::optional<Clipped> first_clipped(const Graph& graph) override {
    std::vector<std::optional<Clipped>> found(members());
    each([&](std::size_t member, StagingRing& ring) {
      found[member] = gpu::first_clipped<Word>(shares_[member]->matrix, set_, graph, ring);
    });
    std::optional<Clipped> first;
    for (const std::optional<Clipped>& clipped : found) {  // by ascending rows
      if (clipped && (!first || clipped->edge < first->edge)) first = clipped;
    }
    return first;
  }

  void put(const Outputs& outputs, Observer& observer) override {
    report_exchange(exchange_, members(), observer);
    if (outputs.numbers != nullptr && set_.all()) {
      observer.enter_phase(Phase::kSummary);
      std::vector<SummaryTimes> times(members());
      each([&](std::size_t member, StagingRing& ring) {
        times[member] = summarise<Word>(shares_[member]->matrix, *outputs.numbers, ring.stream());
      });
      report_times(times[0], observer);
      return;
    }
    if (outputs.predecessors != nullptr) {
      observer.enter_phase(Phase::kPredecessors);
      std::vector<DevicePredecessors> made(members());
      each([&](std::size_t member, StagingRing& ring) {
        const Share<Word>& share = *shares_[member];
        made[member] =
            put_predecessors<Word>(share.matrix, share.rows, ring, *outputs.predecessors);
      });
      report_predecessors(made, observer);
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
  /// Members that hold rows: fewer than the team has where there are fewer pivots.
  [[nodiscard]] std::size_t members() const { return layouts_.size(); }

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

  [[nodiscard]] std::vector<BlockRange> held() const {
    std::vector<BlockRange> held;
    for (const Layout& layout : layouts_) held.push_back(layout.held);
    return held;
  }

  std::size_t vertices_;
  const RowSet set_;
  Team& team_;
  std::vector<Layout> layouts_;
  Exchange exchange_;
  std::vector<std::unique_ptr<Share<Word>>> shares_;  // freed first: that waits for transfers
};

/// The attempt of a team that shares the sources.
std::unique_ptr<Solve> start_sweeps(const SweepGraph& graph, const Plan& plan, Team& team) {
  const std::size_t members = team.size();
  const std::size_t sharing = members - team.distinct(members) + 1;
  team.each(members, [&](std::size_t) { require_sweep_fit(graph.tree); });
  return make_sweep_solve(graph, plan, {members, sharing, [&team, members](const auto& work) {
                                          team.each(members, [&](std::size_t member) {
                                            work(member, team.ring(member));
                                          });
                                        }});
}

/// The devices that the user names, or all visible ones.
std::vector<int> chosen(const Devices& devices) {
  const int visible = visible_devices();
  std::vector<int> ids = devices.ids;
  if (ids.empty()) {
    ids.resize(std::min(static_cast<std::size_t>(visible), Devices::kMost));
    std::iota(ids.begin(), ids.end(), 0);
  }
  std::vector<int> distinct = ids;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  if (distinct.size() < devices.required) {
    throw Error(Fault::kNoDevice,
                fmt::format("--require asks for {}: {} in use, {} visible\n"
                            "hw3-2 solves the same files on one",
                            counted(devices.required, "device"), distinct.size(), visible));
  }
  return ids;
}

}  // namespace

struct TeamBackend::Startup {
  std::future<std::unique_ptr<Team>> pending;
  std::unique_ptr<Team> team;
  Crossing crossing;

  Team& get() {
    if (team == nullptr) team = pending.get();
    return *team;
  }
};

TeamBackend::TeamBackend(Devices devices)
    : startup_(std::make_unique<Startup>()), method_(devices.method) {
  startup_->crossing = devices.crossing;
  startup_->pending = std::async(std::launch::async, [devices = std::move(devices)] {
    return std::make_unique<Team>(chosen(devices));
  });
}

TeamBackend::~TeamBackend() = default;

Pace TeamBackend::pace(const Problem& problem) const {
  const MethodChoice& choice = method_.choice(problem);
  return choice.method == Method::kSweep ? *choice.sweep : choice.dense;
}

void TeamBackend::require_fit(const Problem& problem, Width width) {
  const MethodChoice& choice = method_.choice(problem);
  if (choice.method == Method::kSweep) return require_host_memory(*choice.tree);  // start(): device
  const std::size_t vertices = problem.graph.vertices;
  // Smaller ones fit any device of today; start() checks again.
  constexpr std::size_t kWorthWaiting = std::size_t{8} << 30;
  if (Layout::whole(vertices, S32::kElements, 1).bytes() < kWorthWaiting) return;
  with_word(width, [&](auto word) { gpu::require_fit<decltype(word)>(vertices, startup_->get()); });
}

std::unique_ptr<Solve> TeamBackend::start(const Plan& plan, Observer& observer) {
  const std::size_t vertices = plan.problem.graph.vertices;
  const bool sweeps = method_.choice(plan.problem).method == Method::kSweep && vertices > 0;
  method_.report(observer);
  if (sweeps) {
    observer.enter_phase(Phase::kScatter);
    (void)method_.sweep_graph();  // while the devices start
  }
  observer.enter_phase(Phase::kStart);
  Team& team = startup_->get();
  if (team.size() == 1) observer.warn("one GPU in use: hw3-2 does the same");
  observer.fact("device", team.names());
  observer.fact("devices", team.numbers());
  if (sweeps) return start_sweeps(method_.sweep_graph(), plan, team);
  observer.fact("tile", static_cast<std::int64_t>(kTile));
  if (vertices == 0) return nullptr;
  return with_word(plan.width, [&](auto word) -> std::unique_ptr<Solve> {
    gpu::require_fit<decltype(word)>(vertices, team);
    return std::make_unique<TeamSolve<decltype(word)>>(plan.problem, team, startup_->crossing);
  });
}

}  // namespace apsp::gpu
