// SPDX-License-Identifier: MIT
#include "common/gpu/dense/predecessors.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "common/gpu/dense/predecessor_kernels.hpp"
#include "common/gpu/dense/proof.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/send.hpp"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {
namespace {

/// Most device memory of the batches that are searched side by side, and what is left to others.
constexpr std::size_t kMostBytes = std::size_t{3} << 30;
constexpr std::size_t kLeftBytes = std::size_t{64} << 20;

/// Arcs on the device.
class Arcs {
 public:
  Arcs(const CompressedRows<Arc>& rows, cudaStream_t stream)
      : begin_(sent(std::vector<std::uint32_t>(rows.begin.begin(), rows.begin.end()), stream)),
        arcs_(sent(rows.entries, stream)),
        count_(rows.entries.size()) {}

  [[nodiscard]] static std::size_t bytes_for(const CompressedRows<Arc>& rows) {
    return rows.begin.size() * sizeof(std::uint32_t) + rows.entries.size() * sizeof(Arc);
  }
  [[nodiscard]] DeviceArcs view() const { return {begin_.get(), arcs_.get(), count_}; }

 private:
  DeviceMemory<std::uint32_t> begin_;
  DeviceMemory<Arc> arcs_;
  std::size_t count_;
};

/// The work memory of batches.
class PredecessorMemory {
 public:
  PredecessorMemory(std::size_t vertices, std::size_t arcs, std::size_t element_bytes,
                    std::size_t count)
      : keys_(allocate_device<std::byte>(count * vertices * kPredecessorLanes * element_bytes)),
        entries_(allocate_device<LaneEntry>(std::max<std::size_t>(1, count * arcs))),
        vertices_(allocate_device<LaneVertex>(count * vertices)),
        words_(allocate_device<std::uint32_t>(2 * count * (vertices + 1))),
        words_of_vertices_(count * vertices),
        count_(count) {}

  [[nodiscard]] PredecessorBatches view() const {
    std::uint32_t* const words = words_.get();
    std::uint32_t* const ends = words + 2 * words_of_vertices_;
    return {keys_.get(), entries_.get(), vertices_.get(), words, words + words_of_vertices_,
            ends,        ends + count_,  count_};
  }

 private:
  DeviceMemory<std::byte> keys_;
  DeviceMemory<LaneEntry> entries_;
  DeviceMemory<LaneVertex> vertices_;
  DeviceMemory<std::uint32_t> words_;
  std::size_t words_of_vertices_;
  std::size_t count_;
};

/// Passes rows of predecessors on, but for those of batches whose paths are too long.
class FoundRows final : public RowSink {
 public:
  FoundRows(std::size_t vertices, const WantedRows& rows, const std::uint32_t* too_long,
            PredecessorRows& sink)
      : vertices_(vertices), rows_(rows), too_long_(too_long), sink_(sink) {}

  void put(std::size_t first_row, std::span<const std::int32_t> predecessors) override {
    for (std::size_t n = first_row; !predecessors.empty(); ++n) {
      if (too_long_[n / kPredecessorLanes] == 0) {
        sink_.put_predecessors(rows_.number(n), predecessors.first(vertices_));
        ++count_;
      }
      predecessors = predecessors.subspan(vertices_);
    }
  }

  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  std::size_t vertices_;
  const WantedRows& rows_;
  const std::uint32_t* too_long_;
  PredecessorRows& sink_;
  std::atomic<std::size_t> count_ = 0;
};

/// How many of `wanted` batches are searched side by side; 0 where none fits beside the arcs.
std::size_t batches_that_fit(const CompressedRows<Arc>& arcs, std::size_t element_bytes,
                             std::size_t wanted) {
  if (arcs.entries.size() > std::numeric_limits<std::uint32_t>::max()) return 0;
  const std::size_t free = free_device_memory();
  const std::size_t used = Arcs::bytes_for(arcs) + kLeftBytes;
  const std::size_t room = std::min(kMostBytes, free - std::min(free, used));
  const std::size_t most = std::min(
      room / PredecessorBatches::bytes_for(arcs.vertices(), arcs.entries.size(), element_bytes),
      kMostRowsAtOnce);
  if (most == 0) return 0;
  const std::size_t groups = (wanted + most - 1) / most;
  return (wanted + groups - 1) / groups;  // groups of one size
}

/// Finds the batches of rows one group after the other, as rows are asked for in ascending order.
template <class Word>
class Groups {
 public:
  Groups(const MatrixView<Word>& matrix, HeldRows rows, const CompressedRows<Arc>& arcs,
         std::size_t batches, cudaStream_t stream)
      : matrix_(matrix),
        rows_(rows),
        arcs_(arcs, stream),
        batches_(matrix.layout.vertices, arcs.entries.size(), sizeof(typename Word::Element),
                 batches),
        too_long_(allocate_pinned<std::uint32_t>(rows.count / kPredecessorLanes + batches)),
        stream_(stream) {}

