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
#include "common/gpu/staging.hpp"
#include "common/gpu/word.hpp"
#include "common/memory.hpp"
#include "hw3-2/floyd_warshall.hpp"

namespace apsp::gpu {
namespace {

/// Device memory for the bits of find_clipped at one time.
constexpr std::size_t kBitsBytes = std::size_t{64} << 20;

template <class Word>
Layout layout_for(std::size_t vertices) {
  return {vertices, Word::kElements, pivots_for(vertices)};
}

template <class Word>
std::optional<Clipped> find_clipped_on_device(const MatrixView& matrix, const Graph& graph,
                                              StagingRing& ring) {
  const std::size_t band_words = graph.vertices * kBandWords;
  const std::size_t bands = (graph.vertices + kBandRows - 1) / kBandRows;
  const std::size_t at_once =
      std::clamp<std::size_t>(kBitsBytes / (band_words * sizeof(std::uint32_t)), 1, bands);
  const DeviceMemory<std::uint32_t> bits = allocate_device<std::uint32_t>(at_once * band_words);
  const DeviceMemory<unsigned long long> found = allocate_device<unsigned long long>(1);
  check(cudaMemsetAsync(found.get(), 0xff, sizeof(unsigned long long), ring.stream()),
        "clear a result");
  for (std::size_t band = 0; band < bands; band += at_once) {
    const std::size_t count = std::min(at_once, bands - band);
    finite_bits<Word>(matrix, band, count, bits.get(), ring.stream());
    stream_edges(graph, ring, [&](const Edge* edges, std::size_t edge_count, std::size_t first) {
      find_clipped(bits.get(), graph.vertices, band, count, edges, edge_count, first, found.get(),
                   ring.stream());
    });
  }
  unsigned long long result = 0;
  check(cudaMemcpyAsync(&result, found.get(), sizeof result, cudaMemcpyDeviceToHost, ring.stream()),
        "fetch a result");
  check(cudaStreamSynchronize(ring.stream()), "look for clipped lengths");
  if (result == ~0ull) return std::nullopt;
  return Clipped{static_cast<std::size_t>(result & 0xffffffffu),
                 static_cast<std::size_t>(result >> 32)};
}

template <class Word>
Extent extent_on_device(const MatrixView& matrix, cudaStream_t stream) {
  const DeviceMemory<DeviceExtent> device = allocate_device<DeviceExtent>(1);
  check(cudaMemsetAsync(device.get(), 0, sizeof(DeviceExtent), stream), "clear a result");
  reduce<Word>(matrix, device.get(), stream);
  DeviceExtent found = {};
  check(cudaMemcpyAsync(&found, device.get(), sizeof found, cudaMemcpyDeviceToHost, stream),
        "fetch a result");
  check(cudaStreamSynchronize(stream), "reduce the matrix");
  return {static_cast<Distance>(found.largest), found.infinite == 0};
}

/// What to do when a matrix of `bytes` does not fit.
template <class Word>
std::string memory_hint(std::size_t vertices) {
  if (Word::kElements == 2) return "hw3-3 spreads the matrix over several devices";
  return fmt::format(
      "--arithmetic u16 would need {}, if every distance is below {}; hw3-3 spreads the matrix "
      "over "
      "several devices",
      describe_bytes(layout_for<U16x2>(vertices).bytes() + StagingRing::kDeviceBytes),
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
  Closure<Word> closure(matrix);
  fill<Word>(matrix, ring.stream());
  stream_edges(graph, ring, [&](const Edge* edges, std::size_t count, std::size_t) {
    scatter<Word>(matrix, edges, count, ring.stream());
  });
  check(cudaStreamSynchronize(ring.stream()), "scatter the edges");

  rows.prepare();
  run.enter_phase("compute");
  closure.run([&](std::size_t done, std::size_t total) {
    run.advance(static_cast<std::int64_t>(done), static_cast<std::int64_t>(total));
  });

  run.enter_phase("prove");
  const std::optional<Clipped> clipped =
      doubt(extent_on_device<Word>(matrix, ring.stream()), graph, kInfinite, run,
            [&] { return find_clipped_on_device<Word>(matrix, graph, ring); });
  if (clipped) return clipped;

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
    run.fact("round_depth", static_cast<std::int64_t>(pivots_for(graph.vertices) * kPivot));
    return width == Width::kU16 ? attempt<U16x2>(graph, rows, run, machine.ring)
                                : attempt<S32>(graph, rows, run, machine.ring);
  });
}

}  // namespace apsp::gpu
