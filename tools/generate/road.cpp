// SPDX-License-Identifier: MIT
#include "tools/generate/road.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "common/base/memory.hpp"
#include "common/base/random.hpp"
#include "tools/generate/permutation.hpp"
#include "tools/generate/purpose.hpp"

namespace apsp::generate {
namespace {

constexpr std::uint64_t kBytesAVertex = 100;

// Between neighbours of the grid, before they are moved.
constexpr std::int64_t kSpacing = std::int64_t{1} << 16;
constexpr std::int64_t kJunctionMove = kSpacing / 2;
constexpr std::int64_t kBendMove = kSpacing / 8;

struct Point {
  std::int64_t x;
  std::int64_t y;
};

// A possible road between two junctions that are neighbours in the grid.
struct Link {
  std::uint64_t priority;  // the lowest ones become roads
  std::uint32_t first;
  std::uint32_t second;
};

// Two different links never compare equal.
bool before(const Link& a, const Link& b) {
  return std::pair(a.priority, std::pair(a.first, a.second)) <
         std::pair(b.priority, std::pair(b.first, b.second));
}

// A random priority, raised by two fifths for each level of the line that the link crosses. Line n,
// between the rows or columns n - 1 and n, has as many levels as n has factors of 2.
std::uint64_t priority(SplitMix64& random, std::uint64_t line) {
  std::uint64_t value = random.below(std::uint64_t{1} << 40);
  for (int level = std::countr_zero(line); level > 0; --level) {
    value += value * 2 / 5;
  }
  return value;
}

// Every pair of neighbours among the first `junctions` points of a grid.
std::vector<Link> grid_links(std::uint64_t junctions, std::uint64_t columns, const Key& key) {
  std::vector<Link> links;
  links.reserve(2 * junctions);
  const auto add = [&](std::uint64_t first, std::uint64_t second, std::uint64_t value) {
    links.push_back({.priority = value,
                     .first = static_cast<std::uint32_t>(first),
                     .second = static_cast<std::uint32_t>(second)});
  };
  for (std::uint64_t junction = 0; junction < junctions; ++junction) {
    SplitMix64 random = key.stream(junction);
    const std::uint64_t right = junction % columns + 1;
    if (right < columns && junction + 1 < junctions) {
      add(junction, junction + 1, priority(random, right));
    }
    if (junction + columns < junctions) {
      add(junction, junction + columns, priority(random, junction / columns + 1));
    }
  }
  return links;
}

// The representative of a junction's tree. Halves the paths that it walks.
std::uint32_t root_of(std::vector<std::uint32_t>& parents, std::uint32_t junction) {
  while (parents[junction] != junction) {
    parents[junction] = parents[parents[junction]];
    junction = parents[junction];
  }
  return junction;
}

// Keeps `count` links, or all if there are fewer: a minimum spanning tree by priority (Kruskal),
// then those of the lowest priority. Returns them by first, then second junction.
std::vector<Link> choose(std::vector<Link> links, std::uint64_t junctions, std::uint64_t count) {
  std::sort(links.begin(), links.end(), before);
  std::vector<std::uint32_t> parents(junctions);
  std::iota(parents.begin(), parents.end(), 0U);
  std::vector<Link> others;
  std::size_t tree = 0;
  for (const Link& link : links) {
    const std::uint32_t first = root_of(parents, link.first);
    const std::uint32_t second = root_of(parents, link.second);
    if (first == second) {
      others.push_back(link);
    } else {
      parents[std::max(first, second)] = std::min(first, second);
      links[tree++] = link;
    }
  }
  std::copy(others.begin(), others.end(), links.begin() + static_cast<std::ptrdiff_t>(tree));
  links.resize(std::min<std::size_t>(links.size(), count));
  std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) {
    return std::pair(a.first, a.second) < std::pair(b.first, b.second);
  });
  return links;
}

// Shares `bends` out among links, each way to do so as likely as any other.
std::vector<std::uint32_t> share_out(std::uint64_t bends, std::uint64_t links, std::uint64_t seed) {
  std::vector<std::uint32_t> shares;
  std::uint64_t next = 0;
  for (const std::size_t bar : random_subset(bends + links - 1, links - 1, seed)) {
    shares.push_back(static_cast<std::uint32_t>(bar - next));
    next = bar + 1;
  }
  shares.push_back(static_cast<std::uint32_t>(bends + links - 1 - next));
  return shares;
}

