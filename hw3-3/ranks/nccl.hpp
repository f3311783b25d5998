// SPDX-License-Identifier: MIT
// Broadcasts among devices of several processes: an interface. NCCL implements it, in a module of
// its own (nccl_module.cpp), so that no program links NCCL.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace apsp::gpu {

/// The place of one device in a communicator. Calls come from one thread, with the device current,
/// but for failure(). To destroy one waits for the others of its machine: a process that fails ends
/// without.
class Broadcaster {
 public:
  Broadcaster() = default;
  virtual ~Broadcaster() = default;
  Broadcaster(const Broadcaster&) = delete;
  Broadcaster& operator=(const Broadcaster&) = delete;

  /// Enqueues on `stream` that `words` at `rows` of member `root` come to `rows` of all others.
  /// Every member calls it, in the same order. Throws Error(kInternal).
  virtual void broadcast(std::uint32_t* rows, std::size_t words, std::size_t root,
                         cudaStream_t stream) = 0;

  /// Returns what has failed behind the calls; empty: nothing. Any thread.
  [[nodiscard]] virtual std::string failure() noexcept = 0;
};

inline constexpr const char* kNcclModuleName = "apsp-nccl.so";

/// Brings devices of several processes together. Program and module come from one build.
class Nccl {
 public:
  Nccl() = default;
  virtual ~Nccl() = default;
  Nccl(const Nccl&) = delete;
  Nccl& operator=(const Nccl&) = delete;

  /// Makes the name of a new communicator, in one process. Throws Error(kInternal).
  [[nodiscard]] virtual std::string make_id() = 0;

  /// Joins the communicator `id` with the current device, as number `member` of `members`. Returns
  /// when all have come. Throws Error(kInternal).
  [[nodiscard]] virtual std::unique_ptr<Broadcaster> join(const std::string& id,
                                                          std::size_t members,
                                                          std::size_t member) = 0;
};

/// Has NCCL leave NVLink's multicast alone, unless the environment says otherwise: it serves
/// reductions, and not every machine grants it. Sets NCCL_NVLS_ENABLE: call it from main, before
/// any thread starts.
void leave_multicast_off();

/// Loads the module; null, with the reason in `why`, where there is none or it cannot be loaded.
[[nodiscard]] std::unique_ptr<Nccl> load_nccl(std::string& why);

}  // namespace apsp::gpu
