// SPDX-License-Identifier: MIT
// Random batches in the memory of a GPU, and the same ones on processors.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"

namespace apsp::test {

template <typename T>
inline constexpr Element kElement = std::is_same_v<T, double>          ? Element::kFloat64
                                    : std::is_same_v<T, float>         ? Element::kFloat32
                                    : std::is_same_v<T, std::int64_t>  ? Element::kInt64
                                    : std::is_same_v<T, std::int32_t>  ? Element::kInt32
                                    : std::is_same_v<T, std::uint16_t> ? Element::kUint16
                                                                       : Element::kUint8;

/// Elements in the memory of the current GPU.
template <typename T>
class OnGpu {
 public:
  explicit OnGpu(const std::vector<T>& from) : count_(from.size()) {
    REQUIRE(cudaMalloc(&memory_, bytes() + 1) == cudaSuccess);
    REQUIRE(cudaMemcpy(memory_, from.data(), bytes(), cudaMemcpyHostToDevice) == cudaSuccess);
  }
  ~OnGpu() { (void)cudaFree(memory_); }
  OnGpu(const OnGpu&) = delete;
  OnGpu& operator=(const OnGpu&) = delete;

  [[nodiscard]] T* data() const { return static_cast<T*>(memory_); }
  [[nodiscard]] std::vector<T> copied() const {
    std::vector<T> copy(count_);
    REQUIRE(cudaMemcpy(copy.data(), memory_, bytes(), cudaMemcpyDeviceToHost) == cudaSuccess);
    return copy;
  }

 private:
  [[nodiscard]] std::size_t bytes() const { return count_ * sizeof(T); }

  std::size_t count_;
  void* memory_ = nullptr;
};

/// B matrices of N x N, of which the graphs have `sizes` vertices.
template <typename T>
struct Batch {
  std::size_t graphs = 0;
  std::size_t vertices = 0;
  std::vector<T> weights = {};
  std::vector<std::int32_t> sizes = {};

  [[nodiscard]] DeviceBatch view(const T* data) const {
    const auto n = static_cast<std::ptrdiff_t>(vertices);
    return {{data, kElement<T>, vertices, n, 1}, graphs, n * n, sizes};
  }
};

/// Random graphs of all densities; their heights make some weights negative, and no cycle.
template <typename T, typename Weight>
Batch<T> random_batch(std::size_t graphs, std::size_t vertices, std::mt19937& random, T none,
                      const Weight& weight) {
  Batch<T> batch{graphs, vertices, std::vector<T>(graphs * vertices * vertices, none), {}};
  for (std::size_t g = 0; g < graphs; ++g) {
    const std::size_t one_in = 1 + random() % (g % 2 == 0 ? 3 : 2 * vertices + 1);
    for (std::size_t i = 0; i < vertices; ++i) {
      for (std::size_t j = 0; j < vertices; ++j) {
        if (random() % one_in != 0) continue;
        batch.weights[(g * vertices + i) * vertices + j] = weight(g, i, j);
      }
    }
    const std::size_t size = random() % 4 != 0 ? vertices : random() % (vertices + 1);
    batch.sizes.push_back(static_cast<std::int32_t>(size));
  }
  if (random() % 2 == 0) batch.sizes.clear();
  return batch;
}

template <typename R, typename T>
std::vector<R> solved(const Batch<T>& batch, const BatchSettings& settings = {}) {
  const OnGpu<T> weights(batch.weights);
  const OnGpu<R> distances(std::vector<R>(batch.weights.size(), R{7}));
  solve_batch_on_device(batch.view(weights.data()), settings, {distances.data(), kElement<R>});
  return distances.copied();
}

template <typename R, typename T>
std::vector<R> expected(const Batch<T>& batch, const BatchSettings& settings = {}) {
  std::vector<R> distances(batch.weights.size());
  solve_batch(DenseBatch<T>{batch.vertices, batch.weights, batch.sizes}, settings,
              std::span(distances));
  return distances;
}

/// Requires the same bits, or NaN of any kind.
template <typename R>
void require_same(const std::vector<R>& found, const std::vector<R>& right) {
  REQUIRE(found.size() == right.size());
  for (std::size_t x = 0; x < right.size(); ++x) {
    if (found[x] == right[x] && std::signbit(found[x]) == std::signbit(right[x])) continue;
    if (std::isnan(found[x]) && std::isnan(right[x])) continue;
    FAIL("element " << x << " is " << found[x] << ", expected " << right[x]);
  }
}

/// Requires the same distances, or errors of one kind about one graph.
template <typename R, typename T>
void require_as_on_processors(const Batch<T>& batch, const BatchSettings& settings) {
  std::optional<std::vector<R>> right;
  Fault fault = Fault::kInternal;
  std::string graph;
  try {
    right = expected<R>(batch, settings);
  } catch (const Error& error) {
    fault = error.fault();
    graph = std::string(error.what());
    graph.resize(graph.find(':') + 1);
  }
  if (right) return require_same(solved<R>(batch, settings), *right);
  require_error(fault, {graph}, [&] { (void)solved<R>(batch, settings); });
}

}  // namespace apsp::test
