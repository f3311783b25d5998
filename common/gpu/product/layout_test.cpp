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

TEST_CASE("each pair of blocks is in the window of one of them, and rows have as many") {
  for (std::size_t vertices = 1; vertices < 4000; vertices += 97) {
    for (const int elements : {1, 2}) {
      for (const int pivots : {1, 2}) {
        INFO("V = " << vertices << ", " << elements << " a word, " << pivots << " pivots");
        Layout layout = Layout::whole(vertices, elements, pivots);
        const Window window = layout.window();
        for (std::size_t i = 0; i < layout.row_blocks(); ++i) {
          for (std::size_t j = 0; j < layout.row_blocks(); ++j) {
            const bool both = window.contains(i, j) && window.contains(j, i);
            const std::size_t apart = window.steps(i, j);
            REQUIRE((window.contains(i, j) || window.contains(j, i)));
            REQUIRE(both == (apart == 0 || 2 * apart == window.squares));
          }
        }
        layout.half = true;
        for (std::size_t row = 0; row < layout.row_blocks(); ++row) {
          std::size_t found = 0;
          for (std::size_t place = 0; place < layout.places(); ++place) {
            const std::size_t column = layout.column_at(row, place);
            if (column >= layout.column_blocks()) continue;
            ++found;
            REQUIRE(window.contains(row, layout.block_of_column(column)));
            REQUIRE(layout.place_of(row, column) == place);
          }
          std::size_t expected = 0;
          for (std::size_t column = 0; column < layout.column_blocks(); ++column) {
            expected += window.contains(row, layout.block_of_column(column)) ? 1 : 0;
          }
          REQUIRE(found == expected);
        }
      }
    }
  }
}

TEST_CASE("a half takes about half of the memory") {
  for (const std::size_t vertices : {40'000, 100'000, 200'000}) {
    for (const int elements : {1, 2}) {
      const int pivots = pivots_for(vertices, vertices);
      Layout layout = Layout::whole(vertices, elements, pivots);
      const auto whole = static_cast<double>(layout.bytes());
      layout.half = true;
      INFO("V = " << vertices << ", " << elements << " a word");
      REQUIRE(static_cast<double>(layout.bytes()) < 0.51 * whole + (std::size_t{512} << 20));
    }
  }
}

TEST_CASE("two pivots a round take no more than 160 MiB of packed panels, whatever the word") {
  for (const std::size_t word_bytes : {sizeof(std::uint32_t), sizeof(double)}) {
    const std::size_t most = (std::size_t{160} << 20) / (word_bytes * 6 * kPivot);
    REQUIRE(pivots_for(most, most, word_bytes) == 2);
    REQUIRE(pivots_for(most + 1, most + 1, word_bytes) == 1);
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
