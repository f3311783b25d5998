// SPDX-License-Identifier: MIT
#include "common/solve/chooser.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "common/base/parallel_for.hpp"
#include "common/core/dense_weights.hpp"
#include "common/core/width.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/outline.hpp"
#include "common/sparse/pattern.hpp"

namespace apsp {
namespace {

/// Seconds of a pace in elements of the machine's predictions.
double seconds_of(const Pace& pace, const Machine& machine) {
  return pace.seconds_besides + pace.relaxations * machine.element_bytes / pace.bytes_per_second;
}

/// Seconds until a thread has begun.
double start_seconds(std::size_t vertices, const Machine& machine, bool counts) {
  const Threads& threads = machine.threads;
  return static_cast<double>(vertices) * threads.start_vertex + (counts ? threads.start_counts : 0);
}

/// How many times as long as without them batches take: threads wait for the last ones.
double waiting(double sources, double threads, const Machine& machine) {
  if (machine.sweep.batch_bytes == 0 || sources == 0) return 1;
  const double batches =
      std::ceil(sources * machine.element_bytes / static_cast<double>(machine.sweep.batch_bytes));
  return std::max(1.0, std::ceil(batches / threads) * threads / batches);
}

double dense_seconds(const Machine& machine) {
  if (!machine.room.matrix) return kUnlimited;
  return machine.dense.relaxations * machine.element_bytes / machine.dense.bytes_per_second;
}

/// What all threads together do in so many seconds takes so many with the threads that it pays for,
/// each of which costs `each`.
double with_threads(double seconds, double each, const Machine& machine) {
  if (each == 0 || seconds == kUnlimited) return seconds;
  const double by_one = seconds * machine.threads.useful;
  const double threads = std::clamp(std::sqrt(by_one / each), 1.0, machine.threads.count);
  return std::max(seconds, by_one / threads) + threads * each;
}

/// The dense method with its matrix made and its rows gone, for a comparison with others.
double all_of_dense(const Machine& machine) {
  return with_threads(dense_seconds(machine), machine.threads.each_dense, machine) +
         machine.dense.seconds_besides + machine.leaving;
}

/// A method that gives row after row, for a comparison with others.
double all_of_rows(double seconds, const Machine& machine) {
  return with_threads(seconds, machine.threads.each_rows, machine);
}

/// Seconds that searches of so many rows take, by those of a sample. Seconds a vertex and an edge
/// are fitted to the processor time of whole solves on a Xeon with AVX-512 and 2 MiB of
/// second-level cache. They were roads, random graphs with 4 and 16 edges a vertex and
/// Barabasi-Albert graphs, V = 5,000, weights up to 1,000 and equal. Right to a fifth there; a grid
/// of equal weights takes a quarter of what is predicted.
double row_search_seconds(const sparse::SearchSample& sample, bool equal_weights, std::size_t rows,
                          const SearchRates& rates) {
  // Where fewer than two edges leave a vertex, little waits for its turn beside it.
  const double beside = std::clamp(sample.edges / sample.vertices - 1, 0.0, 1.0);
  const double vertex =
      equal_weights ? rates.equal_vertex
                    : std::min(rates.vertex, rates.alone) * (1 - beside) + rates.vertex * beside;
  const double edge = equal_weights ? rates.equal_edge : rates.edge;
  return static_cast<double>(rows) * (rates.row + sample.vertices * vertex + sample.edges * edge) /
         rates.at_once;
}

/// Searches, and what a sample says of them.
struct SearchWork {
  const sparse::SearchGraph& graph;
  const sparse::SearchSample& sample;
  std::size_t rows;
  bool numbers_alone;  // see Problem
};

/// Visits of a batch of searches by bits: each vertex that any source reaches, at a share of the
/// levels.
double visits_of_batch(const sparse::SearchSample& sample, std::size_t vertices, double sources,
                       const BitRates& rates) {
  // Where one search reaches nearly all that any does, so does a batch.
  constexpr double kNearlyAll = 0.9;
  const double reached = sample.by_one > kNearlyAll * sample.by_any
                             ? std::max(sample.by_any, sources)
                             : rates.reach * std::max(sample.vertices, sources);
  const double times =
      rates.share * std::pow(sample.levels, 0.87) + rates.spread * std::pow(sample.spread, 0.75);
  return sources + std::min(static_cast<double>(vertices), reached) * times;
}

/// Seconds of searches by bits. Measured on networks, random graphs and grids, V = 1,000 to 63,000,
/// by AVX2 on Zen 3: within a half.
double bit_search_seconds(const SearchWork& work, std::size_t at_once, const Machine& machine) {
  constexpr double kSets = 3;  // of each vertex
  const SearchRates& rates = *machine.search;
  const BitRates& bits = *rates.bits;
  const auto vertices = static_cast<double>(work.graph.vertices());
  const auto rows = static_cast<double>(work.rows);
  const auto most = static_cast<double>(at_once);
  const double size = most / BitRates::kSources;
  // A vertex that no edge leaves is read no more.
  const double inner = work.sample.inner / work.sample.vertices;
  const double degree = work.sample.edges / std::max(1.0, work.sample.inner);
  const bool is_far = kSets * inner * vertices * BitRates::kSources / 8 > bits.near_bytes;
  const double visit = (is_far ? bits.far : 1) * (bits.fixed + (1 - bits.fixed) * size) *
                       (bits.visit + bits.edge * degree);
  const double store = work.numbers_alone ? 0 : size * bits.store;
  const double visits =
      visits_of_batch(work.sample, work.graph.vertices(), std::min(most, rows), bits);
  const double way_back = work.numbers_alone ? 0 : rows * vertices * bits.way_back;
  const double batches = std::ceil(rows / most);
  return std::ceil(batches / rates.at_once) * visits * (inner * visit + store) +
         way_back / rates.at_once + work.sample.levels * bits.level + vertices * bits.graph_vertex +
         bits.start * std::min(machine.threads.count, batches) *
             start_seconds(work.graph.vertices(), machine, work.numbers_alone) +
         static_cast<double>(work.graph.ends().entries.size()) * bits.graph_edge;
}

/// Seconds of searches of which each has so many sources.
double search_seconds(const SearchWork& work, std::size_t at_once, const Machine& machine) {
  return at_once > 1 ? bit_search_seconds(work, at_once, machine)
                     : row_search_seconds(work.sample, work.graph.equal_weights(), work.rows,
                                          *machine.search);
}

/// The sources of a search that make searches of all rows the fastest. One where those of a batch
/// share too few visits for more to win, as on a path.
std::size_t best_at_once(const SearchWork& work, const Machine& machine) {
  std::size_t best = 1;
  if (!work.graph.equal_weights() || !machine.search->bits || !machine.room.at_once) return best;
  const BitRates& bits = *machine.search->bits;
  for (const std::size_t at_once : kSourcesAtOnce) {
    if (at_once < bits.least) continue;
    if (!work.numbers_alone && at_once > bits.most_of_rows) break;
    const auto sources = static_cast<double>(std::min(at_once, work.rows));
    const double visits = visits_of_batch(work.sample, work.graph.vertices(), sources, bits);
    const bool shared = sources * work.sample.vertices >= bits.shared * visits;
    if (shared && search_seconds(work, at_once, machine) < search_seconds(work, best, machine)) {
      best = at_once;
    }
  }
  return best;
}

/// Distances that leave a second, one after the other. half: one of two that are alike both ways.
double leaving_rate(const Machine& machine, bool counts, bool half) {
  const SweepRates& rates = machine.sweep;
  if (!counts) return rates.way_back;
  return half ? rates.counted_half : rates.counted;
}

/// What label correcting does.
struct LabelWork {
  const sparse::LabelSample& sample;
  std::size_t vertices;
  std::size_t rows;
  bool numbers_alone;  // see Problem
};

/// Seconds of an edge along which a row is lowered, of so many bytes of rows, on one thread.
double arc_seconds(double bytes, const LabelRates& rates) {
  return rates.arc + rates.far * (1 - std::min(1.0, rates.near_bytes / std::max(bytes, 1.0)));
}

/// The pace of label correcting. A batch has as many sources as a row has room for.
Pace label_pace(const LabelWork& work, const Machine& machine) {
  const LabelRates& rates = *machine.search->labels;
  const auto vertices = static_cast<double>(work.vertices);
  const auto rows = static_cast<double>(work.rows);
  const double batch =
      work.sample.share *
          (work.sample.arcs * arc_seconds(work.sample.reached * rates.row_bytes, rates) +
           work.sample.visits * rates.visit + work.sample.rounds * vertices * rates.round_vertex) +
      vertices * rates.vertex;
  const double at_once = machine.search->at_once;
  const double sources = rates.row_bytes / machine.element_bytes;  // of a batch, in use or not
  const double batches = std::ceil(rows / sources);
  const double times = waiting(rows, at_once, machine);
  const double leaving = rows * vertices / leaving_rate(machine, work.numbers_alone, false);
  const double start = rates.start * std::min(machine.threads.count, batches) *
                       start_seconds(work.vertices, machine, work.numbers_alone);
  return {times * batches * sources * batch, rates.row_bytes * at_once, times * leaving + start,
          true};
}

/// Bytes of the narrowest element that may hold all distances, by the longest one of a sample.
/// Where distances are alike both ways none is twice as long, and few are much longer.
double expected_bytes(Distance longest) {
  constexpr double kLonger = 1.25;
  for (const Width width : {Width::kU8, Width::kU16}) {
    if (kLonger * longest < infinity_of(width)) return static_cast<double>(bytes_of(width));
  }
  return static_cast<double>(bytes_of(Width::kS32));
}

/// Whether edges spread over the list have one of the same weight the other way.
bool seems_symmetric(const Graph& graph) {
  constexpr std::size_t kEdges = 8;
  if (graph.symmetric()) return true;
  const std::span<const Edge> edges = graph.edges;
  const std::size_t step = edges.size() / kEdges + 1;
  for (std::size_t e = 0; e < edges.size(); e += step) {
    const auto is_back = [edge = edges[e]](const Edge& other) {
      return other.source == edge.destination && other.destination == edge.source &&
             other.weight == edge.weight;
    };
    if (std::none_of(edges.begin(), edges.end(), is_back)) return false;
  }
  return true;
}

/// Looks at searches by a sample that takes a small part of `best`, the seconds of another method.
double look_at_searches(const Problem& problem, Machine& machine, double best, Plan& plan) {
  constexpr double kStep = 20e-9;  // of a sample: a vertex or an edge
  const double most_seconds = std::clamp(best / 200, 20e-6, 1e-3);
  auto graph = std::make_shared<sparse::SearchGraph>(listed(problem.graph));
  double seconds = 0;
  if (graph->vertices() > 0) {
    plan.sample = sparse::sample_searches(*graph, most_seconds / kStep, problem.limit);
    if (!machine.element_fixed) machine.element_bytes = expected_bytes(plan.sample.longest);
    plan.element_bytes = machine.element_bytes;
    const SearchWork work = {*graph, plan.sample, problem.rows.size(), plan.numbers_alone};
    plan.sources_at_once = best_at_once(work, machine);
    seconds = search_seconds(work, plan.sources_at_once, machine);
  }
  plan.search = std::move(graph);
  return seconds;
}

/// Looks at label correcting, and puts its graph into `plan` where it takes less than `best`
/// seconds. Returns its seconds, unlimited where they are many or the look itself would take a part
/// of `best`. Searches from one source at a time were looked at.
double look_at_labels(const Problem& problem, const Machine& machine, double best, Plan& plan) {
  constexpr std::size_t kLevels = 32;  // deeper graphs take too many rounds
  constexpr double kMost = 1.0 / 2;    // of what one search reaches, that lies within them
  constexpr double kLeast = 2;         // times that a batch follows the edges of one source
  // What may be spent on the graph, and as much on the sample: a share of `best`. A larger one
  // where the graph of a few thousand vertices already takes more than that; less than `kLittle` is
  // not worth it.
  constexpr double kShare = 0.03;
  constexpr double kMoreShare = 0.15;
  constexpr double kLittle = 5e-3;
  constexpr double kSampleRow = 1.0 / 4.0;  // bytes of a row of the sample, of those of a row
  if (!plan.search || plan.search->equal_weights() || !machine.search->labels ||
      !machine.room.at_once) {
    return kUnlimited;
  }
  const LabelRates& rates = *machine.search->labels;
  const auto vertices = static_cast<double>(problem.graph.vertices);
  const auto edges = static_cast<double>(plan.search->arcs().entries.size());
  const auto seconds_by = [&](const sparse::LabelSample& sample) {
    const LabelWork work = {sample, problem.graph.vertices, problem.rows.size(),
                            plan.numbers_alone};
    return seconds_of(label_pace(work, machine), machine);
  };
  // Labels know no limit.
  const sparse::LabelSample least = {.visits = kLeast * plan.sample.vertices,
                                     .arcs = problem.limited() ? edges : kLeast * plan.sample.edges,
                                     .share = 1};
  const double most = best < kLittle
                          ? kShare * best
                          : std::max(kShare * best, std::min(kMoreShare * best, kLittle));
  const double look = vertices * rates.graph_vertex + edges * rates.graph_edge;
  const auto reached = static_cast<std::size_t>(kMost * plan.sample.by_one);
  if (look > most || all_of_rows(seconds_by(least), machine) > best ||
      !sparse::is_shallow(*plan.search, kLevels, reached)) {
    return kUnlimited;
  }
  const double arc = arc_seconds(kSampleRow * vertices * rates.row_bytes, rates);
  auto graph = std::make_shared<sparse::LabelGraph>(plan.search->arcs());
  const auto sample = sparse::sample_labels(*graph, most / arc);
  if (!sample) return kUnlimited;
  const double seconds = seconds_by(*sample);
  if (all_of_rows(seconds, machine) < best) {
    plan.labels = std::move(graph);
    plan.label_sample = *sample;
    plan.sources_at_once = static_cast<std::size_t>(rates.row_bytes / machine.element_bytes);
  }
  return seconds;
}

/// Whether finding an order costs little beside `best`, the seconds of another method. by_labels:
/// that one wins where orders are bad, which take the longer to find the more vertices there are.
bool is_worth_an_order(const Graph& graph, const OrderRates& rates, double best, bool by_labels) {
  constexpr double kLarge = 30'000;  // vertices of which an edge takes twice as long
  constexpr double kMoreShare = 2;   // where sweeps may still be many times as fast
  const double edge =
      by_labels ? rates.edge * (1 + static_cast<double>(graph.vertices) / kLarge) : rates.edge;
  const double share = by_labels ? kMoreShare * rates.share : rates.share;
  return best >= rates.least &&
         static_cast<double>(graph.edge_count()) * edge <= rates.floor + share * best;
}

/// Bytes of the rows to a core.
double core_bytes(const Machine& machine, std::size_t vertices, std::size_t core) {
  return static_cast<double>(vertices) * static_cast<double>(core) * machine.core_element_bytes;
}

/// A core, by what sweeps take with it.
struct Cut {
  std::size_t core = 0;
  double seconds = kUnlimited;  // nothing has room
  bool narrow = false;          // there may be a better core, too large for the devices
};

/// Looks for the core that takes the least time.
class CutSearch {
 public:
  CutSearch(const sparse::Outline& outline, const Problem& problem, const Machine& machine,
            Counting counting)
      : outline_(outline), problem_(problem), machine_(machine), counting_(counting) {}

