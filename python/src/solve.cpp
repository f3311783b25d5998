// SPDX-License-Identifier: MIT
#include "python/src/solve.hpp"

#include <fmt/core.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <thread>
#include <type_traits>

#include "apsp/error.hpp"
#include "apsp/matrix.hpp"
#include "apsp/plan.hpp"
#include "apsp/real.hpp"
#include "apsp/solve.hpp"
#include "apsp/summary.hpp"
#include "python/src/fork.hpp"
#include "python/src/kept_memory.hpp"

namespace apsp::python {
namespace {

constexpr std::int64_t kNanosecondsBetween = 50'000'000;
constexpr std::uint16_t kUnreachable16 = std::numeric_limits<std::uint16_t>::max();

std::int64_t now() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

std::size_t this_thread() {
  return std::hash<std::thread::id>()(std::this_thread::get_id());
}

/// Returns the value of an enumeration with the name `name`. Throws nb::value_error.
template <typename Enum, std::size_t N>
std::optional<Enum> named(const std::optional<std::string>& wanted, const char* what,
                          const std::array<Enum, N>& values) {
  if (!wanted) return {};
  for (const Enum value : values) {
    if (name(value) == *wanted) return value;
  }
  throw nb::value_error(fmt::format("{} is '{}'", what, *wanted).c_str());  // _checks.py knows them
}

/// Takes rows of distances into rows of numbers of another type.
template <typename T>
class NumberSink final : public RowSink {
 public:
  NumberSink(T* out, std::size_t columns, int exponent, Distance limit)
      : out_(out), columns_(columns), scale_(std::ldexp(1.0, exponent)), limit_(limit) {}

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    T* to = out_ + first_row * columns_;
    bool fits = true;
    for (std::size_t n = 0; n < rows.size(); ++n) {
      const Distance distance = rows[n];
      if constexpr (std::is_floating_point_v<T>) {
        const double length = static_cast<double>(distance) * scale_;
        to[n] = distance <= limit_ ? static_cast<T>(length) : std::numeric_limits<T>::infinity();
      } else if constexpr (std::is_same_v<T, Distance>) {
        to[n] = distance <= limit_ ? distance : kUnreachable;
      } else {
        fits &= distance > limit_ || (distance >= 0 && distance < kUnreachable16);
        to[n] = distance <= limit_ ? static_cast<T>(distance) : kUnreachable16;
      }
    }
    if (!fits)
      throw Error(Fault::kNoAnswer, "a distance does not fit into uint16, which holds 0 to 65534");
  }

