// SPDX-License-Identifier: MIT
// Batches: the threads share the graphs, each closes one matrix at a time in its cache. The width
// is proven before: see Integers.
#include "apsp/batch.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "apsp/solve.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/plural.hpp"
#include "common/base/threads.hpp"
#include "hw3-1/batch/kernels.hpp"
#include "library/batch_predecessors.hpp"
#include "library/batch_progress.hpp"
#include "library/batch_readers.hpp"
#include "library/batch_settings.hpp"
#include "library/call.hpp"
#include "library/rounded_limit.hpp"

namespace apsp {
namespace {

/// Vertices of the largest graph that the kernels of batches solve in integers. Blocked
/// Floyd-Warshall on all threads is faster beyond.
constexpr std::size_t kMostVertices = 256;

/// Graphs that a thread does not try in 16 bits after one where these did not suffice.
constexpr std::size_t kSkips = 15;

/// Seconds of one thread, about, for each of BatchCall::work_of().
constexpr double kSecondsEach = 0.1e-9;

/// Seconds that another thread costs, which is awake or waits from an earlier call.
constexpr double kEachThread = 0.05e-3;

/// Bytes of a result that is stored past the caches: more than most processors have of these.
constexpr std::size_t kStreamedBytes = std::size_t{64} << 20;

/// The sizes of all graphs and the caller's memory, both checked.
template <typename Element>
struct Shape {
  std::size_t graphs;
  std::size_t vertices;
  std::span<const std::int32_t> sizes;
  std::span<Element> distances;
  std::vector<std::size_t> starts = {};  // of packed results

  [[nodiscard]] std::size_t size(std::size_t g) const {
    return sizes.empty() ? vertices : static_cast<std::size_t>(sizes[g]);
  }
  /// The rows and columns of result g.
  [[nodiscard]] std::size_t width(std::size_t g) const {
    return starts.empty() ? vertices : size(g);
  }
  [[nodiscard]] std::span<Element> of(std::size_t g) const { return part(distances, g); }
  /// What belongs to result g of as many elements as all distances have.
  template <typename T>
  [[nodiscard]] std::span<T> part(std::span<T> all, std::size_t g) const {
    const std::size_t elements = width(g) * width(g);
    return all.subspan(starts.empty() ? g * elements : starts[g], elements);
  }
};

/// The working matrices of one thread, and what it has not reported yet.
class Workspace {
 public:
  Workspace(const cpu::BatchKernels& kernels, std::size_t bytes)
      : kernels_(kernels), wide_(lines(bytes)), narrow_(lines(bytes)) {}
  ~Workspace() { kernels_.fence(); }
  Workspace(Workspace&&) = default;
  Workspace& operator=(Workspace&&) = delete;

  BatchProgress::Share share;
  std::size_t skips = 0;  // graphs until the next one that is read into 16 bits
  TightSearch search;
  std::vector<std::int32_t> predecessors;  // of one graph

  template <typename T>
  T* wide() {
    return reinterpret_cast<T*>(wide_.data());
  }
  /// Another wide one, for what the other was before it was closed.
  std::int32_t* weights() {
    weights_.resize(wide_.size());
    return reinterpret_cast<std::int32_t*>(weights_.data());
  }
  std::uint16_t* narrow() { return reinterpret_cast<std::uint16_t*>(narrow_.data()); }

 private:
  struct alignas(cpu::kRowAlignment) Line {
    std::array<std::byte, cpu::kRowAlignment> bytes;
  };
  static std::size_t lines(std::size_t bytes) { return bytes / sizeof(Line) + 1; }

  const cpu::BatchKernels& kernels_;
  std::vector<Line> wide_;
  std::vector<Line> narrow_;
  std::vector<Line> weights_;
};

/// Gives the edges of a working matrix both ways: d(i,j) = d(j,i) = min(d(i,j), d(j,i)).
template <typename Width>
void mirror(Width* d, std::size_t n) {
  const std::size_t stride = cpu::stride_of<Width>(n);
  for (std::size_t i = 1; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      Width& below = d[i * stride + j];
      Width& above = d[j * stride + i];
      below = above = above < below ? above : below;
    }
  }
}

/// One call.
template <typename Element, typename Reader>
class BatchCall {
 public:
  BatchCall(const Reader& reader, const Shape<Element>& shape, const BatchSettings& settings)
      : reader_(reader),
        shape_(shape),
        settings_(settings),
        kernels_(cpu::choose_batch_kernels(settings.instruction_set)),
        no_path_(checked_fill<Element>(settings.fill)),
        limit_(rounded_limit<Element>(settings.limit)),
        progress_(settings.observer, shape.graphs) {}

