// SPDX-License-Identifier: MIT
#include "common/gpu/batch/batch_solve.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "common/base/plural.hpp"
#include "common/gpu/batch/batch_view.hpp"
#include "common/gpu/batch/block_kernels.hpp"
#include "common/gpu/batch/step_kernels.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/send.hpp"
#include "common/gpu/device/status.hpp"

namespace apsp::gpu {
namespace {

constexpr double kWorkAtOnce = 0x1p36;                        // relaxations of a launch, some 20 ms
constexpr std::size_t kMatrixBytes = std::size_t{256} << 20;  // of matrices in global memory
constexpr std::size_t kStepsAtOnce = 256;  // between two questions whether to go on

BatchView view_of(const DeviceBatchProblem& problem) {
  const DeviceWeights& weights = problem.graphs.weights;
  const double no_edge = weights.no_edge.value_or(std::nan(""));
  const bool whole = std::floor(no_edge) == no_edge && std::abs(no_edge) < 0x1p63;
  return {.weights = weights.data,
          .element = weights.element,
          .vertices = weights.vertices,
          .graph_stride = problem.graphs.graph_stride,
          .row_stride = weights.row_stride,
          .column_stride = weights.column_stride,
          .has_no_edge = weights.no_edge.has_value() && (whole || !is_integer(weights.element)),
          .no_edge_integer = whole ? static_cast<long long>(no_edge) : 0,
          .no_edge_real = no_edge,
          .zero_is_no_edge = problem.zero_is_no_edge,
          .loops = weights.loops,
          .unweighted = weights.unweighted,
          .both_ways = problem.both_ways,
          .distances = problem.distances.data,
          .kind = problem.distances.element,
          .fill = problem.fill,
          .limit = problem.limit,
          .findings = nullptr,
          .postponed = nullptr};
}

/// Some graphs of a batch, by their numbers; without a list so many from 0 on, each of N vertices.
struct Graphs {
  std::vector<Member> list = {};
  std::size_t count = 0;
};

/// Graphs whose matrices lie in one place.
struct Part {
  Place place;
  std::size_t first;  // of a list of members
  std::size_t count;
};

/// Solves on one device, on a stream of its own.
class BatchSolve {
 public:
  BatchSolve(const DeviceBatchProblem& problem, Observer& observer)
      : graphs_(problem.graphs),
        observer_(&observer),
        stream_(make_stream(Priority::kLow)),
        findings_(sent(std::vector{no_findings()}, stream())),
        view_(view_of(problem)),
        shared_(limit_of_device(cudaDevAttrMaxSharedMemoryPerBlockOptin)) {
    view_.findings = findings_.get();
    if (!is_integer(view_.element)) return;
    postponed_ = allocate_device<Member>(graphs_.graphs);
    view_.postponed = postponed_.get();
  }

  BatchMisfit run() {
    check(cudaDeviceSynchronize(), "wait for the caller's work");
    observer_->enter_phase(Phase::kCompute);
    Graphs all{.list = {}, .count = graphs_.graphs};
    for (std::size_t g = 0; g < graphs_.sizes.size(); ++g) all.list.push_back(member(g));
    solve(all);
    const BatchMisfit misfit = misfit_of(fetched());
    if (misfit.kind == BatchMisfit::Kind::kNone) return misfit;
    observer_ = &silent_;
    solve({.list = {member(misfit.graph)}, .count = 1});  // for the number, see report()
    return misfit_of(fetched());
  }

 private:
  [[nodiscard]] cudaStream_t stream() const { return stream_.get(); }

  [[nodiscard]] Member member(std::size_t g) const {
    const std::size_t size =
        graphs_.sizes.empty() ? view_.vertices : static_cast<std::size_t>(graphs_.sizes[g]);
    return {static_cast<std::int32_t>(g), static_cast<std::int32_t>(size)};
  }

  /// Waits for the stream.
  [[nodiscard]] Findings fetched() const {
    Findings found = {};
    check(cudaMemcpyAsync(&found, findings_.get(), sizeof found, cudaMemcpyDeviceToHost, stream()),
          "fetch a result");
    check(cudaStreamSynchronize(stream()), "solve a batch");
    return found;
  }

  [[nodiscard]] BatchMisfit misfit_of(const Findings& found) const {
    BatchMisfit misfit;
    if (found.place == no_findings().place) return misfit;
    misfit.kind = static_cast<BatchMisfit::Kind>(found.place % 4);
    const std::size_t element = found.place / 4;
    misfit.column = element % view_.vertices;
    misfit.row = element / view_.vertices % view_.vertices;
    misfit.graph = element / view_.vertices / view_.vertices;
    if (is_integer(view_.element)) {
      misfit.integer = static_cast<std::int64_t>(found.bits);
    } else {
      misfit.real = std::bit_cast<double>(found.bits);
    }
    return misfit;
  }

  void solve(const Graphs& graphs) {
    if (view_.element == Element::kFloat32) return close<float>(graphs);
    if (view_.element == Element::kFloat64) return close<double>(graphs);
    check(cudaMemsetAsync(&findings_.get()->postponed, 0, sizeof(unsigned), stream()),
          "clear a result");
    wide_.clear();
    close<std::int32_t>(graphs);
    fetch_postponed();
    if (!wide_.empty()) close<double>({.list = wide_, .count = wide_.size()});
  }

  /// Adds the graphs that kernels have postponed to those that are closed in doubles.
  void fetch_postponed() {
    const std::size_t count = fetched().postponed;
    if (count == 0) return;
    const std::size_t before = wide_.size();
    wide_.resize(before + count);
    check(cudaMemcpyAsync(&wide_[before], postponed_.get(), count * sizeof(Member),
                          cudaMemcpyDeviceToHost, stream()),
          "fetch a result");
    check(cudaStreamSynchronize(stream()), "fetch a result");
  }

