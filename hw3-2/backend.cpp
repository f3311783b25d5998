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
  return Layout::of<Word>(vertices, pivots_for(vertices, vertices, sizeof(typename Word::Bits)));
}

/// Where the matrix lies: on the device as a whole or, of a symmetric one, its half, or in host
/// memory, from where it streams.
struct Placement {
  bool half = false;
  std::optional<StreamPlan> streaming = {};
};

/// How the matrix of a graph is placed: the first of those that the device has room for. Throws
/// Error(kMemory) where the device has not even room to stream, or the host none for the matrix.
/// `limit`: device memory that may be taken.
template <class Word>
Placement placement_for(const Graph& graph, std::optional<std::uint64_t> limit) {
  // Beside the matrix or the plan: what CUDA takes for streams and kernels.
  constexpr std::uint64_t kBeside = std::uint64_t{64} << 20;
  const std::size_t vertices = graph.vertices;
  const std::uint64_t left = free_device_memory();
  const std::uint64_t available = std::min(limit.value_or(left), left - std::min(left, kBeside));
  Layout layout = layout_for<Word>(vertices);
  if (layout.bytes() <= available) return {};
  layout.half = true;
  if (layout.bytes() <= available && graph.symmetric()) return {.half = true};
  if constexpr (Word::kReal) return {};  // does not stream; the start refuses it
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
  return {.streaming = plan};
}

}  // namespace

SingleBackend::SingleBackend(int device, std::optional<Method> method,
                             std::optional<std::uint64_t> memory)
    : TeamBackend({.ids = {device}, .crossing = {}, .method = method, .alone = true}),
      memory_(memory) {}

void SingleBackend::require_fit(const Problem& problem, const Plan& plan, Width width) {
  if (plan.method != Method::kDense) return TeamBackend::require_fit(problem, plan, width);
  const std::size_t vertices = problem.graph.vertices;
  // Smaller ones fit any device of today; start() checks again.
  constexpr std::size_t kWorthWaiting = std::size_t{8} << 30;
  const Layout largest = width == kF64 ? layout_for<F64>(vertices) : layout_for<S32>(vertices);
  if (!memory_ && largest.bytes() < kWorthWaiting) return;
  check(cudaSetDevice(team().device(0).id), "select the device");
  const bool half = with_dense_word(
      width, [&](auto word) { return placement_for<decltype(word)>(problem.graph, memory_).half; });
  if (is_real(width)) require_shares_fit(vertices, width, team(), lineup(), half);
}

std::unique_ptr<Solve> SingleBackend::start_dense(const Attempt& attempt, Observer&) {
  check(cudaSetDevice(team().device(0).id), "select the device");
  const Graph& graph = attempt.problem.graph;
  const Placement placement = with_dense_word(
      attempt.width, [&](auto word) { return placement_for<decltype(word)>(graph, memory_); });
  if (placement.streaming) return make_streamed_solve(attempt, *placement.streaming);
  if (is_real(attempt.width)) {
    require_shares_fit(graph.vertices, attempt.width, team(), lineup(), placement.half);
  }
  return make_team_solve(attempt, team(), lineup(), placement.half, {});
}

}  // namespace apsp::gpu