  void run() {
    const std::size_t largest = largest_size();
    const std::size_t bytes =
        largest * cpu::stride_of<Work<Element>>(largest) * sizeof(Work<Element>);
    double work = 0;
    for (std::size_t g = 0; g < shape_.graphs; ++g) {
      work += static_cast<double>(work_of(g));
    }
    const ThreadCount taken(settings_.threads > 0 ? settings_.threads
                                                  : threads_for(work * kSecondsEach, kEachThread));
    const auto threads = static_cast<std::size_t>(omp_get_max_threads());
    const std::size_t graphs_at_once =
        std::clamp<std::size_t>(shape_.graphs / (8 * threads), 1, 64);
    progress_.start();
    parallel_for_with(
        shape_.graphs, [&] { return Workspace(kernels_, bytes); },
        [&](Workspace& workspace, std::size_t g) {
          if (failure_.before(g) || progress_.ended()) return;
          failure_.guard(g, [&] {
            if (solve_small(g, workspace)) progress_.add(workspace.share, work_of(g));
          });
        },
        {.chunk = graphs_at_once});
    solve_postponed();
    progress_.throw_if_ended();
    failure_.rethrow();
    progress_.finish();
  }

 private:
  [[nodiscard]] static bool is_small(std::size_t n) {
    return !kIsInteger<Element> || n <= kMostVertices;
  }

  /// Returns the size of the largest graph that a workspace is for.
  [[nodiscard]] std::size_t largest_size() const {
    std::size_t largest = 0;
    for (std::size_t g = 0; g < shape_.graphs; ++g) {
      if (is_small(shape_.size(g))) largest = std::max(largest, shape_.size(g));
    }
    return largest;
  }

  /// Returns the relaxations of graph g, and about as many for its memory.
  [[nodiscard]] std::size_t work_of(std::size_t g) const {
    const std::size_t n = shape_.size(g);
    return n * n * n + 8 * shape_.of(g).size() + 1024;
  }

  /// Returns whether the graph is solved; else it is postponed.
  bool solve_small(std::size_t g, Workspace& workspace) {
    const std::size_t n = shape_.size(g);
    if (!is_small(n)) return postpone(g);
    if (!settings_.predecessors.empty()) return solve_with_predecessors(g, n, workspace);
    if (n <= kMostVertices && solve_narrow(g, n, workspace)) return true;
    auto* d = workspace.template wide<Work<Element>>();
    const cpu::WeightRange<Work<Element>> range = reader_.load(kernels_, g, n, d);
    if (settings_.undirected) mirror(d, n);
    if constexpr (kIsInteger<Element>) {
      return close_integers(g, n, range, workspace);
    } else {
      const std::size_t negative = close(g, n, d);
      if (negative < n)
        fail_negative(g, negative, d[negative * cpu::stride_of<Element>(n) + negative]);
      put(g, n, d, std::numeric_limits<Element>::max());
      return true;
    }
  }

  /// Likewise, where predecessors are wanted.
  bool solve_with_predecessors(std::size_t g, std::size_t n, Workspace& workspace) {
    auto* d = workspace.template wide<Work<Element>>();
    const cpu::WeightRange<Work<Element>> range = reader_.load(kernels_, g, n, d);
    if (settings_.undirected) mirror(d, n);
    workspace.predecessors.resize(n * n);
    std::int32_t* const p = workspace.predecessors.data();
    if constexpr (kIsInteger<Element>) {
      if (!is_narrow_enough(n, range)) return postpone(g);
      auto* weights = workspace.weights();
      std::copy_n(d, n * cpu::stride_of<std::int32_t>(n), weights);
      const auto longest = static_cast<std::int32_t>(static_cast<std::int64_t>(n) * range.most);
      if (!close_and_put(g, n, d, longest)) return false;
      workspace.search.run(weights, d, n, longest, p, n);
    } else {
      const std::size_t negative = close_with_predecessors(d, n, p);
      if (negative < n)
        fail_negative(g, negative, d[negative * cpu::stride_of<Element>(n) + negative]);
      put(g, n, d, std::numeric_limits<Element>::max());
    }
    put_predecessors(g, n, [&](std::size_t i, std::size_t j) {
      const bool wanted = within_limit_of(d[i * cpu::stride_of<Work<Element>>(n) + j]);
      return wanted ? p[i * n + j] : kNoPredecessor;
    });
    return true;
  }

