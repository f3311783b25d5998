// SPDX-License-Identifier: MIT
// The loop of processors over the batches of a solve.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>

#include "common/base/parallel_for.hpp"
#include "common/core/batch_queue.hpp"
#include "common/core/row_sink.hpp"

namespace apsp {

/// Calls `use(workspace, n)` for each batch n of a stretch of `queue`, ascending for each of
/// OpenMP's threads, with a workspace that `make()` made for the first batch of the thread. An
/// exception abandons `abandoned`, if it is not null, and is rethrown at the end.
template <typename Make, typename Use>
void for_each_batch(BatchQueue& queue, RowSink* abandoned, const Make& make, const Use& use) {
  using Workspace = std::unique_ptr<std::invoke_result_t<Make>>;
  const auto run = [&](Workspace& workspace, std::size_t index) {
    try {
      const std::optional<std::size_t> n = queue.take(index);
      if (!n) return;
      if (!workspace) workspace.reset(new auto(make()));
      use(*workspace, *n);
      queue.finish();
    } catch (...) {
      if (abandoned != nullptr) abandoned->abandon(std::current_exception());
      throw;
    }
  };
  parallel_for_with<Handout::kMonotonic>(
      queue.left(), [] { return Workspace(); }, run);
}

}  // namespace apsp
