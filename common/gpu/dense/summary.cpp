// SPDX-License-Identifier: MIT
#include "common/gpu/dense/summary.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "common/base/error.hpp"
#include "common/gpu/dense/summary_kernels.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"
#include "common/rows/histogram.hpp"
#include "common/rows/put_numbers.hpp"
#include "common/rows/row_gatherer.hpp"

namespace apsp::gpu {
namespace {

/// Copies `count` elements down and waits for them.
template <typename T>
std::vector<T> fetch(const T* device, std::size_t count, cudaStream_t stream) {
  std::vector<T> host(count);
  check(cudaMemcpyAsync(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost, stream),
        "fetch a summary");
  check(cudaStreamSynchronize(stream), "summarise the matrix");
  return host;
}

/// Seconds that the device takes for what `work` enqueues on `stream`. Waits for it.
template <class Work>
double seconds_of(cudaStream_t stream, const Work& work) {
  const Event began = make_timed_event();
  const Event ended = make_timed_event();
  check(cudaEventRecord(began.get(), stream), "record the time");
  work();
  check(cudaEventRecord(ended.get(), stream), "record the time");
  check(cudaEventSynchronize(ended.get()), "summarise the matrix");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, began.get(), ended.get()), "take the time");
  return static_cast<double>(milliseconds) / 1000;
}

/// The histogram whose counts add up to cumulative[b] from the first bin to bin b.
Histogram from_cumulative(const std::vector<unsigned long long>& cumulative, const Bins& bins,
                          Distance largest) {
  Histogram histogram;
  const auto first = std::upper_bound(cumulative.begin(), cumulative.end(), 0);
  if (first == cumulative.end()) return histogram;
  const auto least = bins.lower(static_cast<std::size_t>(first - cumulative.begin()));
  histogram.cover(static_cast<Distance>(least), largest);
  std::adjacent_difference(cumulative.begin(), cumulative.end(), histogram.counts().begin());
  return histogram;
}

}  // namespace

void require_counted(std::uint64_t counted, std::uint64_t reached) {
  if (counted == reached) return;
  throw Error(Fault::kInternal,
              fmt::format("the device counted {} distances in the histogram and {} in the rows; "
                          "they must be as many",
                          counted, reached));
}

template <class Word>
SummaryTimes summarise(const MatrixView<Word>& matrix, std::size_t first_row, NumbersSink& sink,
                       cudaStream_t stream) {
  const std::size_t held = matrix.layout.held_vertices();
  SummaryTimes times;
  times.bytes = held * matrix.layout.pitch() * sizeof(std::uint32_t);
  if (held == 0) return times;

  const auto device_rows = allocate_device<DeviceRowNumbers>(held);
  times.rows = seconds_of(stream, [&] { row_numbers<Word>(matrix, device_rows.get(), stream); });
  std::vector<RowNumbers> numbers;
  numbers.reserve(held);
  Distance largest = 0;
  std::uint64_t reachable = 0;
  for (const DeviceRowNumbers& row : fetch(device_rows.get(), held, stream)) {
    numbers.push_back({static_cast<std::int64_t>(row.sum), static_cast<Distance>(row.largest),
                       row.reachable - 1});  // the diagonal is not counted
    largest = std::max(largest, numbers.back().largest);
    reachable += numbers.back().reachable;
  }

  const std::size_t pitch = matrix.layout.pitch();
  put_numbers_from(first_row, numbers,
                   histogram_of<Word>({matrix.words, held, pitch}, largest, held, reachable, stream,
                                      times.histogram),
                   sink);
  return times;
}

template <class Word>
Histogram histogram_of(const WordRows& distances, Distance largest, std::size_t zeros,
                       std::uint64_t reachable, cudaStream_t stream, double& seconds) {
  const Bins bins = Bins::covering(0, largest);
  const std::size_t used = bins.index(largest) + 1;
  const auto device_counts = allocate_device<unsigned long long>(used);
  check(cudaMemsetAsync(device_counts.get(), 0, used * sizeof(unsigned long long), stream),
        "clear a result");
  seconds = seconds_of(stream, [&] {
    count_distances<Word>(distances, bins.shift, used, device_counts.get(), stream);
  });
  accumulate_counts(device_counts.get(), used, stream);
  std::vector<unsigned long long> cumulative = fetch(device_counts.get(), used, stream);
  for (auto& count : cumulative) count -= zeros;  // all of them in the first bin
  require_counted(cumulative.back(), reachable);
  return from_cumulative(cumulative, bins, largest);
}

void report_times(const SummaryTimes& times, Observer& observer) {
  const auto rate = [&](double seconds) {
    return seconds > 0 ? static_cast<double>(times.bytes) / seconds : 0.0;
  };
  observer.fact("row_numbers_bytes_per_second", rate(times.rows));
  observer.fact("histogram_bytes_per_second", rate(times.histogram));
}

template SummaryTimes summarise<S32>(const MatrixView<S32>&, std::size_t, NumbersSink&,
                                     cudaStream_t);
template SummaryTimes summarise<U16x2>(const MatrixView<U16x2>&, std::size_t, NumbersSink&,
                                       cudaStream_t);
template Histogram histogram_of<S32>(const WordRows&, Distance, std::size_t, std::uint64_t,
                                     cudaStream_t, double&);
template Histogram histogram_of<U16x2>(const WordRows&, Distance, std::size_t, std::uint64_t,
                                       cudaStream_t, double&);

}  // namespace apsp::gpu
