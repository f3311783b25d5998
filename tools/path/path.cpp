// SPDX-License-Identifier: MIT
#include "tools/path/path.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/index.hpp"
#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/plural.hpp"
#include "common/core/dijkstra.hpp"
#include "common/core/potentials.hpp"
#include "common/io/graph_file.hpp"
#include "common/io/standard_output.hpp"
#include "common/io/vertex_names.hpp"
#include "common/sparse/path_search.hpp"
#include "common/sparse/prepared_graph.hpp"
#include "tools/path/column_search.hpp"
#include "tools/path/distances.hpp"
#include "tools/path/predecessor_file.hpp"

namespace apsp::path {
namespace {

using convert::Text;
using Names = std::vector<std::string>;

/// A graph that is searched from one vertex after the other.
struct SearchedGraph {
  explicit SearchedGraph(const Graph& graph)
      : potentials(graph), arcs(compress(graph.vertices, graph.edges)) {}

  Potentials potentials;
  CompressedRows<Arc> arcs;  // by source
};

/// The rows of a distance file, for one thread.
class FileRows {
 public:
  explicit FileRows(const Distances& distances) : distances_(distances) {}
  [[nodiscard]] PathRow<Distance> row(std::int32_t source) {
    return {source, distances_.row(distances_.line_of(source).value()), kUnreachable};
  }
  [[noreturn]] void refuse(std::int32_t source, const WrongRow& wrong) const {
    distances_.refuse_line(distances_.line_of(source).value(), wrong.what());
  }

 private:
  const Distances& distances_;
};

/// Rows that are computed as they are wanted, for one thread.
class SearchedRows {
 public:
  explicit SearchedRows(const SearchedGraph& graph)
      : graph_(graph), search_(graph.arcs.vertices()), lengths_(graph.arcs.vertices()) {}

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return Dijkstra::bytes_for(vertices) + vertices * sizeof(std::int64_t);
  }

  /// Valid until the next call.
  [[nodiscard]] PathRow<std::int64_t> row(std::int32_t source) {
    const std::span<const std::int64_t> h = graph_.potentials.values();
    const auto from = static_cast<std::size_t>(source);
    const std::span<const std::int64_t> reduced = search_.row(graph_.arcs, from, h);
    for (std::size_t v = 0; v < h.size(); ++v) {
      lengths_[v] =
          reduced[v] == Dijkstra::kNoPath ? Dijkstra::kNoPath : reduced[v] + h[v] - h[from];
    }
    return {source, lengths_, Dijkstra::kNoPath};
  }
  [[noreturn]] void refuse(std::int32_t /*source*/, const WrongRow& wrong) const {
    throw Error(Fault::kInternal, wrong.what());
  }

 private:
  const SearchedGraph& graph_;
  Dijkstra search_;
  std::vector<std::int64_t> lengths_;
};

/// One thread's part in the answer to a batch of pairs, from rows.
template <typename Rows>
struct RowWorker {
  using Answer = Path;
  static constexpr auto kLine = &Pair::source;

  /// Finds the paths of pairs with the same source.
  void find(std::span<const Pair> pairs, std::span<const std::size_t> which,
            std::vector<Path>& paths) {
    const std::int32_t source = pairs[which.front()].source;
    const auto row = rows.row(source);
    try {
      for (const std::size_t n : which) {
        Path& path = paths[n] = {pairs[n], search.find(row, pairs[n].destination)};
        for (const std::int32_t v : path.vertices) {
          path.distances.push_back(row.to[static_cast<std::size_t>(v)]);
        }
      }
    } catch (const WrongRow& wrong) {
      rows.refuse(source, wrong);
    }
  }

  PathSearch search;
  Rows rows;
};

/// Same, from the whole columns of a distance file.
struct ColumnWorker {
  using Answer = Path;
  static constexpr auto kLine = &Pair::destination;

  /// Finds the paths of pairs with the same target.
  void find(std::span<const Pair> pairs, std::span<const std::size_t> which,
            std::vector<Path>& paths) {
    const Column column = distances.column(pairs[which.front()].destination);
    try {
      for (const std::size_t n : which) {
        Path& path = paths[n] = {pairs[n], search.find(column, pairs[n].source)};
        for (const std::int32_t v : path.vertices) {
          path.distances.push_back(std::int64_t{column.from(pairs[n].source)} - column.from(v));
        }
      }
    } catch (const WrongRow& wrong) {
      distances.refuse_line(distances.line_of(column.target).value(), wrong.what());
    }
  }

  ColumnSearch search;
  const Distances& distances;
};

/// One thread's part in the lengths of a batch of pairs, from rows.
template <typename Rows>
struct RowLengths {
  using Answer = Length;
  static constexpr auto kLine = &Pair::source;

  void find(std::span<const Pair> pairs, std::span<const std::size_t> which,
            std::vector<Length>& lengths) {
    const auto row = rows.row(pairs[which.front()].source);
    for (const std::size_t n : which) {
      const std::int64_t length = row.to[index(pairs[n].destination)];
      lengths[n] = {pairs[n], length == row.no_path ? std::nullopt : std::optional(length)};
    }
  }

