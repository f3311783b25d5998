// SPDX-License-Identifier: MIT
// What a machine can do, as far as the choice of a method depends on it: processors and devices
// differ by these numbers alone.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>

#include "common/core/width_choice.hpp"

namespace apsp {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// Rates of sweeps. A relaxation by lanes is the unit of the numbers without one.
struct SweepRates {
  double lanes;  // relaxations per second x bytes of an element

  // Of one source:
  double step = 0;           // for each vertex outside the core
  double near = kUnlimited;  // higher neighbours of a vertex that take 1 each, those in the core
  double far = 1;            // left out; the others take so much
  double core = 1;           // a higher neighbour in the core
  double core_reach = 0;     // core vertices x those that a vertex reaches by rising ways,
  double core_near = 0;      // as long as these are so many, whose rows stay in the nearest cache;
  double core_far = 0;       // others take so much more

  std::size_t batch_bytes = 0;  // elements of the sources that a thread sweeps at once; 0: any

  // Once, on each device:
  double core_rows = 0;  // pairs of the fill x core vertices: the rows to the core
  double closure;        // relaxations per second x bytes of the core's closure, by tiles,
  double waits = 0;      // in each round of which all wait as long as so many products take

  // Before and after, a second:
  double tree;                     // relaxations of the elimination outside the core
  double pairs_core = kUnlimited;  // relaxations of the elimination between vertices of the core
  double core_pairs = kUnlimited;  // pairs of core vertices made ready
  double laid_out = kUnlimited;    // pairs of the fill made ready
  double way_back = kUnlimited;    // elements brought back to the input's numbering

  // In place of the way back where a summary alone is wanted: distances that are counted a second,
  // half of them where they are alike both ways and all are finite.
  double counted_half = kUnlimited;
  double counted = kUnlimited;
  double counted_wide = 0;  // seconds more, once, where elements have four bytes
};

/// Rates of searches by bits, in seconds on one thread, for batches of kSources.
struct BitRates {
  static constexpr std::size_t kSources = 512;

  std::size_t least = 64;          // sources of a batch,
  std::size_t most_of_rows = 256;  // and at most, where rows are wanted

  double visit = 28e-9;         // of a vertex, at each level at which any source reaches it,
  double edge = 0.25e-9;        // and of each edge that leaves it;
  double far = 68e-9;           // so much more of a visit where the caches do not hold all sets,
  double near_bytes = 7e6;      // of so many bytes,
  double near_levels = 6.5;     // but less where a search spreads over more levels
  double store = 5e-9;          // of a visit, where rows are wanted
  double reach = 4;             // vertices that a batch reaches, for each that one source reaches
  double shared = 3;            // sources that share a visit, at least
  double fixed = 0.45;          // share of a visit's time that sets of any size take
  double way_back = 1e-9;       // of a distance, where rows are wanted
  double level = 0;             // of each level of all searches together
  double start = 0.7;           // of what a thread of sweeps takes to start
  double graph_vertex = 60e-9;  // of the graph that is made
  double graph_edge = 25e-9;    // likewise
};

/// Rates of label correcting, in seconds on one thread. A row holds the distances from the sources
/// of a batch to one vertex.
struct LabelRates {
  double row_bytes = 256;
  double arc = 6.2e-9;  // a row that is lowered along an edge, where rows stay in the caches,
  double far = 28e-9;   // and so much more of one that does not,
  double near_bytes = 13 << 20;  // of so many bytes of rows for each thread
  double visit = 27e-9;          // of a vertex whose edges are followed
  double vertex = 40e-9;         // of each vertex, in each batch: its row is cleared and read
  double start = 0.8;            // of what a thread of sweeps takes to start
  double round_vertex = 8e-12;   // of a vertex in each round: 64 marks are looked at together
  double graph_vertex = 60e-9;   // of the graph that is made
  double graph_edge = 30e-9;     // likewise
};

/// Rates of searches, in seconds on one thread.
struct SearchRates {
  double at_once;               // searches that run at the same time
  double row = 0.1e-6;          // a search of its own; unlimited: there are none
  double vertex = 70e-9;        // that is reached, by Dijkstra's algorithm,
  double alone = 10e-9;         // or where it has no other beside it, as on a path,
  double edge = 1.7e-9;         // and an edge that leaves it
  double equal_vertex = 17e-9;  // likewise where all weights are equal: breadth first
  double equal_edge = 0.7e-9;
  std::optional<BitRates> bits = {};      // nothing: it has no searches by bits
  std::optional<LabelRates> labels = {};  // likewise
};

/// What an order of elimination may cost, and where its core begins.
struct OrderRates {
  double edge;       // seconds an edge that looking for it takes, roughly
  double floor;      // seconds that nobody notices: it may always take so long,
  double share;      // and such a share of the best method known so far
  double least = 0;  // seconds of that method, below which no order is looked for

