// SPDX-License-Identifier: MIT
// Index arithmetic and memory of the device's layout: no device needed.
#include "common/gpu/product/layout.hpp"

#include "common/testing/catch.hpp"

namespace apsp::gpu {
namespace {

TEST_CASE("the device's layout covers the matrix with whole macro-tiles") {
  for (const std::size_t vertices :
       {1, 2, 127, 128, 129, 255, 256, 257, 5000, 46341, 60000, 190000}) {
    for (const int elements : {1, 2}) {
      for (const int pivots : {1, 2}) {
        INFO("V = " << vertices << ", " << elements << " a word, " << pivots << " pivots");
        const Layout layout = Layout::whole(vertices, elements, pivots);
        REQUIRE(layout.held_rows() >= vertices);
        REQUIRE(layout.held_rows() < vertices + kBlockRows);
        const std::size_t columns = layout.pitch() * static_cast<std::size_t>(elements);
        REQUIRE(columns >= vertices);
        REQUIRE(columns < vertices + layout.block_columns());
        // Rounds cover every block of rows once; the pivots' columns exist too.
        REQUIRE(layout.schedule().pivot(layout.schedule().rounds() - 1).end == layout.row_blocks());
        REQUIRE(columns >= layout.held_rows() - (elements == 2 ? 0 : kBlockRows));
        // Sizes past 2^32 do not wrap.
        REQUIRE(layout.matrix_words() / layout.pitch() == layout.held_rows());
      }
    }
  }
}

TEST_CASE("a solve takes the matrix and less than 256 MiB beside it") {
  for (const std::size_t vertices : {5000, 11000, 25000, 40000, 60000}) {
    for (const int elements : {1, 2}) {
      INFO("V = " << vertices << ", " << elements << " a word");
      const Layout layout = Layout::whole(vertices, elements, pivots_for(vertices, vertices));
      const std::size_t matrix = vertices * vertices * 4 / static_cast<std::size_t>(elements);
      REQUIRE(layout.bytes() + kStagingBytes <= matrix + (std::size_t{256} << 20));
    }
  }
}

TEST_CASE("the most vertices that a header can name do not wrap to a small matrix") {
  for (const int elements : {1, 2}) {
    REQUIRE(Layout::whole((std::size_t{1} << 31) - 1, elements, 2).bytes() > std::size_t{1} << 60);
    REQUIRE(Layout::whole(std::size_t{1} << 30, elements, 2).bytes() > std::size_t{1} << 60);
  }
}

}  // namespace
}  // namespace apsp::gpu
