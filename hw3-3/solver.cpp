// SPDX-License-Identifier: MIT
#include "hw3-3/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <future>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "common/error.hpp"
#include "common/exact_solve.hpp"
#include "common/gpu/device.hpp"
#include "common/gpu/device_matrix.hpp"
#include "common/gpu/proof.hpp"
#include "common/gpu/rounds.hpp"
#include "common/gpu/staging.hpp"
#include "common/gpu/status.hpp"
#include "common/gpu/summary.hpp"
#include "common/gpu/word.hpp"
#include "common/memory.hpp"
#include "hw3-3/floyd_warshall.hpp"
#include "hw3-3/partition.hpp"
#include "hw3-3/team.hpp"

namespace apsp::gpu {
namespace {

/// The rows of each device; fewer shares than devices where there are fewer pivots.
template <class Word>
std::vector<Layout> layouts_for(std::size_t vertices, std::size_t devices) {
  const std::size_t rows = (vertices + devices - 1) / devices;
  const Layout whole = Layout::whole(vertices, Word::kElements, pivots_for(vertices, rows));
  std::vector<Layout> layouts;
  for (const TileRange& share : partition(whole.schedule(), devices)) {
    layouts.push_back(whole);
    layouts.back().held = share;
  }
  return layouts;
}

/// Throws Error(kMemory) if a share does not fit its device.
template <class Word>
void require_fit(std::size_t vertices, const Team& team) {
  const std::vector<Layout> layouts = layouts_for<Word>(vertices, team.size());
  for (std::size_t member = 0; member < layouts.size(); ++member) {
    const int id = team.device(member).id;
    std::size_t bytes = 0;  // of all shares that this device holds
    for (std::size_t other = 0; other < layouts.size(); ++other) {
      if (team.device(other).id == id) bytes += layouts[other].bytes();
    }
    check(cudaSetDevice(id), "select the device");
    require_device_memory(
        bytes,
        fmt::format("its share of {} vertices in {}-bit arithmetic on {} devices", vertices,
                    8 * sizeof(typename Word::Element), team.distinct(team.size())),
        Word::kElements == 2
            ? "more devices would hold it"
            : fmt::format("more devices would hold it, or --arithmetic u16, if every distance is "
                          "below {}",
                          kInfinity<std::uint16_t>));
  }
}

/// One member's rows.
template <class Word>
struct Share {
  explicit Share(const Layout& layout)
      : words(allocate_device<std::uint32_t>(layout.matrix_words())),
        matrix{words.get(), layout},
        step(matrix) {}

