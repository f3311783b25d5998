// SPDX-License-Identifier: MIT
#include "common/rows/verify_sink.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/plural.hpp"
#include "common/base/random.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/core/dijkstra.hpp"
#include "common/oracle/reference.hpp"

namespace apsp {
namespace {

using reference::kNoPath;
using reference::Length;
static_assert(kNoPath == Dijkstra::kNoPath);

std::size_t threads_for(std::size_t rows) {
  return std::min(static_cast<std::size_t>(omp_get_max_threads()), rows);
}

/// Returns true if a row may hold `found` for this length. A length outside the format has no
/// value; where none is wanted, "no path" stands for what the width clipped.
bool agrees(Distance found, Length exact, bool wanted) {
  if (exact == kNoPath || !wanted) return found == kUnreachable || found == exact;
  return found == exact && found != kUnreachable;
}

/// A recomputed row that is not as it was put.
struct Difference {
  std::size_t column;
  Distance found;
  Length expected;
  std::size_t count;  // of elements that differ
};

template <typename IsWanted>
std::optional<Difference> difference(std::span<const Distance> found, std::span<const Length> exact,
                                     const IsWanted& wanted) {
  std::optional<Difference> first;
  for (std::size_t j = 0; j < found.size(); ++j) {
    if (agrees(found[j], exact[j], wanted(j))) continue;
    if (!first) first = Difference{j, found[j], exact[j], 0};
    ++first->count;
  }
  return first;
}

std::string describe(Length length) {
  return length == kNoPath ? fmt::format("{} (no path)", kUnreachable) : fmt::format("{}", length);
}

}  // namespace

VerifySink::VerifySink(RowSink& next, const Problem& problem, std::size_t rows, std::uint64_t seed,
                       const RowShare* share)
    : next_(next),
      set_(problem.rows),
      graph_(problem.graph),
      share_(share),
      seed_(seed),
      sample_(std::min(rows, share == nullptr ? set_.size() : share->whole().size())),
      edges_per_row_(edges_per_row(graph_)),
      least_(graph_.smallest_weight < 0 ? 1 - kUnreachable : 0) {
  if (share == nullptr) {
    require_memory(bytes_for(problem, sample_), "the self-check of " + counted(sample_, "row"));
    chosen_ = random_subset(set_.size(), sample_, seed);
  } else {
    chosen_ = own_rows(random_subset(share->whole().size(), sample_, seed));
    require_memory(bytes_for(problem, chosen_.size()),
                   "the self-check of " + counted(chosen_.size(), "row"));
  }
  if (!problem.columns.all()) {
    wanted_.assign(graph_.vertices, 0);
    for (std::size_t c = 0; c < problem.columns.size(); ++c) wanted_[problem.columns.source(c)] = 1;
  }
  kept_.assign(chosen_.size() * graph_.vertices, MatrixSink::kNotWritten);
  came_ = std::vector<std::atomic<unsigned char>>(set_.size());
}

std::vector<std::size_t> VerifySink::own_rows(const std::vector<std::size_t>& drawn) const {
  std::vector<std::size_t> own;
  for (std::size_t row = 0; row < set_.size(); ++row) {
    if (std::ranges::binary_search(drawn, number(row))) own.push_back(row);
  }
  return own;
}

std::size_t VerifySink::edges_per_row(const Graph& graph) {
  return std::min(graph.vertices / 32 + 16, graph.edges.size());
}

std::uint64_t VerifySink::bytes_for(const Problem& problem, std::size_t rows) {
  const Graph& graph = problem.graph;
  rows = std::min(rows, problem.rows.size());
  return (rows * graph.vertices) * sizeof(Distance) +
         problem.rows.size() * (1 + sizeof(std::size_t)) +
         compression_bytes(graph.vertices, graph.edges.size()) +
         threads_for(rows) * Dijkstra::bytes_for(graph.vertices);
}

void VerifySink::put(std::size_t first_row, std::span<const Distance> rows) {
  const std::size_t vertices = graph_.vertices;
  try {
    if (!rows.empty() && (vertices == 0 || rows.size() % vertices != 0)) {
      refuse(fmt::format("{} distances came from row {} on, expected whole rows of {}", rows.size(),
                         first_row, vertices));
    }
    for (std::size_t at = 0; at < rows.size(); at += vertices) {
      look_at(first_row + at / vertices, rows.subspan(at, vertices));
    }
  } catch (...) {
    next_.abandon(std::current_exception());
    throw;
  }
  next_.put(first_row, rows);
}

void VerifySink::look_at(std::size_t row, std::span<const Distance> distances) {
  if (row >= set_.size() || came_[row].exchange(1) != 0) {
    refuse(fmt::format("row {} came, expected each of {} once", row, counted(set_.size(), "row")));
  }
  look_at_values(row, distances);
  const std::size_t edges = graph_.edges.size();
  const RandomKey key(seed_, number(row));
  for (std::size_t n = 0; n < edges_per_row_; ++n) {
    look_at_edge(row, distances, edges_per_row_ == edges ? n : scale(key.word(n), edges));
  }
  keep(row, distances);
}

void VerifySink::look_at_values(std::size_t row, std::span<const Distance> distances) const {
  const std::size_t source = set_.source(row);
  if (distances[source] != 0) {
    refuse(fmt::format("row {}, column {}: found {}, expected 0", number(row), source,
                       distances[source]));
  }
  const auto is_wrong = [least = least_](Distance d) { return d < least || d > kUnreachable; };
  // Without a way out in the middle, so that it compiles to vectors.
  unsigned wrong = 0;
  for (const Distance d : distances) wrong |= static_cast<unsigned>(is_wrong(d));
  if (wrong == 0) return;
  const auto first = std::find_if(distances.begin(), distances.end(), is_wrong);
  refuse(fmt::format("row {}, column {}: found {}, expected {} to {}", number(row),
                     first - distances.begin(), *first, least_, kUnreachable));
}

void VerifySink::look_at_edge(std::size_t row, std::span<const Distance> distances,
                              std::size_t edge) const {
  const Edge& e = graph_.edges[edge];
  const Distance before = distances[static_cast<std::size_t>(e.source)];
  const Distance found = distances[static_cast<std::size_t>(e.destination)];
  if (before == kUnreachable) return;
  if (found == kUnreachable && !wanted(static_cast<std::size_t>(e.destination))) return;
  const Length most = Length{before} + e.weight;
  if (found <= most) return;
  refuse(
      fmt::format("row {}, column {}: found {}, expected at most {}: column {} is {}, and edge "
                  "{} leads from there to {} with weight {}",
                  number(row), e.destination, found, most, e.source, before,
                  graph_.number_in_file(edge), e.destination, e.weight));
}

void VerifySink::keep(std::size_t row, std::span<const Distance> distances) {
  const auto position = std::lower_bound(chosen_.begin(), chosen_.end(), row);
  if (position == chosen_.end() || *position != row) return;
  std::copy(distances.begin(), distances.end(),
            kept_.begin() + (position - chosen_.begin()) * std::ssize(distances));
}

void VerifySink::finish(Observer& observer) const {
  require_all_rows();
  compare_kept_rows();
  observer.fact("verified_rows", static_cast<std::int64_t>(sample_));
  observer.fact("verified_edges_per_row", static_cast<std::int64_t>(edges_per_row_));
  observer.fact("verify_seed", static_cast<std::int64_t>(seed_));
}

void VerifySink::require_all_rows() const {
  const auto missing = std::ranges::find(came_, 0, [](const auto& came) { return came.load(); });
  if (missing == came_.end()) return;
  refuse(fmt::format("row {} never came, expected each of {} rows once",
                     number(static_cast<std::size_t>(missing - came_.begin())), set_.size()));
}

void VerifySink::compare_kept_rows() const {
  std::vector<std::optional<Difference>> differences(chosen_.size());
  const auto compare = [&](std::size_t n, std::span<const Length> exact) {
    const std::size_t vertices = graph_.vertices;
    differences[n] = difference(std::span(kept_).subspan(n * vertices, vertices), exact,
                                [&](std::size_t j) { return wanted(j); });
  };
  if (graph_.smallest_weight < 0) {
    const reference::Adjacency adjacency(graph_);
    parallel_for(chosen_.size(), [&](std::size_t n) {
      const auto exact = adjacency.bellman_ford(set_.source(chosen_[n]));
      if (!exact) refuse(fmt::format("row {}: it reaches a negative cycle", number(chosen_[n])));
      compare(n, *exact);
    });
  } else if (!chosen_.empty()) {
    const CompressedRows<Arc> arcs = compress(graph_.vertices, graph_.edges);
    parallel_for_with(
        chosen_.size(), [&] { return Dijkstra(graph_.vertices); },
        [&](Dijkstra& dijkstra, std::size_t n) {
          compare(n, dijkstra.row(arcs, set_.source(chosen_[n])));
        });
  }
  for (std::size_t n = 0; n < differences.size(); ++n) {
    if (!differences[n]) continue;
    const auto& [column, found, expected, count] = *differences[n];
    refuse(
        fmt::format("row {}, column {}: found {}, expected {}; {} of the row's {} elements differ",
                    number(chosen_[n]), column, found, describe(expected), count, graph_.vertices));
  }
}

void VerifySink::refuse(const std::string& what) const {
  throw Error(Fault::kInternal,
              fmt::format("self-check failed: {}\n"
                          "the program or this machine has made a mistake; --verify={} "
                          "--verify-seed {} looks at the same rows and edges again",
                          what, sample_, seed_));
}

}  // namespace apsp