  /// The best of those that there is room for. The time falls steeply where what is left outside
  /// falls apart, on random graphs, so sizes around the best of a ladder are looked at as well.
  [[nodiscard]] Cut best() {
    constexpr double kStep = 1.3;
    constexpr double kFineStep = 1.05;
    const Cut none = of_size(0);
    best_ = none;
    const auto least = static_cast<double>(machine_.order.least_core);
    look(least, kUnlimited, kStep);
    const auto core = static_cast<double>(best_.core);
    if (core > 0) look(std::max(least, core / kStep), core * kStep, kFineStep);
    if (best_.seconds > (1 - machine_.order.core_gain) * none.seconds) {
      best_.core = none.core;
      best_.seconds = none.seconds;
    }
    return best_;
  }

 private:
  [[nodiscard]] Cut of_size(std::size_t core) const {
    constexpr double kOfCore = 1 / 4.0;  // memory for a pair of the core, in pairs of the fill
    const sparse::UpCounts counts = outline_.counts(core);
    const auto size = static_cast<double>(core);
    if (counts.fill() + kOfCore * size * size > machine_.room.most_fill) return {.core = core};
    const Pace pace = sweep_pace(counts, problem_.rows.size(), machine_, counting_);
    return {core, seconds_of(pace, machine_)};
  }

