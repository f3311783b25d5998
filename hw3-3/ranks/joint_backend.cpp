// SPDX-License-Identifier: MIT
#include "hw3-3/ranks/joint_backend.hpp"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include "common/base/host_name.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/sweep/machine.hpp"
#include "common/gpu/team/team.hpp"
#include "common/ranks/joint_solve.hpp"
#include "common/ranks/machine_share.hpp"
#include "hw3-3/ranks/host_exchange.hpp"
#include "hw3-3/ranks/nccl_exchange.hpp"

namespace apsp::gpu {
namespace {

/// Returns the words of each rank's list. Collective. No word has a blank, none is empty.
std::vector<std::vector<std::string>> gather_words(Ranks& ranks,
                                                   const std::vector<std::string>& own) {
  std::string line;
  for (const std::string& word : own) line += word + ' ';
  std::vector<std::vector<std::string>> all;
  for (const std::string& given : ranks.gather(line)) {
    std::istringstream words(given);
    using Words = std::istream_iterator<std::string>;
    all.emplace_back(Words(words), Words());
  }
  return all;
}

/// Something that is sent once. With its first broadcast NCCL connects the devices and loads a
/// kernel: 0.06 s that would stand in the compute phase otherwise. It is made before the device
/// joins, because memory is allocated slowly, or never, where another one's kernel waits.
class Greeting {
 public:
  Greeting() {
    check(cudaMemsetAsync(words_.get(), 0, kWords * sizeof(std::uint32_t), stream_.get()),
          "clear a first broadcast");
    check(cudaStreamSynchronize(stream_.get()), "clear a first broadcast");
  }

  /// Collective. Throws Error(kInternal) where the network fails, which no call would report.
  void cross(Broadcaster& member) const {
    member.broadcast(words_.get(), kWords, 0, stream_.get());
    for (cudaError_t state = cudaErrorNotReady; state == cudaErrorNotReady;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (const std::string failure = member.failure(); !failure.empty()) {
        throw Error(Fault::kInternal, failure);
      }
      state = cudaStreamQuery(stream_.get());
      if (state != cudaErrorNotReady) check(state, "connect the devices");
    }
  }

 private:
  static constexpr std::size_t kWords = std::size_t{1} << 20;  // so many go the way of pivot rows

  Stream stream_ = make_stream(Priority::kHigh);
  DeviceMemory<std::uint32_t> words_ = allocate_device<std::uint32_t>(kWords);
};

}  // namespace

/// The members of the solve, and the devices of this process.
struct JointTeamBackend::Members {
  Placement placement;
  std::vector<int> own;    // CUDA's numbers
  bool own_cards = false;  // each member has a GPU of its own, no slice of one

