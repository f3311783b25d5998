// SPDX-License-Identifier: MIT
#include "hw3-2/streamed/streamed_rounds.hpp"

#include <algorithm>
#include <limits>

#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/floyd_warshall.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/product.hpp"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {
namespace {

void wait(const Stream& stream, const Event& event) {
  check(cudaStreamWaitEvent(stream.get(), event.get()), "order the steps of a round");
}

void record(const Event& event, const Stream& stream) {
  check(cudaEventRecord(event.get(), stream.get()), "order the steps of a round");
}

DeviceMemory<std::uint32_t> words(std::size_t count) {
  return allocate_device<std::uint32_t>(count);
}

}  // namespace

template <class Word>
StreamedRounds<Word>::StreamedRounds(HostMatrix<Word>& matrix, const StreamPlan& plan)
    : matrix_(matrix),
      plan_(plan),
      schedule_(plan.schedule()),
      next_(words(plan.row_words(plan.most_rows()))),
      packed_next_(words(plan.packed_words(plan.most_rows()))),
      packed_pivot_(words(plan.packed_words(plan.most_rows()))),
      pivot_words_(words(plan.pivot_layout().matrix_words())),
      pivot_{pivot_words_.get(), plan.pivot_layout()},
      pivot_rounds_(pivot_) {
  for (std::size_t strip = 0; strip < plan.strips(); ++strip) in_host_.push_back(make_event());
  for (std::size_t n = 0; n < kStripsAtOnce; ++n) {
    slots_.push_back({words(plan.row_words(plan.strip * kBlockRows))});
  }
  for (auto& packed : packed_strip_) packed = words(plan.packed_words(plan.strip * kBlockRows));
  for (Panel& panel : panels_) panel.words = words(plan.row_words(plan.most_rows()));
}

template <class Word>
StreamedRounds<Word>::~StreamedRounds() {
  (void)cudaDeviceSynchronize();  // after a failure: nothing may use what is freed now
}

/// Enqueues the transfer of a strip once host memory has it.
template <class Word>
void StreamedRounds<Word>::send_up(std::size_t strip, std::uint32_t* to) {
  const BlockRange rows = plan_.rows_of(strip);
  wait(up_, in_host_[strip]);
  check(cudaMemcpyAsync(to, matrix_.words(rows.begin * kBlockRows),
                        plan_.row_words(rows.size() * kBlockRows) * sizeof(std::uint32_t),
                        cudaMemcpyHostToDevice, up_.get()),
        "copy a strip to the device");
}

template <class Word>
void StreamedRounds<Word>::send_down(std::size_t strip, const std::uint32_t* from) {
  const BlockRange rows = plan_.rows_of(strip);
  check(cudaMemcpyAsync(matrix_.words(rows.begin * kBlockRows), from,
                        plan_.row_words(rows.size() * kBlockRows) * sizeof(std::uint32_t),
                        cudaMemcpyDeviceToHost, down_.get()),
        "copy a strip to the host");
  record(in_host_[strip], down_);
}

/// Enqueues C = min(C, C[., P] x R) for `rows` blocks of rows. `packed` takes C[., P].
template <class Word>
void StreamedRounds<Word>::multiply(std::uint32_t* c, std::size_t rows, std::uint32_t* packed,
                                    std::size_t round, const Stream& stream) {
  const BlockRange pivot = plan_.pivot(round);
  const std::size_t pitch = plan_.pitch();
  const std::size_t columns = plan_.matrix().column_blocks();
  const std::size_t depth = pivot.size() * kBlockRows;
  const PackedTiles<Word> a{packed, depth * kBlockRows, rows, static_cast<int>(depth)};
  pack<Word>({c, pitch, rows, columns}, pivot.begin * kBlockRows, a, stream.get());
  product<Word>({c, pitch, rows, columns}, a,
                {panels_[round % 2].words.get(), pitch, pivot.size(), columns}, stream.get());
}

/// Enqueues what takes the rows of the next pivot through round `round`.
template <class Word>
void StreamedRounds<Word>::lookahead(std::size_t round) {
  const IndexRange strips = schedule_.pivot(round + 1);
  wait(up_, next_used_);
  for (std::size_t strip = strips.begin; strip < strips.end; ++strip) {
    const std::size_t skipped = (plan_.rows_of(strip).begin - plan_.pivot(round + 1).begin);
    send_up(strip, next_.get() + plan_.row_words(skipped * kBlockRows));
  }
  record(next_up_, up_);
  wait(compute_[0], next_up_);
  multiply(next_.get(), plan_.pivot(round + 1).size(), packed_next_.get(), round, compute_[0]);
  record(next_ready_, compute_[0]);
}

