// SPDX-License-Identifier: MIT
#include "common/solve/chooser.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "common/core/dense_weights.hpp"
#include "common/core/width.hpp"
#include "common/solve/cut_search.hpp"
#include "common/solve/label_pace.hpp"
#include "common/solve/search_pace.hpp"
#include "common/solve/sweep_pace.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/outline.hpp"
#include "common/sparse/pattern.hpp"

namespace apsp {
namespace {

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

/// A method that gives row after row, for a comparison with others: its threads put them side by
/// side.
double all_of_rows(double seconds, const Machine& machine) {
  return with_threads(seconds + machine.leaving_beside, machine.threads.each_rows, machine);
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

/// As of searches that reach everything.
sparse::SearchSample sample_of_all(const sparse::SearchGraph& graph) {
  const auto vertices = static_cast<double>(graph.vertices());
  const std::size_t edges =
      graph.equal_weights() ? graph.ends().entries.size() : graph.arcs().entries.size();
  return {.vertices = vertices,
          .edges = static_cast<double>(edges),
          .by_any = vertices,
          .by_one = vertices};
}

/// Looks at searches by a sample that takes a small part of `best`, the seconds of another method.
/// Without one, as if they reached everything, where they are so few that even then nothing else
/// takes less: in a large graph the sample would be as many.
double look_at_searches(const Problem& problem, Machine& machine, double best, Plan& plan) {
  constexpr double kStep = 20e-9;  // of a sample: a vertex or an edge
  const double most_seconds = std::clamp(best / 200, 20e-6, 1e-3);
  const double order = static_cast<double>(problem.graph.edge_count()) * machine.order.edge;
  auto graph = std::make_shared<sparse::SearchGraph>(listed(problem.graph));
  double seconds = 0;
  if (graph->vertices() > 0) {
    const std::size_t rows = problem.rows.size();
    plan.sample = sample_of_all(*graph);
    const SearchWork work = {*graph, plan.sample, rows, plan.numbers_alone};
    seconds = search_seconds(work, plan.sources_at_once, machine);
    if (rows > kFewRows || all_of_rows(seconds, machine) > std::min(best, order)) {
      plan.sample = sparse::sample_searches(*graph, most_seconds / kStep, problem.limit);
      if (!machine.element_fixed) machine.element_bytes = expected_bytes(plan.sample.longest);
      plan.sources_at_once = best_at_once(work, machine);
      seconds = search_seconds(work, plan.sources_at_once, machine);
    }
    plan.element_bytes = machine.element_bytes;
  }
  plan.search = std::move(graph);
  return seconds;
}

/// How far vertices lie from a hub: rounds of label correcting are for shallow graphs, elimination
/// for deep ones. Those of neither have most of their vertices near, and a long way to the last.
enum class Depth { kShallow, kDeep, kNeither };

/// Takes a plan with the graph of its searches and their sample.
Depth depth_of(const Plan& plan) {
  constexpr std::size_t kLevels = 32;
  constexpr double kMost = 1.0 / 2;  // of what one search reaches
  const sparse::HubBall ball = sparse::hub_ball(*plan.search, kLevels);
  const bool has_most =
      static_cast<double>(ball.vertices) >= std::floor(kMost * plan.sample.by_one);
  if (ball.is_all && has_most) return Depth::kShallow;
  return ball.is_all || has_most ? Depth::kNeither : Depth::kDeep;
}

/// Looks at label correcting, and puts its graph into `plan` where it takes less than `best`
/// seconds. Returns its seconds, unlimited where they are many or the look itself would take a part
/// of `best`. Searches from one source at a time were looked at.
double look_at_labels(const Problem& problem, const Machine& machine, double best, Plan& plan) {
  constexpr double kLeast = 2;  // times that a batch follows the edges of one source
  // What may be spent on the graph, and as much on the sample: a share of `best`. A larger one
  // where the graph of a few thousand vertices already takes more than that; less than `kLittle` is
  // not worth it.
  constexpr double kShare = 0.03;
  constexpr double kMoreShare = 0.1;
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
  if (look > most || all_of_rows(seconds_by(least), machine) > best ||
      depth_of(plan) != Depth::kShallow) {
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

/// What sweeps of a plan count: of few searches, what any of them reached stands for a batch.
Counting counting_of(const Plan& plan, std::size_t vertices) {
  const double reached =
      plan.sample.by_any / static_cast<double>(std::max<std::size_t>(vertices, 1));
  return {plan.numbers_alone, plan.symmetric, reached > 0 ? std::min(reached, 1.0) : 1.0};
}

/// Whether finding an order costs little beside `best`, the seconds of another method. by_labels:
/// that one wins where orders are bad, which take the longer to find the more vertices there are.
/// is_deep: separators are mostly small, so that orders are good and soon found.
bool is_worth_an_order(const Graph& graph, const OrderRates& rates, double best, bool by_labels,
                       bool is_deep) {
  constexpr double kLarge = 30'000;  // vertices of which an edge takes twice as long
  constexpr double kMoreShare = 3;   // where sweeps may still be many times as fast
  const double edge =
      by_labels ? rates.edge * (1 + static_cast<double>(graph.vertices) / kLarge) : rates.edge;
  const double share = by_labels || is_deep ? kMoreShare * rates.share : rates.share;
  return best >= rates.least &&
         static_cast<double>(graph.edge_count()) * edge <= rates.floor + share * best;
}

/// Makes predictions for the width that the longest distance seen so far takes, where no search of
/// the choice's own tells it.
void learn_width(const Problem& problem, Machine& machine, Plan& plan) {
  if (!machine.element_fixed || !problem.seen) return;
  machine.element_bytes = std::max(machine.element_bytes, expected_bytes(problem.seen()));
  plan.element_bytes = machine.element_bytes;
  plan.predictions.front().seconds = dense_seconds(machine);
}

/// Looks at sweeps, and puts their tree into `plan` where they take less than `best` seconds.
/// Returns their seconds. Puts what the devices say into `machine`: it looks beside their start,
/// and waits for them only where they have a say.
double look_at_sweeps(const Problem& problem, Machine& machine, double best, Plan& plan) {
  const Graph& graph = listed(problem.graph);
  if (problem.begin_look) problem.begin_look();
  const bool counts = plan.numbers_alone && std::isfinite(machine.sweep.counted);
  plan.symmetric = counts && seems_symmetric(graph);
  const Counting counting = counting_of(plan, graph.vertices);
  const sparse::Pattern pattern = sparse::pattern_of(graph);
  const sparse::Outline outline(
      pattern, problem.order.empty() ? sparse::minimum_degree(pattern)
                                     : sparse::Order{{problem.order.begin(), problem.order.end()}});
  learn_width(problem, machine, plan);
  if (plan.method == Method::kDense) best = std::max(best, all_of_dense(machine));
  Cut cut = best_cut(outline, problem, machine, counting);
  if (machine.ask && depends_on_devices(cut, problem.graph.vertices, machine)) {
    machine.devices = machine.ask();
    cut = best_cut(outline, problem, machine, counting);
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
  constexpr double kManyOfAll = 1 / 16.0;  // within a limit, where few edges need be followed
  constexpr double kListed = 50e-9;        // seconds that it takes to list an edge for searches
  constexpr double kOrder = 1e-6;          // seconds a vertex and edge that an order takes at most
  constexpr double kDeep = 100;            // levels: sets of bits are sparse
  const Graph& graph = problem.graph;
  const auto vertices = static_cast<double>(graph.vertices);
  const auto edges = static_cast<double>(graph.edge_count());
  const double fewest = problem.limited() ? kManyOfAll * vertices * vertices : 0;
  // The caller's thread has searched some before another wakes.
  if (problem.rows.size() <= kFewRows) machine.threads.each_rows = 0;
  double best = all_of_dense(machine);
  double computing = dense_seconds(machine) + machine.dense.seconds_besides;  // of that method
  const bool by_bits = machine.search && machine.search->bits && graph.matrix == nullptr &&
                       graph.smallest_weight == graph.largest_weight && best > kListed * edges;
  const bool many = edges > fewest && has_many_edges(graph.edge_count(), problem.rows) && !by_bits;
  if (machine.room.matrix && (graph.vertices < kFewVertices || many)) return;
  bool is_short = false;
  bool is_deep = false;
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
      is_deep = plan.sources_at_once > 1
                    ? plan.sample.levels >= kDeep
                    : is_worth_an_order(graph, machine.order, computing, false, true) &&
                          depth_of(plan) == Depth::kDeep;
      is_short = !plan.labels && !is_deep && seconds < kOrder * (vertices + edges);
    } else {
      drop_searches(plan);
    }
  }
  if (!is_short && machine.room.order &&
      (!problem.order.empty() ||
       is_worth_an_order(graph, machine.order, computing, plan.labels != nullptr, is_deep))) {
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

Pace pace_of(const Plan& plan, std::size_t rows, Machine machine) {
  machine.element_bytes = plan.element_bytes;
  switch (plan.method) {
    case Method::kSweep:
      return sweep_pace(plan.tree->counts(), rows, machine,
                        counting_of(plan, plan.tree->counts().vertices()));
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
