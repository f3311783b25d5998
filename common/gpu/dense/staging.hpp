// SPDX-License-Identifier: MIT
// Copies of edges to a device and of rows from it, through a ring of small pinned buffers. Neither
// the input nor the output ever lies in device-visible host memory as a whole.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "common/core/graph.hpp"
#include "common/core/row_sink.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/product/layout.hpp"

namespace apsp::gpu {

/// A ring of slots, each a buffer of pinned host memory with a twin in device memory, on the device
/// that is current when it is made.
class StagingRing {
 public:
  static constexpr std::size_t kSlots = 4;
  static constexpr std::size_t kSlotBytes = kStagingBytes / kSlots;

  struct Slot {
    PinnedMemory<std::byte> host;
    DeviceMemory<std::byte> device;
    Event done;  // the stream is finished with the slot
  };

  /// Of slots of so many bytes.
  explicit StagingRing(std::size_t slot_bytes = kSlotBytes);

  [[nodiscard]] cudaStream_t stream() const { return stream_.get(); }
  [[nodiscard]] Slot& slot(std::size_t n) { return slots_[n % kSlots]; }
  /// Waits until the stream is finished with slot n; returns at once where it never had it.
  void wait_for(std::size_t n);

 private:
  Stream stream_;
  std::vector<Slot> slots_;
};

/// Sends bytes to the device, `per_slot` at a time, at most kSlotBytes. `use(bytes, count, first)`
/// enqueues work on the ring's stream for `count` bytes in device memory, the first of which has
/// number `first`. Host memory is read by OpenMP's threads. Returns when everything is enqueued.
void stream_bytes(std::span<const std::byte> bytes, std::size_t per_slot, StagingRing& ring,
                  const std::function<void(const std::byte*, std::size_t, std::size_t)>& use);

/// Same for elements: `use(elements, count, first)`.
template <typename T, typename Use>
void stream_elements(std::span<const T> elements, StagingRing& ring, const Use& use) {
  constexpr std::size_t kPerSlot = StagingRing::kSlotBytes / sizeof(T) * sizeof(T);
  stream_bytes(std::as_bytes(elements), kPerSlot, ring,
               [&](const std::byte* bytes, std::size_t count, std::size_t first) {
                 use(reinterpret_cast<const T*>(bytes), count / sizeof(T), first / sizeof(T));
               });
}

/// Sends the edges whose source lies in [first, first + count), in the order of the graph, and
/// calls `use(edges, count)` like stream_elements. O(E) on the host, on OpenMP's threads.
void stream_edges_from(const Graph& graph, std::size_t first, std::size_t count, StagingRing& ring,
                       const std::function<void(const Edge*, std::size_t)>& use);

/// Puts `count` rows into the sink, row n under `number(n)`, read from the device a slot at a time.
/// `widen(first, rows, out)` enqueues kernels on the ring's stream that fill `out` (device memory)
/// with `rows` rows from row `first` on, V distances each. While OpenMP's threads put the rows of
/// one slot, the next ones come down. Throws what the sink throws.
void stream_rows(std::size_t vertices, std::size_t count,
                 const std::function<std::size_t(std::size_t)>& number, StagingRing& ring,
                 RowSink& rows,
                 const std::function<void(std::size_t, std::size_t, Distance*)>& widen);

}  // namespace apsp::gpu