  template <class Cell>
  void close(const Graphs& graphs) {
    std::vector<Member> list;
    const std::vector<Part> parts = parts_of<Cell>(graphs, list);
    const DeviceMemory<Member> on_device = list.empty() ? nullptr : sent(list, stream());
    for (const Part& part : parts) {
      if (part.place != Place::kGlobal) {
        close_blocks<Cell>(part, list, on_device.get());
      } else if constexpr (std::is_integral_v<Cell>) {  // no kernel: doubles take these
        for (std::size_t n = 0; n < part.count; ++n) {
          wide_.push_back(list.empty() ? member(n) : list[part.first + n]);
        }
      } else {
        close_steps<Cell>(part, list, on_device.get());
      }
    }
    check(cudaStreamSynchronize(stream()), "solve a batch");
  }

  /// Returns the graphs by places, and sorts them into a list where the given ones are one.
  template <class Cell>
  std::vector<Part> parts_of(const Graphs& graphs, std::vector<Member>& list) const {
    const auto place_of_size = [&](std::size_t size) {
      return place_of_matrix(size, sizeof(Cell), shared_);
    };
    if (graphs.list.empty()) return {{place_of_size(view_.vertices), 0, graphs.count}};
    std::array<std::vector<Member>, kPlaces> by_place;
    for (const Member& one : graphs.list) {
      const Place place = place_of_size(static_cast<std::size_t>(one.size));
      by_place[static_cast<std::size_t>(place)].push_back(one);
    }
    // Those that are closed side by side take as many steps as the largest of them.
    auto& large = by_place[static_cast<std::size_t>(Place::kGlobal)];
    std::stable_sort(large.begin(), large.end(),
                     [](const Member& a, const Member& b) { return a.size < b.size; });
    std::vector<Part> parts;
    for (std::size_t place = 0; place < kPlaces; ++place) {
      if (by_place[place].empty()) continue;
      parts.push_back({static_cast<Place>(place), list.size(), by_place[place].size()});
      list.insert(list.end(), by_place[place].begin(), by_place[place].end());
    }
    return parts;
  }

  /// Vertices of the largest of `count` graphs.
  [[nodiscard]] std::size_t largest_of(const std::vector<Member>& list, std::size_t first,
                                       std::size_t count) const {
    if (list.empty()) return view_.vertices;
    std::int32_t largest = 0;
    for (std::size_t n = first; n < first + count; ++n) largest = std::max(largest, list[n].size);
    return static_cast<std::size_t>(largest);
  }

  template <class Cell>
  void close_blocks(const Part& part, const std::vector<Member>& list, const Member* on_device) {
    const std::size_t largest = largest_of(list, part.first, part.count);
    const double work = std::pow(static_cast<double>(largest), 3) + 1;
    const auto at_once =
        static_cast<std::size_t>(std::clamp(kWorkAtOnce / work, 1.0, double{0x1p30}));
    const std::size_t end = part.first + part.count;
    for (std::size_t first = part.first; first < end; first += at_once) {
      const std::size_t count = std::min(at_once, end - first);
      close_in_blocks<Cell>(view_, {on_device, first}, count, part.place, largest, stream());
      launched_ += count;
      postponed_count_ = fetched().postponed;
      advance();
    }
  }

  template <class Cell>
  void close_steps(const Part& part, const std::vector<Member>& list, const Member* on_device) {
    const std::size_t most = largest_of(list, part.first, part.count);
    const std::size_t bytes = most * most * sizeof(Cell);
    const std::size_t room = std::min(kMatrixBytes, free_device_memory() / 2);
    const std::size_t at_once =
        std::clamp<std::size_t>(room / bytes, 1, std::min(part.count, kMostMatrices));
    require_device_memory(at_once * bytes, counted(most, "vertex"), "");
    const DeviceMemory<Cell> cells = allocate_device<Cell>(at_once * most * most);
    const std::size_t end = part.first + part.count;
    for (std::size_t first = part.first; first < end; first += at_once) {
      const std::size_t count = std::min(at_once, end - first);
      const StepMatrices<Cell> matrices = {
          cells.get(), {on_device, first}, count, largest_of(list, first, count)};
      read_cells(view_, matrices, stream());
      for (std::size_t k = 0; k < matrices.largest; ++k) {
        if (k % kStepsAtOnce == 0) stop_if_cancelled(*observer_);
        relax_step(view_, matrices, k, stream());
      }
      put_cells(view_, matrices, stream());
      check(cudaStreamSynchronize(stream()), "solve a batch");
      launched_ += count;
      advance();
    }
  }

  /// Reports the graphs that are closed: those of all launches, but the postponed ones.
  void advance() {
    advance_or_stop(*observer_, static_cast<std::int64_t>(launched_ - postponed_count_),
                    static_cast<std::int64_t>(graphs_.graphs));
  }

  const DeviceBatch& graphs_;
  Observer* observer_;
  Observer silent_ = {};
  Stream stream_;
  DeviceMemory<Findings> findings_;
  DeviceMemory<Member> postponed_;
  BatchView view_;
  std::size_t shared_;        // bytes of shared memory that a block may have
  std::vector<Member> wide_;  // graphs of integers that doubles close
  std::size_t launched_ = 0;
  std::size_t postponed_count_ = 0;
};

}  // namespace

BatchMisfit solve_batch(const DeviceBatchProblem& problem, Observer& observer) {
  (void)visible_devices();  // throws where there is none
  observer.enter_phase(Phase::kStart);
  const Device device =
      open_device(device_of_memory(problem.graphs.weights.data, problem.distances.data));
  observer.fact("device", device.name);
  return BatchSolve(problem, observer).run();
}

}  // namespace apsp::gpu