/// Closes the pivot of `round`, whose rows lie in next_, and enqueues its row panel. Waits for the
/// pivot. A pivot of fewer vertices, the last one, is closed with vertices that no edge joins.
template <class Word>
void StreamedRounds<Word>::close_panel(std::size_t round) {
  const BlockRange pivot = plan_.pivot(round);
  const std::size_t pitch = plan_.pitch();
  const std::size_t depth = pivot.size() * kBlockRows;
  const std::size_t elements = static_cast<std::size_t>(plan_.elements_per_word);
  wait(critical_, next_ready_);
  fill<Word>(pivot_, critical_.get());
  check(cudaMemcpy2DAsync(pivot_.words, pivot_.layout.pitch() * sizeof(std::uint32_t),
                          next_.get() + pivot.begin * kBlockRows / elements,
                          pitch * sizeof(std::uint32_t), depth / elements * sizeof(std::uint32_t),
                          depth, cudaMemcpyDeviceToDevice, critical_.get()),
        "copy the pivot");
  check(cudaStreamSynchronize(critical_.get()), "copy the pivot");
  // Not asked for symmetry: that would wait for the strips of the round before.
  constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
  close_matrix(
      pivot_rounds_, critical_.get(), [](std::size_t, std::size_t) {}, kNever);

  Panel& panel = panels_[round % 2];
  for (const Event& used : panel.used) wait(critical_, used);
  wait(critical_, panel.down);
  const std::size_t columns = plan_.matrix().column_blocks();
  const PackedTiles<Word> a{packed_pivot_.get(), depth * kBlockRows, pivot.size(),
                            static_cast<int>(depth)};
  pack<Word>({pivot_.words, pivot_.layout.pitch(), pivot.size(), pivot_.layout.column_blocks()}, 0,
             a, critical_.get());
  check(cudaMemcpyAsync(panel.words.get(), next_.get(),
                        plan_.row_words(depth) * sizeof(std::uint32_t), cudaMemcpyDeviceToDevice,
                        critical_.get()),
        "copy the pivot rows");
  product<Word>({panel.words.get(), pitch, pivot.size(), columns}, a,
                {next_.get(), pitch, pivot.size(), columns}, critical_.get());
  record(panel.closed, critical_);
  record(next_used_, critical_);
  wait(down_, panel.closed);
  const IndexRange strips = schedule_.pivot(round);
  for (std::size_t strip = strips.begin; strip < strips.end; ++strip) {
    const std::size_t skipped = plan_.rows_of(strip).begin - pivot.begin;
    send_down(strip, panel.words.get() + plan_.row_words(skipped * kBlockRows));
  }
  record(panel.down, down_);
}

template <class Word>
void StreamedRounds<Word>::take_strip(std::size_t round, std::size_t strip) {
  Slot& slot = slots_[strips_taken_ % kStripsAtOnce];
  const std::size_t turn = strips_taken_++ % kComputeStreams;
  wait(up_, slot.down);
  send_up(strip, slot.words.get());
  record(slot.up, up_);
  wait(compute_[turn], slot.up);
  multiply(slot.words.get(), plan_.rows_of(strip).size(), packed_strip_[turn].get(), round,
           compute_[turn]);
  record(slot.computed, compute_[turn]);
  wait(down_, slot.computed);
  send_down(strip, slot.words.get());
  record(slot.down, down_);
}

template <class Word>
void StreamedRounds<Word>::close(const Advance& advance) {
  const std::size_t rounds = schedule_.rounds();
  if (rounds == 0) return;
  const IndexRange first = schedule_.pivot(0);
  for (std::size_t strip = first.begin; strip < first.end; ++strip) {
    send_up(strip, next_.get() + plan_.row_words(plan_.rows_of(strip).begin * kBlockRows));
  }
  record(next_ready_, up_);
  close_panel(0);
  for (std::size_t round = 0; round < rounds; ++round) {
    const IndexRange pivot = schedule_.pivot(round);
    const IndexRange next = schedule_.pivot(round + 1);
    const Panel& panel = panels_[round % 2];
    for (const Stream& stream : compute_) wait(stream, panel.closed);
    if (next.size() > 0) lookahead(round);
    const std::size_t others = plan_.strips() - pivot.size() - next.size();
    for (std::size_t n = 0; n < others; ++n) take_strip(round, outside_both(pivot, next, n));
    for (std::size_t n = 0; n < kComputeStreams; ++n) record(panel.used[n], compute_[n]);
    if (next.size() > 0) close_panel(round + 1);
    advance(round + 1, rounds);
  }
  check(cudaStreamSynchronize(down_.get()), "stream the last strips");
  for (const Stream& stream : compute_) {
    check(cudaStreamSynchronize(stream.get()), "compute the last strips");
  }
}

template class StreamedRounds<S32>;
template class StreamedRounds<U16x2>;

}  // namespace apsp::gpu
