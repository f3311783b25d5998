// SPDX-License-Identifier: MIT
#include "hw3-3/ranks/joint_backend.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "common/base/host_name.hpp"
#include "common/core/absolute_weights.hpp"
#include "common/gpu/device/device.hpp"
#include "common/ranks/joint_solve.hpp"
#include "hw3-3/ranks/host_exchange.hpp"
#include "hw3-3/ranks/nccl_exchange.hpp"
#include "hw3-3/team.hpp"

namespace apsp::gpu {
namespace {

constexpr char kBetween = ' ';  // in a message, between the names of devices

/// The placement that all processes agree on. Collective.
Placement place(const Devices& devices, Ranks& ranks) {
  std::string gpus;
  for (const int id : chosen_ids(devices)) gpus += identity_of_device(id) + kBetween;
  const std::vector<std::string> hosts = ranks.gather(host_name());
  const std::vector<std::string> given = ranks.gather(gpus);
  std::vector<Outlook> processes(ranks.size());
  for (std::size_t process = 0; process < processes.size(); ++process) {
    processes[process].host = hosts[process];
    for (std::size_t at = 0; at < given[process].size();) {
      const std::size_t end = given[process].find(kBetween, at);
      processes[process].gpus.push_back(given[process].substr(at, end - at));
      at = end + 1;
    }
  }
  Placement placement = place(processes, ranks.rank());
  require_devices(devices, placement.lineup.distinct());
  return placement;
}

/// CUDA's numbers of the devices that this process drives.
std::vector<int> own_ids(const Devices& devices, const Placement& placement) {
  const std::vector<int> ids = chosen_ids(devices);
  std::vector<int> own;
  for (const std::size_t gpu : placement.own) own.push_back(ids[gpu]);
  return own;
}

}  // namespace

JointTeamBackend::JointTeamBackend(const Devices& devices, Ranks& ranks)
    : JointTeamBackend(devices, ranks, place(devices, ranks)) {}

JointTeamBackend::JointTeamBackend(const Devices& devices, Ranks& ranks, const Placement& placement)
    : TeamBackend(devices, own_ids(devices, placement), placement.lineup),
      ranks_(ranks),
      process_(placement.process) {}

JointTeamBackend::~JointTeamBackend() = default;

/// The choice of rank 0, which may have more memory.
void JointTeamBackend::agree_on_method(const Problem& whole) {
  method_.force(of_first(ranks_, method_.choice(whole).method));
}

RowShare JointTeamBackend::share(const Problem& whole) {
  const Graph& graph = whole.graph;
  if (graph.smallest_weight < 0) {
    const AbsoluteWeights positive(graph);
    agree_on_method({positive.graph(), whole.rows});
    method_.forget();  // solved are reduced weights
  } else {
    agree_on_method(whole);
  }
  dense_ = method_.forced() == Method::kDense && graph.vertices > 0;
  RowShare share = dense_ ? held_rows(whole) : even_rows(whole);
  method_.narrow(share.rows());
  return share;
}

/// The rows of a matrix that this process's devices hold.
RowShare JointTeamBackend::held_rows(const Problem& whole) const {
  std::size_t first = whole.graph.vertices;
  std::size_t end = 0;
  // The same in every width: whole pivots of rows.
  const std::vector<Layout> layouts = layouts_for(whole.graph.vertices, 1, process_.size());
  for (std::size_t member = 0; member < layouts.size(); ++member) {
    if (process_[member] != ranks_.rank()) continue;
    first = std::min(first, layouts[member].first_vertex());
    end = std::max(end, layouts[member].first_vertex() + layouts[member].held_vertices());
  }
  return RowShare::of_vertices(whole.rows, first, end);
}

/// As many rows for each process.
RowShare JointTeamBackend::even_rows(const Problem& whole) const {
  const std::size_t rows = whole.rows.size();
  const std::size_t rank = ranks_.rank();
  return {whole.rows, rows * rank / ranks_.size(), rows * (rank + 1) / ranks_.size()};
}

Width JointTeamBackend::agree(Width width) {
  // Widths of sweeps are each rank's own: they exchange nothing.
  return dense_ ? of_first(ranks_, width) : width;
}

std::unique_ptr<Solve> JointTeamBackend::start(const Plan& plan, Observer& observer) {
  std::unique_ptr<Solve> own = TeamBackend::start(plan, observer);
  return dense_ ? joint_solve(std::move(own), ranks_) : std::move(own);
}

/// Brings the devices together by NCCL, once. False where that cannot serve: NCCL is not
/// everywhere, processes share a device, a member has no rows, or the user wants rows to go through
/// the host.
bool JointTeamBackend::connect(const Crossings& crossings) {
  const std::size_t members = lineup().members();
  const std::size_t holding = *std::max_element(crossings.owner.begin(), crossings.owner.end()) + 1;
  if (!crossing().peers || holding < members || lineup().distinct() < members) return false;
  if (!looked_for_nccl_) {
    std::string why;
    nccl_ = load_nccl(why);
    const int own = nccl_ != nullptr ? 1 : 0;
    const std::vector<int> all = gather_values(ranks_, own);
    if (std::ranges::count(all, 0) > 0) nccl_.reset();
    looked_for_nccl_ = true;
  }
  if (nccl_ == nullptr) return false;
  if (!broadcasters_.empty()) return true;
  const std::string id = ranks_.gather(ranks_.rank() == 0 ? nccl_->make_id() : "").front();
  broadcasters_.resize(team().size());
  team().each(team().size(), [&](std::size_t member) {
    broadcasters_[member] = nccl_->join(id, members, lineup().first + member);
  });
  return true;
}

std::unique_ptr<Exchange> JointTeamBackend::make_exchange(const Crossings& crossings) {
  if (connect(crossings)) return std::make_unique<NcclExchange>(crossings, broadcasters_);
  return std::make_unique<HostExchange>(crossings, process_, ranks_);
}

}  // namespace apsp::gpu
