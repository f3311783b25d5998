// SPDX-License-Identifier: MIT
// How much memory there is, asked before the work starts instead of found out by being killed.
#pragma once

#include <cstdint>
#include <string>

namespace apsp {

/// Bytes that this process can still allocate and fill: the least of MemAvailable, what the
/// process's cgroups (v2 or v1) leave, and what RLIMIT_AS leaves. UINT64_MAX if nothing is known.
[[nodiscard]] std::uint64_t available_memory();

/// Throws Error(kMemory) if fewer than `bytes` are available. `what` is what needs them ("the
/// distance matrix"); the message holds both numbers, human-readable and exact.
void require_memory(std::uint64_t bytes, const std::string& what);

/// The largest resident size of this process so far, in bytes.
[[nodiscard]] std::uint64_t peak_memory();

/// "1.5 GiB (1610612736 bytes)"; small numbers as bytes alone.
[[nodiscard]] std::string describe_bytes(std::uint64_t bytes);

/// The part of available_memory() that looks at cgroups: the least of limit - use + reclaimable
/// file cache over the process's groups and their ancestors, UINT64_MAX without any limit.
/// `membership` is normally /proc/self/cgroup, `mount` /sys/fs/cgroup.
[[nodiscard]] std::uint64_t cgroup_memory_left(const std::string& membership,
                                               const std::string& mount);

}  // namespace apsp
