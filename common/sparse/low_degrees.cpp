// SPDX-License-Identifier: MIT
#include "common/sparse/low_degrees.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "common/base/index.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/threads.hpp"

namespace apsp::sparse {
namespace {

using Ids = std::vector<std::int32_t>;

/// Up to three, fill is that of minimum degree, within 1 % on roads and meshes. Up to six leaves
/// half as many vertices, and 1 to 3 % more fill.
constexpr std::size_t kMostEliminated = 3;

/// Neighbours that there is room for.
constexpr std::size_t kRoom = 8;

/// Vertices that follow each other by their numbers.
struct Range {
  std::size_t begin;
  std::size_t end;
};

Range part_of(std::size_t vertices, std::size_t parts, std::size_t part) {
  return {vertices * part / parts, vertices * (part + 1) / parts};
}

bool is_at_border(const Pattern& pattern, Range part, std::size_t vertex) {
  const auto neighbours = pattern.of(vertex);  // ascending
  return !neighbours.empty() &&
         (index(neighbours.front()) < part.begin || index(neighbours.back()) >= part.end);
}

/// How many there are, or where those of a part begin.
struct Counts {
  std::size_t eliminated = 0;
  std::size_t vertices = 0;
  std::size_t neighbours = 0;  // of these vertices
};

/// The elimination of one part.
class Part {
 public:
  Part(const Pattern& pattern, Range range)
      : pattern_(pattern), range_(range), rows_(range.end - range.begin) {
    for (std::size_t v = range.end; v-- > range.begin;) {
      const auto vertex = static_cast<std::int32_t>(v);
      const auto neighbours = pattern.of(v);
      Row& row = row_of(vertex);
      if (neighbours.size() > kRoom) {
        row.state = State::kWide;
        continue;
      }
      std::copy(neighbours.begin(), neighbours.end(), row.neighbours.begin());
      row.size = static_cast<std::uint8_t>(neighbours.size());
      if (is_at_border(pattern, range, v)) row.state = State::kAtBorder;
      offer(vertex, row);
    }
  }

  /// Eliminates one of the fewest neighbours after the other, of these the last one that came to so
  /// few: it is near the one before, so its row is in the cache.
  void eliminate() {
    eliminated_.reserve(rows_.size());
    for (;;) {
      const auto fewest = std::find_if(offered_.begin(), offered_.end(),
                                       [](const Ids& stack) { return !stack.empty(); });
      if (fewest == offered_.end()) break;
      const std::int32_t vertex = fewest->back();
      fewest->pop_back();
      const Row& row = row_of(vertex);
      const bool as_offered = row.size == fewest - offered_.begin();
      if (row.state == State::kInner && as_offered) eliminate(vertex);
    }
    offered_ = {};
  }

  [[nodiscard]] Counts counts() const {
    Counts counts = {.eliminated = eliminated_.size()};
    for_each_left([&](std::int32_t, std::span<const std::int32_t> neighbours) {
      ++counts.vertices;
      counts.neighbours += neighbours.size();
    });
    return counts;
  }

  /// Puts what was eliminated and what is left into `all`, from `begin` on, and the place of each
  /// vertex that is left into `places`.
  void put(Counts begin, Remainder& all, Ids& places) const {
    std::ranges::copy(eliminated_, all.eliminated.data() + begin.eliminated);
    for_each_left([&](std::int32_t vertex, std::span<const std::int32_t> neighbours) {
      places[index(vertex)] = static_cast<std::int32_t>(begin.vertices);
      all.vertices[begin.vertices++] = vertex;
      std::ranges::copy(neighbours, all.pattern.neighbours.data() + begin.neighbours);
      begin.neighbours += neighbours.size();
      all.pattern.begin[begin.vertices] = begin.neighbours;
    });
  }

 private:
  enum class State : std::uint8_t {
    kInner,
    kAtBorder,  // stays, but its neighbours may change
    kWide,      // more neighbours than there is room for: stays, and so do they
    kEliminated
  };

  struct Row {
    std::array<std::int32_t, kRoom> neighbours;
    std::uint8_t size = 0;
    State state = State::kInner;

    [[nodiscard]] std::span<const std::int32_t> all() const {
      return std::span(neighbours).first(size);
    }
  };

  /// Calls `take(vertex, neighbours)` for each vertex that is left, ascending.
  template <typename Take>
  void for_each_left(const Take& take) const {
    for (std::size_t v = range_.begin; v < range_.end; ++v) {
      const Row& row = rows_[v - range_.begin];
      if (row.state == State::kEliminated) continue;
      take(static_cast<std::int32_t>(v), row.state == State::kWide ? pattern_.of(v) : row.all());
    }
  }

  [[nodiscard]] Row& row_of(std::int32_t vertex) { return rows_[index(vertex) - range_.begin]; }

  void offer(std::int32_t vertex, const Row& row) {
    if (row.state == State::kInner && row.size <= kMostEliminated) {
      offered_[row.size].push_back(vertex);
    }
  }