  /// Stores the predecessors p(i,j) of graph g.
  template <typename Of>
  void put_predecessors(std::size_t g, std::size_t n, const Of& of) const {
    const std::span<std::int32_t> to = shape_.part(settings_.predecessors, g);
    const std::size_t width = shape_.width(g);
    if (n < width) std::fill(to.begin(), to.end(), kNoPredecessor);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) to[i * width + j] = of(i, j);
    }
  }

  [[nodiscard]] bool within_limit_of(Work<Element> length) const {
    return static_cast<double>(length) <= limit_;
  }

  /// Tries to read the graph into 16 bits and to close it there, see close_integers(). Lengths of
  /// floating point are sums of small whole numbers then, each exact, so that the element does not
  /// change them. Returns whether it is solved. One that is not costs some time: those that this
  /// thread takes next are not tried.
  bool solve_narrow(std::size_t g, std::size_t n, Workspace& workspace) {
    if (workspace.skips > 0) {
      --workspace.skips;
      return false;
    }
    std::uint16_t* d = workspace.narrow();
    const std::uint64_t bits = reader_.load_narrow(kernels_, g, n, d);
    std::size_t longest = cpu::kNarrowInfinity;
    if (bits < cpu::kNarrowBits) longest = n * bits;
    if (bits < cpu::kNarrowBits && longest >= cpu::kNarrowInfinity) longest = n * most_of(d, n);
    if (longest >= cpu::kNarrowInfinity) {
      workspace.skips = kSkips;
      return false;
    }
    if (settings_.undirected) mirror(d, n);
    return close_and_put(g, n, d, static_cast<std::uint16_t>(longest));
  }

  /// Returns the largest weight of a matrix.
  static std::size_t most_of(const std::uint16_t* d, std::size_t n) {
    std::uint16_t most = 0;
    for (std::size_t x = 0; x < n * cpu::stride_of<std::uint16_t>(n); ++x) {
      if (d[x] != cpu::kNarrowInfinity) most = std::max(most, d[x]);
    }
    return most;
  }

  /// Closes the matrix in the narrowest element that holds every length. Let m be the largest
  /// weight, or 0, and s the smallest, or 0, without its sign. A shortest path has fewer than n
  /// edges, so that its length is at most n m. The matrix is that of a graph with an edge of
  /// infinity for each that is missing; a path over one of these is at least infinity - n s long.
  /// With n (m + s) < infinity the two are apart, and no sum is beyond 2 x infinity. Until its
  /// first pivot below 0 shows it, a negative cycle changes nothing of this.
  bool close_integers(std::size_t g, std::size_t n, const cpu::WeightRange<std::int32_t>& range,
                      Workspace& workspace) {
    const auto count = static_cast<std::int64_t>(n);
    const std::int64_t longest = count * range.most;
    if (range.least == 0 && longest < cpu::kNarrowInfinity) {
      kernels_.narrow(workspace.wide<std::int32_t>(), n, workspace.narrow());
      return close_and_put(g, n, workspace.narrow(), static_cast<std::uint16_t>(longest));
    }
    if (!is_narrow_enough(n, range)) return postpone(g);
    return close_and_put(g, n, workspace.wide<std::int32_t>(), static_cast<std::int32_t>(longest));
  }

  /// Whether 32 bits suffice, see close_integers().
  static bool is_narrow_enough(std::size_t n, const cpu::WeightRange<std::int32_t>& range) {
    const auto count = static_cast<std::int64_t>(n);
    return count * range.most - count * range.least < kUnreachable;
  }

  /// Closes the matrix of graph g, and prefetches for the next graph.
  template <typename Width>
  std::size_t close(std::size_t g, std::size_t n, Width* d) const {
    cpu::Ahead input;
    cpu::Ahead output;
    if (g + 1 < shape_.graphs) {
      input = reader_.memory(g + 1);
      // The next graph probably takes the width of this one.
      const bool streamed = sizeof(Width) < sizeof(Element) && is_streamed(g + 1);
      if (!streamed) output = {shape_.of(g + 1).data(), shape_.of(g + 1).size_bytes()};
    }
    return std::get<cpu::Close<Width>>(kernels_.close)(d, n, input, output);
  }

  /// Returns whether the distances of graph g may be stored past the caches, where those of all
  /// graphs do not fit. A line is then not read before it is written.
  [[nodiscard]] bool is_streamed(std::size_t g) const {
    const std::size_t width = shape_.width(g);
    return shape_.distances.size_bytes() >= kStreamedBytes && shape_.size(g) == width &&
           reinterpret_cast<std::uintptr_t>(shape_.of(g).data()) % cpu::kRowAlignment == 0 &&
           width * sizeof(Element) % cpu::kRowAlignment == 0;
  }

  template <typename Width>
  bool close_and_put(std::size_t g, std::size_t n, Width* d, Width longest) {
    if (close(g, n, d) < n) return postpone(g);
    put(g, n, d, longest);
    return true;
  }

  /// Returns the largest number that is neither beyond `longest` nor beyond the limit.
  template <typename Width>
  [[nodiscard]] Width within_limit(Width longest) const {
    return limit_ < static_cast<double>(longest) ? static_cast<Width>(limit_) : longest;
  }

  /// Stores the distances of graph g: all of d that is at most `possible` and within the limit.
  template <typename Width>
  void put(std::size_t g, std::size_t n, const Width* d, Width possible) {
    const Width longest = within_limit(possible);
    const auto store = std::get<cpu::Store<Width, Element>>(kernels_.store);
    if (store(d, n, longest, no_path_, shape_.of(g).data(), shape_.width(g), is_streamed(g)))
      return;
    if constexpr (kIsInteger<Element>) {
      const std::size_t stride = cpu::stride_of<Width>(n);
      for (std::size_t x = 0; x < n * n; ++x) {
        const Width length = d[x / n * stride + x % n];
        if (length <= longest) check_length(g, x / n, x % n, length);
      }
    }
  }

  static void check_length(std::size_t g, std::size_t i, std::size_t j, Distance length) {
    if (length < kNoPath<Element>) return;
    throw Error(
        Fault::kNoAnswer,
        fmt::format("graph {}: the distance from vertex {} to vertex {} is {}, expected less "
                    "than {}",
                    g, i, j, length, kNoPath<Element>));
  }

  [[noreturn]] static void fail_negative(std::size_t g, std::size_t vertex, Element length) {
    throw NegativeCycle(
        fmt::format("graph {}: a negative cycle leads through vertex {}, its length "
                    "is {} or less, expected 0 or more",
                    g, vertex, length),
        {static_cast<std::int32_t>(vertex)});
  }

  bool postpone(std::size_t g) {
    const std::lock_guard lock(mutex_);
    postponed_.push_back(g);
    return false;
  }

  /// Solves the large graphs, and those with weights or cycles that the kernels do not take.
  void solve_postponed() {
    std::sort(postponed_.begin(), postponed_.end());
    for (const std::size_t g : postponed_) {
      if (failure_.before(g) || progress_.ended()) return;
      failure_.guard(g, [&] { solve_alone(g); });
      progress_.report(1);
    }
  }

  void solve_alone(std::size_t g) {
    if constexpr (kIsInteger<Element>) {
      const std::size_t n = shape_.size(g);
      const std::vector<Edge> edges = reader_.edges(g, n);
      Distances distances;
      std::vector<std::int32_t> predecessors(settings_.predecessors.empty() ? 0 : n * n);
      try {
        distances = solve({n, edges}, {.instruction_set = settings_.instruction_set,
                                       .undirected = settings_.undirected,
                                       .observer = &progress_.cancels(),
                                       .predecessors = predecessors,
                                       .device = Device::kCpu,
                                       .limit = limit_});
      } catch (const NegativeCycle& cycle) {
        throw NegativeCycle(fmt::format("graph {}: {}", g, cycle.what()), cycle.vertices());
      } catch (const Error& error) {
        throw Error(error.fault(), fmt::format("graph {}: {}", g, error.what()));
      }
      put_alone(g, n, distances);
      if (settings_.predecessors.empty()) return;
      put_predecessors(g, n, [&](std::size_t i, std::size_t j) { return predecessors[i * n + j]; });
    }
  }

  void put_alone(std::size_t g, std::size_t n, const Distances& distances) {
    const std::span<Element> to = shape_.of(g);
    std::fill(to.begin(), to.end(), no_path_);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const Distance length = distances(i, j);
        if (length == kUnreachable) continue;
        check_length(g, i, j, length);
        to[i * shape_.width(g) + j] = static_cast<Element>(length);
      }
    }
  }

  const Reader& reader_;
  const Shape<Element>& shape_;
  const BatchSettings& settings_;
  const cpu::BatchKernels& kernels_;
  Element no_path_;
  double limit_;
  FirstFailure failure_;
  BatchProgress progress_;
  std::mutex mutex_;
  std::vector<std::size_t> postponed_;
};

