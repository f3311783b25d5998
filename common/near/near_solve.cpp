// SPDX-License-Identifier: MIT
#include "common/near/near_solve.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/threads.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/near/delivery.hpp"
#include "common/near/limit_search.hpp"
#include "common/near/near_batch.hpp"
#include "common/near/near_search.hpp"
#include "common/near/nearest_targets.hpp"
#include "common/near/whole_rows.hpp"

namespace apsp {
namespace {

/// Entries of a batch that is handed over before its last row.
constexpr std::size_t kMostEntries = std::size_t{1} << 20;

/// Sources whose rows make a batch: neighbours, whose part of the graph stays in the cache.
constexpr std::size_t kMostRows = 256;

/// Vertices that a thread settles between two looks at whether to go on.
constexpr std::uint64_t kBetweenLooks = std::uint64_t{1} << 20;

void refuse_negative_weights(const Graph& graph) {
  if (graph.smallest_weight >= 0) return;
  const auto negative = std::find_if(graph.edges.begin(), graph.edges.end(),
                                     [](const Edge& edge) { return edge.weight < 0; });
  const auto edge = static_cast<std::size_t>(negative - graph.edges.begin());
  refuse_negative_weight(graph.number_in_file(edge), negative->source, negative->destination,
                         negative->weight);
}

/// Calls `add(search, row, batch, delivery)` for all rows, in batches, with a search that `make()`
/// made for each thread, and hands them over. Returns the number of entries.
template <typename Length, typename Make, typename AddRow>
std::uint64_t put_all(const BasicNearProblem<Length>& problem, BasicNearSink<Length>& sink,
                      Observer& observer, const Make& make, const AddRow& add) {
  const std::size_t rows = problem.rows.size();
  const auto threads = static_cast<std::size_t>(omp_get_max_threads());
  constexpr std::size_t kBatchesAThread = 8;
  const std::size_t length =
      std::clamp<std::size_t>(rows / (threads * kBatchesAThread), 1, kMostRows);
  const std::size_t batches = (rows + length - 1) / length;
  Delivery<Length> delivery(batches, threads, sink, observer);
  struct Workspace {
    explicit Workspace(const Make& make) : search(make()) {}
    decltype(make()) search;
    NearBatch<Length> batch;
  };
  const auto run = [&](std::unique_ptr<Workspace>& workspace, std::size_t n) {
    try {
      if (!workspace) workspace = std::make_unique<Workspace>(make);
      NearBatch<Length>& batch = workspace->batch;
      batch.restart(n * length);
      const std::size_t end = std::min((n + 1) * length, rows);
      for (std::size_t row = n * length; row < end; ++row) {
        add(workspace->search, row, batch, delivery);
        if (batch.destinations.size() >= kMostEntries) delivery.put_part(n, batch);
      }
      delivery.finish(n, batch);
    } catch (...) {
      delivery.fail(n);
      throw;
    }
  };
  // Of searches that would follow every edge: few rows may have much work.
  const bool much = is_for_threads(rows * (problem.graph.edges.size() + 1));
  parallel_for_with<Handout::kMonotonic>(batches, [] { return std::unique_ptr<Workspace>(); }, run,
                                         {.threads = much ? 0 : 1});
  return delivery.entries();
}

void begin(Observer& observer) {
  observer.enter_phase(Phase::kCompute);
  observer.fact("threads", std::int64_t{omp_get_max_threads()});
}

void report(Observer& observer, const char* from, std::uint64_t settled, std::uint64_t entries) {
  observer.fact("method", std::string("near"));
  observer.fact("searches_from", std::string(from));
  observer.fact("settled_vertices", static_cast<std::int64_t>(settled));
  observer.fact("entries", static_cast<std::int64_t>(entries));
}

/// Seconds that searches of all rows take on one thread, by some of them; 0: too few to say.
template <typename Search>
double seconds_of_searches(const NearProblem& problem, const typename Search::Edges& edges,
                           Observer& observer) {
  constexpr std::size_t kSample = 4;
  const std::size_t rows = problem.rows.size();
  // All threads wait for the sample.
  if (rows < 16 * kSample * static_cast<std::size_t>(omp_get_max_threads())) return 0;
  Search search(problem, edges);
  NearBatch<Distance> batch;
  try {
    for (std::size_t n = 0; n < kSample; ++n) {
      batch.restart(0);
      search.add_row((2 * n + 1) * rows / (2 * kSample), batch);
      stop_if_cancelled(observer);
    }
  } catch (const Error& error) {
    if (error.fault() == Fault::kNoAnswer) return 0;  // it is for the first such row to tell
    throw;
  }
  return Search::seconds_of(search.settled(), edges) * static_cast<double>(rows) / kSample;
}

/// Whether whole rows have all that is wanted, and no row is refused for a length that another one
/// wants.
bool is_in_whole_rows(const NearProblem& problem) {
  return !problem.nearest && problem.path_vertex == PathVertex::kNone &&
         (problem.limits.empty() || problem.limit < NearProblem::kNoLimit);
}

/// `backend`: null, or what may make whole rows of integers in their place.
template <typename Searches, typename Length>
void put_by(const BasicNearProblem<Length>& problem, [[maybe_unused]] Backend* backend,
            BasicNearSink<Length>& sink, Observer& observer) {
  using Edges = typename Searches::Edges;
  begin(observer);
  require_memory(Searches::bytes_for(problem, static_cast<std::size_t>(omp_get_max_threads())),
                 "edges by vertex and searches");
  const Edges edges = Searches::edges_of(problem);
  if constexpr (!BasicNearProblem<Length>::kReal) {
    if (backend != nullptr && is_in_whole_rows(problem) &&
        put_from_whole_rows(problem, seconds_of_searches<Searches>(problem, edges, observer),
                            *backend, sink, observer)) {
      return;
    }
  }
  std::atomic<std::uint64_t> settled = 0;
  struct Search {
    Search(const BasicNearProblem<Length>& problem, const Edges& edges,
           std::atomic<std::uint64_t>& all)
        : search(problem, edges), settled(all) {}
    ~Search() { settled += search.settled(); }
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;

    Searches search;
    std::atomic<std::uint64_t>& settled;
    std::uint64_t next_look = kBetweenLooks;
  };
  const auto make = [&] { return std::make_unique<Search>(problem, edges, settled); };
  const auto add = [&](std::unique_ptr<Search>& own, std::size_t row, NearBatch<Length>& batch,
                       Delivery<Length>& delivery) {
    own->search.add_row(row, batch);
    if (own->search.settled() < own->next_look) return;
    delivery.stop_if_cancelled();
    own->next_look = own->search.settled() + kBetweenLooks;
  };
  const std::uint64_t entries = put_all(problem, sink, observer, make, add);
  report(observer, "sources", settled, entries);
}

/// Returns false where only searches can tell which distances beyond the format are wanted.
bool put_by_targets(const NearProblem& problem, NearSink& sink, Observer& observer) {
  begin(observer);
  NearestTargets nearest(problem);
  if (!nearest.run(observer)) return false;
  struct Nothing {};
  const auto add = [&](Nothing, std::size_t row, NearBatch<Distance>& batch, Delivery<Distance>&) {
    nearest.add_row(row, batch);
  };
  const std::uint64_t entries = put_all(
      problem, sink, observer, [] { return Nothing{}; }, add);
  report(observer, "targets", nearest.settled(), entries);
  return true;
}

}  // namespace

void refuse_negative_weight(std::size_t edge, std::int32_t source, std::int32_t destination,
                            double weight) {
  throw Error(
      Fault::kUsage,
      fmt::format("edge {} from {} to {} has weight {}, expected 0 or more: a limit and the "
                  "nearest vertices need such weights",
                  edge, source, destination, weight));
}

void solve_near(const NearProblem& problem, Backend* backend, NearSink& sink, Observer& observer) {
  refuse_negative_weights(problem.graph);
  if (NearestTargets::serves(problem) && has_memory(NearestTargets::bytes_for(problem)) &&
      put_by_targets(problem, sink, observer)) {
    return;
  }
  if (LimitSearch::serves(problem)) {
    put_by<LimitSearch>(problem, backend, sink, observer);
  } else {
    put_by<NearSearch<Distance>>(problem, backend, sink, observer);
  }
}

void solve_near(const BasicNearProblem<double>& problem, RealNearSink& sink, Observer& observer) {
  put_by<NearSearch<double>>(problem, nullptr, sink, observer);
}

}  // namespace apsp
