// SPDX-License-Identifier: MIT
// KeptMemory, and solves in memory of the caller's choice.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <new>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "apsp/apsp.hpp"
#include "apsp/memory.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"

namespace {

using apsp::Distance;
using apsp::Fault;
using apsp::KeptMemory;
using apsp::Settings;
using apsp::WeightMatrix;
using apsp::test::require_error;

constexpr std::size_t kLeast = KeptMemory::kLeast;

/// A block that is full of one byte.
class Block {
 public:
  Block(KeptMemory& memory, std::size_t bytes, int content)
      : memory_(memory), bytes_(bytes), start_(memory.allocate(bytes, 64)) {
    std::memset(start_, content, bytes);
  }
  ~Block() { memory_.deallocate(start_, bytes_, 64); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  [[nodiscard]] const void* start() const { return start_; }
  [[nodiscard]] bool is_full_of(int content) const {
    const auto* const first = static_cast<const unsigned char*>(start_);
    return std::all_of(first, first + bytes_, [&](unsigned char byte) { return byte == content; });
  }

 private:
  KeptMemory& memory_;
  std::size_t bytes_;
  void* start_;
};

const void* place_of(KeptMemory& memory, std::size_t bytes) {
  return Block(memory, bytes, 1).start();
}

/// Returns the bytes of address space of this process.
std::size_t mapped() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Counts what is taken, and fills it with bytes that are no distances.
class CountingMemory final : public std::pmr::memory_resource {
 public:
  std::size_t taken = 0;
  std::size_t in_use = 0;
  std::size_t most = std::numeric_limits<std::size_t>::max();  // of one block; more: no memory

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes > most) throw std::bad_alloc();
    void* const start = std::pmr::new_delete_resource()->allocate(bytes, alignment);
    std::memset(start, 0xA5, bytes);
    const std::lock_guard lock(mutex_);
    taken += bytes;
    in_use += bytes;
    bytes_of_[start] = bytes;
    return start;
  }
  void do_deallocate(void* start, std::size_t bytes, std::size_t alignment) override {
    const std::lock_guard lock(mutex_);
    if (bytes_of_.at(start) != bytes) std::abort();  // a destructor calls this
    bytes_of_.erase(start);
    in_use -= bytes;
    std::pmr::new_delete_resource()->deallocate(start, bytes, alignment);
  }
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::mutex mutex_;
  std::map<void*, std::size_t> bytes_of_;
};

std::vector<double> random_weights(std::size_t vertices, int most, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> weights(vertices * vertices);
  for (double& weight : weights)
    weight = static_cast<double>(random() % static_cast<unsigned>(most));
  return weights;
}

template <typename T>
std::vector<T> solved(const std::vector<double>& weights, std::size_t vertices,
                      const Settings& settings) {
  const WeightMatrix graph(std::span<const double>(weights), vertices, {.memory = settings.memory});
  std::vector<T> rows(vertices * vertices);
  apsp::solve_into(graph, settings, std::span(rows));
  return rows;
}

TEST_CASE("a freed block serves the next request of its size") {
  KeptMemory memory;
  const void* const place = place_of(memory, kLeast);
  CHECK(place_of(memory, kLeast) == place);
  CHECK(place_of(memory, kLeast - 1) != place);  // too small to be kept
  const Block other(memory, kLeast, 2);
  CHECK(other.start() == place);
  const Block second(memory, kLeast, 3);
  CHECK(second.start() != place);
  CHECK(other.is_full_of(2));
  CHECK(second.is_full_of(3));
}

TEST_CASE("the smallest block that is large enough serves") {
  KeptMemory memory;
  std::array<const void*, 3> places{};
  {
    const Block large(memory, 9 * kLeast, 1);
    const Block small(memory, kLeast, 2);
    const Block medium(memory, 4 * kLeast, 3);
    places = {large.start(), medium.start(), small.start()};
  }
  const Block medium(memory, 3 * kLeast + 1, 4);
  CHECK(medium.start() == places[1]);
  const Block large(memory, 5 * kLeast, 5);
  CHECK(large.start() == places[0]);
  const Block small(memory, kLeast, 6);
  CHECK(small.start() == places[2]);
  CHECK(large.is_full_of(5));
  CHECK(medium.is_full_of(4));
}

