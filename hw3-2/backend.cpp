// SPDX-License-Identifier: MIT
#include "hw3-2/backend.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <future>
#include <optional>
#include <string>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/floyd_warshall.hpp"
#include "common/gpu/dense/predecessors.hpp"
#include "common/gpu/dense/proof.hpp"
#include "common/gpu/dense/rounds.hpp"
#include "common/gpu/dense/scatter.hpp"
#include "common/gpu/dense/staging.hpp"
#include "common/gpu/dense/summary.hpp"
#include "common/gpu/dense/wanted_rows.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/machine.hpp"
#include "common/gpu/sweep/sweep_solve.hpp"
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

/// One attempt on the device's matrix.
template <class Word>
class DeviceSolve final : public Solve {
 public:
  /// The device of `ring` is current now and whenever a verb is called.
  DeviceSolve(const Problem& problem, StagingRing& ring)
      : ring_(ring),
        set_(problem.rows),
        matrix_{nullptr, layout_for<Word>(problem.graph.vertices)},
        rows_(set_, matrix_.layout) {}

  void scatter(const Graph& graph, Observer& observer) override {
    observer.enter_phase(Phase::kUpload);
    words_ = allocate_device<std::uint32_t>(matrix_.layout.matrix_words());
    matrix_.words = words_.get();
    rounds_.emplace(matrix_);
    scatter_graph<Word>(matrix_, graph, ring_);
  }

  void close(Observer& observer) override {
    close_matrix(*rounds_, [&](std::size_t done, std::size_t total) {
      advance_or_stop(observer, static_cast<std::int64_t>(done), static_cast<std::int64_t>(total));
    });
  }

  Extent extent() override { return extent_of<Word>(matrix_, rows_.view(), ring_.stream()); }

  std::optional<Clipped> first_clipped(const Graph& graph) override {
    return gpu::first_clipped<Word>(matrix_, set_, graph, ring_);
  }

  void put(const Outputs& outputs, Observer& observer) override {
    if (outputs.numbers != nullptr && set_.all()) {
      observer.enter_phase(Phase::kSummary);
      report_times(summarise<Word>(matrix_, 0, *outputs.numbers, ring_.stream()), observer);
      return;
    }
    if (outputs.predecessors != nullptr) {
      observer.enter_phase(Phase::kPredecessors);
      const DevicePredecessors made =
          put_predecessors<Word>(matrix_, rows_, ring_, *outputs.predecessors);
      report_predecessors({&made, 1}, observer);
    }
    observer.enter_phase(Phase::kDownload);
    const std::size_t vertices = matrix_.layout.vertices;
    stream_rows(
        vertices, rows_.size(), [&](std::size_t n) { return rows_.number(n); }, ring_, outputs.rows,
        [&](std::size_t first, std::size_t count, Distance* out) {
          widen<Word>(matrix_, rows_.view(), first, count, out, ring_.stream());
        });
  }

 private:
  StagingRing& ring_;
  const RowSet set_;
  DeviceMemory<std::uint32_t> words_;
  MatrixView matrix_;
  WantedRows rows_;
  std::optional<Rounds<Word>> rounds_;
};

}  // namespace

/// The result of the start: a device that is ready, and the buffers of its transfers.
struct SingleBackend::Opened {
  explicit Opened(int id) : device(open_device(id)) {}

  Device device;
  StagingRing ring;
};

struct SingleBackend::Startup {
  std::future<std::unique_ptr<Opened>> pending;
  std::unique_ptr<Opened> machine;

  /// The machine, on the calling thread.
  Opened& get() {
    if (machine == nullptr) machine = pending.get();
    check(cudaSetDevice(machine->device.id), "select the device");
    return *machine;
  }
};

SingleBackend::SingleBackend(int device, std::optional<Method> method,
                             std::optional<std::uint64_t> memory)
    : startup_(std::make_unique<Startup>()), method_(method), memory_(memory) {
  startup_->pending =
      std::async(std::launch::async, [device] { return std::make_unique<Opened>(device); });
}

SingleBackend::~SingleBackend() = default;

Plan SingleBackend::plan(const Problem& problem) {
  const auto ask = [this] {
    (void)startup_->get();
    return DeviceRoom{1, static_cast<double>(free_device_memory() / 2)};
  };
  return plan_for(problem, ask, method_);
}

void SingleBackend::require_fit(const Problem& problem, const Plan& plan, Width width) {
  if (plan.method == Method::kSweep) return require_host_memory(*plan.tree);  // start(): device
  const std::size_t vertices = problem.graph.vertices;
  // Smaller ones fit any device of today; start() checks again.
  constexpr std::size_t kWorthWaiting = std::size_t{8} << 30;
  if (!memory_ && layout_for<S32>(vertices).bytes() < kWorthWaiting) return;
  (void)startup_->get();
  with_word(width, [&](auto word) { (void)streaming_for<decltype(word)>(vertices, memory_); });
}

std::unique_ptr<Solve> SingleBackend::start(const Attempt& attempt, Observer& observer) {
  const std::size_t vertices = attempt.problem.graph.vertices;
  std::unique_ptr<SweepGraph> sweep_graph;
  report(attempt.plan, observer);
  if (attempt.plan.method == Method::kSweep && vertices > 0) {
    observer.enter_phase(Phase::kScatter);  // while the device starts
    sweep_graph = std::make_unique<SweepGraph>(attempt.problem.graph, *attempt.plan.tree);
  }
  observer.enter_phase(Phase::kStart);
  Opened& machine = startup_->get();
  observer.fact("device", machine.device.name);
  if (sweep_graph) {
    require_sweep_fit(sweep_graph->tree, attempt);
    return make_sweep_solve(std::move(sweep_graph), attempt,
                            {1, 1, [&machine](const auto& work) { work(0, machine.ring); }});
  }
  observer.fact("tile", static_cast<std::int64_t>(kTile));
  return with_word(attempt.width, [&](auto word) -> std::unique_ptr<Solve> {
    if (vertices == 0) return nullptr;
    if (const auto streaming = streaming_for<decltype(word)>(vertices, memory_)) {
      return make_streamed_solve(attempt, *streaming);
    }
    observer.fact("round_depth", static_cast<std::int64_t>(layout_for<S32>(vertices).depth()));
    return std::make_unique<DeviceSolve<decltype(word)>>(attempt.problem, machine.ring);
  });
}

}  // namespace apsp::gpu