  Rows rows;
};

/// Same, from the whole columns of a distance file.
struct ColumnLengths {
  using Answer = Length;
  static constexpr auto kLine = &Pair::destination;

  void find(std::span<const Pair> pairs, std::span<const std::size_t> which,
            std::vector<Length>& lengths) {
    const Column column = distances.column(pairs[which.front()].destination);
    for (const std::size_t n : which) {
      const std::int64_t length = column.from(pairs[n].source);
      lengths[n] = {pairs[n], length == kUnreachable ? std::nullopt : std::optional(length)};
    }
  }

  const Distances& distances;
};

/// Answers a batch in parallel, each source or target once. `make` makes a worker.
template <typename Make>
auto answers_of(std::span<const Pair> pairs, const Make& make) {
  using Worker = decltype(make());
  constexpr auto kLine = Worker::kLine;
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t n) { return std::pair(pairs[n].*kLine, n); });
  std::vector<std::size_t> first;  // of each source or target, in `order`; and the end
  for (std::size_t n = 0; n < order.size(); ++n) {
    if (n == 0 || pairs[order[n]].*kLine != pairs[order[n - 1]].*kLine) first.push_back(n);
  }
  first.push_back(order.size());
  std::vector<typename Worker::Answer> answers(pairs.size());
  parallel_for_with(first.size() - 1, make, [&](auto& worker, std::size_t group) {
    const auto which = std::span(order).subspan(first[group], first[group + 1] - first[group]);
    worker.find(pairs, which, answers);
  });
  return answers;
}

/// Puts the answers to all pairs, batch by batch, so that memory does not grow with their number.
/// `answer(batch)` returns those of a batch.
template <typename Answer>
void put_answers(const Request& request, std::span<const Pair> pairs, const Names& names,
                 std::size_t batch_size, const Answer& answer) {
  Text text(write_standard_output);
  put_head(text, request.form, request.lengths);
  for (std::size_t begin = 0; begin < pairs.size(); begin += batch_size) {
    const auto batch = pairs.subspan(begin, std::min(batch_size, pairs.size() - begin));
    const auto answers = answer(batch);
    for (std::size_t n = 0; n < answers.size(); ++n) {
      put_answer(text, request.form, begin + n, answers[n], names);
    }
  }
  text.flush();
}

/// Puts the answers that workers find.
template <typename Make>
void put_found(const Request& request, std::span<const Pair> pairs, const Names& names,
               const Make& make) {
  constexpr std::size_t kBatch = 4096;
  put_answers(request, pairs, names, kBatch,
              [&](std::span<const Pair> batch) { return answers_of(batch, make); });
}

std::vector<Pair> pairs_of(const Request& request, std::size_t vertices, const Names& names) {
  const VertexFinder finder(vertices, names);
  if (!request.from) return read_pairs(request.pairs, finder);
  return {{finder.find(*request.from, "FROM", Fault::kUsage),
           finder.find(*request.to, "TO", Fault::kUsage)}};
}

/// Throws Error for the first pair without the row or the column that its path follows.
void require_lines(const Request& request, const Distances& distances,
                   std::span<const Pair> pairs) {
  const bool rows = distances.whole_rows();
  const auto end_of = [&](const Pair& pair) { return rows ? pair.source : pair.destination; };
  const auto bad = std::ranges::find_if(
      pairs, [&](const Pair& pair) { return !distances.line_of(end_of(pair)).has_value(); });
  if (bad == pairs.end()) return;
  const std::string place =
      request.from
          ? rows ? "FROM" : "TO"
          : fmt::format("{}: line {}", request.pairs == "-" ? "standard input" : request.pairs,
                        bad - pairs.begin() + 1);
  throw Error(
      request.from ? Fault::kUsage : Fault::kInput,
      fmt::format("{}: vertex {} has no {} in {}, expected one of {}", place, end_of(*bad),
                  rows ? "row" : "column", distances.name(), rows ? "--sources" : "--targets"));
}

/// Puts the lengths that a distance file holds.
void lengths_from_file(const Request& request, const Names& names, const Distances& distances,
                       std::span<const Pair> pairs) {
  if (distances.whole_rows()) {
    put_found(request, pairs, names, [&] { return RowLengths<FileRows>{FileRows(distances)}; });
  } else {
    put_found(request, pairs, names, [&] { return ColumnLengths{distances}; });
  }
}

/// Answers from a distance file.
void answer_from_file(const Request& request, const Graph& graph, const Names& names,
                      const Distances& distances, std::span<const Pair> pairs) {
  const bool rows = distances.whole_rows();
  require_lines(request, distances, pairs);
  if (request.lengths) return lengths_from_file(request, names, distances, pairs);
  const auto threads = static_cast<std::uint64_t>(omp_get_max_threads());
  require_memory(compression_bytes(graph.vertices, graph.edges.size()) +
                     threads * (rows ? PathSearch::bytes_for(graph.vertices)
                                     : ColumnSearch::bytes_for(graph.vertices)),
                 "paths in a graph of " + counted(graph.edges.size(), "edge"));
  const CompressedRows<Arc> arcs = rows ? arcs_into(graph) : arcs_out_of(graph);
  if (rows) {
    put_found(request, pairs, names, [&] {
      return RowWorker<FileRows>{PathSearch(arcs), FileRows(distances)};
    });
  } else {
    put_found(request, pairs, names, [&] { return ColumnWorker{ColumnSearch(arcs), distances}; });
  }
}

