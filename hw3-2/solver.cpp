// SPDX-License-Identifier: MIT
#include "hw3-2/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <future>
#include <optional>
#include <string>

#include "common/exact_solve.hpp"
#include "common/gpu/device.hpp"
#include "common/gpu/device_matrix.hpp"
#include "common/gpu/proof.hpp"
#include "common/gpu/rounds.hpp"
#include "common/gpu/staging.hpp"
#include "common/gpu/summary.hpp"
#include "common/gpu/word.hpp"
#include "common/memory.hpp"
#include "hw3-2/floyd_warshall.hpp"

namespace apsp::gpu {
namespace {

template <class Word>
Layout layout_for(std::size_t vertices) {
  return Layout::whole(vertices, Word::kElements, pivots_for(vertices, vertices));
}

/// What to do when a matrix of `bytes` does not fit.
template <class Word>
std::string memory_hint(std::size_t vertices) {
  if (Word::kElements == 2) return "hw3-3 spreads the matrix over several devices";
  return fmt::format(
      "--arithmetic u16 would need {}, if every distance is below {}; hw3-3 spreads the matrix "
      "over "
      "several devices",
      describe_bytes(layout_for<U16x2>(vertices).bytes() + kStagingBytes),
      kInfinity<std::uint16_t>);
}

/// Throws Error(kMemory) if a matrix for `vertices` does not fit the current device.
template <class Word>
void require_fit(std::size_t vertices) {
  require_device_memory(
      layout_for<Word>(vertices).bytes(),
      fmt::format("{} vertices in {}-bit arithmetic", vertices, 8 * sizeof(typename Word::Element)),
      memory_hint<Word>(vertices));
}

/// One try in one width, as Attempt says: edges up, rounds, proof, rows down.
template <class Word>
std::optional<Clipped> attempt(const Graph& graph, RowSink& rows, Run& run, StagingRing& ring) {
  constexpr Distance kInfinite = kInfinity<typename Word::Element>;
  if (graph.vertices == 0) return std::nullopt;
  const Layout layout = layout_for<Word>(graph.vertices);
  require_fit<Word>(graph.vertices);
  run.enter_phase("upload");
  const DeviceMemory<std::uint32_t> words = allocate_device<std::uint32_t>(layout.matrix_words());
  const MatrixView matrix{words.get(), layout};
  Rounds<Word> step(matrix);
  fill<Word>(matrix, ring.stream());
  stream_edges(graph, ring, [&](const Edge* edges, std::size_t count, std::size_t) {
    scatter<Word>(matrix, edges, count, ring.stream());
  });
  check(cudaStreamSynchronize(ring.stream()), "scatter the edges");

  rows.prepare();
  run.enter_phase("compute");
  close_matrix(step, [&](std::size_t done, std::size_t total) {
    run.advance(static_cast<std::int64_t>(done), static_cast<std::int64_t>(total));
  });

  run.enter_phase("prove");
  const std::optional<Clipped> clipped =
      doubt(extent_of<Word>(matrix, ring.stream()), graph, kInfinite, run,
            [&] { return find_clipped<Word>(matrix, graph, ring); });
  if (clipped) return clipped;

  if (!rows.wants_rows()) {
    run.enter_phase("summary");
    report_times(summarise<Word>(matrix, rows, ring.stream()), run);
    return std::nullopt;
  }
  run.enter_phase("download");
  stream_rows(graph.vertices, 0, graph.vertices, ring, rows,
              [&](std::size_t row, std::size_t count, Distance* out) {
                widen<Word>(matrix, row, count, out, ring.stream());
              });
  return std::nullopt;
}

}  // namespace

/// What the start leaves: a device that is ready, and the buffers of its transfers.
struct Solver::Machine {
  explicit Machine(int id) : device(open_device(id)) {}

  Device device;
  StagingRing ring;
};

struct Solver::Startup {
  std::future<std::unique_ptr<Machine>> pending;
  std::unique_ptr<Machine> machine;

  /// The machine, on the calling thread.
  Machine& get() {
    if (machine == nullptr) machine = pending.get();
    check(cudaSetDevice(machine->device.id), "select the device");
    return *machine;
  }
};

Solver::Solver() : startup_(std::make_unique<Startup>()) {}
Solver::~Solver() = default;

void Solver::start(int device) {
  // All kernels now, beside the reading of the input, not each at its first launch.
  ::setenv("CUDA_MODULE_LOADING", "EAGER", 0);
  startup_->pending =
      std::async(std::launch::async, [device] { return std::make_unique<Machine>(device); });
}

void Solver::admit(const Graph& graph) {
  // Smaller ones fit any device of today; whatever happens, attempt() looks again.
  constexpr std::size_t kWorthWaiting = std::size_t{8} << 30;
  if (layout_for<U16x2>(graph.vertices).bytes() < kWorthWaiting) return;
  (void)startup_->get();
  require_fit<U16x2>(graph.vertices);
}

void Solver::solve(const Graph& graph, RowSink& rows, Run& run, Arithmetic arithmetic) {
  solve_exactly(graph, run, kWidths, arithmetic, [&](Width width) {
    run.enter_phase("start");
    Machine& machine = startup_->get();
    run.fact("device", machine.device.name);
    run.fact("tile", static_cast<std::int64_t>(kTile));
    run.fact("round_depth", static_cast<std::int64_t>(layout_for<S32>(graph.vertices).depth()));
    return width == Width::kU16 ? attempt<U16x2>(graph, rows, run, machine.ring)
                                : attempt<S32>(graph, rows, run, machine.ring);
  });
}

}  // namespace apsp::gpu
