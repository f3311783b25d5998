// SPDX-License-Identifier: MIT
#include "python/src/solve.hpp"

#include <fmt/core.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <thread>
#include <type_traits>

#include "apsp/error.hpp"
#include "apsp/solve.hpp"
#include "apsp/summary.hpp"

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
  std::string known;
  for (const Enum value : values) {
    if (name(value) == *wanted) return value;
    known += fmt::format("{}'{}'", known.empty() ? "" : ", ", name(value));
  }
  throw nb::value_error(fmt::format("{} is '{}', expected one of {}", what, *wanted, known).c_str());
}

/// Takes rows of distances into rows of numbers of another type.
template <typename T>
class NumberSink final : public RowSink {
 public:
  NumberSink(T* out, std::size_t vertices, int exponent, Distance limit)
      : out_(out), vertices_(vertices), scale_(std::ldexp(1.0, exponent)), limit_(limit) {}

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    T* to = out_ + first_row * vertices_;
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
    if (!fits) throw Error(Fault::kNoAnswer, "a distance does not fit into uint16, which holds 0 to 65534");
  }

 private:
  T* out_;
  std::size_t vertices_;
  double scale_;
  Distance limit_;
};

/// Returns the largest integer length within the limit.
Distance integer_limit(double limit, int exponent) {
  const double scaled = std::floor(std::ldexp(limit, -exponent));
  if (scaled >= kUnreachable) return kUnreachable - 1;
  return scaled >= 0 ? static_cast<Distance>(scaled) : Distance{-1};  // also for NaN
}

template <typename T>
void solve_as(const ArrayGraph& graph, T* out, const Settings& settings, double limit) {
  NumberSink<T> sink(out, graph.view().vertices, graph.exponent(),
                     integer_limit(limit, graph.exponent()));
  solve(graph.view(), settings, sink);
}

nb::object optional_number(const auto& number) {
  return number ? nb::cast(*number) : nb::none();
}

}  // namespace

Settings Choices::settings() const {
  Settings settings;
  settings.threads = threads;
  settings.instruction_set = instruction_set;
  settings.sources = sources;
  settings.undirected = undirected;
  settings.method = named(method, "method", std::array{Method::kDense, Method::kSweep, Method::kSearch});
  settings.width = named(width, "width", std::array{Width::kU8, Width::kU16, Width::kS32});
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

void solve_into_array(const ArrayGraph& graph, const OutArray& out, const Choices& choices,
                      double limit) {
  PythonObserver observer(choices.progress);
  Settings settings = choices.settings();
  settings.observer = &observer;
  const std::size_t rows = settings.sources ? settings.sources->size() : graph.view().vertices;
  if (out.ndim() != 2 || out.shape(0) != rows || out.shape(1) != graph.view().vertices) {
    throw nb::value_error(
        fmt::format("out has the wrong shape, expected ({}, {})", rows, graph.view().vertices).c_str());
  }
  const nb::dlpack::dtype type = out.dtype();
  {
    const nb::gil_scoped_release released;
    if (type == nb::dtype<double>()) {
      solve_as(graph, static_cast<double*>(out.data()), settings, limit);
    } else if (type == nb::dtype<float>()) {
      solve_as(graph, static_cast<float*>(out.data()), settings, limit);
    } else if (type == nb::dtype<std::int32_t>()) {
      solve_as(graph, static_cast<Distance*>(out.data()), settings, limit);
    } else if (type == nb::dtype<std::uint16_t>()) {
      solve_as(graph, static_cast<std::uint16_t*>(out.data()), settings, limit);
    } else {
      throw Error(Fault::kUsage, "out has the wrong type, expected float64, float32, int32 or uint16");
    }
  }
  observer.finish();
}

nb::dict summary_dict(const ArrayGraph& graph, const Choices& choices) {
  PythonObserver observer(choices.progress);
  Settings settings = choices.settings();
  settings.observer = &observer;
  Summary made;
  {
    const nb::gil_scoped_release released;
    made = summary(graph.view(), settings);
  }
  observer.finish();
  nb::dict result;
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
  return result;
}

}  // namespace apsp::python