std::int64_t moved(std::int64_t coordinate, std::int64_t by, SplitMix64& random) {
  return coordinate - by / 2 +
         static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(by) + 1));
}

std::uint32_t distance(const Point& a, const Point& b) {
  const std::int64_t right = a.x - b.x;
  const std::int64_t down = a.y - b.y;
  return static_cast<std::uint32_t>(
      ceiling_sqrt(static_cast<std::uint64_t>(right * right + down * down)));
}

// Turns links into segments: numbers the vertices and places them.
class Builder {
 public:
  Builder(std::uint64_t columns, std::uint64_t seed)
      : columns_(columns),
        junction_moves_(seed, Purpose::kPoints),
        bend_moves_(seed, Purpose::kBends) {}

  // `numbers`: of the junctions. The bends of a link have the numbers from `bend` on.
  void add(const Link& link, const std::vector<std::uint64_t>& numbers, std::uint64_t bend,
           std::uint32_t bends) {
    const Point begin = junction(link.first);
    const Point end = junction(link.second);
    Point last = begin;
    std::uint64_t from = numbers[link.first];
    for (std::uint32_t n = 1; n <= bends; ++n, ++bend) {
      SplitMix64 random = bend_moves_.stream(bend);
      const std::int64_t x = begin.x + (end.x - begin.x) * n / (bends + std::int64_t{1});
      const std::int64_t y = begin.y + (end.y - begin.y) * n / (bends + std::int64_t{1});
      const std::int64_t moved_x = moved(x, kBendMove, random);
      const Point here = {moved_x, moved(y, kBendMove, random)};
      segments_.push_back({pair_of(from, bend), distance(last, here)});
      last = here;
      from = bend;
    }
    segments_.push_back({pair_of(from, numbers[link.second]), distance(last, end)});
  }

  Segments finish() { return {std::move(segments_), true}; }

 private:
  [[nodiscard]] Point junction(std::uint64_t number) const {
    SplitMix64 random = junction_moves_.stream(number);
    const auto column = static_cast<std::int64_t>(number % columns_);
    const auto row = static_cast<std::int64_t>(number / columns_);
    const std::int64_t x = moved(column * kSpacing, kJunctionMove, random);
    return {x, moved(row * kSpacing, kJunctionMove, random)};
  }

  std::uint64_t columns_;
  Key junction_moves_;
  Key bend_moves_;
  std::vector<Segment> segments_;
};

}  // namespace

Segments make_road(std::uint64_t vertices, std::uint64_t seed) {
  if (vertices < 2) {
    return {{}, true};
  }
  require_memory(kBytesAVertex * vertices, "the roads");
  const std::uint64_t bends = vertices / 8;
  const std::uint64_t junctions = vertices - bends;
  const std::uint64_t columns = ceiling_sqrt(junctions);
  const std::uint64_t segments = (7 * vertices + 2) / 5;
  const std::vector<Link> links = choose(grid_links(junctions, columns, Key(seed, Purpose::kRoads)),
                                         junctions, segments - bends);
  const std::vector<std::uint32_t> shares = share_out(bends, links.size(), seed);

  // A junction's number, then those of the bends on its links to the right and down.
  std::vector<std::uint64_t> numbers(junctions);
  for (std::size_t n = 0; n < links.size(); ++n) {
    numbers[links[n].first] += shares[n];
  }
  std::uint64_t next = 0;
  for (std::uint64_t& number : numbers) {
    const std::uint64_t on_its_links = number;
    number = next;
    next += 1 + on_its_links;
  }
  Builder builder(columns, seed);
  std::uint64_t bend = 0;
  for (std::size_t n = 0; n < links.size(); ++n) {
    const bool same_junction = n != 0 && links[n].first == links[n - 1].first;
    bend = same_junction ? bend : numbers[links[n].first] + 1;
    builder.add(links[n], numbers, bend, shares[n]);
    bend += shares[n];
  }
  return builder.finish();
}

}  // namespace apsp::generate