  /// Collective.
  Members(const Devices& devices, Ranks& ranks) {
    const std::vector<int> ids = chosen_ids(devices);
    std::vector<std::string> names;
    std::vector<std::string> buses;
    for (const int id : ids) {
      const DeviceIdentity identity = identity_of_device(id);
      names.push_back(identity.name);
      buses.push_back(identity.bus);
    }
    const std::vector<std::string> hosts = ranks.gather(host_name());
    const std::vector<std::vector<std::string>> all_names = gather_words(ranks, names);
    const std::vector<std::vector<std::string>> all_buses = gather_words(ranks, buses);
    std::vector<Outlook> processes;
    for (std::size_t process = 0; process < ranks.size(); ++process) {
      processes.push_back({hosts[process], all_names[process]});
    }
    placement = place(processes, ranks.rank());
    require_devices(devices, placement.lineup.distinct());
    for (const std::size_t gpu : placement.own) own.push_back(ids[gpu]);
    std::set<std::pair<std::string, std::string>> cards;
    for (std::size_t member = 0; member < placement.process.size(); ++member) {
      const std::size_t process = placement.process[member];
      cards.emplace(hosts[process], all_buses[process][placement.gpu[member]]);
    }
    own_cards = cards.size() == placement.process.size();
  }
};

JointTeamBackend::JointTeamBackend(const Devices& devices, Ranks& ranks)
    : JointTeamBackend(devices, ranks, Members(devices, ranks)) {}

JointTeamBackend::JointTeamBackend(const Devices& devices, Ranks& ranks, const Members& members)
    : TeamBackend(devices, members.own, members.placement.lineup),
      ranks_(ranks),
      process_(members.placement.process),
      own_cards_(members.own_cards),
      here_(ranks_of_this_machine(ranks)) {
  if (const auto threads = threads_among(ranks, std::nullopt)) omp_set_num_threads(*threads);
  ranks.traffic.waiting_seconds.reset();  // devices do not tell
}

JointTeamBackend::~JointTeamBackend() = default;

Plan JointTeamBackend::plan(const Problem& whole) {
  Plan plan = plan_of_all(whole, method_);
  const Method agreed = of_first(ranks_, plan.method);  // rank 0 may have more memory
  if (agreed != plan.method) plan = plan_of_all(whole, agreed);
  plan.share =
      agreed == Method::kDense && whole.graph.vertices > 0 ? held_rows(whole) : even_rows(whole);
  return plan;
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

Width JointTeamBackend::agree(const Plan& plan, Width width) {
  // Widths of sweeps are each rank's own: they exchange nothing.
  return joint(plan) ? of_first(ranks_, width) : width;
}

void JointTeamBackend::require_fit(const Problem& problem, const Plan& plan, Width width) {
  if (plan.method != Method::kDense) return require_host_memory(problem.graph, plan, here_);
  TeamBackend::require_fit(problem, plan, width);
}

std::unique_ptr<Solve> JointTeamBackend::start(const Attempt& attempt, Observer& observer) {
  if (!joint(attempt.plan)) return TeamBackend::start(attempt, observer);
  // Ranks that share a device look at its memory when none has its rows there: not any more, and,
  // with connect(), not yet.
  (void)ranks_.gather("");
  std::unique_ptr<Solve> own = TeamBackend::start(attempt, observer);
  if (!without_nccl_.empty()) observer.warn("pivot rows cross host memory: " + without_nccl_);
  return joint_solve(std::move(own), ranks_);
}

/// Loads NCCL in all ranks or none. Collective; does so once.
void JointTeamBackend::look_for_nccl() {
  if (looked_for_nccl_) return;
  looked_for_nccl_ = true;
  std::string why;
  nccl_ = load_nccl(why);
  if (nccl_ != nullptr) why.clear();
  for (const std::string& reason : ranks_.gather(why)) {
    if (without_nccl_.empty()) without_nccl_ = reason;
  }
  if (!without_nccl_.empty()) nccl_.reset();
}

/// Brings the devices together by NCCL, once. False where that cannot serve: NCCL is not
/// everywhere, ranks share a GPU, a member has no rows, or the user wants the way through the host.
/// Collective.
bool JointTeamBackend::connect(const Crossings& crossings) {
  (void)ranks_.gather("");
  const std::size_t members = lineup().members();
  const std::size_t holding = *std::max_element(crossings.owner.begin(), crossings.owner.end()) + 1;
  if (!crossing().peers || holding < members || !own_cards_) return false;
  look_for_nccl();
  if (nccl_ == nullptr) return false;
  if (!broadcasters_.empty()) return true;
  const std::string id = ranks_.gather(ranks_.rank() == 0 ? nccl_->make_id() : "").front();
  broadcasters_.resize(team().size());
  team().each(team().size(), [&](std::size_t member) {
    try {
      const Greeting greeting;
      broadcasters_[member] = nccl_->join(id, members, lineup().first + member);
      greeting.cross(*broadcasters_[member]);
    } catch (const std::exception& error) {
      // The others wait for this one, those of this process too.
      ranks_.fail(1, std::string(error.what()) + "\n--transfer host does without NCCL");
    }
  });
  return true;
}

std::unique_ptr<Exchange> JointTeamBackend::make_exchange(const Crossings& crossings) {
  if (connect(crossings)) {
    return std::make_unique<NcclExchange>(crossings, broadcasters_, ranks_);
  }
  return std::make_unique<HostExchange>(crossings, process_, ranks_);
}

}  // namespace apsp::gpu
