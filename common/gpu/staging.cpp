// SPDX-License-Identifier: MIT
#include "common/gpu/staging.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <numeric>
#include <span>

namespace apsp::gpu {

StagingRing::StagingRing() : stream_(make_stream(Priority::kHigh)) {
  for (std::size_t n = 0; n < kSlots; ++n) {
    slots_.push_back({allocate_pinned<std::byte>(kSlotBytes),
                      allocate_device<std::byte>(kSlotBytes), make_event()});
  }
}

void StagingRing::wait_for(std::size_t n) {
  check(cudaEventSynchronize(slot(n).done.get()), "wait for a transfer");
}

namespace {

constexpr std::size_t kSlotEdges = StagingRing::kSlotBytes / sizeof(Edge);
constexpr std::size_t kPiece = std::size_t{1} << 16;  // edges that a thread handles at once
static_assert(kPiece <= kSlotEdges);

/// Fills slot n on the host with `fill(edges)`, sends `count` edges of it, and lets `use` enqueue
/// what is done with them.
template <class Fill, class Use>
void send_slot(StagingRing& ring, std::size_t n, std::size_t count, const Fill& fill,
               const Use& use) {
  StagingRing::Slot& slot = ring.slot(n);
  if (n >= StagingRing::kSlots) ring.wait_for(n);
  auto* host = reinterpret_cast<Edge*>(slot.host.get());
  auto* device = reinterpret_cast<Edge*>(slot.device.get());
  fill(host);
  check(cudaMemcpyAsync(device, host, count * sizeof(Edge), cudaMemcpyHostToDevice, ring.stream()),
        "copy edges to the device");
  use(device);
  check(cudaEventRecord(slot.done.get(), ring.stream()), "record a transfer");
}

}  // namespace

void stream_edges(const Graph& graph, StagingRing& ring,
                  const std::function<void(const Edge*, std::size_t, std::size_t)>& use) {
  std::size_t n = 0;
  for (std::size_t first = 0; first < graph.edges.size(); first += kSlotEdges, ++n) {
    const std::span<const Edge> edges =
        graph.edges.subspan(first, std::min(kSlotEdges, graph.edges.size() - first));
    const auto copy = [&](Edge* to) {
#pragma omp parallel for schedule(static)
      for (std::size_t piece = 0; piece < edges.size(); piece += kPiece) {
        const std::size_t count = std::min(kPiece, edges.size() - piece);
        std::memcpy(to + piece, edges.data() + piece, count * sizeof(Edge));
      }
    };
    send_slot(ring, n, edges.size(), copy,
              [&](const Edge* device) { use(device, edges.size(), first); });
  }
}

void stream_edges_from(const Graph& graph, std::size_t first, std::size_t count, StagingRing& ring,
                       const std::function<void(const Edge*, std::size_t)>& use) {
  const auto wanted = [&](const Edge& edge) {
    return static_cast<std::size_t>(edge.source) - first < count;  // below `first` wraps around
  };
  const auto piece_of = [&](std::size_t piece) {
    return graph.edges.subspan(piece * kPiece,
                               std::min(kPiece, graph.edges.size() - piece * kPiece));
  };
  const std::size_t pieces = (graph.edges.size() + kPiece - 1) / kPiece;
  std::vector<std::size_t> before(pieces + 1, 0);  // wanted edges in earlier pieces
#pragma omp parallel for schedule(static)
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    const auto edges = piece_of(piece);
    before[piece + 1] =
        static_cast<std::size_t>(std::count_if(edges.begin(), edges.end(), wanted));
  }
  std::partial_sum(before.begin(), before.end(), before.begin());

  // As many whole pieces as fit go into a slot.
  std::size_t n = 0;
  for (std::size_t begin = 0; begin < pieces;) {
    std::size_t end = begin + 1;
    while (end < pieces && before[end + 1] - before[begin] <= kSlotEdges) ++end;
    const std::size_t in_slot = before[end] - before[begin];
    if (in_slot != 0) {
      const auto pick = [&](Edge* to) {
#pragma omp parallel for schedule(static)
        for (std::size_t piece = begin; piece < end; ++piece) {
          const auto edges = piece_of(piece);
          std::copy_if(edges.begin(), edges.end(), to + (before[piece] - before[begin]), wanted);
        }
      };
      send_slot(ring, n++, in_slot, pick, [&](const Edge* device) { use(device, in_slot); });
    }
    begin = end;
  }
}

void stream_rows(std::size_t vertices, std::size_t first, std::size_t count, StagingRing& ring,
                 RowSink& rows,
                 const std::function<void(std::size_t, std::size_t, Distance*)>& widen) {
  if (vertices == 0 || count == 0) return;
  const std::size_t row_bytes = vertices * sizeof(Distance);
  const std::size_t per_slot = std::max<std::size_t>(1, StagingRing::kSlotBytes / row_bytes);
  const std::size_t slots = (count + per_slot - 1) / per_slot;
  const auto rows_of = [&](std::size_t n) { return std::min(per_slot, count - n * per_slot); };
  const auto fetch = [&](std::size_t n) {
    StagingRing::Slot& slot = ring.slot(n);
    auto* device = reinterpret_cast<Distance*>(slot.device.get());
    widen(first + n * per_slot, rows_of(n), device);
    check(cudaMemcpyAsync(slot.host.get(), device, rows_of(n) * row_bytes, cudaMemcpyDeviceToHost,
                          ring.stream()),
          "copy rows to the host");
    check(cudaEventRecord(slot.done.get(), ring.stream()), "record a transfer");
  };
  for (std::size_t n = 0; n < std::min(slots, StagingRing::kSlots); ++n) fetch(n);
  for (std::size_t n = 0; n < slots; ++n) {
    ring.wait_for(n);
    const auto* host = reinterpret_cast<const Distance*>(ring.slot(n).host.get());
    std::exception_ptr failure;  // an exception must not leave the parallel region
#pragma omp parallel for schedule(static)
    for (std::size_t row = 0; row < rows_of(n); ++row) {
      try {
        rows.put(first + n * per_slot + row, {host + row * vertices, vertices});
      } catch (...) {
#pragma omp critical
        if (!failure) failure = std::current_exception();
      }
    }
    if (failure) std::rethrow_exception(failure);
    if (n + StagingRing::kSlots < slots) fetch(n + StagingRing::kSlots);
  }
}

}  // namespace apsp::gpu
