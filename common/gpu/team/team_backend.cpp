// SPDX-License-Identifier: MIT
#include "common/gpu/team/team_backend.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <future>
#include <numeric>
#include <set>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/gpu/dense/half_rows.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/product/layout.hpp"
#include "common/gpu/search/search_solve.hpp"
#include "common/gpu/sweep/machine.hpp"
#include "common/gpu/sweep/sweep_solve.hpp"
#include "common/gpu/team/team.hpp"
#include "common/gpu/team/team_solve.hpp"

namespace apsp::gpu {
namespace {

/// A team that shares the sources.
Members members_of(Team& team, std::size_t sharing) {
  const std::size_t members = team.size();
  return {members, sharing, [&team, members](const auto& work) {
            team.each(members, [&](std::size_t member) { work(member, team.ring(member)); });
          }};
}

}  // namespace

std::vector<int> chosen_ids(const Devices& devices) {
  if (!devices.ids.empty()) return devices.ids;
  std::vector<int> ids(static_cast<std::size_t>(visible_devices()));
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

void require_devices(const Devices& devices, std::size_t distinct) {
  if (distinct >= devices.required) return;
  throw Error(Fault::kNoDevice,
              fmt::format("--require asks for {}: {} in use, {} visible\n"
                          "hw3-2 solves the same files on one",
                          counted(devices.required, "device"), distinct, visible_devices()));
}

/// The team, which starts beside the caller's work.
struct TeamBackend::Startup {
  std::future<std::unique_ptr<Team>> pending;
  std::unique_ptr<Team> team;
  Crossing crossing;
  Lineup lineup;

  Team& get() {
    if (team == nullptr) team = pending.get();
    if (lineup.devices.empty()) {
      for (std::size_t member = 0; member < team->size(); ++member) {
        lineup.devices.push_back(static_cast<std::size_t>(team->device(member).id));
      }
    }
    return *team;
  }
};

TeamBackend::TeamBackend(Devices devices)
    : method_(devices.method),
      startup_(std::make_unique<Startup>()),
      alone_(devices.alone),
      half_from_(devices.half_from) {
  startup_->crossing = devices.crossing;
  startup_->pending = std::async(std::launch::async, [devices = std::move(devices)] {
    std::vector<int> ids = chosen_ids(devices);
    if (ids.size() > Devices::kMost) ids.resize(Devices::kMost);
    require_devices(devices, std::set<int>(ids.begin(), ids.end()).size());
    return std::make_unique<Team>(ids);
  });
}

TeamBackend::TeamBackend(const Devices& devices, std::vector<int> own, Lineup lineup)
    : method_(devices.method),
      startup_(std::make_unique<Startup>()),
      alone_(devices.alone),
      half_from_(devices.half_from) {
  startup_->crossing = devices.crossing;
  startup_->lineup = std::move(lineup);
  startup_->pending = std::async(std::launch::async,
                                 [own = std::move(own)] { return std::make_unique<Team>(own); });
}

TeamBackend::~TeamBackend() = default;

Team& TeamBackend::team() {
  return startup_->get();
}

const Lineup& TeamBackend::lineup() {
  (void)startup_->get();
  return startup_->lineup;
}

DeviceRoom TeamBackend::room() {
  std::vector<std::size_t> free(team().size());
  team().each(free.size(), [&](std::size_t member) { free[member] = free_device_memory(); });
  const std::size_t least = *std::min_element(free.begin(), free.end());
  return {lineup().members(),
          static_cast<double>(least) / (2 * static_cast<double>(lineup().most_sharing()))};
}

const Crossing& TeamBackend::crossing() const {
  return startup_->crossing;
}

std::unique_ptr<Exchange> TeamBackend::make_exchange(const Crossings& crossings) {
  return std::make_unique<TeamExchange>(crossings, startup_->crossing);
}

Plan TeamBackend::plan_of_all(const Problem& problem, std::optional<Method> forced) {
  return plan_for(
      problem, [this] { return room(); }, forced);
}

Plan TeamBackend::plan(const Problem& problem) {
  return plan_of_all(problem, method_);
}

void TeamBackend::require_fit(const Problem& problem, const Plan& plan, Width width) {
  if (plan.method != Method::kDense) {
    return require_host_memory(problem.graph, plan);  // start(): of the device
  }
  const std::size_t vertices = problem.graph.vertices;
  // Smaller ones fit any device of today; start() checks again.
  constexpr std::size_t kWorthWaiting = std::size_t{8} << 30;
  const Layout largest =
      width == kF64 ? Layout::of<F64>(vertices, 1) : Layout::of<S32>(vertices, 1);
  if (largest.bytes() < kWorthWaiting) return;
  require_shares_fit(vertices, width, team(), lineup(), takes_half(problem.graph));
}

bool TeamBackend::takes_half(const Graph& graph) {
  const std::size_t members = lineup().members();
  static_assert(Devices::kMost <= kMostHalves);
  if (graph.vertices < half_from_ || members == 1 || team().size() < members ||
      !startup_->crossing.peers || !graph.symmetric()) {
    return false;
  }
  std::vector<int> ids;
  for (std::size_t member = 0; member < members; ++member) ids.push_back(team().device(member).id);
  return enable_peers(ids);
}

std::unique_ptr<Solve> TeamBackend::start(const Attempt& attempt, Observer& observer) {
  const std::size_t vertices = attempt.problem.graph.vertices;
  const Method method = vertices > 0 ? attempt.plan.method : Method::kDense;
  std::unique_ptr<SweepGraph> sweep_graph;
  std::optional<sparse::BitGraph> bit_graph;
  report(attempt.plan, observer);
  if (method != Method::kDense) observer.enter_phase(Phase::kScatter);  // while the devices start
  if (method == Method::kSweep) {
    sweep_graph =
        std::make_unique<SweepGraph>(attempt.problem.graph, *attempt.plan.tree, attempt.width);
  }
  if (method == Method::kSearch) bit_graph.emplace(attempt.plan.search->ends());
  observer.enter_phase(Phase::kStart);
  if (lineup().members() == 1 && !alone_) observer.warn("one GPU in use: hw3-2 does the same");
  observer.fact("device", team().names());
  if (team().size() == lineup().members() && !alone_) observer.fact("devices", team().numbers());
  const auto members = [&] { return members_of(team(), lineup().most_sharing()); };
  if (sweep_graph) return make_sweep_solve(std::move(sweep_graph), attempt, members());
  if (bit_graph) return make_search_solve(std::move(*bit_graph), attempt, members());
  observer.fact("tile", static_cast<std::int64_t>(kTile));
  return vertices == 0 ? nullptr : start_dense(attempt, observer);
}

std::unique_ptr<Solve> TeamBackend::start_dense(const Attempt& attempt, Observer&) {
  const bool half = takes_half(attempt.problem.graph);
  require_shares_fit(attempt.problem.graph.vertices, attempt.width, team(), lineup(), half);
  return make_team_solve(attempt, team(), lineup(), half,
                         [this](const Crossings& crossings) { return make_exchange(crossings); });
}

}  // namespace apsp::gpu