  /// Joins the neighbours of a vertex to each other in its place, where all of them have room.
  void eliminate(std::int32_t vertex) {
    Row& row = row_of(vertex);
    std::array<Row, kMostEliminated> joined;
    for (std::size_t n = 0; n < row.size; ++n) {
      joined[n] = row_of(row.neighbours[n]);
      if (!join(joined[n], row.neighbours[n], vertex, row.all())) return;
    }
    for (std::size_t n = 0; n < row.size; ++n) {
      row_of(row.neighbours[n]) = joined[n];
      offer(row.neighbours[n], joined[n]);
    }
    row.state = State::kEliminated;
    eliminated_.push_back(vertex);
  }

  /// Puts `others` into the row of `own` in the place of `vertex`. Returns whether it has room.
  static bool join(Row& row, std::int32_t own, std::int32_t vertex,
                   std::span<const std::int32_t> others) {
    if (row.state == State::kWide) return false;
    const auto begin = row.neighbours.begin();
    *std::find(begin, begin + row.size, vertex) = row.neighbours[row.size - 1U];
    --row.size;
    for (const std::int32_t other : others) {
      if (other == own || std::find(begin, begin + row.size, other) != begin + row.size) continue;
      if (row.size == kRoom) return false;
      row.neighbours[row.size++] = other;
    }
    return true;
  }

  const Pattern& pattern_;
  const Range range_;
  std::vector<Row> rows_;
  std::array<Ids, kMostEliminated + 1> offered_;  // by their neighbours; some have others by now
  Ids eliminated_;
};

/// How the vertices are dealt to parts.
struct Deal {
  std::size_t parts;
  std::size_t low;  // vertices of so few neighbours that they can be eliminated at once
};

/// Parts are strips of a plane where numbers run along it, of 64 vertices across. Vertices that
/// stay at the borders cost a little fill, but twice that of a chain, which has no end within a
/// part. So there is one part for forests, where the numbers do not keep neighbours together, or
/// where one thread is as soon done.
Deal deal(const Pattern& pattern, bool parallel) {
  constexpr std::size_t kAcross = 64;
  constexpr std::size_t kMostParts = 64;
  constexpr std::size_t kMostAtBorder = 8;  // one vertex in so many
  const std::size_t size = pattern.vertices();
  const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(size)));
  const bool is_forest = pattern.neighbours.size() / 2 <= size;  // or nearly
  const std::size_t parts =
      parallel && !is_forest ? std::clamp<std::size_t>(side / kAcross, 1, kMostParts) : 1;
  std::vector<std::size_t> low(parts);
  std::vector<std::size_t> at_border(parts);
  parallel_for(parts,
               [&](std::size_t p) {
                 const Range range = part_of(size, parts, p);
                 std::size_t low_here = 0;
                 std::size_t at_border_here = 0;
                 for (std::size_t v = range.begin; v < range.end; ++v) {
                   low_here += pattern.of(v).size() <= kMostEliminated ? 1 : 0;
                   at_border_here += is_at_border(pattern, range, v) ? 1 : 0;
                 }
                 low[p] = low_here;
                 at_border[p] = at_border_here;
               },
               {.threads = parallel ? 0 : 1});
  const auto sum = [](const std::vector<std::size_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  };
  return {sum(at_border) > size / kMostAtBorder ? 1 : parts, sum(low)};
}

}  // namespace

std::optional<Remainder> eliminate_low_degrees(const Pattern& pattern) {
  constexpr std::size_t kWorthACopy = 8;  // one vertex in so many
  const std::size_t size = pattern.vertices();
  const bool parallel = is_for_threads(pattern.neighbours.size());
  const Loop loop = {.threads = parallel ? 0 : 1};
  const Deal dealt = deal(pattern, parallel);
  if (dealt.low < size / kWorthACopy) return std::nullopt;
  const std::size_t count = dealt.parts;
  std::vector<std::optional<Part>> parts(count);
  std::vector<Counts> begins(count + 1);
  const auto eliminate = [&](std::size_t p) {
    parts[p].emplace(pattern, part_of(size, count, p)).eliminate();
    begins[p + 1] = parts[p]->counts();
  };
  parallel_for(count, eliminate, loop);
  for (std::size_t p = 0; p < count; ++p) {
    begins[p + 1].eliminated += begins[p].eliminated;
    begins[p + 1].vertices += begins[p].vertices;
    begins[p + 1].neighbours += begins[p].neighbours;
  }
  if (begins.back().eliminated < size / kWorthACopy) return std::nullopt;

  Remainder all;
  all.eliminated.resize(begins.back().eliminated);
  all.vertices.resize(begins.back().vertices);
  all.pattern.begin.resize(all.vertices.size() + 1);
  all.pattern.neighbours.resize(begins.back().neighbours);
  Ids places(size);  // of those that are left
  const auto put = [&](std::size_t p) {
    parts[p]->put(begins[p], all, places);
    parts[p].reset();
  };
  parallel_for(count, put, loop);
  const auto number = [&](std::size_t p) {
    std::int32_t* const neighbours = all.pattern.neighbours.data();
    for (std::size_t n = begins[p].neighbours; n < begins[p + 1].neighbours; ++n) {
      neighbours[n] = places[index(neighbours[n])];
    }
    for (std::size_t n = begins[p].vertices; n < begins[p + 1].vertices; ++n) {
      std::sort(neighbours + all.pattern.begin[n], neighbours + all.pattern.begin[n + 1]);
    }
  };
  parallel_for(count, number, loop);
  return all;
}

}  // namespace apsp::sparse
