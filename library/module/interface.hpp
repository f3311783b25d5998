// SPDX-License-Identifier: MIT
// The interface between the library and a module of GPUs that it loads. Both are of the same
// version and of compilers that lay out the same types alike: the entry says so, and the library
// checks it before anything else. From then on objects cross by reference. Exceptions do not: each
// side catches its own and hands over a Failure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apsp/device.hpp"
#include "apsp/device_matrix.hpp"
#include "common/base/error.hpp"
#include "common/core/dense_weights.hpp"
#include "common/core/device_batch.hpp"
#include "common/core/device_problem.hpp"
#include "common/rows/histogram.hpp"
#include "common/rows/row_gatherer.hpp"
#include "common/solve/backend.hpp"

namespace apsp::module {

/// The reason why a call did not do its work.
struct Failure {
  enum class Kind {
    kError,     // an Error
    kNoMemory,  // a std::bad_alloc
    kReceiver,  // a Receiver refused; the library keeps its exception
    kCycle,     // a NegativeCycle
  };

  Kind kind = Kind::kError;
  Fault fault = Fault::kInternal;  // of kError, as the message
  std::string message = {};
  std::vector<std::int32_t> cycle = {};  // of kCycle, its vertices
};

/// Nothing: the call did its work.
using Outcome = std::optional<Failure>;

/// Takes the rows of an Attempt, for the library's sinks. Its calls return false where a sink
/// threw: the attempt then ends with Failure::kReceiver.
class Receiver {
 public:
  virtual ~Receiver() = default;

  /// As of RowSink and NumbersSink.
  [[nodiscard]] virtual bool in_order() const noexcept = 0;
  [[nodiscard]] virtual bool put(std::size_t first_row,
                                 std::span<const Distance> rows) noexcept = 0;
  virtual void abandon(const Failure& cause) noexcept = 0;

  /// Whether put_numbers() may be called in the place of put().
  [[nodiscard]] virtual bool takes_numbers() const noexcept = 0;
  [[nodiscard]] virtual bool put_numbers(std::span<const std::int32_t> rows,
                                         std::span<const RowNumbers> numbers,
                                         const Histogram& histogram) noexcept = 0;
  [[nodiscard]] virtual bool keeps() const noexcept = 0;
  [[nodiscard]] virtual bool due() noexcept = 0;
};

/// A Solve that throws nothing. Observers that it is given throw nothing either.
class Attempt {
 public:
  virtual ~Attempt() = default;

  [[nodiscard]] virtual Outcome scatter(const Graph& graph, Observer& observer) noexcept = 0;
  [[nodiscard]] virtual Outcome close(Observer& observer) noexcept = 0;
  [[nodiscard]] virtual bool streams() const noexcept = 0;
  [[nodiscard]] virtual Outcome extent(Extent& found) noexcept = 0;
  [[nodiscard]] virtual Outcome first_clipped(const Graph& graph,
                                              std::optional<Clipped>& found) noexcept = 0;
  [[nodiscard]] virtual Outcome put(Receiver& receiver, Observer& observer) noexcept = 0;
};

/// A Backend that throws nothing.
class Engine {
 public:
  virtual ~Engine() = default;

  [[nodiscard]] virtual std::span<const Width> widths() const noexcept = 0;
  [[nodiscard]] virtual bool takes_matrix() const noexcept = 0;
  /// What it puts into `made` lives no longer than the module stays loaded.
  [[nodiscard]] virtual Outcome plan(const Problem& problem, Plan& made) noexcept = 0;
  [[nodiscard]] virtual Outcome require_fit(const Problem& problem, const Plan& plan,
                                            Width width) noexcept = 0;
  /// Sets `made`, to null where there is nothing to compute.
  [[nodiscard]] virtual Outcome start(const apsp::Attempt& attempt, Observer& observer,
                                      std::unique_ptr<Attempt>& made) noexcept = 0;
};

/// The GPUs and the method of an engine.
struct Choice {
  bool several = false;
  std::vector<int> gpus = {};         // empty: the first, or where `several` all, at most 8
  std::optional<Method> method = {};  // kDense or kSweep; nothing: what is predicted to be faster
};

/// Counts the changes of the functions above, and of the values that cross, which no size tells of.
inline constexpr std::size_t kRevision = 6;

/// Returns a number that differs where the functions do, or the types that cross differ in size, as
/// those of another standard library or of its debugging mode do.
[[nodiscard]] constexpr std::uint64_t layout() {
#ifdef _GLIBCXX_USE_CXX11_ABI
  constexpr std::size_t kLibrary = 1 + _GLIBCXX_USE_CXX11_ABI;
#else
  constexpr std::size_t kLibrary = 0;
#endif
  std::uint64_t mixed = 14695981039346656037U;  // FNV-1a
  for (const std::size_t size : {kRevision,
                                 kLibrary,
                                 sizeof(void*),
                                 sizeof(std::string),
                                 sizeof(std::vector<int>),
                                 sizeof(Fact),
                                 sizeof(Graph),
                                 sizeof(DenseWeights),
                                 sizeof(RowSet),
                                 sizeof(Problem),
                                 sizeof(Plan),
                                 sizeof(sparse::EliminationTree),
                                 sizeof(apsp::Attempt),
                                 sizeof(Pace),
                                 sizeof(Extent),
                                 sizeof(std::optional<Clipped>),
                                 sizeof(RowNumbers),
                                 sizeof(Histogram),
                                 sizeof(Gpu),
                                 sizeof(Choice),
                                 sizeof(Outcome),
                                 sizeof(DeviceProblem),
                                 sizeof(DeviceBatchProblem),
                                 sizeof(BatchMisfit)}) {
    mixed = (mixed ^ size) * 1099511628211U;
  }
  return mixed;
}

/// The first two members stay as they are in all versions.
struct Entry {
  const char* version;  // of the project: "1.0.0"
  std::size_t size;     // of this struct
  std::uint64_t layout;
  Outcome (*gpus)(std::vector<Gpu>& found) noexcept;
  Outcome (*make_engine)(const Choice& choice, std::unique_ptr<Engine>& made) noexcept;
  Outcome (*solve_on_device)(const DeviceProblem& problem, Observer& observer) noexcept;
  /// Sets `found`; of kNone: the distances are filled.
  Outcome (*solve_batch_on_device)(const DeviceBatchProblem& problem, Observer& observer,
                                   BatchMisfit& found) noexcept;
};

/// The one function that a module exports, and its name.
using GetEntry = const Entry*() noexcept;
inline constexpr const char* kEntryName = "apsp_gpu_module";

}  // namespace apsp::module
