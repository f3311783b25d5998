// SPDX-License-Identifier: MIT
#include "common/gpu/dense/staging.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <numeric>
#include <optional>
#include <span>

#include "common/base/parallel_for.hpp"

namespace apsp::gpu {

StagingRing::StagingRing(std::size_t slot_bytes) : stream_(make_stream(Priority::kHigh)) {
  for (std::size_t n = 0; n < kSlots; ++n) {
    slots_.push_back({allocate_pinned<std::byte>(slot_bytes),
                      allocate_device<std::byte>(slot_bytes), make_event()});
  }
}

void StagingRing::wait_for(std::size_t n) {
  check(cudaEventSynchronize(slot(n).done.get()), "wait for a transfer");
}

namespace {

constexpr std::size_t kSlotEdges = StagingRing::kSlotBytes / sizeof(Edge);
constexpr std::size_t kChunk = std::size_t{1} << 16;  // edges that a thread handles at once
static_assert(kChunk <= kSlotEdges);

/// For each of `slots`: the calling thread does `before(n)`, all threads share `chunks(n)` calls of
/// `work(n, chunk)`, the calling thread does `after(n)`. One parallel region for all of it: where
/// it is nested in another, OpenMP makes its threads anew each time. CUDA is for the calling
/// thread, because the current device is each thread's own.
template <class Before, class Chunks, class Work, class After>
void for_each_slot(std::size_t slots, const Before& before, const Chunks& chunks, const Work& work,
                   const After& after) {
  FirstFailure failure;
  bool failed = false;  // as all threads see it in one turn
#pragma omp parallel
  for (std::size_t n = 0; n < slots; ++n) {
#pragma omp master
    {
      failure.guard(n, [&] { before(n); });
      failed = failure.before(n + 1);
    }
#pragma omp barrier
    if (failed) break;
#pragma omp for schedule(static)
    for (std::size_t chunk = 0; chunk < chunks(n); ++chunk) {
      failure.guard(n, [&] { work(n, chunk); });
    }
#pragma omp master
    failure.guard(n, [&] { after(n); });
  }
  failure.rethrow();
}

Edge* host_edges(StagingRing& ring, std::size_t n) {
  return reinterpret_cast<Edge*>(ring.slot(n).host.get());
}

/// Sends the `count` bytes that slot n holds on the host, and lets `use` enqueue what is done with
/// them.
template <class Use>
void send(StagingRing& ring, std::size_t n, std::size_t count, const Use& use) {
  StagingRing::Slot& slot = ring.slot(n);
  check(cudaMemcpyAsync(slot.device.get(), slot.host.get(), count, cudaMemcpyHostToDevice,
                        ring.stream()),
        "copy the graph to the device");
  use(slot.device.get());
  check(cudaEventRecord(slot.done.get(), ring.stream()), "record a transfer");
}

}  // namespace

void stream_bytes(std::span<const std::byte> bytes, std::size_t per_slot, StagingRing& ring,
                  const std::function<void(const std::byte*, std::size_t, std::size_t)>& use) {
  constexpr std::size_t kChunkBytes = std::size_t{1} << 20;  // that a thread copies at once
  const auto part_of = [&](std::size_t n) {
    const std::size_t first = n * per_slot;
    return bytes.subspan(first, std::min(per_slot, bytes.size() - first));
  };
  for_each_slot((bytes.size() + per_slot - 1) / per_slot, [&](std::size_t n) { ring.wait_for(n); },
                [&](std::size_t n) { return (part_of(n).size() + kChunkBytes - 1) / kChunkBytes; },
                [&](std::size_t n, std::size_t chunk) {
                  const auto part = part_of(n).subspan(chunk * kChunkBytes);
                  std::memcpy(ring.slot(n).host.get() + chunk * kChunkBytes, part.data(),
                              std::min(kChunkBytes, part.size()));
                },
                [&](std::size_t n) {
                  send(ring, n, part_of(n).size(), [&](const std::byte* device) {
                    use(device, part_of(n).size(), n * per_slot);
                  });
                });
}

void stream_edges_from(const Graph& graph, std::size_t first, std::size_t count, StagingRing& ring,
                       const std::function<void(const Edge*, std::size_t)>& use) {
  const auto wanted = [&](const Edge& edge) {
    return static_cast<std::size_t>(edge.source) - first < count;  // below `first` wraps around
  };
  const auto chunk_of = [&](std::size_t chunk) {
    return graph.edges.subspan(chunk * kChunk,
                               std::min(kChunk, graph.edges.size() - chunk * kChunk));
  };
  const std::size_t chunks = (graph.edges.size() + kChunk - 1) / kChunk;
  std::vector<std::size_t> before(chunks + 1, 0);  // wanted edges in earlier chunks
#pragma omp parallel for schedule(static)
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    const auto edges = chunk_of(chunk);
    before[chunk + 1] = static_cast<std::size_t>(std::count_if(edges.begin(), edges.end(), wanted));
  }
  std::partial_sum(before.begin(), before.end(), before.begin());

