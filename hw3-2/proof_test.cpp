// SPDX-License-Identifier: MIT
// The reductions of the width's proof on a device, over matrices of any contents, against their
// words. Without a device the suite is skipped.
#include "common/gpu/dense/proof.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <vector>

#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/send.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/device/test_device.hpp"
#include "common/gpu/product/word.hpp"
#include "common/testing/catch.hpp"

namespace apsp::gpu {
namespace {

/// The held rows as they lie in device memory, and as a test reads them.
template <class Word>
struct HostMatrix {
  using Element = typename Word::Element;

  explicit HostMatrix(const Layout& held)
      : layout(held), words(held.matrix_words(), Word::kInfinite) {}

  void set(std::size_t row, std::size_t column, Element value) {
    std::memcpy(address(row, column), &value, sizeof value);
  }
  [[nodiscard]] Element at(std::size_t row, std::size_t column) {
    Element value = 0;
    std::memcpy(&value, address(row, column), sizeof value);
    return value;
  }
  [[nodiscard]] bool is_clipped(std::size_t row, const Edge& edge) {
    return at(row, static_cast<std::size_t>(edge.source)) != kInfinity<Element> &&
           at(row, static_cast<std::size_t>(edge.destination)) == kInfinity<Element>;
  }

  Layout layout;
  std::vector<std::uint32_t> words;

 private:
  std::byte* address(std::size_t row, std::size_t column) {
    const std::size_t word = (row - layout.first_vertex()) * layout.pitch();
    return reinterpret_cast<std::byte*>(words.data() + word) + column * sizeof(Element);
  }
};

template <class Word>
DeviceMemory<std::uint32_t> uploaded(const HostMatrix<Word>& matrix) {
  return sent(matrix.words, nullptr);
}

/// Every row that the device holds, one edge after the other.
template <class Word>
std::optional<Clipped> first_clipped_of(HostMatrix<Word>& matrix, const Graph& graph) {
  const std::size_t first = matrix.layout.first_vertex();
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    for (std::size_t i = first; i < first + matrix.layout.held_vertices(); ++i) {
      if (matrix.is_clipped(i, graph.edges[e])) return Clipped{i, e};
    }
  }
  return std::nullopt;
}

template <class Word>
Extent extent_of_rows(HostMatrix<Word>& matrix) {
  Extent extent;
  const std::size_t first = matrix.layout.first_vertex();
  for (std::size_t i = first; i < first + matrix.layout.held_vertices(); ++i) {
    for (std::size_t j = 0; j < matrix.layout.vertices; ++j) {
      const Distance d = matrix.at(i, j);
      if (d == kInfinity<typename Word::Element>) extent.complete = false;
      if (d != kInfinity<typename Word::Element>) extent.largest = std::max(extent.largest, d);
    }
  }
  return extent;
}

/// All rows, or a share of them that another device's rows precede.
template <class Word>
Layout random_layout(std::mt19937& random) {
  // Borders of a word, of a block, and of the 1024 rows of a band of bits.
  const std::size_t sizes[] = {1, 2, 127, 128, 129, 300, 1023, 1025, 1300};
  Layout layout = Layout::whole(sizes[random() % std::size(sizes)], Word::kElements, 1);
  if (layout.held.end > 1 && random() % 2 == 0) layout.held.begin = random() % layout.held.end;
  return layout;
}

/// Returns whether a result is clipped.
template <class Word>
bool check_reductions(std::uint32_t seed, StagingRing& ring) {
  using Element = typename Word::Element;
  std::mt19937 random(seed);
  HostMatrix<Word> matrix(random_layout<Word>(random));
  const Layout& layout = matrix.layout;
  INFO("seed " << seed << ", V = " << layout.vertices << ", from row " << layout.first_vertex()
               << ", " << 8 * sizeof(Element) << " bits");
  constexpr Element kInfinite = kInfinity<Element>;
  const std::size_t infinities[] = {0, 2, 40, 1'000'000};
  const std::size_t infinite_in = infinities[random() % std::size(infinities)];
  for (std::size_t n = 0; n < layout.held_vertices(); ++n) {
    for (std::size_t j = 0; j < layout.vertices; ++j) {
      const bool infinite = infinite_in > 0 && random() % infinite_in == 0;
      auto element = static_cast<Element>(random() % 100);
      if (random() % 4096 == 0) element = kInfinite - 1;
      if (infinite) element = kInfinite;
      matrix.set(layout.first_vertex() + n, j, element);
    }
  }
  std::vector<Edge> edges(random() % 5);
  for (Edge& e : edges) {
    const auto vertex = [&] { return static_cast<std::int32_t>(random() % layout.vertices); };
    e = {vertex(), 0, 1};
    e.destination = vertex();
  }
  const Graph graph{layout.vertices, edges, edges.empty() ? 0 : 1, edges.empty() ? 0 : 1};

  const DeviceMemory<std::uint32_t> memory = uploaded(matrix);
  const MatrixView<Word> view{memory.get(), layout};
  const Extent expected = extent_of_rows(matrix);
  const Extent found = extent_of<Word>(view, {nullptr, layout.held_vertices()}, ring.stream());
  REQUIRE(found.largest == expected.largest);
  REQUIRE(found.complete == expected.complete);
  const std::optional<Clipped> clipped = first_clipped_of(matrix, graph);
  REQUIRE(first_clipped<Word>(view, RowSet(layout.vertices), graph, ring) == clipped);
  return clipped.has_value();
}

TEST_CASE("the reductions of the proof are what their words say on the device", "[gpu]") {
  (void)open_device(0);
  StagingRing ring;
  int clipped = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    clipped += check_reductions<S32>(seed, ring) ? 1 : 0;
    clipped += check_reductions<U16x2>(seed, ring) ? 1 : 0;
  }
  REQUIRE(clipped > 20);
  REQUIRE(clipped < 180);
}

}  // namespace
}  // namespace apsp::gpu
