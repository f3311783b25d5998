// SPDX-License-Identifier: MIT
// The rounds of blocked Floyd-Warshall on a matrix in host memory, on the current device.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/gpu/dense/round_loop.hpp"
#include "common/gpu/dense/rounds.hpp"
#include "common/gpu/device/resources.hpp"
#include "hw3-2/streamed/host_matrix.hpp"
#include "hw3-2/streamed/plan.hpp"

namespace apsp::gpu {

/// Closes a matrix by rounds whose pivot P is as deep as the plan says. Round r, for row panel
/// R = P* x (rows P) on the device:
///
///   each other strip C   C = min(C, C[., P] x R)    up, product, down
///
/// That takes the column panel too, because C[., P] x R = (C[., P] x P*) x (rows P). The rows of
/// the next pivot go first and stay on the device. While the other strips stream, they become the
/// next row panel: their pivot is closed by the rounds of a matrix that fits, and multiplied.
///
///   up         next pivot rows | strip | strip | strip | ...
///   compute                      rows  | strip | strip | ...
///   critical                             close the pivot, multiply its rows
///   down                                         strip | strip | ... the closed rows
template <class Word>
class StreamedRounds {
 public:
  /// Takes plan.bytes() of device memory. `matrix` outlives it, registered with CUDA in units of
  /// strips, or not, which makes transfers slower.
  StreamedRounds(HostMatrix<Word>& matrix, const StreamPlan& plan);
  ~StreamedRounds();
  StreamedRounds(const StreamedRounds&) = delete;
  StreamedRounds& operator=(const StreamedRounds&) = delete;

  /// Replaces every element by the length of the shortest path, clipped to infinity. Returns when
  /// the last row is in host memory. Calls `advance` as rounds end. O(V^3). Call it once.
  void close(const Advance& advance);

 private:
  /// Where strips lie while they are on the device.
  struct Slot {
    DeviceMemory<std::uint32_t> words;
    Event up = make_event();
    Event computed = make_event();
    Event down = make_event();
  };

  /// A closed row panel.
  struct Panel {
    DeviceMemory<std::uint32_t> words;
    Event closed = make_event();                                 // it may be read
    Event used[kComputeStreams] = {make_event(), make_event()};  // no product reads it any more
    Event down = make_event();                                   // it is in host memory
  };

  void send_up(std::size_t strip, std::uint32_t* to);
  void send_down(std::size_t strip, const std::uint32_t* from);
  void lookahead(std::size_t round);
  void close_panel(std::size_t round);
  void take_strip(std::size_t round, std::size_t strip);
  void multiply(std::uint32_t* c, std::size_t rows, std::uint32_t* packed, std::size_t round,
                const Stream& stream);

  HostMatrix<Word>& matrix_;
  const StreamPlan plan_;
  const Schedule schedule_;
  Stream up_ = make_stream(Priority::kHigh);
  Stream down_ = make_stream(Priority::kHigh);
  Stream compute_[kComputeStreams] = {make_stream(Priority::kLow), make_stream(Priority::kLow)};
  Stream critical_ = make_stream(Priority::kHigh);
  std::vector<Event> in_host_;  // of each strip: host memory has it as the last round left it
  std::vector<Slot> slots_;
  std::size_t strips_taken_ = 0;
  Panel panels_[2];                   // of even and of odd rounds
  DeviceMemory<std::uint32_t> next_;  // the next pivot rows before they are closed
  Event next_up_ = make_event();      // they came up
  Event next_ready_ = make_event();   // they took the round
  Event next_used_ = make_event();    // and may be overwritten
  DeviceMemory<std::uint32_t> packed_strip_[kComputeStreams];
  DeviceMemory<std::uint32_t> packed_next_, packed_pivot_;
  DeviceMemory<std::uint32_t> pivot_words_;
  MatrixView<Word> pivot_;
  Rounds<Word> pivot_rounds_;  // made once: to free device memory waits for the device
};

}  // namespace apsp::gpu
