// SPDX-License-Identifier: MIT
#include "common/base/memory.hpp"

#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"

namespace apsp {
namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

constinit std::atomic<std::uint64_t> promised = 0;
constinit std::atomic<std::uint64_t> most_seen = 0;  // bytes of anonymous memory

/// The number after `key` at the start of a line: /proc/meminfo, memory.stat and their like.
std::optional<std::uint64_t> number_after(const std::string& file, std::string_view key) {
  std::ifstream in(file);
  for (std::string word, rest; in >> word; std::getline(in, rest)) {
    if (word != key) continue;
    std::uint64_t value = 0;
    if (in >> value) return value;
    return std::nullopt;
  }
  return std::nullopt;
}

/// A file of one number; nothing where it says "max".
std::optional<std::uint64_t> number_in(const std::string& file) {
  std::ifstream in(file);
  std::uint64_t value = 0;
  if (in >> value) return value;
  return std::nullopt;
}

/// The names that one version of the cgroup interface has for the same things.
struct CgroupNames {
  const char* limit;
  const char* use;
  std::array<const char*, 2> reclaimable;  // lines of memory.stat, this group and those below it
};
constexpr CgroupNames kVersion1 = {
    "memory.limit_in_bytes", "memory.usage_in_bytes", {"total_inactive_file", "total_active_file"}};
constexpr CgroupNames kVersion2 = {
    "memory.max", "memory.current", {"inactive_file", "active_file"}};

/// Where it is `enough` at least, not more than that is found out.
std::uint64_t group_memory_left(const std::string& folder, const CgroupNames& names,
                                std::uint64_t enough) {
  const std::optional<std::uint64_t> limit = number_in(folder + "/" + names.limit);
  const std::optional<std::uint64_t> use = number_in(folder + "/" + names.use);
  if (!limit || !use) return kUnknown;
  const std::uint64_t unused = *limit - std::min(*limit, *use);
  if (unused >= enough) return unused;
  // Cached file pages count as use but give way to an allocation. To list them takes the system as
  // long as all the rest.
  std::uint64_t reclaimable = 0;
  for (const char* line : names.reclaimable) {
    reclaimable += number_after(folder + "/memory.stat", line).value_or(0);
  }
  const std::uint64_t held = *use - std::min(*use, reclaimable);
  return *limit - std::min(*limit, held);
}

/// The least of `left`, a group and its ancestors. A group that is not visible (as in a container
/// whose mount starts at its own group) is passed over on the way up.
std::uint64_t branch_memory_left(const std::string& mount, std::string group,
                                 const CgroupNames& names, std::uint64_t left) {
  for (;;) {
    left = std::min(left, group_memory_left(mount + group, names, left));
    if (group.empty()) return left;
    const std::size_t slash = group.rfind('/');
    group.resize(slash == std::string::npos ? 0 : slash);
  }
}

/// What the limits on the address space and on private memory leave.
std::uint64_t limited_memory_left() {
  // Pages: all, resident, shared, code, none, private.
  std::array<std::uint64_t, 6> pages{};
  std::ifstream in("/proc/self/statm");
  for (std::uint64_t& count : pages) in >> count;
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::uint64_t left = kUnknown;
  for (const auto& [what, used] :
       {std::pair(RLIMIT_AS, pages[0]), std::pair(RLIMIT_DATA, pages[5])}) {
    struct rlimit limit = {};
    if (::getrlimit(what, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) continue;
    left = std::min<std::uint64_t>(left, limit.rlim_cur - std::min(limit.rlim_cur, used * page));
  }
  return left;
}

}  // namespace

std::uint64_t cgroup_memory_left(const std::string& membership, const std::string& mount,
                                 std::uint64_t left) {
  // Each line is "hierarchy:controllers:group"; version 2 is hierarchy 0 without controllers.
  std::ifstream in(membership);
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = fmt::format(",{},", line.substr(first + 1, second - first - 1));
    const std::string group = line.substr(second + 1);
    if (controllers == ",,") {
      left = branch_memory_left(mount, group, kVersion2, left);
    } else if (controllers.find(",memory,") != std::string::npos) {
      left = branch_memory_left(mount + "/memory", group, kVersion1, left);
    }
  }
  return left;
}

std::uint64_t available_memory() {
  std::uint64_t left = kUnknown;
  if (const auto kib = number_after("/proc/meminfo", "MemAvailable:")) left = *kib * 1024;
  left = cgroup_memory_left("/proc/self/cgroup", "/sys/fs/cgroup", left);
  left = std::min(left, limited_memory_left());
  return left == kUnknown ? left : left - std::min(left, promised.load());
}

bool has_memory(std::uint64_t bytes) {
  return bytes <= kAlwaysThere || bytes <= available_memory();
}

PromisedMemory::PromisedMemory(std::uint64_t bytes) : left_(bytes) {
  promised += left_;
}

PromisedMemory::~PromisedMemory() {
  promised -= left_;
}

void PromisedMemory::taken(std::uint64_t bytes) {
  const std::uint64_t filled = std::min(left_, bytes);
  left_ -= filled;
  promised -= filled;
}

void require_memory(std::uint64_t bytes, const std::string& what) {
  if (has_memory(bytes)) return;
  const std::uint64_t available = available_memory();
  throw Error(Fault::kMemory, fmt::format("{}: {} of memory are needed, {} are available", what,
                                          describe_bytes(bytes), describe_bytes(available)));
}

void note_memory() noexcept {
  std::uint64_t now = 0;
  try {
    const std::string status = "/proc/self/status";
    const auto anonymous = number_after(status, "RssAnon:");
    // Some systems, such as gVisor, do not tell them apart.
    now = (anonymous ? anonymous : number_after(status, "VmRSS:")).value_or(0) * 1024;
  } catch (...) {
    return;  // not worth the failure of a run
  }
  std::uint64_t before = most_seen;
  while (before < now && !most_seen.compare_exchange_weak(before, now)) {
  }
}

std::uint64_t peak_memory() noexcept {
  note_memory();
  return most_seen;
}

std::string describe_bytes(std::uint64_t bytes) {
  if (bytes < 1024) return counted(bytes, "byte");
  constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  // 1023.95 would be shown as 1024.0: the next unit's 1.0.
  for (; value >= 1023.95 && unit + 1 < kUnits.size(); value /= 1024) ++unit;
  return fmt::format("{:.1f} {} ({} bytes)", value, kUnits[unit], bytes);
}

}  // namespace apsp
