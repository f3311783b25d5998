// SPDX-License-Identifier: MIT
#include "common/gpu/team/team_exchange.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "common/gpu/device/status.hpp"

namespace apsp::gpu {
namespace {

/// Chunks of a transfer through host memory: the way up of one runs beside the way down of the
/// next.
constexpr std::size_t kChunks = 4;

struct Chunk {
  std::size_t first;
  std::size_t words;
};

Chunk chunk_of(std::size_t words, std::size_t n) {
  const std::size_t first = words * n / kChunks;
  return {first, words * (n + 1) / kChunks - first};
}

/// Makes the memory of `source` reachable from `taker`, for as long as the process lives. Returns
/// whether the machine can. Asks once: a second time is an error of CUDA's.
bool enable_peer_access(int taker, int source) {
  static std::mutex mutex;
  static std::set<std::pair<int, int>> enabled;
  const std::lock_guard lock(mutex);
  if (taker == source || enabled.contains({taker, source})) return true;
  int possible = 0;
  check(cudaDeviceCanAccessPeer(&possible, taker, source), "ask for peer access");
  if (possible == 0) return false;
  check(cudaSetDevice(taker), "select the device");
  const cudaError_t status = cudaDeviceEnablePeerAccess(source, 0);
  if (status == cudaErrorPeerAccessAlreadyEnabled) {  // by another library of the process
    (void)cudaGetLastError();  // else the next check of a launch would find it
    return true;
  }
  check(status, "enable peer access");
  enabled.insert({taker, source});
  return true;
}

}  // namespace

bool enable_peers(const std::vector<int>& devices) {
  int current = 0;
  check(cudaGetDevice(&current), "ask for the current device");
  bool all = true;
  for (const int taker : devices) {
    for (const int source : devices) all = enable_peer_access(taker, source) && all;
  }
  check(cudaSetDevice(current), "select the device");
  return all;
}

TeamExchange::TeamExchange(Crossings crossings, Crossing crossing)
    : members_(crossings.members()),
      owner_(std::move(crossings.owner)),
      route_(crossing.route),
      reaches_(members_.size(), std::vector<bool>(members_.size(), true)),
      milestones_(members_.size()) {
  const std::vector<int>& devices = crossings.ids;
  int current = 0;
  check(cudaGetDevice(&current), "ask for the current device");
  bool all = true;
  for (std::size_t taker = 0; taker < devices.size(); ++taker) {
    members_[taker].device = devices[taker];
    for (std::size_t source = 0; source < devices.size(); ++source) {
      if (taker == source) continue;
      reaches_[taker][source] =
          crossing.peers && enable_peer_access(devices[taker], devices[source]);
      all = all && reaches_[taker][source];
    }
  }
  check(cudaSetDevice(current), "select the device");
  if (all) return;
  for (auto& rows : host_rows_) rows = allocate_pinned<std::uint32_t>(crossings.most_words());
}

void TeamExchange::join(std::size_t member) {
  Member& self = members_[member];
  const std::size_t rounds = owner_.size();
  self.copies = make_stream(Priority::kHigh);
  self.free = make_event();
  self.began.resize(rounds);
  self.present.resize(rounds);
  self.posted.resize(rounds * kChunks);
  for (std::size_t round = 0; round < rounds; ++round) {
    self.present[round] = make_timed_event();
    if (owner_[round] != member) {
      self.began[round] = make_timed_event();
    } else if (posts(round)) {
      for (std::size_t n = 0; n < kChunks; ++n) self.posted[round * kChunks + n] = make_event();
    }
  }
}

std::size_t TeamExchange::source(std::size_t member, std::size_t round) const {
  return source_of(route_, members_.size(), owner_[round], member);
}

bool TeamExchange::takes_from_host(std::size_t member, std::size_t round) const {
  return member != owner_[round] && !reaches_[member][source(member, round)];
}

/// Whether a member takes the rows of `round` from host memory.
bool TeamExchange::posts(std::size_t round) const {
  for (std::size_t member = 0; member < members_.size(); ++member) {
    if (takes_from_host(member, round)) return true;
  }
  return false;
}

void TeamExchange::offer(std::size_t member, std::size_t round, const std::uint32_t* rows,
                         std::size_t words, cudaStream_t stream) {
  Member& self = members_[member];
  self.rows[round % 2] = rows;
  check(cudaEventRecord(self.present[round].get(), stream), "record the closed rows");
  if (posts(round)) post(self, round, words);
  milestones_.reach(member, round);
}

/// Copies the owner's rows to host memory, where those of two rounds ago may still be taken.
void TeamExchange::post(Member& owner, std::size_t round, std::size_t words) {
  for (std::size_t taker = 0; round >= 2 && taker < members_.size(); ++taker) {
    if (!takes_from_host(taker, round - 2)) continue;
    milestones_.await(taker, round - 2);
    check(cudaStreamWaitEvent(owner.copies.get(), members_[taker].present[round - 2].get()),
          "wait for room in host memory");
  }
  check(cudaStreamWaitEvent(owner.copies.get(), owner.present[round].get()),
        "wait for the closed rows");
  for (std::size_t n = 0; n < kChunks; ++n) {
    const Chunk chunk = chunk_of(words, n);
    check(cudaMemcpyAsync(host_rows_[round % 2].get() + chunk.first,
                          owner.rows[round % 2] + chunk.first, chunk.words * sizeof(std::uint32_t),
                          cudaMemcpyDeviceToHost, owner.copies.get()),
          "copy pivot rows to the host");
    check(cudaEventRecord(owner.posted[round * kChunks + n].get(), owner.copies.get()),
          "record a transfer");
  }
}

void TeamExchange::fetch(std::size_t member, std::size_t round, std::uint32_t* to,
                         std::size_t words, cudaStream_t stream) {
  Member& self = members_[member];
  const cudaStream_t copies = self.copies.get();
  const bool from_host = takes_from_host(member, round);
  const std::size_t from = from_host ? owner_[round] : source(member, round);
  check(cudaEventRecord(self.free.get(), stream), "record free room");
  check(cudaStreamWaitEvent(copies, self.free.get()), "wait for free room");
  milestones_.await(from, round);
  if (from_host) {
    for (std::size_t n = 0; n < kChunks; ++n) {
      const Chunk chunk = chunk_of(words, n);
      check(cudaStreamWaitEvent(copies, members_[from].posted[round * kChunks + n].get()),
            "wait for pivot rows");
      if (n == 0) check(cudaEventRecord(self.began[round].get(), copies), "record a transfer");
      check(cudaMemcpyAsync(to + chunk.first, host_rows_[round % 2].get() + chunk.first,
                            chunk.words * sizeof(std::uint32_t), cudaMemcpyHostToDevice, copies),
            "copy pivot rows from the host");
    }
  } else {
    check(cudaStreamWaitEvent(copies, members_[from].present[round].get()), "wait for pivot rows");
    check(cudaEventRecord(self.began[round].get(), copies), "record a transfer");
    check(cudaMemcpyPeerAsync(to, self.device, members_[from].rows[round % 2],
                              members_[from].device, words * sizeof(std::uint32_t), copies),
          "copy pivot rows from another device");
  }
  check(cudaEventRecord(self.present[round].get(), copies), "record a transfer");
  check(cudaStreamWaitEvent(stream, self.present[round].get()), "wait for pivot rows");
  self.rows[round % 2] = to;
  self.bytes += words * sizeof(std::uint32_t);
  milestones_.reach(member, round);
}

void TeamExchange::retire(std::size_t member, std::size_t round, cudaStream_t stream) {
  for (std::size_t taker = 0; taker < members_.size(); ++taker) {
    if (taker == member || taker == owner_[round] || source(taker, round) != member ||
        takes_from_host(taker, round)) {
      continue;
    }
    milestones_.await(taker, round);
    check(cudaStreamWaitEvent(stream, members_[taker].present[round].get()),
          "wait until pivot rows are taken");
  }
  if (member == owner_[round] && posts(round)) {
    const Event& last = members_[member].posted[round * kChunks + kChunks - 1];
    check(cudaStreamWaitEvent(stream, last.get()), "wait until pivot rows are taken");
  }
}

void TeamExchange::finish(std::size_t member) {
  check(cudaStreamSynchronize(members_[member].copies.get()), "exchange pivot rows");
}

std::string TeamExchange::means() const {
  bool any_peer = false;
  bool any_host = false;
  for (std::size_t round = 0; round < owner_.size(); ++round) {
    for (std::size_t member = 0; member < members_.size(); ++member) {
      if (member == owner_[round]) continue;
      (takes_from_host(member, round) ? any_host : any_peer) = true;
    }
  }
  if (!any_host) return any_peer ? "peer copies" : "none";
  return any_peer ? "peer copies and host memory" : "host memory";
}

std::size_t TeamExchange::bytes_fetched(std::size_t member) const {
  return members_[member].bytes;
}

double TeamExchange::seconds_fetching(std::size_t member) const {
  double seconds = 0;
  for (std::size_t round = 0; round < owner_.size(); ++round) {
    if (owner_[round] == member) continue;
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, members_[member].began[round].get(),
                               members_[member].present[round].get()),
          "time a transfer");
    seconds += static_cast<double>(milliseconds) / 1000;
  }
  return seconds;
}

}  // namespace apsp::gpu