  /// Looks at sizes from `least` to `most` in steps, as long as a core's closure takes less than
  /// the best so far, and the devices have room. Some are looked at together, ahead of that.
  void look(double least, double most, double step) {
    constexpr std::size_t kTogether = 4;
    const std::size_t vertices = problem_.graph.vertices;
    const auto after = [&](double size) { return std::max(size + 1, std::floor(step * size)); };
    const double all = std::min(most, static_cast<double>(vertices));
    std::vector<Cut> ahead;
    std::size_t next = 0;
    for (double size = least; size <= all; size = after(size)) {
      const double closure = size * size * size * machine_.element_bytes / machine_.sweep.closure;
      if (closure >= best_.seconds) return;
      if (size * core_bytes(machine_, vertices, 1) > machine_.devices.core_bytes) {
        best_.narrow = true;
        return;
      }
      if (next == ahead.size()) {
        std::vector<std::size_t> sizes;
        for (double s = size; s <= all && sizes.size() < kTogether; s = after(s)) {
          sizes.push_back(static_cast<std::size_t>(s));
        }
        ahead = of_sizes(sizes);
        next = 0;
      }
      Cut cut = ahead[next++];
      cut.narrow = best_.narrow;
      if (cut.seconds < best_.seconds) best_ = cut;
    }
  }