 private:
  T* out_;
  std::size_t columns_;
  double scale_;
  Distance limit_;
};

/// Returns the number of distances in a row.
std::size_t columns_of(const ArrayGraph& graph, const Settings& settings) {
  return settings.targets ? settings.targets->size() : graph.vertices();
}

/// Returns the largest integer length within the limit.
Distance integer_limit(double limit, int exponent) {
  const double scaled = std::floor(std::ldexp(limit, -exponent));
  if (scaled >= kUnreachable) return kUnreachable - 1;
  return scaled >= 0 ? static_cast<Distance>(scaled) : Distance{-1};  // also for NaN
}

/// Returns the result of `work`. Says in what units the weights of a negative cycle are.
template <typename Work>
auto with_units(const ArrayGraph& graph, const Work& work) {
  try {
    return work();
  } catch (const NegativeCycle& error) {
    if (graph.exponent() == 0) throw;
    throw NegativeCycle(fmt::format("{}, in units of 2^{}", error.what(), graph.exponent()),
                        error.vertices());
  }
}

/// Returns the settings with the limit in units of 2^exponent.
Settings with_limit(Settings settings, double limit, int exponent) {
  settings.limit = std::ldexp(limit, -exponent);
  return settings;
}

/// Throws Error(kNoAnswer) where distances of the graph are no integers.
void require_integers(const ArrayGraph& graph) {
  if (graph.exponent() == 0) return;
  throw Error(Fault::kNoAnswer, fmt::format("the weights are multiples of 2^{}, which an array of "
                                            "integers does not hold",
                                            graph.exponent()));
}

/// Solves in floating-point numbers, where each addition may round.
template <typename T>
void solve_rounded(const ArrayGraph& graph, std::span<T> out, const Settings& settings,
                   double limit) {
  RealEdgeList scaled;
  const bool copied = graph.exact() || graph.matrix() != nullptr;
  if (copied) scaled = graph.scaled_edges();
  solve_into(copied ? RealGraphView(scaled) : graph.real_view(), with_limit(settings, limit, 0),
             out);
}

template <typename T>
void solve_exactly(const ArrayGraph& graph, T* out, const Settings& settings, double limit) {
  NumberSink<T> sink(out, columns_of(graph, settings), graph.exponent(),
                     integer_limit(limit, graph.exponent()));
  const Settings exactly = with_limit(settings, limit, graph.exponent());
  with_units(graph, [&] {
    if (graph.matrix() != nullptr && graph.exponent() == 0) {
      solve(*graph.matrix(), exactly, sink);
    } else {
      solve(graph.view(), exactly, sink);
    }
  });
}

/// Solves, exactly if the weights and all distances are integers in range.
template <typename T>
void solve_as(const ArrayGraph& graph, std::span<T> out, const Settings& settings, double limit) {
  if constexpr (std::is_floating_point_v<T>) {
    if (graph.matrix() != nullptr && !graph.has_negative()) {
      return solve_into(*graph.matrix(), with_limit(settings, limit, 0), out);
    }
    if (!graph.exact()) return solve_rounded(graph, out, settings, limit);
    // As in solve_into(), a length that rounds as the limit does is within it.
    constexpr double kMost = std::numeric_limits<T>::max();
    const double most = std::max(limit, double{static_cast<T>(std::min(limit, kMost))});
    try {
      return solve_exactly(graph, out.data(), settings, most);
    } catch (const NegativeCycle&) {
      throw;
    } catch (const Error& error) {
      if (error.fault() != Fault::kNoAnswer || settings.width) throw;
    }
    solve_rounded(graph, out, settings, limit);
  } else {
    require_exact(graph);
    require_integers(graph);
    solve_exactly(graph, out.data(), settings, limit);
  }
}

RealSummary summary_of(const ArrayGraph& graph, const Settings& settings) {
  if (!graph.exact()) {
    return graph.matrix() != nullptr ? summary(graph.scaled_edges(), settings)
                                     : summary(graph.real_view(), settings);
  }
  try {
    return {graph.matrix() != nullptr ? summary(*graph.matrix(), settings)
                                      : summary(graph.view(), settings),
            graph.exponent()};
  } catch (const Error& error) {
    const bool only_exactly =
        settings.width || !settings.checkpoint.empty() || graph.has_negative();
    if (error.fault() != Fault::kNoAnswer || only_exactly) throw;
  }
  return summary(graph.scaled_edges(), settings);  // which rounds
}

/// Returns an array of one number for each of `items`.
template <typename T>
nb::object array_of(const auto& items, const auto& number) {
  auto values = std::make_unique<T[]>(items.size());
  std::transform(items.begin(), items.end(), values.get(),
                 [&](const auto& item) { return static_cast<T>(number(item)); });
  T* first = values.get();
  const nb::capsule owner(values.release(), [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(first, {items.size()}, owner));
}

nb::object optional_number(const auto& number) {
  return number ? nb::cast(*number) : nb::none();
}

}  // namespace

void require_exact(const ArrayGraph& graph) {
  if (graph.exact()) return;
  throw Error(
      Fault::kNoAnswer,
      "the weights are not all integers below 2^30 - 1, or such integers times one power of two");
}

Settings Choices::settings(const ArrayGraph& graph) const {
  Settings settings = this->settings();
  settings.threads = possible_threads(threads);
  settings.sources = sources;
  settings.targets = targets;
  settings.undirected = !graph.directed();
  settings.checkpoint = checkpoint;
  settings.order = graph.order();
  return settings;
}

Settings Choices::settings() const {
  Settings settings;
  settings.instruction_set = instruction_set;
  settings.method =
      named(method, "method", std::array{Method::kDense, Method::kSweep, Method::kSearch});
  settings.width = named(width, "width", std::array{Width::kU8, Width::kU16, Width::kS32});
  settings.device = *named(std::optional(device), "device",
                           std::array{Device::kAuto, Device::kCpu, Device::kGpu, Device::kGpus});
  settings.gpus = gpus;
  settings.memory = &kept_memory();
  return settings;
}

PythonObserver::PythonObserver(nb::handle progress)
    : progress_(progress), thread_(this_thread()), next_(now() + kNanosecondsBetween) {}

void PythonObserver::advance(std::int64_t done, std::int64_t total) {
  done_ = done;
  total_ = total;
}

bool PythonObserver::cancelled() {
  if (this_thread() != thread_) return false;
  const std::int64_t time = now();
  if (time < next_) return false;
  next_ = time + kNanosecondsBetween;
  const nb::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (!progress_.is_none() && done_ != reported_ && total_ > 0) {
    reported_ = done_;
    progress_(done_, total_);
  }
  return false;
}

void PythonObserver::finish() {
  if (progress_.is_none() || reported_ == total_ || total_ == 0) return;
  progress_(total_, total_);
}

void solve_into_array(const ArrayGraph& graph, const OutArray& out,
                      const std::optional<PredecessorArray>& predecessors, const Choices& choices,
                      double limit) {
  PythonObserver observer(choices.progress);
  Settings settings = choices.settings(graph);
  settings.observer = &observer;
  const std::size_t rows = settings.sources ? settings.sources->size() : graph.vertices();
  const std::size_t columns = columns_of(graph, settings);
  if (out.ndim() != 2 || out.shape(0) != rows || out.shape(1) != columns) {
    throw nb::value_error(
        fmt::format("out has the wrong shape, expected ({}, {})", rows, columns).c_str());
  }
  if (predecessors) {
    if (predecessors->shape(0) != rows || predecessors->shape(1) != columns) {
      throw nb::value_error("predecessors have another shape than out");
    }
    settings.predecessors = std::span(predecessors->data(), predecessors->size());
  }
  const nb::dlpack::dtype type = out.dtype();
  const auto solve_in = [&](auto* numbers) {
    const nb::gil_scoped_release released;
    solve_as(graph, std::span(numbers, out.size()), settings, limit);
  };
  if (type == nb::dtype<double>()) {
    solve_in(static_cast<double*>(out.data()));
  } else if (type == nb::dtype<float>()) {
    solve_in(static_cast<float*>(out.data()));
  } else if (type == nb::dtype<std::int32_t>()) {
    solve_in(static_cast<Distance*>(out.data()));
  } else if (type == nb::dtype<std::uint16_t>()) {
    solve_in(static_cast<std::uint16_t*>(out.data()));
  } else {
    throw nb::type_error("out has the wrong type, expected float64, float32, int32 or uint16");
  }
  observer.finish();
}

nb::dict summary_dict(const ArrayGraph& graph, const Choices& choices) {
  PythonObserver observer(choices.progress);
  Settings settings = choices.settings(graph);
  settings.observer = &observer;
  RealSummary told;
  {
    const nb::gil_scoped_release released;
    told = with_units(graph, [&] { return summary_of(graph, settings); });
  }
  observer.finish();
  const Summary& made = told.units;
  nb::dict result;
  result["exponent"] = told.exponent;
  result["error"] = told.error;
  result["vertices"] = made.vertices;
  result["reachable"] = made.reachable;
  result["unreachable"] = made.unreachable;
  result["sum"] = optional_number(made.sum);
  result["mean"] = optional_number(made.mean);
  result["diameter"] = optional_number(made.diameter);
  result["radius"] = optional_number(made.radius);
  result["centre"] = made.centre;
  result["periphery"] = made.periphery;
  result["bin_width"] = made.bin_width;
  const auto& sources = made.sources;
  result["sources"] = array_of<std::int32_t>(sources, [](const auto& s) { return s.source; });
  result["reached"] = array_of<std::int64_t>(sources, [](const auto& s) { return s.reached; });
  result["sums"] = array_of<double>(sources, [](const auto& s) { return s.sum; });
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  result["eccentricity"] = array_of<double>(
      sources, [=](const auto& s) { return s.eccentricity ? *s.eccentricity : kNone; });
  result["closeness"] =
      array_of<double>(sources, [=](const auto& s) { return s.closeness.value_or(kNone); });
  const auto& bins = made.histogram;
  result["lengths"] = array_of<double>(bins, [](const auto& bin) { return bin.first; });
  result["pairs"] = array_of<std::int64_t>(bins, [](const auto& bin) { return bin.pairs; });
  return result;
}

nb::dict plan_dict(const ArrayGraph& graph, const Choices& choices) {
  PythonObserver observer(choices.progress);
  Settings settings = choices.settings(graph);
  settings.observer = &observer;
  require_exact(graph);
  Forecast made;
  {
    const nb::gil_scoped_release released;
    made = with_units(graph, [&] {
      return graph.matrix() != nullptr ? plan(*graph.matrix(), settings)
                                       : plan(graph.view(), settings);
    });
  }
  observer.finish();
  nb::dict methods;
  for (const auto& [method, seconds] : made.methods)
    methods[std::string(name(method)).c_str()] = seconds;
  nb::dict result;
  result["method"] = std::string(name(made.method));
  result["seconds"] = made.seconds;
  result["methods"] = methods;
  result["memory"] = made.host_bytes;
  result["gpu_memory"] = made.device_bytes;
  result["result"] = made.result_bytes;
  result["lack"] = made.lack.empty() ? nb::object(nb::none()) : nb::cast(made.lack);
  return result;
}

}  // namespace apsp::python