/// The graph, eliminated, where that takes less time than a search from each source; else null.
std::unique_ptr<sparse::PreparedGraph> prepared_if_it_pays(const Graph& graph,
                                                           std::span<const Pair> pairs) {
  // The time of an order is that of some searches, of up to 30 where the graph has hubs.
  constexpr std::size_t kFewSources = 64;
  std::vector<std::int32_t> sources(pairs.size());
  std::ranges::transform(pairs, sources.begin(), &Pair::source);
  std::ranges::sort(sources);
  const auto searches =
      static_cast<std::size_t>(std::unique(sources.begin(), sources.end()) - sources.begin());
  if (searches < kFewSources || !sparse::lengths_are_exact(graph)) return nullptr;
  if (!has_memory(sparse::OrderedGraph::bytes_for(graph))) return nullptr;
  const sparse::OrderedGraph ordered(graph);
  // Nanoseconds, as roads take them.
  constexpr double kEdgeOfSearch = 30;
  constexpr double kShortcut = 100;
  constexpr double kRelaxation = 1;
  const double search = kEdgeOfSearch * static_cast<double>(graph.vertices + graph.edges.size());
  const double elimination = kShortcut * ordered.fill + kRelaxation * ordered.work;
  if (elimination > search * static_cast<double>(searches)) return nullptr;
  if (!has_memory(ordered.bytes())) return nullptr;
  return std::make_unique<sparse::PreparedGraph>(graph, ordered);
}

/// Puts lengths from an eliminated graph.
void put_prepared(const Request& request, const Graph& graph, const Names& names,
                  const sparse::PreparedGraph& prepared, std::span<const Pair> pairs) {
  if (prepared.customization.has_negative_cycle()) (void)Potentials(graph);  // names it
  constexpr std::size_t kBatch = std::size_t{1} << 18;
  put_answers(request, pairs, names, kBatch, [&](std::span<const Pair> batch) {
    std::vector<double> found(batch.size());
    prepared.pairs.find(prepared.customization.lengths(), batch, found);
    std::vector<Length> lengths;
    lengths.reserve(batch.size());
    for (std::size_t n = 0; n < batch.size(); ++n) {
      lengths.push_back({batch[n], std::isfinite(found[n])
                                       ? std::optional(static_cast<std::int64_t>(found[n]))
                                       : std::nullopt});
    }
    return lengths;
  });
}

/// Puts lengths by elimination, or by a search from each source.
void lengths_by_search(const Request& request, const Graph& graph, const Names& names,
                       std::span<const Pair> pairs) {
  if (const auto prepared = prepared_if_it_pays(graph, pairs)) {
    return put_prepared(request, graph, names, *prepared, pairs);
  }
  const auto threads = static_cast<std::uint64_t>(omp_get_max_threads());
  require_memory(compression_bytes(graph.vertices, graph.edges.size()) +
                     threads * SearchedRows::bytes_for(graph.vertices),
                 "lengths in a graph of " + counted(graph.edges.size(), "edge"));
  const SearchedGraph searched(graph);
  put_found(request, pairs, names,
            [&] { return RowLengths<SearchedRows>{SearchedRows(searched)}; });
}

/// Answers by a search from each source.
void answer_by_search(const Request& request, const Graph& graph, const Names& names,
                      std::span<const Pair> pairs) {
  if (request.lengths) return lengths_by_search(request, graph, names, pairs);
  const auto threads = static_cast<std::uint64_t>(omp_get_max_threads());
  require_memory(2 * compression_bytes(graph.vertices, graph.edges.size()) +
                     threads * (PathSearch::bytes_for(graph.vertices) +
                                SearchedRows::bytes_for(graph.vertices)),
                 "paths in a graph of " + counted(graph.edges.size(), "edge"));
  const CompressedRows<Arc> arcs = arcs_into(graph);
  const SearchedGraph searched(graph);
  put_found(request, pairs, names, [&] {
    return RowWorker<SearchedRows>{PathSearch(arcs), SearchedRows(searched)};
  });
}

void answer(const Request& request) {
  const GraphFile file(request.graph, request.undirected);
  const Graph& graph = file.graph();
  const Names names =
      request.numbers ? Names() : names_for(request.graph, graph.vertices, request.names);
  const auto open = [&] {
    return Distances(*request.distances, request.graph, graph.vertices, request.part, names);
  };
  if (request.all) return write_predecessors(graph, open(), *request.all);
  const std::vector<Pair> pairs = pairs_of(request, graph.vertices, names);
  if (!request.distances) return answer_by_search(request, graph, names, pairs);
  answer_from_file(request, graph, names, open(), pairs);
}

}  // namespace

bool run(const Request& request) {
  try {
    answer(request);
    return true;
  } catch (const ReaderGone&) {
    return false;
  }
}

}  // namespace apsp::path
