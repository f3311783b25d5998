// SPDX-License-Identifier: MIT
// Batches in the memory of a GPU: the settings are checked here, the module solves.
#include "common/core/device_batch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "apsp/device_matrix.hpp"
#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/core/device_problem.hpp"
#include "library/batch_readers.hpp"
#include "library/batch_settings.hpp"
#include "library/call.hpp"
#include "library/device_checks.hpp"
#include "library/gpu_module.hpp"
#include "library/guarded_observer.hpp"
#include "library/module_backend.hpp"
#include "library/rounded_limit.hpp"

namespace apsp {
namespace {

bool is_real(Element element) {
  return element == Element::kFloat64 || element == Element::kFloat32;
}

/// Throws Error(kUsage) for a setting that this solve does not have.
void require_possible_for_batch(const BatchSettings& settings) {
  const auto take_no = [](const char* setting) {
    refuse(
        fmt::format("a batch in the memory of a GPU takes no {}: solve_batch() does, from host "
                    "memory",
                    setting));
  };
  (void)checked_threads(settings.threads);
  if (!settings.instruction_set.empty()) take_no("instruction set");
  if (settings.packed) take_no("packed distances");
  if (!settings.predecessors.empty()) take_no("predecessors");
}

/// Throws Error(kUsage) unless the weights and sizes are those of a batch.
void check_graphs(const DeviceBatch& graphs) {
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
  if (graphs.graphs > kMost || graphs.weights.vertices > kMost) {
    refuse(fmt::format("the batch has {} of {}, expected at most {} of each",
                       counted(graphs.graphs, "graph"), counted(graphs.weights.vertices, "vertex"),
                       kMost));
  }
  (void)elements_of(8 * graphs.graphs, graphs.weights.vertices);  // bytes, at most
  if (!graphs.sizes.empty() && graphs.sizes.size() != graphs.graphs) {
    refuse(fmt::format("there are {}, expected {}: one for each graph",
                       counted(graphs.sizes.size(), "size"), graphs.graphs));
  }
  check_sizes(graphs.sizes, graphs.weights.vertices);
}

/// Throws Error(kUsage) unless weights of this element go into such distances.
void require_elements(Element weights, Element distances) {
  require_element_of_rows(distances);
  if (!is_real(weights) || weights == distances) return;
  refuse(fmt::format("the weights are of {0}, expected distances of {0}, too",
                     weights == Element::kFloat64 ? "float64" : "float32"));
}

/// Bytes from the first weight on, in both directions.
struct Reach {
  std::ptrdiff_t least = 0;
  std::ptrdiff_t end = 0;
};

/// Throws Error(kUsage) where an address is beyond 64 bits.
Reach reach_of(const DeviceBatch& graphs) {
  const auto vertices = static_cast<std::ptrdiff_t>(graphs.weights.vertices);
  const auto bytes = static_cast<std::ptrdiff_t>(bytes_of(graphs.weights.element));
  Reach reach{0, bytes};
  bool beyond = false;
  const auto extend = [&](std::ptrdiff_t count, std::ptrdiff_t stride) {
    std::ptrdiff_t far = 0;
    beyond = beyond || __builtin_mul_overflow(count - 1, stride, &far) ||
             __builtin_mul_overflow(far, bytes, &far);
    std::ptrdiff_t& end = far < 0 ? reach.least : reach.end;
    beyond = beyond || __builtin_add_overflow(end, far, &end);
  };
  extend(static_cast<std::ptrdiff_t>(graphs.graphs), graphs.graph_stride);
  extend(vertices, graphs.weights.row_stride);
  extend(vertices, graphs.weights.column_stride);
  if (beyond) refuse("the strides of the weights lead beyond 64 bits");
  return reach;
}

/// Whether the strides are those of rows without gaps.
bool is_dense(const DeviceBatch& graphs) {
  const auto vertices = static_cast<std::ptrdiff_t>(graphs.weights.vertices);
  return (vertices == 1 ||
          (graphs.weights.column_stride == 1 && graphs.weights.row_stride == vertices)) &&
         (graphs.graphs == 1 || graphs.graph_stride == vertices * vertices);
}

/// Throws Error(kUsage) where the distances are written to weights that another graph reads.
void require_apart(const DeviceBatch& graphs, const DeviceRows& distances) {
  const Reach reach = reach_of(graphs);
  const auto first = reinterpret_cast<std::uintptr_t>(graphs.weights.data);
  const auto to = reinterpret_cast<std::uintptr_t>(distances.data);
  const std::uintptr_t bytes =
      elements_of(graphs.graphs, graphs.weights.vertices) * bytes_of(distances.element);
  const bool apart = to + bytes <= first + static_cast<std::uintptr_t>(reach.least) ||
                     first + static_cast<std::uintptr_t>(reach.end) <= to;
  const bool in_place = first == to && is_dense(graphs) &&
                        bytes_of(graphs.weights.element) == bytes_of(distances.element);
  if (apart || in_place) return;
  refuse(
      "the distances overlap the weights, expected other memory, or the same elements in C order");
}

/// Sets fill and limit of a problem, as its distances hold them. Throws Error(kUsage).
void set_numbers(DeviceBatchProblem& problem, const BatchSettings& settings) {
  const auto set = [&](auto element) {
    using Number = decltype(element);
    problem.fill = static_cast<double>(checked_fill<Number>(settings.fill));
    const bool exact = !is_real(problem.graphs.weights.element);
    const double rounded = rounded_limit<Number>(settings.limit);
    problem.limit = exact ? settings.limit : rounded;
  };
  switch (problem.distances.element) {
    case Element::kFloat64:
      return set(double{});
    case Element::kFloat32:
      return set(float{});
    case Element::kUint16:
      return set(std::uint16_t{});
    default:
      return set(std::int32_t{});
  }
}

/// Throws what the place says.
[[noreturn]] void fail(const DeviceBatchProblem& problem, const BatchMisfit& misfit) {
  const Element element = problem.graphs.weights.element;
  const std::string graph = fmt::format("graph {}", misfit.graph);
  const std::string range = fmt::format("{} to {}", 1 - kUnreachable, kUnreachable - 1);
  switch (misfit.kind) {
    case BatchMisfit::Kind::kWeight:
      throw Error(Fault::kInput, fmt::format("{}, row {}, column {}: weight is {}, expected {}, or "
                                             "{} for no edge",
                                             graph, misfit.row, misfit.column, misfit.integer,
                                             range, kUnreachable));
    case BatchMisfit::Kind::kNegative: {
      const std::string length = !is_real(element) ? fmt::format("{}", misfit.integer)
                                 : element == Element::kFloat64
                                     ? fmt::format("{}", misfit.real)
                                     : fmt::format("{}", static_cast<float>(misfit.real));
      throw NegativeCycle(fmt::format("{}: a negative cycle leads through vertex {}, its length is "
                                      "{} or less, expected 0 or more",
                                      graph, misfit.row, length),
                          {static_cast<std::int32_t>(misfit.row)});
    }
    default:
      throw Error(
          Fault::kNoAnswer,
          fmt::format("{}: the distance from vertex {} to vertex {} is {}, expected {}", graph,
                      misfit.row, misfit.column, misfit.integer,
                      problem.distances.element == Element::kUint16 ? "0 to 65534" : range));
  }
}

}  // namespace

void solve_batch_on_device(const DeviceBatch& graphs, const BatchSettings& settings,
                           const DeviceRows& distances) {
  with_memory_errors([&] {
    require_possible_for_batch(settings);
    check_graphs(graphs);
    require_elements(graphs.weights.element, distances.element);
    DeviceBatchProblem problem{.graphs = graphs,
                               .distances = distances,
                               .zero_is_no_edge = settings.zero_is_no_edge,
                               .both_ways = settings.undirected};
    set_numbers(problem, settings);
    if (graphs.graphs == 0 || graphs.weights.vertices == 0) return;
    require_aligned("weights", graphs.weights.data, graphs.weights.element);
    require_aligned("distances", distances.data, distances.element);
    require_apart(graphs, distances);
    GuardedObserver observer(settings.observer);
    BatchMisfit misfit;
    const module::Outcome outcome = gpu_module().solve_batch_on_device(problem, observer, misfit);
    observer.rethrow();  // the reason, if there is one
    require_done(outcome);
    if (misfit.kind != BatchMisfit::Kind::kNone) fail(problem, misfit);
  });
}

}  // namespace apsp