TEST_CASE("what a smaller request leaves of a block goes to the system") {
  KeptMemory memory;
  static_cast<void>(place_of(memory, 64 * kLeast));
  const std::size_t before = mapped();
  const Block small(memory, kLeast, 1);
  CHECK(mapped() <= before - 62 * kLeast);
}

TEST_CASE("of more than the most the block that was freed first goes") {
  KeptMemory memory(8 * kLeast);
  const void* newest = nullptr;
  {
    const Block second(memory, 3 * kLeast, 2);
    newest = second.start();
    static_cast<void>(place_of(memory, 6 * kLeast));
  }
  const std::size_t before = mapped();
  const Block again(memory, 3 * kLeast, 3);
  CHECK(again.start() == newest);
  CHECK(mapped() < before + 3 * kLeast);
  const Block large(memory, 6 * kLeast, 4);
  CHECK(mapped() >= before + 6 * kLeast);  // a new one
}

TEST_CASE("a block of more than the most is not kept") {
  constexpr std::size_t kLarge = 64 * kLeast;  // more than others map meanwhile, as sanitizers do
  KeptMemory memory(2 * kLeast);
  const std::size_t before = mapped();
  static_cast<void>(place_of(memory, kLarge));
  CHECK(mapped() < before + kLarge);
  KeptMemory none(0);
  static_cast<void>(place_of(none, kLarge));
  CHECK(mapped() < before + kLarge);
}

TEST_CASE("release and the end of a store return what is kept") {
  const std::size_t before = mapped();
  {
    KeptMemory memory;
    static_cast<void>(place_of(memory, 32 * kLeast));
    CHECK(mapped() >= before + 32 * kLeast);
    memory.release();
    CHECK(mapped() < before + 32 * kLeast);
    static_cast<void>(place_of(memory, 32 * kLeast));
  }
  CHECK(mapped() < before + 32 * kLeast);
}

/// Sets the limit of a resource to so many bytes while it lives.
template <typename Resource>
class Limited {
 public:
  Limited(Resource resource, std::size_t bytes) : resource_(resource) {
    REQUIRE(getrlimit(resource, &old_) == 0);
    REQUIRE(old_.rlim_cur == RLIM_INFINITY);
    const struct rlimit limit = {bytes, old_.rlim_max};
    REQUIRE(setrlimit(resource, &limit) == 0);
  }
  ~Limited() { setrlimit(resource_, &old_); }
  Limited(const Limited&) = delete;
  Limited& operator=(const Limited&) = delete;

 private:
  Resource resource_;
  struct rlimit old_ = {};
};

TEST_CASE("nothing is kept under a limit of the address space or of the data") {
  const auto keeps_nothing = [](auto resource) {
    KeptMemory memory;
    static_cast<void>(place_of(memory, 32 * kLeast));  // kept: there is no limit yet
    const std::size_t before = mapped();
    const Limited limited(resource, before + (std::size_t{1} << 32));
    static_cast<void>(place_of(memory, 3 * kLeast));
    return mapped() <= before - 28 * kLeast;  // nor is what was kept
  };
  CHECK(keeps_nothing(RLIMIT_AS));
  CHECK(keeps_nothing(RLIMIT_DATA));
}

TEST_CASE("what is kept makes room for a block that would not fit beside it") {
  constexpr std::size_t kGiB = std::size_t{1} << 30;
  KeptMemory memory;
  static_cast<void>(place_of(memory, kGiB));
  const Limited limited(RLIMIT_AS, mapped() + kGiB / 2);
  void* const large = memory.allocate(kGiB + kLeast);
  CHECK(large != nullptr);
  memory.deallocate(large, kGiB + kLeast);
}

TEST_CASE("memory that there is not is refused") {
  KeptMemory memory;
  CHECK_THROWS_AS(memory.allocate(std::numeric_limits<std::size_t>::max() - 5), std::bad_alloc);
  CHECK_THROWS_AS(memory.allocate(std::size_t{1} << 60), std::bad_alloc);
}

TEST_CASE("blocks are aligned as was asked, whatever their size") {
  KeptMemory memory;
  for (const std::size_t alignment : {std::size_t{1}, std::size_t{64}, kLeast, 2 * kLeast}) {
    for (const std::size_t bytes : {std::size_t{1}, kLeast - 1, kLeast, 3 * kLeast + 1}) {
      void* const start = memory.allocate(bytes, alignment);
      CHECK(reinterpret_cast<std::uintptr_t>(start) % alignment == 0);
      memory.deallocate(start, bytes, alignment);
    }
  }
}

