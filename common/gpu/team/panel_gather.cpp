// SPDX-License-Identifier: MIT
#include "common/gpu/team/panel_gather.hpp"

#include "common/gpu/device/status.hpp"
#include "common/gpu/product/layout.hpp"

namespace apsp::gpu {

PanelGather::PanelGather(std::size_t members, std::size_t rounds)
    : rounds_(rounds), members_(members), ready_(members) {}

void PanelGather::join(std::size_t member) {
  Member& self = members_[member];
  for (std::size_t round = 0; round < rounds_; ++round) self.ready.push_back(make_event());
}

void PanelGather::gather(std::size_t member, std::size_t round, const PanelRows& panel,
                         const std::function<std::vector<IndexRange>(std::size_t)>& columns_of,
                         cudaStream_t stream) {
  constexpr std::size_t kTileBytes = kBlockWords * sizeof(std::uint32_t);
  const std::size_t pitch = panel.pitch * sizeof(std::uint32_t);
  Member& self = members_[member];
  self.rows[round % 2] = panel.words;
  check(cudaEventRecord(self.ready[round].get(), stream), "record a panel");
  ready_.reach(member, round);
  for (std::size_t step = 1; step < members_.size(); ++step) {
    const std::size_t other = (member + step) % members_.size();  // not all from the same one
    ready_.await(other, round);
    check(cudaStreamWaitEvent(stream, members_[other].ready[round].get()), "wait for a panel");
    for (const IndexRange& columns : columns_of(other)) {
      const std::size_t first = columns.begin * kBlockWords;
      const std::size_t bytes = columns.size() * kTileBytes;
      check(cudaMemcpy2DAsync(panel.words + first, pitch, members_[other].rows[round % 2] + first,
                              pitch, bytes, panel.rows, cudaMemcpyDefault, stream),
            "copy panels from another device");
      self.bytes += bytes * panel.rows;
    }
  }
}

}  // namespace apsp::gpu