  [[nodiscard]] std::vector<Cut> of_sizes(const std::vector<std::size_t>& sizes) const {
    constexpr std::size_t kSmall = std::size_t{1} << 16;  // looked at before another thread wakes
    std::vector<Cut> cuts(sizes.size());
    parallel_for(sizes.size(), [&](std::size_t n) { cuts[n] = of_size(sizes[n]); },
                 {.threads = problem_.graph.vertices < kSmall ? 1 : 0});
    return cuts;
  }

  const sparse::Outline& outline_;
  const Problem& problem_;
  const Machine& machine_;
  const Counting counting_;
  Cut best_;
};

/// Whether the devices have a say: the rows to the core are large, or it takes much of the time.
bool depends_on_devices(const Cut& cut, std::size_t vertices, const Machine& machine) {
  constexpr double kAnyDevice = 4.0 * (1 << 30);
  constexpr double kShare = 0.1;  // of the dense way
  return cut.narrow || core_bytes(machine, vertices, cut.core) > kAnyDevice ||
         std::pow(static_cast<double>(cut.core) / static_cast<double>(vertices), 3) > kShare;
}

/// Looks at sweeps, and puts their tree into `plan` where they take less than `best` seconds.
/// Returns their seconds. Puts what the devices say into `machine`: it looks beside their start,
/// and waits for them only where they have a say.
double look_at_sweeps(const Problem& problem, Machine& machine, double best, Plan& plan) {
  const Graph& graph = listed(problem.graph);
  const bool counts = plan.numbers_alone && std::isfinite(machine.sweep.counted);
  plan.symmetric = counts && seems_symmetric(graph);
  const Counting counting = {plan.numbers_alone, plan.symmetric};
  const sparse::Pattern pattern = sparse::pattern_of(graph);
  const sparse::Outline outline(pattern, problem.order != nullptr
                                             ? sparse::Order{*problem.order}
                                             : sparse::minimum_degree(pattern));
  Cut cut = CutSearch(outline, problem, machine, counting).best();
  if (machine.ask && depends_on_devices(cut, problem.graph.vertices, machine)) {
    machine.devices = machine.ask();
    cut = CutSearch(outline, problem, machine, counting).best();
  }
  if (all_of_rows(cut.seconds, machine) < best) {
    plan.tree = std::make_shared<const sparse::EliminationTree>(
        sparse::analyse(pattern, outline.cut(cut.core), cut.core));
  }
  return cut.seconds;
}

/// Takes out what only searches need.
void drop_searches(Plan& plan) {
  plan.search.reset();
  plan.labels.reset();
  plan.sources_at_once = 1;
}

/// The plan of a method that is forced.
void look_at(Method forced, const Problem& problem, Machine& machine, Plan& plan) {
  std::optional<double> seconds;
  if (forced == Method::kSearch) {
    seconds = look_at_searches(problem, machine, kUnlimited, plan);
    const double least = all_of_rows(*seconds, machine);
    seconds = std::min(*seconds, look_at_labels(problem, machine, least, plan));
  }
  if (forced == Method::kSweep) {
    machine.room.most_fill = kUnlimited;  // the backend says what it lacks
    if (machine.search && machine.room.search && !machine.element_fixed) {
      (void)look_at_searches(problem, machine, kUnlimited, plan);
    }
    drop_searches(plan);
    seconds = look_at_sweeps(problem, machine, kUnlimited, plan);
  }
  if (!seconds) return;
  plan.method = forced;
  plan.predictions.push_back({forced, *seconds});
}

/// Looks at the methods that may be faster than the dense one.
void look_at_all(const Problem& problem, Machine& machine, Plan& plan) {
  constexpr std::size_t kSmall = 256;      // solved before an order is found
  constexpr double kManyOfAll = 1 / 16.0;  // within a limit, where few edges need be followed
  constexpr double kListed = 50e-9;        // seconds that it takes to list an edge for searches
  constexpr double kOrder = 1e-6;          // seconds a vertex and edge that an order takes at most
  const Graph& graph = problem.graph;
  const auto vertices = static_cast<double>(graph.vertices);
  const auto edges = static_cast<double>(graph.edge_count());
  const double fewest = problem.limited() ? kManyOfAll * vertices * vertices : 0;
  double best = all_of_dense(machine);
  double computing = dense_seconds(machine) + machine.dense.seconds_besides;  // of that method
  const bool by_bits = machine.search && machine.search->bits && graph.matrix == nullptr &&
                       graph.smallest_weight == graph.largest_weight && best > kListed * edges;
  const bool many = edges > fewest && has_many_edges(graph.edge_count(), problem.rows) && !by_bits;
  if (machine.room.matrix && (graph.vertices < kSmall || many)) return;
  bool is_short = false;
  if (machine.search && machine.room.search) {
    double seconds = look_at_searches(problem, machine, best, plan);
    plan.predictions.front().seconds = dense_seconds(machine);  // in its width
    best = all_of_dense(machine);
    computing = dense_seconds(machine) + machine.dense.seconds_besides;
    const double least = std::min(best, all_of_rows(seconds, machine));
    seconds = std::min(seconds, look_at_labels(problem, machine, least, plan));
    plan.predictions.push_back({Method::kSearch, seconds});
    if (all_of_rows(seconds, machine) < best) {
      best = all_of_rows(seconds, machine);
      computing = seconds;
      plan.method = Method::kSearch;
      is_short = !plan.labels && seconds < kOrder * (vertices + edges);
    } else {
      drop_searches(plan);
    }
  }
  if (!is_short && machine.room.order &&
      (problem.order != nullptr ||
       is_worth_an_order(graph, machine.order, computing, plan.labels != nullptr))) {
    plan.predictions.push_back({Method::kSweep, look_at_sweeps(problem, machine, best, plan)});
    if (plan.tree) plan.method = Method::kSweep;
  }
  if (plan.method != Method::kSearch) drop_searches(plan);
}

}  // namespace

std::uint64_t analysis_bytes(const Graph& graph) {
  return sparse::Outline::bytes_for(graph.vertices, graph.edge_count());
}

bool has_many_edges(std::size_t edges, const RowSet& rows) {
  constexpr double kMany = 64;  // a vertex
  const auto vertices = static_cast<double>(rows.vertices());
  return static_cast<double>(edges) * static_cast<double>(rows.size()) >
         kMany * vertices * vertices;
}

namespace {

/// Whether each vertex outside the core has a way up to the last one or to the core.
bool is_connected(const sparse::UpCounts& counts) {
  const auto roots = std::count_if(counts.ups.begin(), counts.ups.end(),
                                   [](const auto& of) { return of.all == 0; });
  return roots == (counts.core == 0 ? 1 : 0);
}

/// Threads that share work which takes all of them so many seconds. They start one after the other,
/// so that for little work no more are taken than make it shorter.
double threads_for(double seconds, double start, const Machine& machine) {
  const double all = machine.threads.count;
  return start > 0 ? std::clamp(std::floor(std::sqrt(seconds * all / start)), 1.0, all) : all;
}

}  // namespace

Pace sweep_pace(const sparse::UpCounts& counts, std::size_t rows, const Machine& machine,
                Counting counting) {
  const SweepRates& rates = machine.sweep;
  const auto sources = static_cast<double>(rows);
  const auto core = static_cast<double>(counts.core);
  const auto devices = static_cast<double>(machine.devices.devices);
  double of_source = rates.step * static_cast<double>(counts.ups.size()) +
                     rates.core_reach * core * counts.core_reach;
  double fill = 0;
  double pairs_tree = 0;
  double pairs_core = 0;
  for (const auto [all, to_core] : counts.ups) {
    const auto pairs = [](double count) { return count * (count - 1); };
    const double ups = all - to_core;
    of_source += std::min(ups, rates.near) + rates.core * to_core;
    if (ups > rates.near) of_source += rates.far * (ups - rates.near);
    fill += all;
    pairs_tree += pairs(all) - pairs(to_core);
    pairs_core += pairs(to_core);
  }
  const double of_device =
      core * core * core * rates.lanes / rates.closure + rates.core_rows * fill * core;
  const double besides = pairs_tree / rates.tree + pairs_core / rates.pairs_core +
                         core * core / rates.core_pairs + fill / rates.laid_out;
  const auto vertices = static_cast<double>(counts.vertices());
  const double leaving =
      sources * vertices /
      leaving_rate(machine, counting.alone, counting.symmetric && is_connected(counts));
  const double start = start_seconds(counts.vertices(), machine, counting.alone);
  const double threads = threads_for(
      sources * of_source * machine.element_bytes / rates.lanes + leaving, start, machine);
  const double times = waiting(sources, threads, machine) * machine.threads.count / threads;
  const double wide = counting.alone && machine.element_bytes > 2 ? rates.counted_wide : 0;
  return {times * sources * of_source + devices * of_device, rates.lanes,
          devices * besides + times * leaving + threads * start + wide, true};
}

Pace pace_of(const Plan& plan, std::size_t rows, Machine machine) {
  machine.element_bytes = plan.element_bytes;
  switch (plan.method) {
    case Method::kSweep:
      return sweep_pace(plan.tree->counts(), rows, machine, {plan.numbers_alone, plan.symmetric});
    case Method::kSearch:
      if (plan.labels) {
        return label_pace({plan.label_sample, plan.search->vertices(), rows, plan.numbers_alone},
                          machine);
      }
      return {0, 1,
              search_seconds({*plan.search, plan.sample, rows, plan.numbers_alone},
                             plan.sources_at_once, machine),
              true};
    case Method::kDense:
      break;
  }
  return machine.dense;
}

Plan choose(const Problem& problem, Machine machine, std::optional<Method> forced) {
  Plan plan;
  plan.numbers_alone = problem.numbers_alone;
  plan.element_bytes = machine.element_bytes;
  plan.predictions.push_back({Method::kDense, dense_seconds(machine)});
  if (!forced) {
    look_at_all(problem, machine, plan);
  } else {
    look_at(*forced, problem, machine, plan);
  }
  plan.pace = pace_of(plan, problem.rows.size(), machine);
  return plan;
}

}  // namespace apsp
