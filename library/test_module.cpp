// SPDX-License-Identifier: MIT
// A module that the library's tests load in the place of that of GPUs. It solves on processors in
// the widths of GPUs. APSP_TEST_MODULE in the environment makes it behave otherwise.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/base/error.hpp"
#include "common/core/dense_weights.hpp"
#include "common/rows/put_numbers.hpp"
#include "common/rows/summary_sink.hpp"
#include "hw3-1/backend.hpp"
#include "library/module/interface.hpp"
#include "library/module/served_engine.hpp"

namespace apsp::module {
namespace {

constexpr int kGpus = 3;

/// Whether the module is asked to behave in this way.
bool is_asked_to(const std::string& behave) {
  const char* const asked = std::getenv("APSP_TEST_MODULE");
  return asked != nullptr && behave == asked;
}

void require_driver() {
  if (is_asked_to("have no driver")) {
    throw Error(Fault::kNoDevice, "cannot find a GPU: no driver\na second line");
  }
}

/// Fails as a device may, where it is asked to.
void fail_where_asked() {
  if (is_asked_to("have no memory"))
    throw Error(Fault::kMemory, "no room on the device\nhw3-3 has");
  if (is_asked_to("fail to allocate")) throw std::bad_alloc();
  if (is_asked_to("break")) throw std::runtime_error("the device broke");
  if (is_asked_to("throw what it likes")) throw 7;  // NOLINT(hicpp-exception-baseclass)
}

/// An attempt on processors that delivers numbers of rows where these will do, as devices do.
class TestSolve final : public Solve {
 public:
  TestSolve(std::unique_ptr<Solve> solve, const RowSet& rows)
      : solve_(std::move(solve)), rows_(rows) {}

  void scatter(const Graph& graph, Observer& observer) override {
    solve_->scatter(graph, observer);
  }
  void close(Observer& observer) override { solve_->close(observer); }
  [[nodiscard]] bool streams() const override { return solve_->streams(); }
  [[nodiscard]] Extent extent() override { return solve_->extent(); }
  [[nodiscard]] std::optional<Clipped> first_clipped(const Graph& graph) override {
    return solve_->first_clipped(graph);
  }
  void put(const Outputs& outputs, Observer& observer) override {
    if (outputs.numbers == nullptr) return solve_->put(outputs, observer);
    SummarySink sink(rows_);
    solve_->put({sink, nullptr}, observer);
    const RowsSummary summary = sink.finish();
    put_numbers_from(0, summary.rows, summary.histogram, *outputs.numbers);
    observer.fact("numbers", true);
  }

 private:
  std::unique_ptr<Solve> solve_;
  RowSet rows_;
};

/// Whether the weights are the bits of floats or doubles.
bool has_floats(const Graph& graph) {
  return graph.largest_weight == infinity_of(kF32);
}

/// The triple loop on floats or doubles, whose bits are weights and rows.
template <typename Element>
class RealSolve final : public Solve {
 public:
  explicit RealSolve(const RowSet& rows) : rows_(rows) {}

  void scatter(const Graph& graph, Observer&) override {
    vertices_ = graph.vertices;
    lengths_.assign(vertices_ * vertices_, std::numeric_limits<Element>::infinity());
    for (std::size_t v = 0; v < vertices_; ++v) lengths_[v * vertices_ + v] = 0;
    const auto lower = [&](std::size_t from, std::size_t to, Element weight) {
      Element& known = lengths_[from * vertices_ + to];
      known = std::min(known, weight);
    };
    for (const Edge& edge : graph.edges) {
      lower(static_cast<std::size_t>(edge.source), static_cast<std::size_t>(edge.destination),
            std::bit_cast<float>(edge.weight));  // doubles have no list
    }
    if (graph.matrix == nullptr) return;
    for (const RealEdge& edge : graph.matrix->real_edges()) {
      lower(static_cast<std::size_t>(edge.source), static_cast<std::size_t>(edge.destination),
            static_cast<Element>(edge.weight));
    }
  }

  void close(Observer& observer) override {
    for (std::size_t k = 0; k < vertices_; ++k) {
      for (std::size_t i = 0; i < vertices_; ++i) {
        for (std::size_t j = 0; j < vertices_; ++j) {
          Element& known = lengths_[i * vertices_ + j];
          known = std::min(known, lengths_[i * vertices_ + k] + lengths_[k * vertices_ + j]);
        }
      }
      advance_or_stop(observer, static_cast<std::int64_t>(k + 1),
                      static_cast<std::int64_t>(vertices_));
    }
  }

  [[nodiscard]] Extent extent() override { return {}; }
  [[nodiscard]] std::optional<Clipped> first_clipped(const Graph&) override { return {}; }

  void put(const Outputs& outputs, Observer&) override {
    std::vector<Distance> row(vertices_ * (sizeof(Element) / sizeof(Distance)));
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const Element* const from = lengths_.data() + rows_.source(r) * vertices_;
      std::memcpy(row.data(), from, row.size() * sizeof(Distance));
      outputs.rows.put(r, row);
    }
  }

