// SPDX-License-Identifier: MIT
// Every exchange of pivot rows, in rounds as floyd_warshall.cpp makes them, on a CUDA runtime that
// has no devices: test_fake_cuda.hpp.
#include "common/gpu/team/exchange.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/base/error.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/team/team_exchange.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_child.hpp"
#include "common/testing/test_ranks.hpp"
#include "hw3-3/ranks/host_exchange.hpp"
#include "hw3-3/ranks/nccl_exchange.hpp"
#include "hw3-3/test_fake_cuda.hpp"

namespace apsp::gpu {
namespace {

using apsp::test::Meetings;
using apsp::test::ThreadRanks;

/// NCCL's place of a member: the transfer happens on the stream.
class ThreadBroadcaster final : public Broadcaster {
 public:
  ThreadBroadcaster(Meetings& meetings, std::size_t member)
      : meetings_(meetings), member_(member) {}

  void broadcast(std::uint32_t* rows, std::size_t words, std::size_t root,
                 cudaStream_t stream) override {
    if (refuses_) throw Error(Fault::kInternal, "NCCL refused");
    test::enqueue(stream, [this, rows, words, own = root == member_, number = begun_++] {
      meetings_.come(number, std::as_writable_bytes(std::span(rows, words)), own);
      meetings_.await(number);
    });
  }
  [[nodiscard]] std::string failure() noexcept override {
    return broken_ ? "the network broke" : "";
  }

  void break_down() { broken_ = true; }
  void refuse() { refuses_ = true; }

 private:
  Meetings& meetings_;
  std::size_t member_;
  std::size_t begun_ = 0;
  std::atomic<bool> broken_ = false;
  std::atomic<bool> refuses_ = false;
};

/// A run of `processes`, the numbers of their members.
struct Setup {
  std::vector<std::size_t> processes;
  std::size_t rounds;
  std::uint32_t seed;

