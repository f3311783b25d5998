// SPDX-License-Identifier: MIT
#include "tools/generate/scale_free.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "common/base/memory.hpp"
#include "tools/generate/permutation.hpp"
#include "tools/generate/purpose.hpp"

namespace apsp::generate {
namespace {

constexpr std::size_t kQuadrants = 4;

// In percent: top left, top right, bottom left, bottom right.
constexpr std::array<std::uint64_t, kQuadrants> kPercent = {57, 19, 19, 5};
static_assert(kPercent[0] + kPercent[1] + kPercent[2] + kPercent[3] == 100);

// Blocks of more edges are split one after the other, the rest in parallel. Part of the promise of
// equal bytes: it decides which stream a block draws from.
constexpr std::uint64_t kEdgesPerTask = std::uint64_t{1} << 16;

// A square of the matrix, aligned to its side, and the edges that fall into it.
struct Block {
  std::uint64_t row;
  std::uint64_t column;
  std::uint64_t side;  // a power of two
  std::uint64_t path;  // 1 for the whole matrix, then two bits a level: names the block's stream
  std::uint64_t first_edge;
  std::uint64_t edges;  // at most capacity()
};

// How many different pairs lie in a block: inside V x V and not on the diagonal.
std::uint64_t capacity(const Block& block, std::uint64_t vertices) {
  const auto inside = [&](std::uint64_t begin) {
    return begin < vertices ? std::min(block.side, vertices - begin) : 0;
  };
  const std::uint64_t rows = inside(block.row);
  // Aligned blocks meet the diagonal from corner to corner or not at all.
  return rows * inside(block.column) - (block.row == block.column ? rows : 0);
}

// Drops the edges of a block into its quadrants. O(edges).
std::array<Block, kQuadrants> split(const Block& block, std::uint64_t vertices,
                                    SplitMix64& random) {
  const std::uint64_t half = block.side / 2;
  std::array<Block, kQuadrants> quadrants{};
  std::array<std::uint64_t, kQuadrants> room{};
  for (std::size_t q = 0; q < kQuadrants; ++q) {
    quadrants[q] = {.row = block.row + (q / 2) * half,
                    .column = block.column + (q % 2) * half,
                    .side = half,
                    .path = block.path * kQuadrants + q,
                    .first_edge = 0,
                    .edges = 0};
    room[q] = capacity(quadrants[q], vertices);
  }
  for (std::uint64_t left = block.edges; left != 0;) {
    // As many edges as fit into any quadrant that is open, so that none need be asked on the way.
    std::uint64_t batch = left;
    std::array<std::uint64_t, kQuadrants> up_to{};  // percent of this quadrant and those before
    std::uint64_t open = 0;
    for (std::size_t q = 0; q < kQuadrants; ++q) {
      open += room[q] == 0 ? 0 : kPercent[q];
      up_to[q] = open;
      batch = room[q] == 0 ? batch : std::min(batch, room[q]);
    }
    std::array<std::uint64_t, kQuadrants> beyond{};  // edges behind this quadrant
    for (std::uint64_t edge = 0; edge < batch; ++edge) {
      const std::uint64_t draw = random.below(open);
      for (std::size_t q = 0; q < kQuadrants; ++q) {
        beyond[q] += draw >= up_to[q] ? 1 : 0;
      }
    }
    for (std::size_t q = 0; q < kQuadrants; ++q) {
      const std::uint64_t edges = (q == 0 ? batch : beyond[q - 1]) - beyond[q];
      quadrants[q].edges += edges;
      room[q] -= edges;
    }
    left -= batch;
  }
  std::uint64_t first_edge = block.first_edge;
  for (Block& quadrant : quadrants) {
    quadrant.first_edge = first_edge;
    first_edge += quadrant.edges;
  }
  return quadrants;
}

// Whether every pair of the block is one that an edge can take.
bool is_whole(const Block& block, std::uint64_t vertices) {
  return block.row != block.column && std::max(block.row, block.column) + block.side <= vertices;
}

// Where the only edge of a whole block falls. Draws what split() would draw, without its books.
Block drop(Block block, SplitMix64& random) {
  while (block.side != 1) {
    block.side /= 2;
    const std::uint64_t draw = random.below(100);
    const bool right = (draw >= kPercent[0] && draw < 100 - kPercent[2] - kPercent[3]) ||
                       draw >= 100 - kPercent[3];
    block.row += draw < kPercent[0] + kPercent[1] ? 0 : block.side;
    block.column += right ? block.side : 0;
  }
  return block;
}

// Writes the pairs of a block, at most 31 levels deep.
void place(const Block& block, std::uint64_t vertices, SplitMix64& random,
           std::span<const std::uint32_t> labels, std::span<VertexPair> pairs) {
  if (block.edges == 1 && is_whole(block, vertices)) {
    const Block cell = drop(block, random);
    pairs[cell.first_edge] = pair_of(labels[cell.row], labels[cell.column]);
    return;
  }
  for (const Block& quadrant : split(block, vertices, random)) {
    if (quadrant.edges != 0) {
      place(quadrant, vertices, random, labels, pairs);
    }
  }
}

// Blocks of at most kEdgesPerTask edges that hold all the edges.
std::vector<Block> tasks(std::uint64_t vertices, std::uint64_t edges, const Key& key) {
  std::vector<Block> open = {{.row = 0,
                              .column = 0,
                              .side = std::bit_ceil(vertices),
                              .path = 1,
                              .first_edge = 0,
                              .edges = edges}};
  std::vector<Block> small;
  while (!open.empty()) {
    const Block block = open.back();
    open.pop_back();
    if (block.edges > kEdgesPerTask) {
      SplitMix64 random = key.stream(block.path);
      const auto quadrants = split(block, vertices, random);
      open.insert(open.end(), quadrants.begin(), quadrants.end());
    } else if (block.edges != 0) {
      small.push_back(block);
    }
  }
  return small;
}

}  // namespace

ScaleFree::ScaleFree(std::uint64_t vertices, std::uint64_t edges, std::uint64_t seed) {
  require_memory(sizeof(VertexPair) * edges + sizeof(std::uint32_t) * vertices,
                 "the edges of a scale-free graph");
  const Permutation numbering(vertices, Key(seed, Purpose::kLabels));
  std::vector<std::uint32_t> labels(vertices);
  for (std::uint64_t vertex = 0; vertex < vertices; ++vertex) {
    labels[vertex] = static_cast<std::uint32_t>(numbering(vertex));
  }
  const Key key(seed, Purpose::kSplit);
  const std::vector<Block> blocks = tasks(vertices, edges, key);
  pairs_.resize(edges);
#pragma omp parallel for schedule(dynamic)
  for (const Block& block : blocks) {
    SplitMix64 random = key.stream(block.path);
    place(block, vertices, random, labels, pairs_);
  }
}

}  // namespace apsp::generate
