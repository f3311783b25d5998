// SPDX-License-Identifier: MIT
// The transfers of panels, in rounds as floyd_warshall.cpp makes them, on a CUDA runtime that has
// no devices: hw3-3/test_fake_cuda.hpp.
#include "common/gpu/team/panel_gather.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

#include "common/base/error.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/product/layout.hpp"
#include "common/testing/catch.hpp"
#include "hw3-3/test_fake_cuda.hpp"

namespace apsp::gpu {
namespace {

constexpr std::size_t kRows = 3;
constexpr std::size_t kRounds = 12;

/// The number that `member` writes to a column of its own.
std::uint32_t number_of(std::size_t member, std::size_t round, std::size_t column) {
  return static_cast<std::uint32_t>(round * 10'000 + member * 1000 + column + 1);
}

/// The last member has none in every third round.
std::vector<IndexRange> columns_of(std::size_t member, std::size_t round, std::size_t members) {
  if (member + 1 == members && round % 3 == 0) return {};
  return {{member, member + 1}};
}

/// One member of several: a column of macro-tiles each, and one that all have from elsewhere.
struct Member {
  explicit Member(std::size_t members)
      : stream(make_stream(Priority::kHigh)), pitch((members + 1) * kBlockWords) {
    for (auto& panel : panels) panel.resize(kRows * pitch);
  }

  /// The rounds of member `self`. Counts words that are not those of the round.
  void run(PanelGather& gather, std::size_t self, std::size_t members, std::atomic<int>& wrong) {
    gather.join(self);
    for (std::size_t round = 0; round < kRounds; ++round) {
      std::uint32_t* const panel = panels[round % 2].data();
      test::enqueue(stream.get(), [=, this] {
        for (std::size_t row = 0; row < kRows; ++row) {
          for (std::size_t word = 0; word < kBlockWords; ++word) {
            panel[row * pitch + self * kBlockWords + word] = number_of(self, round, word);
            panel[row * pitch + members * kBlockWords + word] = number_of(members, round, word);
          }
        }
      });
      gather.gather(
          self, round, {panel, pitch, kRows},
          [&](std::size_t other) { return columns_of(other, round, members); }, stream.get());
      test::enqueue(stream.get(), [=, this, &wrong] {
        for (std::size_t at = 0; at < kRows * pitch; ++at) {
          const std::size_t column = at % pitch;
          const std::size_t from = column / kBlockWords;
          if (from != self && from < members && columns_of(from, round, members).empty()) continue;
          if (panel[at] != number_of(from, round, column % kBlockWords)) ++wrong;
        }
      });
    }
    check(cudaStreamSynchronize(stream.get()), "end the rounds");
  }

  Stream stream;
  std::size_t pitch;
  std::vector<std::uint32_t> panels[2];
};

TEST_CASE("every member has the panels of all others, and none is overwritten too early") {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    for (const std::size_t members : {2, 3, 5}) {
      INFO("seed " << seed << ", " << members << " members");
      test::start_fake_cuda(seed);
      PanelGather gather(members, kRounds);
      std::atomic<int> wrong = 0;
      std::vector<Member> all;
      for (std::size_t n = 0; n < members; ++n) all.emplace_back(members);
      std::vector<std::thread> threads;
      for (std::size_t n = 0; n < members; ++n) {
        threads.emplace_back([&, n] { all[n].run(gather, n, members, wrong); });
      }
      for (std::thread& thread : threads) thread.join();
      REQUIRE(wrong == 0);
      for (std::size_t n = 0; n < members; ++n) {
        const std::size_t without = n + 1 == members ? 0 : kRounds / 3;  // of the last member
        REQUIRE(gather.bytes_fetched(n) ==
                ((members - 1) * kRounds - without) * kRows * kBlockWords * sizeof(std::uint32_t));
      }
    }
  }
}

TEST_CASE("a member that fails ends the waiting of the others") {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    constexpr std::size_t kMembers = 3;
    test::start_fake_cuda(seed);
    test::fail_copy(static_cast<int>(4 * seed));
    PanelGather gather(kMembers, kRounds);
    std::atomic<int> wrong = 0;
    std::atomic<int> stopped = 0;
    std::atomic<int> failed = 0;
    std::vector<Member> all;
    for (std::size_t n = 0; n < kMembers; ++n) all.emplace_back(kMembers);
    std::vector<std::thread> threads;
    for (std::size_t n = 0; n < kMembers; ++n) {
      threads.emplace_back([&, n] {
        try {
          all[n].run(gather, n, kMembers, wrong);
        } catch (const Stopped&) {
          ++stopped;
        } catch (const Error&) {
          ++failed;
          gather.stop();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const Member& member : all) (void)cudaStreamSynchronize(member.stream.get());
    INFO("seed " << seed);
    REQUIRE(failed == 1);
    REQUIRE(stopped == kMembers - 1);
  }
}

}  // namespace
}  // namespace apsp::gpu
