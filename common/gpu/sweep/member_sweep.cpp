// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/member_sweep.hpp"

#include <algorithm>
#include <numeric>

#include "common/base/error.hpp"
#include "common/gpu/dense/summary.hpp"
#include "common/gpu/device/send.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/batch_kernels.hpp"

namespace apsp::gpu {

BatchMemory::BatchMemory(std::size_t steps, std::size_t batch_rows, const SweepShape& shape)
    : words(allocate_device<std::uint32_t>(batch_rows * shape.pitch())),
      risen(allocate_device<std::uint32_t>(risen_words(steps) * shape.pitch() / kWordsOfWarp)) {
  const std::size_t most = 2 * shape.pitch();  // lanes, of the narrowest width
  sources = allocate_device<std::int32_t>(most);
  steps_of_lane = allocate_device<std::int32_t>(most);
  rows = allocate_device<std::int32_t>(most);
  lanes = allocate_device<std::int32_t>(most);
  numbers = allocate_device<DeviceRowNumbers>(most);
}

template <class Word>
MemberSweep<Word>::MemberSweep(const Graph& graph, const SweepGraph& sweep_graph,
                               const SweepShape& shape, Columns columns,
                               const LongestBounds& bounds, const std::int32_t* steps_of_vertex,
                               BatchMemory& memory, StagingRing& ring)
    : columns_(columns),
      window_bins_(window_bins_for(limit_of_device(cudaDevAttrMaxSharedMemoryPerBlockOptin))),
      log_copies_(log_copies_for(bounds.most, window_bins_)),
      shape_(shape),
      steps_of_vertex_(steps_of_vertex),
      memory_(memory),
      ring_(ring),
      coming_(std::async(std::launch::async,
                         [&sweep_graph, slots = shape.capacity, columns] {
                           return program_of(sweep_graph, slots, Word::kWidth, columns);
                         })),
      largest_(bounds.least) {
  if (sweep_graph.traversal.core > 0) {
    core_.emplace(graph, sweep_graph, ring);
  } else {
    send_program(coming_.get());
  }
}

template <class Word>
void MemberSweep<Word>::send_program(const SweepProgram& program) {
  const cudaStream_t stream = ring_.stream();
  fall_ = sent(program.fall, stream);
  rise_ = sent(program.rise, stream);
  rise_arcs_ = sent(program.rise_arcs, stream);
  if (columns_ == Columns::kWays) {
    rows_of_kept_ = sent(program.rows_of_kept, stream);
    counts_ = allocate_device<unsigned long long>(OctaveBins::kCount);
    check(
        cudaMemsetAsync(counts_.get(), 0, OctaveBins::kCount * sizeof(unsigned long long), stream),
        "clear the counts");
  }
  reads_from_memory_ = program.reads_from_memory;
  program_ = {fall_.get(),
              static_cast<std::uint32_t>(program.fall.size() / kStageUnits),
              rise_.get(),
              rise_arcs_.get(),
              rows_of_kept_.get(),
              static_cast<std::uint32_t>(program.core),
              static_cast<std::uint32_t>(program.rise.size()),
              static_cast<std::uint32_t>(program.rows),
              static_cast<std::uint32_t>(program.slots)};
}

template <class Word>
void MemberSweep<Word>::close(const std::function<void()>& stop) {
  if (!core_) return;
  core_->close(stop);
  send_program(coming_.get());
}

template <class Word>
BatchView MemberSweep<Word>::view(bool with_numbers) const {
  return {memory_.words.get(),
          shape_.pitch(),
          memory_.sources.get(),
          memory_.risen.get(),
          with_numbers ? memory_.numbers.get() : nullptr,
          counts_.get(),
          bins_.widening,
          window_bins_,
          log_copies_};
}

template <class Word>
void MemberSweep<Word>::run(const Batch& batch, bool with_numbers) {
  if (columns_ == Columns::kWays && !with_numbers) {
    throw Error(Fault::kInternal, "rows are wanted of sweeps that keep none");
  }
  batch_ = &batch;
  const cudaStream_t stream = ring_.stream();
  std::vector<std::int32_t> sources = batch.steps;
  sources.resize(lanes(), -1);
  if (core_) {
    send(sources, memory_.steps_of_lane.get(), stream);
    core_->enter(memory_.steps_of_lane.get(), memory_.words.get(), shape_.pitch());
    for (std::int32_t& step : sources) {
      if (step < static_cast<std::int32_t>(program_.core)) step = -1;
    }
  }
  send(sources, memory_.sources.get(), stream);
  send(batch.vertices, memory_.rows.get(), stream);
  send(batch.lanes, memory_.lanes.get(), stream);
  check(cudaMemsetAsync(
            memory_.risen.get(), 0,
            risen_words(program_.steps) * (shape_.pitch() / kWordsOfWarp) * sizeof(std::uint32_t),
            stream),
        "clear the risen steps");
  // Wider bins as soon as it is known that the histogram has them: more distances are near.
  if (const int shift = Bins::covering(0, largest_).shift; shift > bins_.widening) {
    if (sources_ > 0 && columns_ == Columns::kWays) fetch_counts();
    bins_.widening = shift;
  }
  sweep<Word>(program_, view(with_numbers), shape_.warps, stream);
  numbers_.clear();
  if (with_numbers) {
    numbers_.resize(batch.size());
    check(
        cudaMemcpyAsync(numbers_.data(), memory_.numbers.get(),
                        numbers_.size() * sizeof(DeviceRowNumbers), cudaMemcpyDeviceToHost, stream),
        "fetch the numbers of rows");
  }
  check(cudaStreamSynchronize(stream), "sweep");
}

template <class Word>
Extent MemberSweep<Word>::extent() const {
  Extent extent;
  for (const DeviceRowNumbers& lane : numbers_) {
    extent.largest = std::max(extent.largest, static_cast<Distance>(lane.largest));
    extent.complete = extent.complete && lane.reachable == program_.steps;
  }
  return extent;
}

template <class Word>
std::optional<Clipped> MemberSweep<Word>::first_clipped(const Graph& graph) {
  const cudaStream_t stream = ring_.stream();
  const auto found = allocate_device<unsigned long long>(1);
  check(cudaMemsetAsync(found.get(), 0xff, sizeof(unsigned long long), stream), "clear a result");
  stream_elements(graph.edges, ring_, [&](const Edge* edges, std::size_t count, std::size_t first) {
    find_clipped_lanes<Word>(view(false), steps_of_vertex_, memory_.rows.get(), edges, count, first,
                             found.get(), stream);
  });
  unsigned long long result = 0;
  check(cudaMemcpyAsync(&result, found.get(), sizeof result, cudaMemcpyDeviceToHost, stream),
        "fetch a result");
  check(cudaStreamSynchronize(stream), "look for clipped lengths");
  if (result == ~0ull) return std::nullopt;
  return Clipped{static_cast<std::size_t>(result & 0xffffffffu),
                 static_cast<std::size_t>(result >> 32)};
}

template <class Word>
void MemberSweep<Word>::put_rows(RowSink& sink) {
  const std::size_t vertices = program_.steps;
  const auto row_of = [&](std::size_t n) {
    return static_cast<std::size_t>(batch_->rows[static_cast<std::size_t>(batch_->lanes[n])]);
  };
  stream_rows(vertices, batch_->size(), row_of, ring_, sink,
              [&](std::size_t first, std::size_t count, Distance* out) {
                bring_back<Word>(view(false), steps_of_vertex_, vertices, memory_.lanes.get(),
                                 first, count, out, ring_.stream());
              });
}

template <class Word>
void MemberSweep<Word>::add_numbers(std::span<RowNumbers> by_row, Histogram& histogram) {
  Distance largest = 0;
  std::uint64_t reachable = 0;
  for (std::size_t lane = 0; lane < numbers_.size(); ++lane) {
    const DeviceRowNumbers& found = numbers_[lane];
    const RowNumbers numbers = {static_cast<std::int64_t>(found.sum),
                                static_cast<Distance>(found.largest),
                                found.reachable - 1};  // the source itself is not counted
    largest = std::max(largest, numbers.largest);
    reachable += numbers.reachable;
    by_row[static_cast<std::size_t>(batch_->rows[lane])] = numbers;
  }
  largest_ = std::max(largest_, largest);
  reachable_ += reachable;
  sources_ += numbers_.size();
  if (columns_ == Columns::kWays) return;
  if constexpr (!Word::kReal) {  // those have no numbers
    double seconds = 0;
    histogram.add(histogram_of<Word>({memory_.words.get(), program_.steps, shape_.pitch()}, largest,
                                     batch_->size(), reachable, ring_.stream(), seconds));
  }
}

template <class Word>
void MemberSweep<Word>::fetch_counts() {
  std::vector<unsigned long long> counts(bins_.index(static_cast<std::uint32_t>(largest_)) + 1);
  const std::size_t bytes = counts.size() * sizeof(counts[0]);
  const cudaStream_t stream = ring_.stream();
  check(cudaMemcpyAsync(counts.data(), counts_.get(), bytes, cudaMemcpyDeviceToHost, stream),
        "fetch the counts");
  check(cudaMemsetAsync(counts_.get(), 0, bytes, stream), "clear the counts");
  check(cudaStreamSynchronize(stream), "fetch the counts");
  counted_.cover(0, largest_);
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    counted_.counts()[counted_.bins().index(bins_.lower(bin))] += counts[bin];
  }
}

template <class Word>
void MemberSweep<Word>::add_counts(Histogram& histogram) {
  if (sources_ == 0) return;
  fetch_counts();
  std::vector<std::uint64_t>& counts = counted_.counts();
  counts[0] -= sources_;  // of each to itself
  require_counted(counted_.total(), reachable_);
  const auto first = std::find_if(counts.begin(), counts.end(), [](auto n) { return n > 0; });
  if (first != counts.end()) {
    const auto bin = static_cast<std::size_t>(first - counts.begin());
    Histogram found;
    found.cover(static_cast<Distance>(counted_.bins().lower(bin)), largest_);
    found.counts() = counts;
    histogram.add(found);
  }
  counted_ = {};
  reachable_ = sources_ = 0;
}

template class MemberSweep<S32>;
template class MemberSweep<U16x2>;
template class MemberSweep<F32>;

}  // namespace apsp::gpu
