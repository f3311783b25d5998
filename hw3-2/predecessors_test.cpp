// SPDX-License-Identifier: MIT
// Predecessors that a device makes of any closed matrix, against the oracle. Without a device the
// suite is skipped.
#include "common/gpu/dense/predecessors.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "common/gpu/device/device.hpp"
#include "common/gpu/device/send.hpp"
#include "common/gpu/device/test_device.hpp"
#include "common/gpu/product/word.hpp"
#include "common/oracle/predecessors.hpp"
#include "common/oracle/reference.hpp"
#include "common/rows/predecessors.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::gpu {
namespace {

constexpr std::int32_t kNotPut = 12345;

/// Keeps the rows that are put.
class Kept final : public PredecessorRows {
 public:
  Kept(const Graph& graph, std::size_t rows)
      : graph_(graph), vertices_(graph.vertices), predecessors_(rows * vertices_, kNotPut) {}

  [[nodiscard]] bool in_order() const override { return false; }
  [[nodiscard]] std::shared_ptr<const CompressedRows<Arc>> arcs_into(
      Distance reach) const override {
    return graph_.arcs_into(reach);
  }
  void put_predecessors(std::size_t row, std::span<const std::int32_t> predecessors) override {
    std::ranges::copy(predecessors, this->row(row).begin());
  }
  [[nodiscard]] std::span<std::int32_t> row(std::size_t row) {
    return std::span(predecessors_).subspan(row * vertices_, vertices_);
  }

 private:
  PredecessorGraph graph_;
  std::size_t vertices_;
  std::vector<std::int32_t> predecessors_;
};

/// A closed matrix on the device.
template <class Word>
DeviceMemory<std::uint32_t> matrix_of(const std::vector<Distance>& distances,
                                      const Layout& layout) {
  using Element = typename Word::Element;
  std::vector<std::uint32_t> words(layout.matrix_words(), Word::kInfinite);
  const std::size_t vertices = layout.vertices;
  for (std::size_t i = 0; i < vertices; ++i) {
    for (std::size_t j = 0; j < vertices; ++j) {
      const Distance d = distances[i * vertices + j];
      const Element element = d == kUnreachable ? kInfinity<Element> : static_cast<Element>(d);
      std::memcpy(
          reinterpret_cast<std::byte*>(words.data() + i * layout.pitch()) + j * sizeof(Element),
          &element, sizeof element);
    }
  }
  return sent(words, nullptr);
}

/// Requires the predecessors of `rows` from a matrix in one width. Returns the rows that the device
/// made.
template <class Word>
std::size_t require_found(const test::Sample& sample, const std::vector<Distance>& distances,
                          const std::vector<std::int32_t>& expected, const RowSet& rows,
                          StagingRing& ring) {
  const Layout layout = Layout::whole(sample.vertices, Word::kElements, 1);
  const auto words = matrix_of<Word>(distances, layout);
  Kept kept(sample.graph(), rows.size());
  const std::size_t found =
      put_predecessors<Word>({words.get(), layout}, WantedRows(rows, layout), ring, kept).rows;
  std::size_t put = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto row = kept.row(r);
    if (row.front() == kNotPut) continue;
    ++put;
    const std::size_t source = rows.source(r);
    const auto right = std::span(expected).subspan(source * sample.vertices, sample.vertices);
    INFO("row " << r << " of vertex " << source << ", " << 8 * sizeof(typename Word::Element)
                << " bits");
    REQUIRE(std::ranges::equal(row, right));
  }
  REQUIRE(put == found);
  return found;
}

/// Requires all rows, and some of them in another order, in every width that holds the lengths.
void require_predecessors(const test::Sample& sample, StagingRing& ring) {
  const std::vector<Distance> distances = reference::distances(sample.graph()).value();
  const std::vector<std::int32_t> expected = reference::predecessors(sample.graph());
  std::vector<std::int32_t> some;
  for (std::size_t v = sample.vertices; v-- > 0;) {
    if (v % 3 != 1) some.push_back(static_cast<std::int32_t>(v));
  }
  Distance longest = 0;
  for (const Distance d : distances) longest = std::max(longest, d == kUnreachable ? 0 : d);
  for (const RowSet& rows : {RowSet(sample.vertices), RowSet(sample.vertices, some)}) {
    REQUIRE(require_found<S32>(sample, distances, expected, rows, ring) == rows.size());
    if (longest >= kInfinity<std::uint16_t>) continue;
    REQUIRE(require_found<U16x2>(sample, distances, expected, rows, ring) == rows.size());
  }
}

TEST_CASE("a device makes the predecessors of the oracle", "[gpu]") {
  (void)open_device(0);
  StagingRing ring;
  constexpr std::size_t kVertices[] = {1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200};
  constexpr Distance kMost[] = {0, 1, 3, 30, 1000, 100'000};
  for (std::uint32_t seed = 0; seed < 144; ++seed) {
    INFO("seed " << seed);
    const std::size_t vertices = kVertices[seed % 12];
    require_predecessors(test::random_sample(vertices, seed * std::size_t{37} % (9 * vertices), 0,
                                             kMost[seed / 12 % 6], seed),
                         ring);
  }
}

TEST_CASE("a device leaves the longest paths to the host", "[gpu]") {
  (void)open_device(0);
  StagingRing ring;
  for (const std::size_t vertices : {2000, 2200}) {
    INFO("a chain of " << vertices);
    test::Sample chain{vertices, {}};
    for (std::int32_t v = 1; v < static_cast<std::int32_t>(vertices); ++v) {
      chain.edges.push_back({v - 1, v, v % 3});
    }
    std::vector<Distance> distances(vertices * vertices, kUnreachable);
    std::vector<std::int32_t> expected(vertices * vertices, kNoPredecessor);
    for (std::size_t i = 0; i < vertices; ++i) {
      distances[i * vertices + i] = 0;
      for (std::size_t j = i + 1; j < vertices; ++j) {
        distances[i * vertices + j] =
            distances[i * vertices + j - 1] + static_cast<Distance>(j % 3);
        expected[i * vertices + j] = static_cast<std::int32_t>(j - 1);
      }
    }
    const std::size_t found =
        require_found<U16x2>(chain, distances, expected, RowSet(vertices), ring);
    if (vertices == 2000) {
      REQUIRE(found == vertices);
    } else {
      REQUIRE(found < vertices);
      REQUIRE(found > 0);
    }
  }
}

}  // namespace
}  // namespace apsp::gpu