TEST_CASE("threads do not share blocks") {
  KeptMemory memory(6 * kLeast);
  std::array<int, 8> wrong{};
  std::vector<std::thread> threads;
  threads.reserve(wrong.size());
  for (int number = 0; number < 8; ++number) {
    threads.emplace_back([&, number] {
      for (int turn = 0; turn < 25; ++turn) {
        const auto bytes = kLeast * static_cast<std::size_t>(1 + (number + turn) % 3);
        const Block block(memory, bytes, 8 * (turn % 25) + number);
        if (!block.is_full_of(8 * (turn % 25) + number)) wrong[static_cast<std::size_t>(number)]++;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == std::array<int, 8>{});
}

TEST_CASE("a dense solve takes its memory from the settings and returns all of it") {
  constexpr std::size_t kVertices = 257;
  struct Case {
    int most;
    apsp::Width width;
    std::size_t bytes;  // of an element
  };
  for (const std::string& isa : apsp::instruction_sets()) {
    for (const Case& c : {Case{20, apsp::Width::kU8, 1}, Case{9000, apsp::Width::kU16, 2},
                          Case{90'000'000, apsp::Width::kS32, 4}}) {
      INFO(isa << ", weights below " << c.most);
      const std::vector<double> weights = random_weights(kVertices, c.most, 7);
      Settings settings{.width = c.width, .method = apsp::Method::kDense, .instruction_set = isa};
      const auto expected = solved<Distance>(weights, kVertices, settings);
      CountingMemory memory;
      settings.memory = &memory;
      CHECK(solved<Distance>(weights, kVertices, settings) == expected);
      CHECK(memory.in_use == 0);
      CHECK(memory.taken >= 2 * kVertices * kVertices * c.bytes);
      settings.undirected = true;
      const auto both_ways = solved<Distance>(weights, kVertices, settings);
      settings.memory = nullptr;
      CHECK(both_ways == solved<Distance>(weights, kVertices, settings));
      CHECK(memory.in_use == 0);
    }
  }
}

TEST_CASE("a dense solve that rounds takes its memory from the settings") {
  constexpr std::size_t kVertices = 200;
  std::vector<double> weights = random_weights(kVertices, 1000, 3);
  for (double& weight : weights) weight *= 0.1;
  for (const bool undirected : {false, true}) {
    Settings settings{.method = apsp::Method::kDense, .undirected = undirected};
    const auto expected = solved<double>(weights, kVertices, settings);
    CountingMemory memory;
    settings.memory = &memory;
    CHECK(solved<double>(weights, kVertices, settings) == expected);
    CHECK(memory.in_use == 0);
    CHECK(memory.taken >= 2 * kVertices * kVertices * sizeof(double));
  }
}

TEST_CASE("solves of any sizes in one store give the same rows") {
  KeptMemory memory;
  std::mt19937 random(11);
  for (int turn = 0; turn < 12; ++turn) {
    const std::size_t vertices = 1400 + random() % 300;
    const int most = turn % 2 == 0 ? 50 : 5000;
    INFO("V = " << vertices << ", weights below " << most);
    const std::vector<double> weights =
        random_weights(vertices, most, static_cast<unsigned>(random()));
    Settings settings{.method = apsp::Method::kDense};
    const auto expected = solved<double>(weights, vertices, settings);
    settings.memory = &memory;
    CHECK(solved<double>(weights, vertices, settings) == expected);
  }
}

TEST_CASE("memory that refuses is an error of memory") {
  constexpr std::size_t kVertices = 300;
  const std::vector<double> weights = random_weights(kVertices, 9000, 5);
  CountingMemory memory;
  memory.most = 0;
  require_error(Fault::kMemory, {"memory"}, [&] {
    WeightMatrix(std::span<const double>(weights), kVertices, {.memory = &memory});
  });
  const WeightMatrix graph(std::span<const double>(weights), kVertices);
  const Settings settings{.method = apsp::Method::kDense, .memory = &memory};
  require_error(Fault::kMemory, {"memory"},
                [&] { static_cast<void>(apsp::solve(graph, settings)); });
  CHECK(memory.in_use == 0);
}

}  // namespace