template <template <typename> class Reader, template <typename> class Batch, typename Weight,
          typename Element>
void run(const Batch<Weight>& graphs, const BatchSettings& settings, std::span<Element> distances) {
  with_memory_errors([&] {
    const ThreadCount threads(checked_threads(settings.threads));
    const Reader<Weight> reader(graphs, settings);
    Shape<Element> shape = {reader.graphs(), graphs.vertices, graphs.sizes, distances};
    if (settings.packed && !graphs.sizes.empty()) {
      shape.starts = packed_starts(graphs.sizes, distances.size());
    } else {
      check_elements("distances", distances.size(), shape.graphs, shape.vertices);
    }
    const std::size_t predecessors = settings.predecessors.size();
    if (predecessors != 0 && predecessors != distances.size()) {
      refuse(fmt::format("the predecessors have {} elements, expected {}, as the distances have",
                         predecessors, distances.size()));
    }
    BatchCall<Element, Reader<Weight>>(reader, shape, settings).run();
  });
}

}  // namespace

void solve_batch(const EdgeBatch<std::int32_t>& graphs, const BatchSettings& settings,
                 std::span<std::int32_t> distances) {
  run<EdgeReader>(graphs, settings, distances);
}
void solve_batch(const EdgeBatch<std::uint16_t>& graphs, const BatchSettings& settings,
                 std::span<std::uint16_t> distances) {
  run<EdgeReader>(graphs, settings, distances);
}
void solve_batch(const EdgeBatch<float>& graphs, const BatchSettings& settings,
                 std::span<float> distances) {
  run<EdgeReader>(graphs, settings, distances);
}
void solve_batch(const EdgeBatch<double>& graphs, const BatchSettings& settings,
                 std::span<double> distances) {
  run<EdgeReader>(graphs, settings, distances);
}
void solve_batch(const DenseBatch<std::int32_t>& graphs, const BatchSettings& settings,
                 std::span<std::int32_t> distances) {
  run<DenseReader>(graphs, settings, distances);
}
void solve_batch(const DenseBatch<std::int64_t>& graphs, const BatchSettings& settings,
                 std::span<std::int32_t> distances) {
  run<DenseReader>(graphs, settings, distances);
}
void solve_batch(const DenseBatch<std::uint16_t>& graphs, const BatchSettings& settings,
                 std::span<std::uint16_t> distances) {
  run<DenseReader>(graphs, settings, distances);
}
void solve_batch(const DenseBatch<float>& graphs, const BatchSettings& settings,
                 std::span<float> distances) {
  run<DenseReader>(graphs, settings, distances);
}
void solve_batch(const DenseBatch<double>& graphs, const BatchSettings& settings,
                 std::span<double> distances) {
  run<DenseReader>(graphs, settings, distances);
}

}  // namespace apsp
