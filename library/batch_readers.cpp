// SPDX-License-Identifier: MIT
#include "library/batch_readers.hpp"

#include "common/base/plural.hpp"

namespace apsp {

void refuse(const std::string& message) {
  throw Error(Fault::kUsage, message);
}

std::size_t elements_of(std::size_t a, std::size_t b) {
  std::size_t square = 0;
  std::size_t product = 0;
  if (__builtin_mul_overflow(b, b, &square) || __builtin_mul_overflow(a, square, &product)) {
    refuse(fmt::format("{} of {} vertices: 64 bits do not count their elements",
                       counted(a, "matrix of graph"), b));
  }
  return product;
}

void check_sizes(std::span<const std::int32_t> sizes, std::size_t vertices) {
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    if (sizes[g] >= 0 && static_cast<std::size_t>(sizes[g]) <= vertices) continue;
    refuse(fmt::format("graph {}: its size is {}, expected 0 to {}", g, sizes[g], vertices));
  }
}

void check_elements(const char* what, std::size_t found, std::size_t graphs, std::size_t vertices) {
  const std::size_t expected = elements_of(graphs, vertices);
  if (found == expected) return;
  refuse(fmt::format("the {} have {}, expected {} for {} of {} x {}", what,
                     counted(found, "element"), expected, counted(graphs, "graph"), vertices,
                     vertices));
}

std::vector<std::size_t> packed_starts(std::span<const std::int32_t> sizes, std::size_t found) {
  std::vector<std::size_t> starts;
  starts.reserve(sizes.size());
  std::size_t total = 0;
  for (const std::int32_t size : sizes) {
    starts.push_back(total);
    const auto n = static_cast<std::size_t>(size);
    if (__builtin_add_overflow(total, n * n, &total)) {
      refuse("the packed distances: 64 bits do not count their elements");
    }
  }
  if (found != total) {
    refuse(fmt::format("the packed distances have {}, expected {} for {}",
                       counted(found, "element"), total, counted(sizes.size(), "graph")));
  }
  return starts;
}

void check_offsets(std::span<const std::int64_t> offsets, std::size_t graphs, std::size_t edges) {
  if (offsets.size() != graphs + 1) {
    refuse(fmt::format("there are {}, expected {}: one more than sizes",
                       counted(offsets.size(), "offset"), graphs + 1));
  }
  if (offsets[0] != 0) refuse(fmt::format("offset 0 is {}, expected 0", offsets[0]));
  for (std::size_t g = 0; g < graphs; ++g) {
    if (offsets[g + 1] >= offsets[g]) continue;
    refuse(
        fmt::format("graph {}: its edges end at offset {}, expected {} or more, where they begin",
                    g, offsets[g + 1], offsets[g]));
  }
  if (static_cast<std::uint64_t>(offsets[graphs]) != edges) {
    refuse(fmt::format("offset {} is {}, expected the number of edges, {}", graphs, offsets[graphs],
                       edges));
  }
}

}  // namespace apsp