  std::size_t least_core = 128;  // vertices of a core, if there is one
  double core_gain = 0.02;       // share of the time without a core that one must win
};

/// What there is memory for.
struct Room {
  bool matrix = true;             // that of the dense method
  bool order = true;              // finding an order of elimination
  bool search = true;             // the graph of searches
  bool at_once = true;            // searches of several sources at once, beside that graph
  double most_fill = kUnlimited;  // pairs, those of a core included, beside the order
};

/// The devices of a solve: those that share its sources.
struct DeviceRoom {
  std::size_t devices = 1;
  double core_bytes = kUnlimited;  // for the rows to a core, in all widths
};

/// The threads of a solve. Each touches its own pages first, which the system hands out one after
/// the other. So this takes as long as that of all threads together.
struct Threads {
  double count = 1;
  double useful = 1;        // those with a core of their own that would do as much
  double start_vertex = 0;  // seconds of each thread and vertex
  double start_counts = 0;  // seconds of each that counts distances

  // Seconds of each to start, to wake and to wait for; fewer than all are taken where they cost
  // more than they win. No part of predictions: the choice counts them.
  double each_dense = 0;  // of the dense method
  double each_rows = 0;   // of others
};

/// A machine, for one problem.
struct Machine {
  Pace dense;                 // of the dense method
  double leaving = 0;         // seconds until its rows have left, which happens once it has ended
  double leaving_beside = 0;  // of other methods, whose threads put rows side by side
  SweepRates sweep;
  OrderRates order;
  std::optional<SearchRates> search = {};  // nothing: it has no searches
  Room room = {};
  Threads threads = {};
  double element_bytes = 2;    // in predictions, until a look at the graph says more
  bool element_fixed = false;  // no search of the choice says more, Problem::seen may

  /// What is known of the devices at once; and the devices' own word, which may take as long as
  /// they take to start. Asked only where it matters. Empty: there are none.
  DeviceRoom devices = {};
  std::function<DeviceRoom()> ask = {};
  double core_element_bytes = 0;  // of a row to the core, an element
};

/// Seconds of a pace in elements of the machine's predictions.
[[nodiscard]] double seconds_of(const Pace& pace, const Machine& machine);

/// Seconds until a thread of rows has begun. counts: it counts distances.
[[nodiscard]] double start_seconds(std::size_t vertices, const Machine& machine, bool counts);

/// Threads that share what takes all of them so many seconds, where each takes `start` to begin.
/// They start one after the other, so that for little work no more are taken than make it shorter.
[[nodiscard]] double threads_for(double seconds, double start, const Machine& machine);

/// How many times as long products of tiles take, so many relaxations in the rounds of so many
/// vertices, as without the waits of each round.
[[nodiscard]] double waiting_for_rounds(double vertices, double relaxations, double waits);

/// How many times as long as without them batches take: threads wait for the last ones.
[[nodiscard]] double waiting(double sources, double threads, const Machine& machine);

/// Distances that leave a second, one after the other. counts: they are counted in place of that.
/// half: one of two that are alike both ways.
[[nodiscard]] double leaving_rate(const Machine& machine, bool counts, bool half);

}  // namespace apsp