  [[nodiscard]] std::size_t members() const {
    return std::accumulate(processes.begin(), processes.end(), std::size_t{0});
  }
  [[nodiscard]] Crossings crossings(std::size_t process) const {
    Crossings crossings;
    crossings.first =
        std::accumulate(processes.begin(), processes.begin() + static_cast<std::ptrdiff_t>(process),
                        std::size_t{0});
    for (std::size_t n = 0; n < processes[process]; ++n) {
      crossings.ids.push_back(static_cast<int>(n));
    }
    for (std::size_t round = 0; round < rounds; ++round) {
      crossings.owner.push_back(round * members() / rounds);
      crossings.words.push_back(round + 1 == rounds ? 40 : 64);
    }
    return crossings;
  }
  [[nodiscard]] std::vector<std::size_t> process_of_member() const {
    std::vector<std::size_t> process;
    for (std::size_t p = 0; p < processes.size(); ++p)
      process.insert(process.end(), processes[p], p);
    return process;
  }
};

std::uint32_t closed(std::size_t round, std::size_t word) {
  return static_cast<std::uint32_t>(round * 1000 + word + 1);
}

/// The memory of one member's device, which outlives the rounds of all.
struct DeviceRows {
  explicit DeviceRows(const Crossings& crossings) : own(crossings.rounds()) {
    for (auto& rows : incoming) rows.resize(crossings.most_words());
  }
  std::vector<std::vector<std::uint32_t>> own;  // by round
  std::vector<std::uint32_t> incoming[2];
};

/// All rounds of one member. Returns the words that it found wrong.
std::size_t run_member(Exchange& exchange, const Crossings& crossings, std::size_t member,
                       DeviceRows& device, std::uint32_t seed) {
  std::mt19937 dice(seed + static_cast<std::uint32_t>(crossings.first + member));
  auto& [own, incoming] = device;
  std::atomic<std::size_t> wrong = 0;
  const Stream stream = make_stream(Priority::kHigh);
  for (std::size_t round = 0; round < crossings.rounds(); ++round) {
    if (dice() % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(dice() % 300));
    const std::size_t words = crossings.words[round];
    std::uint32_t* rows = incoming[round % 2].data();
    if (crossings.owns(member, round)) {
      own[round].resize(words);
      rows = own[round].data();
      test::enqueue(stream.get(), [rows, words, round] {
        for (std::size_t n = 0; n < words; ++n) rows[n] = closed(round, n);
      });
      exchange.offer(member, round, rows, words, stream.get());
    } else {
      exchange.fetch(member, round, rows, words, stream.get());
    }
    if (round > 0) exchange.retire(member, round - 1, stream.get());
    // The column panel: reads these rows and changes those of the round before.
    const bool changes = round > 0 && crossings.owns(member, round - 1);
    test::enqueue(stream.get(), [=, &wrong, old = changes ? &own[round - 1] : nullptr] {
      for (std::size_t n = 0; n < words; ++n) wrong += rows[n] == closed(round, n) ? 0u : 1u;
      if (old != nullptr) std::fill(old->begin(), old->end(), 0xdeadu);
    });
  }
  if (cudaStreamSynchronize(stream.get()) != cudaSuccess) ++wrong;
  exchange.finish(member);
  return wrong;
}

/// The threads of one process. Returns what was wrong, throws the first failure.
std::size_t run_process(Exchange& exchange, const Crossings& crossings,
                        std::vector<DeviceRows>& devices, std::uint32_t seed) {
  std::atomic<std::size_t> wrong = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  {
    std::vector<std::jthread> crew;
    for (std::size_t member = 0; member < crossings.members(); ++member) exchange.join(member);
    for (std::size_t member = 0; member < crossings.members(); ++member) {
      crew.emplace_back([&, member] {
        try {
          wrong += run_member(exchange, crossings, member, devices[member], seed);
        } catch (const Stopped&) {
        } catch (...) {
          const std::lock_guard lock(mutex);
          if (!failure) failure = std::current_exception();
          exchange.stop();
        }
      });
    }
  }
  if (failure) std::rethrow_exception(failure);
  exchange.end();
  return wrong;
}

using MakeProcess = std::function<std::unique_ptr<Exchange>(std::size_t process)>;

/// All processes side by side. Returns the words that were wrong; each one's failure by its number.
std::size_t run_all(const Setup& setup, const MakeProcess& make,
                    std::map<std::size_t, std::string>* failures = nullptr) {
  std::atomic<std::size_t> wrong = 0;
  std::mutex mutex;
  std::vector<std::jthread> crew;
  for (std::size_t process = 0; process < setup.processes.size(); ++process) {
    crew.emplace_back([&, process] {
      try {
        const Crossings crossings = setup.crossings(process);
        // Freed after the exchange's streams: cudaFree() waits for the device.
        std::vector<DeviceRows> devices(crossings.members(), DeviceRows(crossings));
        const std::unique_ptr<Exchange> exchange = make(process);
        wrong += run_process(*exchange, crossings, devices, setup.seed);
      } catch (const std::exception& error) {
        const std::lock_guard lock(mutex);
        if (failures == nullptr) ++wrong;
        if (failures != nullptr) (*failures)[process] = error.what();
      }
    });
  }
  crew.clear();
  return wrong;
}

std::size_t run_team(const Setup& setup, Crossing crossing) {
  return run_all(setup, [&](std::size_t process) {
    return std::make_unique<TeamExchange>(setup.crossings(process), crossing);
  });
}

/// The means of the processes of a setup to reach each other.
struct Company {
  explicit Company(const Setup& setup, std::size_t parties) : meetings(parties) {
    std::size_t member = 0;
    for (std::size_t p = 0; p < setup.processes.size(); ++p) {
      ranks.push_back(std::make_unique<ThreadRanks>(meetings, p, setup.processes.size()));
      for (std::size_t n = 0; n < setup.processes[p]; ++n) {
        places[p].push_back(std::make_unique<ThreadBroadcaster>(meetings, member++));
      }
    }
  }
  Meetings meetings;
  std::vector<std::unique_ptr<ThreadRanks>> ranks;
  std::map<std::size_t, std::vector<std::unique_ptr<Broadcaster>>> places;
};

MakeProcess through_host(const Setup& setup, Company& company) {
  return [&](std::size_t process) {
    return std::make_unique<HostExchange>(setup.crossings(process), setup.process_of_member(),
                                          *company.ranks[process]);
  };
}

MakeProcess by_nccl(const Setup& setup, Company& company) {
  return [&](std::size_t process) {
    return std::make_unique<NcclExchange>(setup.crossings(process), company.places[process],
                                          *company.ranks[process]);
  };
}

TEST_CASE("devices of one process get every round's rows") {
  std::uint32_t seed = 1;
  for (const std::size_t members : {1, 2, 3, 5}) {
    for (const std::size_t rounds : {1, 2, 7, 23}) {
      for (const Route route : {Route::kDirect, Route::kChain}) {
        for (const bool peers : {true, false}) {
          const Setup setup = {{members}, rounds, seed += 100};
          INFO(members << " members, " << rounds << " rounds, seed " << seed);
          test::start_fake_cuda(seed);
          REQUIRE(run_team(setup, {route, peers}) == 0);
        }
      }
    }
  }
}

const std::vector<std::vector<std::size_t>> kProcesses = {{1}, {1, 1},    {2, 1},   {1, 1, 1, 1},
                                                          {3}, {1, 0, 1}, {2, 2, 1}};

TEST_CASE("devices of several processes get every round's rows through the host") {
  std::uint32_t seed = 20'000;
  for (const std::vector<std::size_t>& processes : kProcesses) {
    for (const std::size_t rounds : {1, 2, 7, 23}) {
      const Setup setup = {processes, rounds, seed += 100};
      INFO(processes.size() << " processes, " << rounds << " rounds, seed " << seed);
      test::start_fake_cuda(seed);
      Company company(setup, processes.size());
      REQUIRE(run_all(setup, through_host(setup, company)) == 0);
      REQUIRE_FALSE(company.meetings.unequal());
    }
  }
}

TEST_CASE("devices of several processes get every round's rows by NCCL") {
  std::uint32_t seed = 40'000;
  for (const std::vector<std::size_t>& processes : kProcesses) {
    if (std::find(processes.begin(), processes.end(), 0u) != processes.end()) continue;
    for (const std::size_t rounds : {1, 2, 7, 23}) {
      const Setup setup = {processes, rounds, seed += 100};
      INFO(processes.size() << " processes, " << rounds << " rounds, seed " << seed);
      test::start_fake_cuda(seed);
      Company company(setup, setup.members());
      REQUIRE(run_all(setup, by_nccl(setup, company)) == 0);
      REQUIRE_FALSE(company.meetings.unequal());
    }
  }
}

TEST_CASE("a copy that fails ends the process that made it") {
  for (int copy = 0; copy < 12; ++copy) {
    const Setup setup = {{3}, 5, 60'000u + static_cast<std::uint32_t>(copy) * 100};
    INFO("copy " << copy);
    test::start_fake_cuda(setup.seed);
    test::fail_copy(copy);
    Company company(setup, 1);
    std::map<std::size_t, std::string> failures;
    (void)run_all(setup, through_host(setup, company), &failures);
    REQUIRE(failures.size() == 1);
    REQUIRE(failures[0].find("that the test has made") != std::string::npos);
  }
}

TEST_CASE("a courier that fails ends its process with its reason") {
  for (const std::size_t transfer : {0, 1, 4}) {
    const Setup setup = {{2}, 5, 70'000};
    INFO("transfer " << transfer);
    test::start_fake_cuda(setup.seed);
    Company company(setup, 1);
    company.ranks[0]->break_at(transfer);
    std::map<std::size_t, std::string> failures;
    (void)run_all(setup, through_host(setup, company), &failures);
    REQUIRE(failures.size() == 1);
    REQUIRE(failures[0] == "the network broke");
  }
}

/// Runs `broken` in a child, where all that waits is ended with the process. A third member never
/// comes.
apsp::test::Ending ending_of(const std::function<void(Company&)>& broken) {
  return apsp::test::run_child([&] {
    const Setup setup = {{2}, 4, 80'000};
    test::start_fake_cuda(setup.seed);
    Company company(setup, 3);
    broken(company);
    std::map<std::size_t, std::string> failures;
    (void)run_all(setup, by_nccl(setup, company), &failures);
    return 0;
  });
}

TEST_CASE("a network that NCCL loses ends the process, whose devices wait for others") {
  const apsp::test::Ending ending = ending_of([](Company& company) {
    for (const auto& place : company.places[0]) {
      static_cast<ThreadBroadcaster&>(*place).break_down();
    }
  });
  REQUIRE(ending.exit_code == 1);
  REQUIRE(ending.said == "the network broke");
}

TEST_CASE("a member that fails ends the process, whose devices wait for others") {
  const apsp::test::Ending ending = ending_of(
      [](Company& company) { static_cast<ThreadBroadcaster&>(*company.places[0][1]).refuse(); });
  REQUIRE(ending.exit_code == 1);
  REQUIRE(ending.said == "NCCL refused");
}

}  // namespace
}  // namespace apsp::gpu
