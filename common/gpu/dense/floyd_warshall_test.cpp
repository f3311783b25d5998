// SPDX-License-Identifier: MIT
// The rounds by themselves, in both depths at sizes where a solve would choose one of them alone.
#include "common/gpu/dense/floyd_warshall.hpp"

#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/test_device.hpp"
#include "common/gpu/product/word.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::gpu {
namespace {

/// The distances of `sample` by rounds of `pivots` blocks.
template <class Word>
std::vector<Distance> closed(const test::Sample& sample, int pivots) {
  const std::size_t vertices = sample.vertices;
  const Layout layout = Layout::whole(vertices, Word::kElements, pivots);
  const auto words = allocate_device<std::uint32_t>(layout.matrix_words());
  const MatrixView matrix{words.get(), layout};
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
  close_matrix(rounds, [&](std::size_t round, std::size_t count) {
    REQUIRE(round == ++ended);
    REQUIRE(count == layout.schedule().rounds());
  });
  REQUIRE(ended == layout.schedule().rounds());

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
