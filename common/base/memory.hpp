// SPDX-License-Identifier: MIT
// How much memory there is, asked before the work starts instead of found out by being killed.
#pragma once

#include <cstdint>
#include <string>

namespace apsp {

/// Bytes that this process can still allocate and fill: the least of MemAvailable, what the
/// process's cgroups (v2 or v1) leave, and what RLIMIT_AS and RLIMIT_DATA leave; less what is
/// promised already. UINT64_MAX if nothing is known.
[[nodiscard]] std::uint64_t available_memory();

/// Bytes that count as available at any time: to ask the system takes longer than so small a solve.
inline constexpr std::uint64_t kAlwaysThere = std::uint64_t{16} << 20;

/// Whether `bytes` are available, or are kAlwaysThere.
[[nodiscard]] bool has_memory(std::uint64_t bytes);

/// Memory that will be filled bit by bit in the background, as by an output in a memory-backed
/// folder: available_memory() counts it as gone from the start.
class PromisedMemory {
 public:
  explicit PromisedMemory(std::uint64_t bytes);
  ~PromisedMemory();
  PromisedMemory(const PromisedMemory&) = delete;
  PromisedMemory& operator=(const PromisedMemory&) = delete;

  /// Another `bytes` of it are filled, so that the system counts them now. One thread at a time.
  void taken(std::uint64_t bytes);

 private:
  std::uint64_t left_;
};

/// Throws Error(kMemory) unless has_memory(bytes). `what` is what needs them ("the
/// distance matrix"); the message holds both numbers, human-readable and exact.
void require_memory(std::uint64_t bytes, const std::string& what);

/// Looks how much anonymous memory is in use now, for peak_memory(). For each phase and now and
/// then within one, not for each round: it reads a file of /proc. Any thread.
void note_memory() noexcept;

/// The most anonymous memory, in bytes, that any call of note_memory() saw, and what is in use now.
/// The pages of mapped inputs and outputs do not count: they are the system's cache of the files,
/// there whether the process maps them or not. (The system's own peak counts both together.)
[[nodiscard]] std::uint64_t peak_memory() noexcept;

/// "1.5 GiB (1610612736 bytes)"; small numbers as bytes alone.
[[nodiscard]] std::string describe_bytes(std::uint64_t bytes);

/// The part of available_memory() that looks at cgroups: the least of `left`, what is left without
/// them, and of limit - use + reclaimable file cache over the process's groups and their ancestors.
/// `membership` is normally /proc/self/cgroup, `mount` /sys/fs/cgroup.
[[nodiscard]] std::uint64_t cgroup_memory_left(const std::string& membership,
                                               const std::string& mount, std::uint64_t left);

}  // namespace apsp
