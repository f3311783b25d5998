// SPDX-License-Identifier: MIT
// One solve for Python: rows into an array, reports to a callable, Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apsp/observer.hpp"
#include "apsp/settings.hpp"
#include "python/src/array_graph.hpp"

namespace apsp::python {

namespace nb = nanobind;

/// Arrays that the caller owns and this writes.
using OutArray = nb::ndarray<nb::c_contig, nb::device::cpu>;
using PredecessorArray = nb::ndarray<std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// The choices of a solve, as Python passes them.
struct Choices {
  std::optional<std::vector<std::int32_t>> sources;
  int threads = 0;
  std::optional<std::string> method;
  std::optional<std::string> width;
  std::string instruction_set;
  std::string device = "auto";
  std::vector<int> gpus;
  nb::object progress = nb::none();
  std::optional<std::vector<std::int32_t>> targets = {};
  std::string checkpoint = {};

  /// Returns them for the library. Throws nb::value_error.
  [[nodiscard]] Settings settings(const ArrayGraph& graph) const;

  /// The same without a graph, all but sources, targets and threads.
  [[nodiscard]] Settings settings() const;
};

/// Passes progress on to a callable of Python, and ends the solve for a signal that Python handles:
/// both by the thread that solves, every 50 ms at most. Callbacks get (done, total).
class PythonObserver final : public Observer {
 public:
  /// In the thread that solves, which holds the GIL and releases it afterwards.
  explicit PythonObserver(nb::handle progress);

  void advance(std::int64_t done, std::int64_t total) override;
  [[nodiscard]] bool cancelled() override;

  /// Reports the last step. With the GIL.
  void finish();

 private:
  struct State;
  nb::handle progress_;
  std::int64_t done_ = 0;
  std::int64_t total_ = 0;
  std::int64_t reported_ = -1;
  std::size_t thread_;
  std::int64_t next_ = 0;  // time of the next look at Python
};

/// Solves, and fills in `out`: a row for each source, a column for each
/// target, by default for every vertex. Into floating-point numbers it
/// takes any weights, and rounds where they are no integers times a power of two. Distances above
/// `limit` count as no path, also in `predecessors`, which are of the same shape; but where a
/// weight is negative, `predecessors` gets those of longer paths as well. No path is infinity in
/// floating-point numbers, kUnreachable in int32, 65535 in uint16. Releases the GIL.
void solve_into_array(const ArrayGraph& graph, const OutArray& out,
                      const std::optional<PredecessorArray>& predecessors, const Choices& choices,
                      double limit);

/// Throws Error(kNoAnswer) unless the integer solver can take the graph.
void require_exact(const ArrayGraph& graph);

/// Makes the summary of the rows, as a dict of numbers and arrays, in units of the edges' weights.
/// Releases the GIL.
nb::dict summary_dict(const ArrayGraph& graph, const Choices& choices);

/// What a solve would do, as a dict. Releases the GIL.
nb::dict plan_dict(const ArrayGraph& graph, const Choices& choices);

}  // namespace apsp::python