  DeviceMemory<std::uint32_t> words;
  MatrixView matrix;
  Rounds<Word> step;
};

/// Tells how much crossed, and what the transfers took where they took longest.
void report_exchange(const Exchange& exchange, std::size_t members, Run& run) {
  std::size_t bytes = 0;
  double seconds = 0;
  for (std::size_t member = 0; member < members; ++member) {
    bytes += exchange.bytes_fetched(member);
    seconds = std::max(seconds, exchange.seconds_fetching(member));
  }
  run.fact("exchange", std::string(exchange.means()));
  run.fact("exchange_bytes", static_cast<std::int64_t>(bytes));
  run.fact("exchange_seconds", seconds);
}

/// One try in one width, as Attempt says: edges up, rounds, proof, rows down.
template <class Word>
std::optional<Clipped> attempt(const Graph& graph, RowSink& rows, Run& run, Team& team,
                               Crossing crossing) {
  constexpr Distance kInfinite = kInfinity<typename Word::Element>;
  if (graph.vertices == 0) return std::nullopt;
  require_fit<Word>(graph.vertices, team);
  const std::vector<Layout> layouts = layouts_for<Word>(graph.vertices, team.size());
  const std::size_t members = layouts.size();
  run.fact("devices_used", static_cast<std::int64_t>(members));
  run.fact("round_depth", static_cast<std::int64_t>(layouts[0].depth()));

  run.enter_phase("upload");
  std::vector<TileRange> held;
  std::vector<int> ids;
  for (std::size_t member = 0; member < members; ++member) {
    held.push_back(layouts[member].held);
    ids.push_back(team.device(member).id);
  }
  Exchange exchange(ids, owners(layouts[0].schedule(), held), layouts[0].row_panel_words(),
                    crossing);
  std::vector<std::unique_ptr<Share<Word>>> shares(members);
  team.each(members, [&](std::size_t member) {
    exchange.join(member);
    shares[member] = std::make_unique<Share<Word>>(layouts[member]);
    const MatrixView& matrix = shares[member]->matrix;
    StagingRing& ring = team.ring(member);
    fill<Word>(matrix, ring.stream());
    stream_edges_from(graph, matrix.layout.first_vertex(), matrix.layout.held_vertices(), ring,
                      [&](const Edge* edges, std::size_t count) {
                        scatter<Word>(matrix, edges, count, ring.stream());
                      });
    check(cudaStreamSynchronize(ring.stream()), "scatter the edges");
  });

  rows.prepare();
  run.enter_phase("compute");
  team.each(
      members,
      [&](std::size_t member) {
        close_share(
            shares[member]->step, exchange, member, [&](std::size_t done, std::size_t total) {
              if (member != 0) return;
              run.advance(static_cast<std::int64_t>(done), static_cast<std::int64_t>(total));
            });
      },
      [&] { exchange.stop(); });

  run.enter_phase("prove");
  report_exchange(exchange, members, run);
  std::vector<Extent> extents(members);
  team.each(members, [&](std::size_t member) {
    extents[member] = extent_of<Word>(shares[member]->matrix, team.ring(member).stream());
  });
  const Extent extent = std::accumulate(
      extents.begin(), extents.end(), Extent{}, [](const Extent& a, const Extent& b) {
        return Extent{std::max(a.largest, b.largest), a.complete && b.complete};
      });
  const auto look_for_clipped = [&]() -> std::optional<Clipped> {
    std::vector<std::optional<Clipped>> found(members);
    team.each(members, [&](std::size_t member) {
      found[member] = find_clipped<Word>(shares[member]->matrix, graph, team.ring(member));
    });
    std::optional<Clipped> first;  // the one that a single device would have found
    for (const std::optional<Clipped>& clipped : found) {
      if (clipped && (!first || clipped->edge < first->edge)) first = clipped;
    }
    return first;
  };
  const std::optional<Clipped> clipped = doubt(extent, graph, kInfinite, run, look_for_clipped);
  if (clipped) return clipped;

  if (!rows.wants_rows()) {
    run.enter_phase("summary");
    std::vector<SummaryTimes> times(members);
    team.each(members, [&](std::size_t member) {
      times[member] = summarise<Word>(shares[member]->matrix, rows, team.ring(member).stream());
    });
    report_times(times[0], run);
    return std::nullopt;
  }
  run.enter_phase("download");
  team.each(members, [&](std::size_t member) {
    const MatrixView& matrix = shares[member]->matrix;
    StagingRing& ring = team.ring(member);
    stream_rows(graph.vertices, matrix.layout.first_vertex(), matrix.layout.held_vertices(), ring,
                rows, [&](std::size_t row, std::size_t count, Distance* out) {
                  widen<Word>(matrix, row, count, out, ring.stream());
                });
  });
  return std::nullopt;
}

/// The devices that are asked for, or all visible ones.
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
    throw Error(ExitCode::kNoDevice,
                fmt::format("--require asks for {} devices: {} in use, {} visible\n"
                            "hw3-2 solves the same files on one",
                            devices.required, distinct.size(), visible));
  }
  return ids;
}

}  // namespace

struct MultiSolver::Startup {
  std::future<std::unique_ptr<Team>> pending;
  std::unique_ptr<Team> team;
  Crossing crossing;

  Team& get() {
    if (team == nullptr) team = pending.get();
    return *team;
  }
};

MultiSolver::MultiSolver() : startup_(std::make_unique<Startup>()) {}
MultiSolver::~MultiSolver() = default;

void MultiSolver::start(Devices devices) {
  // All kernels now, beside the reading of the input, not each at its first launch.
  ::setenv("CUDA_MODULE_LOADING", "EAGER", 0);
  startup_->crossing = devices.crossing;
  startup_->pending = std::async(std::launch::async, [devices = std::move(devices)] {
    return std::make_unique<Team>(chosen(devices));
  });
}

void MultiSolver::admit(const Graph& graph) {
  // Smaller ones fit any device of today; whatever happens, attempt() looks again.
  constexpr std::size_t kWorthWaiting = std::size_t{8} << 30;
  if (Layout::whole(graph.vertices, U16x2::kElements, 1).bytes() < kWorthWaiting) return;
  require_fit<U16x2>(graph.vertices, startup_->get());
}

void MultiSolver::solve(const Graph& graph, RowSink& rows, Run& run, Arithmetic arithmetic) {
  solve_exactly(graph, run, kWidths, arithmetic, [&](Width width) {
    run.enter_phase("start");
    Team& team = startup_->get();
    if (team.size() == 1) run.warn("one GPU in use: hw3-2 does the same");
    run.fact("device", team.names());
    run.fact("devices", team.numbers());
    run.fact("tile", static_cast<std::int64_t>(kTile));
    return width == Width::kU16 ? attempt<U16x2>(graph, rows, run, team, startup_->crossing)
                                : attempt<S32>(graph, rows, run, team, startup_->crossing);
  });
}

}  // namespace apsp::gpu