 private:
  const RowSet rows_;
  std::size_t vertices_ = 0;
  std::vector<Element> lengths_;
};

class TestBackend final : public Backend {
 public:
  TestBackend(Choice choice, std::unique_ptr<Backend> backend)
      : choice_(std::move(choice)), backend_(std::move(backend)) {}

  [[nodiscard]] std::span<const Width> widths() const override {
    static constexpr std::array kOfGpus = {Width::kU16, Width::kS32};
    return kOfGpus;
  }
  [[nodiscard]] bool takes_matrix() const override { return backend_->takes_matrix(); }
  [[nodiscard]] Plan plan(const Problem& problem) override {
    fail_where_asked();
    if (has_floats(problem.graph)) {
      Plan plan;
      plan.method = choice_.method.value_or(Method::kDense);
      return plan;
    }
    Plan plan = backend_->plan(problem);
    plan.pace.bytes_per_second *= is_asked_to("be slow") ? 0.01 : 100;
    plan.pace.seconds_besides = 0;
    return plan;
  }
  void require_fit(const Problem& problem, const Plan& plan, Width width) override {
    if (is_asked_to("be small")) throw Error(Fault::kMemory, "not enough memory on device 0");
    if (!is_real(width)) backend_->require_fit(problem, plan, width);
  }
  [[nodiscard]] std::unique_ptr<Solve> start(const apsp::Attempt& attempt,
                                             Observer& observer) override {
    fail_where_asked();
    std::string numbers;
    for (const int gpu : choice_.gpus) numbers += std::to_string(gpu);
    observer.fact("device", fmt::format("{} {}", choice_.several ? "several" : "one", numbers));
    if (attempt.width == kF32) return std::make_unique<RealSolve<float>>(attempt.problem.rows);
    if (attempt.width == kF64) return std::make_unique<RealSolve<double>>(attempt.problem.rows);
    auto solve = backend_->start(attempt, observer);
    if (solve == nullptr) return nullptr;
    return std::make_unique<TestSolve>(std::move(solve), attempt.problem.rows);
  }

