// SPDX-License-Identifier: MIT
#include "common/base/memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <vector>

#include "common/app/exit_code.hpp"
#include "common/io/file_descriptor.hpp"
#include "common/testing/test_child.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"
#include "common/testing/test_sanitizer.hpp"

namespace apsp {
namespace {

using test::require_error;
using test::TestFolder;

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

TEST_CASE("there is some memory, but not without end") {
  REQUIRE(available_memory() > 0);
  REQUIRE(available_memory() < std::uint64_t{1} << 50);
  require_memory(0, "nothing");
  require_memory(4096, "a page");
}

TEST_CASE("memory that is not there is refused with both numbers") {
  require_error(
      Fault::kMemory,
      {"the distance matrix", "4.0 EiB (4611686018427387904 bytes)", "needed", "available"},
      [] { require_memory(std::uint64_t{1} << 62, "the distance matrix"); });
}

TEST_CASE("bytes are described for people and for scripts") {
  REQUIRE(describe_bytes(0) == "0 bytes");
  REQUIRE(describe_bytes(1023) == "1023 bytes");
  REQUIRE(describe_bytes(1024) == "1.0 KiB (1024 bytes)");
  REQUIRE(describe_bytes(1610612736) == "1.5 GiB (1610612736 bytes)");
  REQUIRE(describe_bytes((1 << 20) - 1) == "1.0 MiB (1048575 bytes)");
  REQUIRE(describe_bytes(kNoLimit) == "16.0 EiB (18446744073709551615 bytes)");
}

TEST_CASE("limits on the address space and on private memory count") {
  if (test::kTakesAddressSpace) {
    WARN("not tested: a sanitizer takes the address space that would be limited");
    return;
  }
  const auto what = GENERATE(RLIMIT_AS, RLIMIT_DATA);
  const test::Ending ending = test::run_child([what] {
    constexpr rlim_t kLimit = rlim_t{8} << 30;
    const struct rlimit limit = {kLimit, kLimit};
    if (::setrlimit(what, &limit) != 0 || available_memory() >= kLimit) return 1;
    require_memory(kLimit, "the matrix");
    return 0;
  });
  INFO(ending.said);
  REQUIRE(ending.exit_code == exit_code(Fault::kMemory));
  REQUIRE(ending.said.find("the matrix: 8.0 GiB (8589934592 bytes)") != std::string::npos);
}

TEST_CASE("cgroup limits of version 2 count, the tightest up the tree") {
  const TestFolder folder;
  std::filesystem::create_directories(folder / "outer/inner");
  const std::string membership = folder.write("membership", "0::/outer/inner\n");
  REQUIRE(cgroup_memory_left(membership, folder.path(), kNoLimit) == kNoLimit);
  folder.write("outer/inner/memory.max", "max\n");
  folder.write("outer/inner/memory.current", "100\n");
  REQUIRE(cgroup_memory_left(membership, folder.path(), kNoLimit) == kNoLimit);
  folder.write("outer/memory.max", "1000\n");
  folder.write("outer/memory.current", "900\n");
  REQUIRE(cgroup_memory_left(membership, folder.path(), kNoLimit) == 100);
  // Cached files give way, whichever list they are on.
  folder.write("outer/memory.stat", "anon 300\nfile 600\ninactive_file 400\nactive_file 50\n");
  REQUIRE(cgroup_memory_left(membership, folder.path(), kNoLimit) == 550);
  // What is left without groups counts as well, whether it is less than unused or with the cache.
  for (const std::uint64_t left : {0, 99, 100, 101, 549, 550, 551}) {
    REQUIRE(cgroup_memory_left(membership, folder.path(), left) ==
            std::min<std::uint64_t>(left, 550));
  }
  folder.write("outer/inner/memory.max", "150\n");
  REQUIRE(cgroup_memory_left(membership, folder.path(), kNoLimit) == 50);
  folder.write("outer/inner/memory.current", "170\n");
  REQUIRE(cgroup_memory_left(membership, folder.path(), kNoLimit) == 0);
}

TEST_CASE("a cgroup seen from inside its container, whose mount starts at the group") {
  const TestFolder folder;
  const std::string membership = folder.write("membership", "0::/not/visible/here\n");
  folder.write("memory.max", "1000\n");
  folder.write("memory.current", "600\n");
  REQUIRE(cgroup_memory_left(membership, folder.path(), kNoLimit) == 400);
}

TEST_CASE("cgroup limits of version 1 count") {
  const TestFolder folder;
  std::filesystem::create_directories(folder / "memory/job");
  const std::string membership =
      folder.write("membership", "12:cpu,cpuacct:/job\n4:memory:/job\n1:name=systemd:/job\n0::/\n");
  folder.write("memory/job/memory.limit_in_bytes", "1000\n");
  folder.write("memory/job/memory.usage_in_bytes", "900\n");
  folder.write("memory/job/memory.stat", "inactive_file 1\ntotal_inactive_file 300\n");
  REQUIRE(cgroup_memory_left(membership, folder.path(), kNoLimit) == 400);
  REQUIRE(cgroup_memory_left(folder / "absent", folder.path(), kNoLimit) == kNoLimit);
}

TEST_CASE("the peak of memory is what was filled at once, not what files have in the cache") {
  constexpr std::size_t kSize = std::size_t{64} << 20;
  const std::uint64_t before = peak_memory();
  const TestFolder folder;
  {
    const FileDescriptor file(::open((folder / "file").c_str(), O_RDWR | O_CREAT, 0600));
    REQUIRE(::ftruncate(file.get(), kSize) == 0);
    void* const mapping = ::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    REQUIRE(mapping != MAP_FAILED);
    std::memset(mapping, 'x', kSize);
    REQUIRE(peak_memory() < before + kSize / 2);
    ::munmap(mapping, kSize);
  }
  {
    const std::vector<char> filled(kSize, 'x');
    const char* const volatile kept = filled.data();  // or clang leaves all of it out
    REQUIRE(kept != nullptr);
    note_memory();
  }
  REQUIRE(peak_memory() >= kSize);
  REQUIRE(peak_memory() < before + 2 * kSize);
}

TEST_CASE("memory that is promised is not available to others") {
  constexpr std::uint64_t kSize = std::uint64_t{1} << 50;  // more than there is
  {
    PromisedMemory promise(kSize);
    REQUIRE(available_memory() == 0);
    promise.taken(kSize / 2);
    REQUIRE(available_memory() == 0);
    promise.taken(kSize / 2);
    REQUIRE(available_memory() > 0);
    promise.taken(1);  // one more than was promised takes nothing from anyone
    REQUIRE(available_memory() > 0);
  }
  { const PromisedMemory forgotten(kSize); }
  REQUIRE(available_memory() > 0);
}

}  // namespace
}  // namespace apsp
