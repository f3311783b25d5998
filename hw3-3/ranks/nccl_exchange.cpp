// SPDX-License-Identifier: MIT
#include "hw3-3/ranks/nccl_exchange.hpp"

#include <chrono>
#include <exception>
#include <utility>

#include "common/gpu/device/status.hpp"

namespace apsp::gpu {

NcclExchange::NcclExchange(Crossings crossings,
                           const std::vector<std::unique_ptr<Broadcaster>>& members, Ranks& ranks)
    : crossings_(std::move(crossings)),
      broadcasters_(members),
      ranks_(ranks),
      members_(crossings_.members()),
      watcher_([this](const std::stop_token& stop) { watch(stop); }) {}

NcclExchange::~NcclExchange() = default;

void NcclExchange::join(std::size_t member) {
  Member& self = members_[member];
  self.copies = make_stream(Priority::kHigh);
  self.ready = make_event();
  for (std::size_t round = 0; round < crossings_.rounds(); ++round) {
    self.began.push_back(make_timed_event());
    self.present.push_back(make_timed_event());
  }
}

/// Enqueues the transfer of `round` behind what `stream` has been given.
void NcclExchange::cross(std::size_t member, std::size_t round, std::uint32_t* rows,
                         std::size_t words, cudaStream_t stream) {
  Member& self = members_[member];
  const cudaStream_t copies = self.copies.get();
  check(cudaEventRecord(self.ready.get(), stream), "record what a transfer waits for");
  check(cudaStreamWaitEvent(copies, self.ready.get()), "let a transfer wait");
  check(cudaEventRecord(self.began[round].get(), copies), "record a transfer");
  broadcasters_[member]->broadcast(rows, words, crossings_.owner[round], copies);
  check(cudaEventRecord(self.present[round].get(), copies), "record a transfer");
}

void NcclExchange::offer(std::size_t member, std::size_t round, const std::uint32_t* rows,
                         std::size_t words, cudaStream_t stream) {
  // The owner's rows are read alone: a broadcast in place.
  cross(member, round, const_cast<std::uint32_t*>(rows), words, stream);
}

void NcclExchange::fetch(std::size_t member, std::size_t round, std::uint32_t* to,
                         std::size_t words, cudaStream_t stream) {
  cross(member, round, to, words, stream);
  check(cudaStreamWaitEvent(stream, members_[member].present[round].get()), "wait for pivot rows");
  members_[member].bytes += words * sizeof(std::uint32_t);
}

void NcclExchange::retire(std::size_t member, std::size_t round, cudaStream_t stream) {
  if (!crossings_.owns(member, round)) return;  // fetch() has made the stream wait
  check(cudaStreamWaitEvent(stream, members_[member].present[round].get()),
        "wait until pivot rows are taken");
}

void NcclExchange::finish(std::size_t member) {
  check(cudaStreamSynchronize(members_[member].copies.get()), "exchange pivot rows");
}

void NcclExchange::end() {
  for (std::size_t member = 0; member < members_.size(); ++member) {
    ranks_.traffic.bytes_received += bytes_fetched(member);
    ranks_.traffic.sending_seconds += seconds_fetching(member);
  }
}

void NcclExchange::stop() {
  try {
    std::rethrow_exception(std::current_exception());
  } catch (const std::exception& error) {
    ranks_.fail(1, error.what());
  } catch (...) {
    ranks_.fail(1, "a device of several processes failed");
  }
}

void NcclExchange::watch(const std::stop_token& stop) {
  constexpr auto kBetweenLooks = std::chrono::milliseconds(500);
  std::unique_lock lock(asleep_);
  while (!wake_.wait_for(lock, stop, kBetweenLooks, [&] { return stop.stop_requested(); })) {
    for (const auto& broadcaster : broadcasters_) {
      const std::string failure = broadcaster->failure();
      if (!failure.empty()) ranks_.fail(1, failure);
    }
  }
}

std::size_t NcclExchange::bytes_fetched(std::size_t member) const {
  return members_[member].bytes;
}

double NcclExchange::seconds_fetching(std::size_t member) const {
  double seconds = 0;
  for (std::size_t round = 0; round < crossings_.rounds(); ++round) {
    if (!crossings_.owns(member, round)) continue;
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, members_[member].began[round].get(),
                               members_[member].present[round].get()),
          "time a transfer");
    seconds += static_cast<double>(milliseconds) / 1000;
  }
  return seconds;
}

}  // namespace apsp::gpu
