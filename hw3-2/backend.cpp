// SPDX-License-Identifier: MIT
#include "hw3-2/backend.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/layout.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/team/team.hpp"
#include "common/gpu/team/team_solve.hpp"
#include "hw3-2/streamed/streamed_solve.hpp"

namespace apsp::gpu {
namespace {

template <class Word>
Layout layout_for(std::size_t vertices) {
  return Layout::whole(vertices, Word::kElements, pivots_for(vertices, vertices));
}

/// How the matrix of so many vertices streams from host memory; nothing where the device has room
/// for it. Throws Error(kMemory) where the device has not even room for that, or the host none for
/// the matrix. `limit`: device memory that may be taken.
template <class Word>
std::optional<StreamPlan> streaming_for(std::size_t vertices, std::optional<std::uint64_t> limit) {
  // Beside the matrix or the plan: what CUDA takes for streams and kernels.
  constexpr std::uint64_t kBeside = std::uint64_t{64} << 20;
  const std::uint64_t left = free_device_memory();
  const std::uint64_t available = std::min(limit.value_or(left), left - std::min(left, kBeside));
  if (layout_for<Word>(vertices).bytes() <= available) return std::nullopt;
  const std::string what = fmt::format("{} in {}-bit arithmetic", counted(vertices, "vertex"),
                                       8 * sizeof(typename Word::Element));
  const auto plan = StreamPlan::within(vertices, Word::kElements, available);
  if (!plan) {
    const StreamPlan least = {vertices, Word::kElements, 1, 1};
    throw Error(Fault::kMemory,
                fmt::format("not enough memory on the device: {} from host memory needs {}, "
                            "available are {}\nhw3-3 spreads the matrix over several devices",
                            what, describe_bytes(least.bytes()), describe_bytes(available)));
  }
  require_memory(streamed_host_bytes(*plan), what + " in host memory (the device has no room)");
  return plan;
}

}  // namespace

SingleBackend::SingleBackend(int device, std::optional<Method> method,
                             std::optional<std::uint64_t> memory)
    : TeamBackend({.ids = {device}, .crossing = {}, .method = method, .alone = true}),
      memory_(memory) {}

void SingleBackend::require_fit(const Problem& problem, const Plan& plan, Width width) {
  if (plan.method != Method::kDense || width == kF32) {
    return TeamBackend::require_fit(problem, plan, width);
  }
  const std::size_t vertices = problem.graph.vertices;
  // Smaller ones fit any device of today; start() checks again.
  constexpr std::size_t kWorthWaiting = std::size_t{8} << 30;
  if (!memory_ && layout_for<S32>(vertices).bytes() < kWorthWaiting) return;
  (void)team();
  with_integer_word(width,
                    [&](auto word) { (void)streaming_for<decltype(word)>(vertices, memory_); });
}

std::unique_ptr<Solve> SingleBackend::start_dense(const Attempt& attempt, Observer&) {
  check(cudaSetDevice(team().device(0).id), "select the device");
  if (attempt.width == kF32) {  // does not stream from host memory
    require_shares_fit(attempt.problem.graph.vertices, kF32, team(), lineup());
    return make_team_solve(attempt, team(), lineup(), {});
  }
  const auto streaming = with_integer_word(attempt.width, [&](auto word) {
    return streaming_for<decltype(word)>(attempt.problem.graph.vertices, memory_);
  });
  if (streaming) return make_streamed_solve(attempt, *streaming);
  return make_team_solve(attempt, team(), lineup(), {});
}

}  // namespace apsp::gpu
