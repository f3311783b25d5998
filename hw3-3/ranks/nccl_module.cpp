// SPDX-License-Identifier: MIT
// The module: broadcasts by NCCL.
#include <nccl.h>

#include <cstring>

#include "apsp/error.hpp"
#include "hw3-3/ranks/nccl.hpp"

namespace apsp::gpu {
namespace {

/// Blocks of a broadcast's kernel. They wait on the device for the pivot's owner, beside the
/// remainder: each takes a multiprocessor's room from it. Two carry more than a round needs.
constexpr int kBlocks = 2;

/// Throws where a call of NCCL failed.
void check(ncclResult_t result, const char* call, ncclComm_t comm = nullptr) {
  if (result == ncclSuccess) return;
  std::string text = std::string(call) + ": " + ncclGetErrorString(result);
  const char* last = ncclGetLastError(comm);
  if (last != nullptr && *last != '\0') text += std::string(": ") + last;
  throw Error(Fault::kInternal, text);
}

class NcclMember final : public Broadcaster {
 public:
  NcclMember(const ncclUniqueId& id, std::size_t members, std::size_t member) {
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    config.blocking = 1;
    config.minCTAs = 1;
    config.maxCTAs = kBlocks;
    check(ncclCommInitRankConfig(&comm_, static_cast<int>(members), id, static_cast<int>(member),
                                 &config),
          "ncclCommInitRankConfig");
  }

  ~NcclMember() override { (void)ncclCommDestroy(comm_); }

  void broadcast(std::uint32_t* rows, std::size_t words, std::size_t root,
                 cudaStream_t stream) override {
    check(ncclBroadcast(rows, rows, words, ncclUint32, static_cast<int>(root), comm_, stream),
          "ncclBroadcast", comm_);
  }

  [[nodiscard]] std::string failure() noexcept override {
    ncclResult_t result = ncclSuccess;
    if (ncclCommGetAsyncError(comm_, &result) != ncclSuccess) return {};
    if (result == ncclSuccess || result == ncclInProgress) return {};
    return std::string("NCCL: ") + ncclGetErrorString(result);
  }

 private:
  ncclComm_t comm_ = nullptr;
};

class NcclLibrary final : public Nccl {
 public:
  [[nodiscard]] std::string make_id() override {
    ncclUniqueId id;
    check(ncclGetUniqueId(&id), "ncclGetUniqueId");
    return {id.internal, sizeof id.internal};
  }

  [[nodiscard]] std::unique_ptr<Broadcaster> join(const std::string& id, std::size_t members,
                                                  std::size_t member) override {
    ncclUniqueId shared;
    if (id.size() != sizeof shared.internal) {
      throw Error(Fault::kInternal, "the name of a communicator has another length");
    }
    std::memcpy(shared.internal, id.data(), id.size());
    return std::make_unique<NcclMember>(shared, members, member);
  }
};

}  // namespace
}  // namespace apsp::gpu

extern "C" {
[[gnu::visibility("default")]] extern const char* const apsp_nccl_version;
const char* const apsp_nccl_version = APSP_VERSION;

[[gnu::visibility("default")]] apsp::gpu::Nccl* apsp_open_nccl();
apsp::gpu::Nccl* apsp_open_nccl() {
  return new apsp::gpu::NcclLibrary();
}
}
