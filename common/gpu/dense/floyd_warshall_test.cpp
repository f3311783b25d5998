// SPDX-License-Identifier: MIT
// The rounds by themselves, in both depths at sizes where a solve would choose one of them alone.
#include "common/gpu/dense/floyd_warshall.hpp"

#include <limits>
#include <random>

#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/test_device.hpp"
#include "common/gpu/product/word.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::gpu {
namespace {

using test::Sample;

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

/// Summaries count every finite element of a row.
template <class Word>
void require_infinite_padding(const MatrixView<Word>& matrix) {
  using Element = typename Word::Element;
  const Layout& layout = matrix.layout;
  const std::size_t pitch = layout.pitch() * Word::kElements;
  std::vector<Element> elements(layout.held_rows() * pitch);
  check(cudaMemcpy(elements.data(), matrix.words, elements.size() * sizeof(Element),
                   cudaMemcpyDeviceToHost),
        "fetch the matrix");
  std::size_t finite = 0;
  for (std::size_t row = 0; row < layout.vertices; ++row) {
    for (std::size_t column = layout.vertices; column < pitch; ++column) {
      finite += elements[row * pitch + column] != Word::kInfiniteElement ? 1 : 0;
    }
  }
  REQUIRE(finite == 0);
}

/// Device memory that is freed holds zeros, where the next that is allocated lies as a rule.
void leave_zeros_behind() {
  constexpr std::size_t kBytes = std::size_t{16} << 20;
  const auto bytes = allocate_device<std::byte>(kBytes);
  check(cudaMemset(bytes.get(), 0, kBytes), "clear device memory");
  check(cudaDeviceSynchronize(), "clear device memory");
}

/// The distances of `sample` by rounds of `pivots` blocks, its symmetry as expected; that of
/// matrices of less than `least` vertices is not asked for.
template <class Word>
std::vector<Distance> closed(const Sample& sample, int pivots, bool symmetric = false,
                             std::size_t least = kNever) {
  const std::size_t vertices = sample.vertices;
  const Layout layout = Layout::whole(vertices, Word::kElements, pivots);
  leave_zeros_behind();
  const auto words = allocate_device<std::uint32_t>(layout.matrix_words());
  const MatrixView<Word> matrix{words.get(), layout};
  const Stream stream = make_stream(Priority::kHigh);
  fill<Word>(matrix, stream.get());
  const auto edges = allocate_device<Edge>(std::max<std::size_t>(1, sample.edges.size()));
  check(cudaMemcpyAsync(edges.get(), sample.edges.data(), sample.edges.size() * sizeof(Edge),
                        cudaMemcpyHostToDevice, stream.get()),
        "send the edges");
  scatter<Word>(matrix, edges.get(), sample.edges.size(), stream.get());
  check(cudaStreamSynchronize(stream.get()), "scatter the edges");

  Rounds<Word> rounds(matrix);
  std::size_t ended = 0;
  const auto advance = [&](std::size_t round, std::size_t count) {
    REQUIRE(round == ++ended);
    REQUIRE(count == layout.schedule().rounds());
  };
  REQUIRE(close_matrix(rounds, stream.get(), advance, least) == symmetric);
  REQUIRE(ended == layout.schedule().rounds());

  require_infinite_padding<Word>(matrix);
  std::vector<Distance> distances(vertices * vertices);
  const auto rows = allocate_device<Distance>(distances.size());
  widen<Word>(matrix, {nullptr, vertices}, 0, vertices, rows.get(), stream.get());
  check(cudaMemcpyAsync(distances.data(), rows.get(), distances.size() * sizeof(Distance),
                        cudaMemcpyDeviceToHost, stream.get()),
        "fetch the rows");
  check(cudaStreamSynchronize(stream.get()), "fetch the rows");
  return distances;
}

void require_closed(std::size_t vertices, std::uint32_t seed) {
  for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
    const std::vector<Distance> expected = reference::distances(sample.graph()).value();
    for (const int pivots : {1, 2}) {
      INFO("V = " << vertices << ", " << kind << ", seed up to " << seed << ", " << pivots
                  << " blocks a pivot");
      REQUIRE(closed<U16x2>(sample, pivots) == expected);
      REQUIRE(closed<S32>(sample, pivots) == expected);
    }
  }
}

/// Every edge both ways.
Sample both_ways(const Sample& one_way) {
  Sample sample = one_way;
  for (const Edge& edge : one_way.edges) {
    sample.edges.push_back({edge.destination, edge.source, edge.weight});
  }
  return sample;
}

TEST_CASE("half of the rounds of a symmetric matrix agree with the oracle", "[gpu]") {
  (void)open_device(0);
  std::uint32_t seed = 740;
  for (const std::size_t vertices : {1, 127, 128, 129, 255, 256, 257, 300, 383, 385, 513, 641}) {
    for (const auto& [kind, one_way] : test::samples_of(vertices, seed)) {
      const Sample sample = both_ways(one_way);
      const std::vector<Distance> expected = reference::distances(sample.graph()).value();
      for (const int pivots : {1, 2}) {
        INFO("V = " << vertices << ", " << kind << ", seed up to " << seed << ", " << pivots
                    << " blocks a pivot");
        REQUIRE(closed<U16x2>(sample, pivots, true, 0) == expected);
        REQUIRE(closed<S32>(sample, pivots, true, 0) == expected);
      }
    }
  }
}

TEST_CASE("a matrix that is not symmetric in one element is not taken for one", "[gpu]") {
  (void)open_device(0);
  for (const std::size_t vertices : {2, 31, 32, 33, 129, 300}) {
    std::mt19937 random(static_cast<std::uint32_t>(vertices));
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
      Sample sample = both_ways(test::random_sample(vertices, 3 * vertices, 1, 99, seed));
      const auto from = static_cast<std::int32_t>(random() % vertices);
      const auto to = static_cast<std::int32_t>((from + 1 + random() % (vertices - 1)) % vertices);
      sample.edges.push_back({from, to, 0});
      INFO("V = " << vertices << ", seed " << seed << ", " << from << " -> " << to);
      REQUIRE(closed<U16x2>(sample, 1, false, 0) == reference::distances(sample.graph()).value());
      REQUIRE(closed<S32>(sample, 1, false, 0) == reference::distances(sample.graph()).value());
    }
  }
}

TEST_CASE("rounds of both depths agree with the oracle", "[gpu]") {
  (void)open_device(0);
  require_closed(300, 690);  // three blocks: in the deeper rounds a pivot of two and one of one
}

TEST_CASE("rounds of both depths agree with the oracle on every edge size", "[gpu][long]") {
  (void)open_device(0);
  std::uint32_t seed = 700;
  for (const std::size_t vertices : {1, 127, 128, 129, 255, 256, 257, 383, 384, 385, 513, 641}) {
    require_closed(vertices, seed += 10);
  }
}

}  // namespace
}  // namespace apsp::gpu