  // As many whole chunks as fit go into a slot.
  struct Load {
    std::size_t first;  // chunk
    std::size_t chunks;
    std::size_t edges;
  };
  std::vector<Load> loads;
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    const std::size_t edges = before[chunk + 1] - before[chunk];
    if (edges == 0 && loads.empty()) continue;
    if (loads.empty() || loads.back().edges + edges > kSlotEdges) loads.push_back({chunk, 0, 0});
    loads.back().chunks = chunk + 1 - loads.back().first;
    loads.back().edges += edges;
  }
  for_each_slot(
      loads.size(), [&](std::size_t n) { ring.wait_for(n); },
      [&](std::size_t n) { return loads[n].chunks; },
      [&](std::size_t n, std::size_t at) {
        const std::size_t chunk = loads[n].first + at;
        const auto edges = chunk_of(chunk);
        std::copy_if(edges.begin(), edges.end(),
                     host_edges(ring, n) + (before[chunk] - before[loads[n].first]), wanted);
      },
      [&](std::size_t n) {
        send(ring, n, loads[n].edges * sizeof(Edge), [&](const std::byte* device) {
          use(reinterpret_cast<const Edge*>(device), loads[n].edges);
        });
      });
}

void stream_rows(std::size_t vertices, std::size_t count,
                 const std::function<std::size_t(std::size_t)>& number, StagingRing& ring,
                 RowSink& rows,
                 const std::function<void(std::size_t, std::size_t, Distance*)>& widen) {
  if (vertices == 0 || count == 0) return;
  const std::size_t row_bytes = vertices * sizeof(Distance);
  const std::size_t per_slot =
      std::clamp<std::size_t>(StagingRing::kSlotBytes / row_bytes, 1, kMostRowsAtOnce);
  // Rows of more than two million vertices have slots of their own.
  std::optional<StagingRing> wide;
  if (row_bytes > StagingRing::kSlotBytes) wide.emplace(row_bytes);
  StagingRing& slots_of_rows = wide ? *wide : ring;
  const std::size_t slots = (count + per_slot - 1) / per_slot;
  const auto rows_of = [&](std::size_t n) { return std::min(per_slot, count - n * per_slot); };
  const auto fetch = [&](std::size_t n) {
    StagingRing::Slot& slot = slots_of_rows.slot(n);
    auto* device = reinterpret_cast<Distance*>(slot.device.get());
    widen(n * per_slot, rows_of(n), device);
    check(cudaMemcpyAsync(slot.host.get(), device, rows_of(n) * row_bytes, cudaMemcpyDeviceToHost,
                          ring.stream()),
          "copy rows to the host");
    check(cudaEventRecord(slot.done.get(), ring.stream()), "record a transfer");
  };
  // Rows that will not come may be waited for, by other threads and for other devices' rows.
  const auto or_abandon = [&](const auto& work) {
    try {
      work();
    } catch (...) {
      rows.abandon(std::current_exception());
      throw;
    }
  };
  // Where a thread has to wait for its turn, the change of threads takes longer than a row.
  constexpr std::size_t kRowsInTurn = 32;
  const std::size_t run_rows = rows.in_order() ? kRowsInTurn : 1;
  const auto put_run = [&](std::size_t n, std::size_t run) {
    const auto* host = reinterpret_cast<const Distance*>(slots_of_rows.slot(n).host.get());
    const std::size_t end = std::min(rows_of(n), (run + 1) * run_rows);
    for (std::size_t row = run * run_rows; row < end;) {
      const std::size_t first = number(n * per_slot + row);
      std::size_t many = 1;  // rows with consecutive numbers
      while (row + many < end && number(n * per_slot + row + many) == first + many) ++many;
      rows.put(first, {host + row * vertices, many * vertices});
      row += many;
    }
  };
  or_abandon([&] {
    for (std::size_t n = 0; n < std::min(slots, StagingRing::kSlots); ++n) fetch(n);
    for_each_slot(
        slots, [&](std::size_t n) { slots_of_rows.wait_for(n); },
        [&](std::size_t n) { return (rows_of(n) + run_rows - 1) / run_rows; },
        [&](std::size_t n, std::size_t run) { or_abandon([&] { put_run(n, run); }); },
        [&](std::size_t n) {
          if (n + StagingRing::kSlots < slots) fetch(n + StagingRing::kSlots);
        });
  });
}

}  // namespace apsp::gpu