  [[nodiscard]] const std::uint32_t* too_long() const { return too_long_.get(); }

  /// Enqueues what fills `out` (device memory) with rows [first, first + count).
  void write(std::size_t first, std::size_t count, std::int32_t* out) {
    const std::size_t vertices = matrix_.layout.vertices;
    const std::size_t rows_of_group = batches_.view().count * kPredecessorLanes;
    while (count > 0) {
      if (first >= end_) find(end_, rows_of_group);
      const std::size_t some = std::min(count, end_ - first);
      write_predecessors(vertices, first - (end_ - rows_of_group), some, arcs_.view(),
                         batches_.view(), out, stream_);
      first += some;
      count -= some;
      out += some * vertices;
    }
  }

  /// Returns the time of the searches, after the stream is done.
  [[nodiscard]] double seconds() const {
    double sum = 0;
    for (const auto& [begin, end] : times_) {
      float milliseconds = 0;
      check(cudaEventElapsedTime(&milliseconds, begin.get(), end.get()), "time a search");
      sum += 1e-3 * static_cast<double>(milliseconds);
    }
    return sum;
  }

 private:
  struct Times {
    Event begin = make_timed_event();
    Event end = make_timed_event();
  };

  void find(std::size_t first, std::size_t rows) {
    const PredecessorBatches batches = batches_.view();
    const Times& times = times_.emplace_back();
    check(cudaEventRecord(times.begin.get(), stream_), "record a search");
    find_predecessors<Word>(matrix_, rows_, first, arcs_.view(), batches, stream_);
    check(cudaEventRecord(times.end.get(), stream_), "record a search");
    check(cudaMemcpyAsync(too_long_.get() + first / kPredecessorLanes, batches.too_long,
                          batches.count * sizeof(std::uint32_t), cudaMemcpyDeviceToHost, stream_),
          "fetch the ends of searches");
    end_ = first + rows;
  }

  MatrixView<Word> matrix_;
  HeldRows rows_;
  Arcs arcs_;
  PredecessorMemory batches_;
  PinnedMemory<std::uint32_t> too_long_;
  cudaStream_t stream_;
  std::size_t end_ = 0;  // of the rows whose batches were found
  std::vector<Times> times_;
};

}  // namespace

template <class Word>
DevicePredecessors put_predecessors(const MatrixView<Word>& matrix, const WantedRows& rows,
                                    StagingRing& ring, PredecessorRows& sink) {
  if (sink.in_order() || rows.size() == 0) return {};
  const Extent extent = extent_of<Word>(matrix, rows.view(), ring.stream());
  const auto arcs = sink.arcs_into(extent.largest);
  const std::size_t wanted = (rows.size() + kPredecessorLanes - 1) / kPredecessorLanes;
  const std::size_t batches = batches_that_fit(*arcs, sizeof(typename Word::Element), wanted);
  if (batches == 0) return {};
  Groups<Word> groups(matrix, rows.view(), *arcs, batches, ring.stream());
  FoundRows found(matrix.layout.vertices, rows, groups.too_long(), sink);
  stream_rows(
      matrix.layout.vertices, rows.size(), [](std::size_t n) { return n; }, ring, found,
      [&](std::size_t first, std::size_t count, Distance* out) {
        groups.write(first, count, out);
      });
  check(cudaStreamSynchronize(ring.stream()), "find predecessors");
  return {found.count(), groups.seconds()};
}

void report_predecessors(std::span<const DevicePredecessors> devices, Observer& observer) {
  DevicePredecessors all;
  for (const DevicePredecessors& device : devices) {
    all.rows += device.rows;
    all.device_seconds = std::max(all.device_seconds, device.device_seconds);
  }
  observer.fact("predecessors_rows_on_device", static_cast<std::int64_t>(all.rows));
  observer.fact("predecessors_device_seconds", all.device_seconds);
}

template DevicePredecessors put_predecessors<S32>(const MatrixView<S32>&, const WantedRows&,
                                                  StagingRing&, PredecessorRows&);
template DevicePredecessors put_predecessors<U16x2>(const MatrixView<U16x2>&, const WantedRows&,
                                                    StagingRing&, PredecessorRows&);

}  // namespace apsp::gpu
