// SPDX-License-Identifier: MIT
#include "hw3-3/ranks/host_exchange.hpp"

#include <chrono>
#include <memory>
#include <span>
#include <utility>

#include "common/gpu/device/status.hpp"

namespace apsp::gpu {

HostExchange::HostExchange(Crossings crossings, std::vector<std::size_t> process, Ranks& ranks)
    : crossings_(std::move(crossings)),
      process_(std::move(process)),
      ranks_(ranks),
      members_(crossings_.members()),
      enqueued_(crossings_.members()),
      carried_(1) {
  for (auto& rows : rows_) rows = allocate_pinned<std::uint32_t>(crossings_.most_words());
  courier_ = std::thread([this] { carry_all(); });
}

HostExchange::~HostExchange() {
  if (!courier_.joinable()) return;
  stop();
  courier_.join();
}

void HostExchange::join(std::size_t member) {
  Member& self = members_[member];
  self.copies = make_stream(Priority::kHigh);
  self.ready = make_event();
  for (std::size_t round = 0; round < crossings_.rounds(); ++round) {
    self.began.push_back(make_timed_event());
    self.present.push_back(make_timed_event());
  }
}

void HostExchange::offer(std::size_t member, std::size_t round, const std::uint32_t* rows,
                         std::size_t words, cudaStream_t stream) {
  Member& self = members_[member];
  const cudaStream_t copies = self.copies.get();
  check(cudaEventRecord(self.ready.get(), stream), "record the closed rows");
  check(cudaStreamWaitEvent(copies, self.ready.get()), "wait for the closed rows");
  if (round >= 2) {  // whose rows lie where these come to
    carried_.await(0, round - 2);
    for (std::size_t taker = 0; taker < members_.size(); ++taker) {
      if (!takes(taker, round - 2)) continue;
      enqueued_.await(taker, round - 2);
      check(cudaStreamWaitEvent(copies, members_[taker].present[round - 2].get()),
            "wait for room in host memory");
    }
  }
  check(cudaEventRecord(self.began[round].get(), copies), "record a transfer");
  check(cudaMemcpyAsync(rows_[round % 2].get(), rows, words * sizeof(std::uint32_t),
                        cudaMemcpyDeviceToHost, copies),
        "copy pivot rows to the host");
  check(cudaEventRecord(self.present[round].get(), copies), "record a transfer");
  enqueued_.reach(member, round);
}

void HostExchange::fetch(std::size_t member, std::size_t round, std::uint32_t* to,
                         std::size_t words, cudaStream_t stream) {
  Member& self = members_[member];
  const cudaStream_t copies = self.copies.get();
  check(cudaEventRecord(self.ready.get(), stream), "record free room");
  check(cudaStreamWaitEvent(copies, self.ready.get()), "wait for free room");
  carried_.await(0, round);
  check(cudaEventRecord(self.began[round].get(), copies), "record a transfer");
  check(cudaMemcpyAsync(to, rows_[round % 2].get(), words * sizeof(std::uint32_t),
                        cudaMemcpyHostToDevice, copies),
        "copy pivot rows from the host");
  check(cudaEventRecord(self.present[round].get(), copies), "record a transfer");
  check(cudaStreamWaitEvent(stream, self.present[round].get()), "wait for pivot rows");
  self.bytes += words * sizeof(std::uint32_t);
  enqueued_.reach(member, round);
}

void HostExchange::retire(std::size_t member, std::size_t round, cudaStream_t stream) {
  if (takes(member, round)) return;  // nobody takes them from here
  check(cudaStreamWaitEvent(stream, members_[member].present[round].get()),
        "wait until pivot rows are taken");
}

void HostExchange::finish(std::size_t member) {
  check(cudaStreamSynchronize(members_[member].copies.get()), "exchange pivot rows");
}

void HostExchange::end() {
  courier_.join();
  if (failure_) std::rethrow_exception(failure_);
  for (const Member& member : members_) ranks_.traffic.bytes_received += member.bytes;
}

void HostExchange::stop() {
  stopped_ = true;
  enqueued_.stop();
  carried_.stop();
}

/// The courier's thread.
void HostExchange::carry_all() noexcept {
  try {
    // A thread that asks about events starts CUDA on the device that is current.
    if (!crossings_.ids.empty()) check(cudaSetDevice(crossings_.ids[0]), "select the device");
    for (std::size_t round = 0; round < crossings_.rounds(); ++round) carry(round);
  } catch (const Stopped&) {  // the exception that counts is another's
  } catch (...) {
    failure_ = std::current_exception();
    enqueued_.stop(failure_);
    carried_.stop(failure_);
  }
}

/// One broadcast, from the owner's host memory to that of all others.
void HostExchange::carry(std::size_t round) {
  for (std::size_t member = 0; member < members_.size(); ++member) {
    if (round >= 2 && takes(member, round - 2)) {
      enqueued_.await(member, round - 2);
      check(cudaEventSynchronize(members_[member].present[round - 2].get()),
            "wait for room in host memory");
    }
  }
  for (std::size_t member = 0; member < members_.size(); ++member) {
    if (takes(member, round)) continue;
    enqueued_.await(member, round);
    check(cudaEventSynchronize(members_[member].present[round].get()),
          "copy pivot rows to the host");
  }
  auto& rows = rows_[round % 2];
  const auto bytes = std::as_writable_bytes(std::span(rows.get(), crossings_.words[round]));
  const auto began = std::chrono::steady_clock::now();
  const std::unique_ptr<Transfer> transfer =
      ranks_.broadcast(bytes, process_[crossings_.owner[round]]);
  while (!transfer->done()) {
    if (stopped_) {
      (void)rows.release();  // the transfer may still write to them until the process ends
      throw Stopped();
    }
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  if (process_[crossings_.owner[round]] == ranks_.rank()) {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began;
    ranks_.traffic.sending_seconds += taken.count();
  }
  carried_.reach(0, round);
}

std::size_t HostExchange::bytes_fetched(std::size_t member) const {
  return members_[member].bytes;
}

double HostExchange::seconds_fetching(std::size_t member) const {
  double seconds = 0;
  for (std::size_t round = 0; round < crossings_.rounds(); ++round) {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, members_[member].began[round].get(),
                               members_[member].present[round].get()),
          "time a transfer");
    seconds += static_cast<double>(milliseconds) / 1000;
  }
  return seconds;
}

}  // namespace apsp::gpu