 private:
  Choice choice_;
  std::unique_ptr<Backend> backend_;
};

Outcome gpus(std::vector<Gpu>& found) noexcept {
  return outcome_of([&] {
    require_driver();
    found.clear();
    for (int id = 0; id < kGpus; ++id) found.push_back({id, "Test GPU", std::uint64_t{1} << 30});
  });
}

Outcome make_engine(const Choice& choice, std::unique_ptr<Engine>& made) noexcept {
  return outcome_of([&] {
    require_driver();
    for (const int gpu : choice.gpus) {
      if (gpu < 0 || gpu >= kGpus) {
        throw Error(Fault::kUsage, fmt::format("device {} is not visible", gpu));
      }
    }
    made = serve(std::make_unique<TestBackend>(
        choice, std::make_unique<cpu::Backend>(cpu::Options{.method = choice.method})));
  });
}

/// The element of an array of the host, as a double.
double element_of(const DeviceWeights& weights, std::size_t row, std::size_t column) {
  const auto at = static_cast<std::ptrdiff_t>(row) * weights.row_stride +
                  static_cast<std::ptrdiff_t>(column) * weights.column_stride;
  if (weights.element == Element::kFloat64) return static_cast<const double*>(weights.data)[at];
  return static_cast<const std::int32_t*>(weights.data)[at];
}

/// Stands in for a GPU with memory of the host, arrays of int32 and float64: the triple loop.
Outcome solve_on_device(const DeviceProblem& problem, Observer& observer) noexcept {
  return outcome_of([&] {
    require_driver();
    fail_where_asked();
    const std::size_t vertices = problem.weights.vertices;
    std::vector<double> lengths(vertices * vertices, HUGE_VAL);
    for (std::size_t r = 0; r < vertices; ++r) {
      for (std::size_t c = 0; c < vertices; ++c) {
        const double weight = element_of(problem.weights, r, c);
        if (problem.weights.no_edge == weight) continue;
        double& there = lengths[r * vertices + c];
        there = std::min(there, weight);
        if (problem.both_ways)
          lengths[c * vertices + r] = std::min(lengths[c * vertices + r], weight);
      }
      lengths[r * vertices + r] = 0;
    }
    for (std::size_t k = 0; k < vertices; ++k) {
      advance_or_stop(observer, static_cast<std::int64_t>(k), static_cast<std::int64_t>(vertices));
      for (std::size_t r = 0; r < vertices; ++r) {
        for (std::size_t c = 0; c < vertices; ++c) {
          lengths[r * vertices + c] = std::min(
              lengths[r * vertices + c], lengths[r * vertices + k] + lengths[k * vertices + c]);
        }
      }
    }
    for (std::size_t v = 0; v < vertices; ++v) {
      if (lengths[v * vertices + v] >= 0) continue;
      throw NegativeCycle(fmt::format("a cycle through vertex {} has a negative length", v),
                          {static_cast<std::int32_t>(v)});
    }
    auto* out = static_cast<std::int32_t*>(problem.rows.data);
    for (std::size_t row = 0; row < problem.wanted.size(); ++row) {
      for (std::size_t c = 0; c < vertices; ++c) {
        const double length = lengths[problem.wanted.source(row) * vertices + c];
        *out++ = std::isinf(length) ? kUnreachable : static_cast<std::int32_t>(length);
      }
    }
  });
}

/// The lengths of a graph of a batch, in doubles; sets `found` where there is no answer.
std::vector<double> lengths_of(const DeviceBatchProblem& problem, std::size_t graph,
                               std::size_t size, BatchMisfit& found) {
  using Kind = BatchMisfit::Kind;
  DeviceWeights weights = problem.graphs.weights;
  const auto bytes = static_cast<std::ptrdiff_t>(graph) * problem.graphs.graph_stride *
                     static_cast<std::ptrdiff_t>(bytes_of(weights.element));
  weights.data = static_cast<const char*>(weights.data) + bytes;
  std::vector<double> lengths(size * size, HUGE_VAL);
  for (std::size_t r = 0; r < size; ++r) {
    for (std::size_t c = 0; c < size; ++c) {
      const double weight = element_of(weights, r, c);
      if (weight >= kUnreachable || weights.no_edge == weight) continue;
      if (problem.zero_is_no_edge && weight == 0) continue;
      if (weight <= -kUnreachable) {
        found = {Kind::kWeight, graph, r, c, static_cast<std::int64_t>(weight), weight};
        return {};
      }
      lengths[r * size + c] = std::min(lengths[r * size + c], weight);
      if (problem.both_ways) lengths[c * size + r] = std::min(lengths[c * size + r], weight);
    }
  }
  for (std::size_t v = 0; v < size; ++v)
    lengths[v * size + v] = std::min(0.0, lengths[v * size + v]);
  for (std::size_t k = 0; k < size; ++k) {
    const double pivot = lengths[k * size + k];
    if (pivot < 0) {
      found = {Kind::kNegative, graph, k, k, static_cast<std::int64_t>(pivot), pivot};
      return {};
    }
    for (std::size_t r = 0; r < size; ++r) {
      for (std::size_t c = 0; c < size; ++c) {
        lengths[r * size + c] =
            std::min(lengths[r * size + c], lengths[r * size + k] + lengths[k * size + c]);
      }
    }
  }
  return lengths;
}

/// Stores the lengths of a graph as elements of T.
template <typename T>
void put_lengths(const DeviceBatchProblem& problem, std::size_t graph, std::size_t size,
                 const std::vector<double>& lengths, BatchMisfit& found) {
  const std::size_t width = problem.graphs.weights.vertices;
  T* const out = static_cast<T*>(problem.distances.data) + graph * width * width;
  std::fill_n(out, width * width, static_cast<T>(problem.fill));
  for (std::size_t x = 0; x < lengths.size(); ++x) {
    const double length = lengths[x];
    if (std::isinf(length) || length > problem.limit) continue;
    if (std::is_integral_v<T> && length >= kUnreachable) {
      found = {BatchMisfit::Kind::kLength,        graph, x / size, x % size,
               static_cast<std::int64_t>(length), length};
      return;
    }
    out[x / size * width + x % size] = static_cast<T>(length);
  }
}

/// Stands in for a GPU with memory of the host, arrays of int32 or float64 into the same.
Outcome solve_batch_on_device(const DeviceBatchProblem& problem, Observer& observer,
                              BatchMisfit& found) noexcept {
  return outcome_of([&] {
    require_driver();
    fail_where_asked();
    const DeviceBatch& graphs = problem.graphs;
    for (std::size_t g = 0; g < graphs.graphs; ++g) {
      const std::size_t size = graphs.sizes.empty() ? graphs.weights.vertices
                                                    : static_cast<std::size_t>(graphs.sizes[g]);
      const std::vector<double> lengths = lengths_of(problem, g, size, found);
      if (problem.distances.element == Element::kFloat64) {
        put_lengths<double>(problem, g, size, lengths, found);
      } else {
        put_lengths<std::int32_t>(problem, g, size, lengths, found);
      }
      if (found.kind != BatchMisfit::Kind::kNone) return;
      advance_or_stop(observer, static_cast<std::int64_t>(g + 1),
                      static_cast<std::int64_t>(graphs.graphs));
    }
  });
}

}  // namespace

extern "C" [[gnu::visibility("default")]] const Entry* apsp_gpu_module() noexcept {
  static Entry entry = {};
  entry = {APSP_VERSION,    sizeof(Entry),        layout(), gpus, make_engine,
           solve_on_device, solve_batch_on_device};
  if (is_asked_to("be of another version")) entry.version = "0.0.9";
  if (is_asked_to("be of another size")) entry.size += sizeof(void*);
  if (is_asked_to("be of another layout")) ++entry.layout;
  return &entry;
}

}  // namespace apsp::module
