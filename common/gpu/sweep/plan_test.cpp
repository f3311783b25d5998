// SPDX-License-Identifier: MIT
// The parts of sweeps that need no device. A program is run here by an interpreter, a lane at a
// time, and compared with the 64-bit triple loop.
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "common/base/index.hpp"
#include "common/core/width.hpp"
#include "common/core/width_choice.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/batches.hpp"
#include "common/gpu/sweep/core_levels.hpp"
#include "common/gpu/sweep/machine.hpp"
#include "common/gpu/sweep/octave_bins.hpp"
#include "common/gpu/sweep/program.hpp"
#include "common/gpu/sweep/shape.hpp"
#include "common/gpu/sweep/sweep_graph.hpp"
#include "common/oracle/reference.hpp"
#include "common/solve/chooser.hpp"
#include "common/solve/sweep_pace.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_sanitizer.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::gpu {
namespace {

using test::random_sample;
using test::Sample;

/// The tree of a minimum-degree order, whose last `core` vertices at most are kept.
sparse::EliminationTree tree_of(const Sample& sample, std::size_t core = 0) {
  const sparse::Pattern pattern = sparse::pattern_of(sample.graph());
  sparse::Order order = sparse::minimum_degree(pattern);
  order.core = std::min(core, sample.vertices);
  return sparse::analyse(pattern, order);
}

/// Cores that the tests of plans keep.
constexpr std::size_t kCores[] = {0, 1, 40, 1000};

std::map<std::string, Sample> shapes() {
  std::uint32_t seed = 40;
  std::map<std::string, Sample> samples = test::samples_of(120, seed);
  samples["chain"] = test::chain(std::vector<Distance>(150, 2), 3);
  samples["shuffled chain"] = test::shuffled(test::chain(std::vector<Distance>(150, 2)), 1);
  samples["band"] = test::band(200, 9, 3, true, 9, 2);
  samples["band, one way"] = test::band(200, 9, 3, false, 9, 3);
  samples["clique"] = random_sample(70, 9000, 0, 90, 4);
  samples["one vertex"] = {1, {}};
  samples["far"] = random_sample(200, 500, 0, 20'000'000, 5);
  return samples;
}

/// One lane of a warp that runs a program.
class Interpreter {
 public:
  /// `rows`: of the batch.
  Interpreter(const SweepProgram& program, Width width, Columns columns, std::size_t rows)
      : program_(program),
        ways_(columns == Columns::kWays),
        infinite_(static_cast<std::uint32_t>(infinity_of(width))),
        slots_(program.slots, infinite_),
        memory_(rows, kUnwritten),
        distances_(program.rise.size(), kUnwritten) {}

  /// The distances from the vertex at `source`, by step. `core`: those to the first steps.
  std::vector<std::uint32_t> run(std::int32_t source, const std::vector<std::uint32_t>& core) {
    REQUIRE(core.size() == program_.core);
    std::copy(core.begin(), core.end(), memory_.begin());
    std::copy(core.begin(), core.end(), distances_.begin());
    if (index(source) >= program_.core) rise(source);
    REQUIRE(std::all_of(slots_.begin(), slots_.end(),
                        [&](std::uint32_t slot) { return slot == infinite_; }));
    fall();
    REQUIRE(lengths_.empty());
    return distances_;
  }

  /// Steps on the last way up.
  [[nodiscard]] std::size_t risen() const { return risen_.size(); }

 private:
  static constexpr std::uint32_t kUnwritten = 0xdeadbeef;

  std::uint32_t& slot(std::uint32_t bytes) {
    REQUIRE(bytes % kSlotBytes == 0);
    return slots_.at(bytes / kSlotBytes);
  }
  std::uint32_t read(std::size_t row) {
    REQUIRE(memory_.at(row) != kUnwritten);
    return memory_[row];
  }
  std::uint32_t& memory_of(const RiseStep& step) {
    return memory_.at(index(RiseStep::kInMemory - step.slot));
  }
  /// Words of u16 hold the weight twice; the interpreter is in the lower half.
  [[nodiscard]] std::uint32_t sum(std::uint32_t value, std::uint32_t weight) const {
    return value + (infinite_ == 0x7fff ? weight & 0xffff : weight);
  }

  void rise(std::int32_t source) {
    for (std::int32_t step = source; step >= 0; step = program_.rise[index(step)].parent) {
      const RiseStep& present = program_.rise[index(step)];
      if (present.slot <= RiseStep::kInMemory) memory_of(present) = infinite_;
    }
    for (std::int32_t step = source; step >= 0; step = program_.rise[index(step)].parent) {
      const RiseStep& present = program_.rise[index(step)];
      std::uint32_t length = infinite_;
      if (present.slot >= 0) {
        std::swap(length, slot(static_cast<std::uint32_t>(present.slot)));
      } else if (present.slot <= RiseStep::kInMemory) {
        std::swap(length, memory_of(present));
      }
      if (step == source) length = 0;
      if (ways_) {
        lengths_.push_back(length);
      } else {
        memory_[index(step)] = length;
      }
      risen_.insert(static_cast<std::uint32_t>(step));
      for (std::uint32_t n = present.begin; n < present.end; ++n) {
        const RiseArc& arc = program_.rise_arcs[n];
        if ((arc.place & RiseArc::kInMemory) != 0) {
          std::uint32_t& to = memory_.at(arc.place & ~RiseArc::kInMemory);
          to = std::min(to, sum(length, arc.weight));
        } else {
          std::uint32_t& to = slot(arc.place);
          to = std::min(to, sum(length, arc.weight));
        }
      }
    }
  }

  void fall() {
    auto step = static_cast<std::uint32_t>(program_.core);
    std::size_t kept = 0;
    const auto start = [&] {
      if (risen_.count(step) == 0) return infinite_;
      if (!ways_) return memory_[step];
      const std::uint32_t length = lengths_.back();
      lengths_.pop_back();
      return length;
    };
    std::uint32_t distance = step < distances_.size() ? start() : infinite_;
    // Values read from memory arrive as late as they may.
    std::vector<std::pair<Unit, std::uint32_t>> under_way;
    const auto arrive = [&] {
      for (const auto& [unit, found] : under_way) {
        slot(unit.z) = found;
        distance = std::min(distance, sum(found, unit.y));
      }
      under_way.clear();
    };
    REQUIRE(program_.fall.size() % kStageUnits == 0);
    for (std::size_t n = 0; n < program_.fall.size();) {
      const Unit head = program_.fall[n];
      if ((head.x & group::kEndOfStage) != 0) {
        arrive();
        n = (n / kStageUnits + 1) * kStageUnits;
        continue;
      }
      const std::size_t count = (head.x & group::kArcBytes) / sizeof(Unit);
      REQUIRE(n % kStageUnits + count + 1 < kStageUnits);  // room for the end of the stage
      const bool from_memory = (head.x & group::kFromMemory) != 0;
      REQUIRE((!from_memory || count <= group::kReads));
      if (from_memory) arrive();
      if (!from_memory) distance = std::min(distance, sum(slot(head.z), head.w));
      for (std::size_t a = n + 1; a <= n + count; ++a) {
        const Unit& unit = program_.fall[a];
        if (from_memory) {
          under_way.push_back({unit, read(unit.x)});
        } else {
          distance = std::min({distance, sum(slot(unit.x), unit.y), sum(slot(unit.z), unit.w)});
        }
      }
      n += count + 1;
      if ((head.x & group::kMore) != 0) continue;
      if ((head.x & group::kArrives) != 0) arrive();
      REQUIRE(under_way.empty());
      slot(head.y) = distance;
      if (!ways_) {
        memory_.at(step) = distance;
      } else if ((head.x & group::kKept) != 0) {
        memory_.at(program_.rows_of_kept.at(kept++)) = distance;
      }
      distances_.at(step++) = distance;
      distance = step < distances_.size() ? start() : infinite_;
    }
    REQUIRE(step == distances_.size());
    if (ways_) REQUIRE(kept + 1 == program_.rows_of_kept.size());
  }

  const SweepProgram& program_;
  const bool ways_;
  const std::uint32_t infinite_;
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> memory_;     // by row
  std::vector<std::uint32_t> lengths_;    // that the way up left
  std::vector<std::uint32_t> distances_;  // by step
  std::set<std::uint32_t> risen_;
};

TEST_CASE("a traversal goes down every tree, a subtree after the other") {
  for (const auto& [kind, sample] : shapes()) {
    for (const std::size_t core : kCores) {
      INFO(kind << ", core " << core);
      const sparse::EliminationTree tree = tree_of(sample, core);
      const Traversal traversal(tree);
      REQUIRE(traversal.core == std::min(core, sample.vertices));
      std::vector<std::int32_t> sorted = traversal.positions;
      std::sort(sorted.begin(), sorted.end());
      for (std::size_t p = 0; p < sorted.size(); ++p) REQUIRE(index(sorted[p]) == p);
      std::vector<std::int32_t> way;  // from a root to the step before
      for (std::size_t step = 0; step < tree.size(); ++step) {
        const std::size_t position = index(traversal.positions[step]);
        REQUIRE((step < traversal.core) == (position >= tree.core_begin));
        if (step < traversal.core) REQUIRE(position == tree.core_begin + step);
        const std::int32_t parent = traversal.parents[step];
        while (!way.empty() && way.back() != parent) way.pop_back();
        REQUIRE((parent == Traversal::kRoot) == way.empty());
        way.push_back(static_cast<std::int32_t>(step));
        REQUIRE(index(traversal.steps_of_position[position]) == step);
        REQUIRE(index(traversal.steps_of_vertex[index(tree.vertices[position])]) == step);
      }
    }
  }
}

/// The distances from every step to the core, as a device makes them: `closed`, between its
/// vertices, grows by the row of each step.
std::vector<std::vector<Distance>> core_rows(const CoreLevels& levels,
                                             std::vector<std::vector<Distance>> closed,
                                             std::size_t steps) {
  const std::size_t core = closed.size();
  closed.resize(steps, std::vector<Distance>(core, kUnreachable));
  REQUIRE(levels.levels.back() == levels.rows.size());
  REQUIRE(levels.rows.size() == steps - core);
  for (std::size_t level = 0; level + 1 < levels.levels.size(); ++level) {
    const std::vector<std::vector<Distance>> before = closed;
    for (std::size_t n = levels.levels[level]; n < levels.levels[level + 1]; ++n) {
      const LevelRow& row = levels.rows[n];
      REQUIRE(row.step >= core);
      for (std::uint32_t pair = row.begin; pair < row.end; ++pair) {
        for (std::size_t v = 0; v < core; ++v) {
          const Distance beyond = before[index(levels.ups[pair])][v];
          if (beyond == kUnreachable || levels.rising[pair] == kUnreachable) continue;
          Distance& known = closed[row.step][v];
          known = std::min<Distance>(known, levels.rising[pair] + beyond);
        }
      }
    }
  }
  return closed;
}

TEST_CASE("the rows of a core grow, a level of the tree at a time") {
  for (const auto& [kind, sample] : shapes()) {
    if (kind == "far") continue;  // sums beyond kUnreachable
    const std::size_t vertices = sample.vertices;
    const std::vector<Distance> expected = reference::distances(sample.graph()).value();
    for (const std::size_t core : kCores) {
      INFO(kind << ", core " << core);
      const sparse::EliminationTree tree = tree_of(sample, core);
      const SweepGraph graph(sample.graph(), tree);
      const auto vertex_of = [&](std::size_t step) {
        return index(tree.vertices[index(graph.traversal.positions[step])]);
      };
      const auto expected_row = [&](std::size_t step) {
        std::vector<Distance> row;
        for (std::size_t v = 0; v < graph.traversal.core; ++v) {
          row.push_back(expected[vertex_of(step) * vertices + vertex_of(v)]);
        }
        return row;
      };
      std::vector<std::vector<Distance>> closed;
      for (std::size_t v = 0; v < graph.traversal.core; ++v) closed.push_back(expected_row(v));
      const auto rows =
          core_rows(CoreLevels(tree, graph.eliminated, graph.traversal), closed, vertices);
      for (std::size_t step = 0; step < vertices; ++step) {
        REQUIRE(rows[step] == expected_row(step));
      }
    }
  }
}

TEST_CASE("no two steps have a slot at the same time") {
  for (const auto& [kind, sample] : shapes()) {
    for (const std::size_t core : kCores) {
      const sparse::EliminationTree tree = tree_of(sample, core);
      const Lifetimes lifetimes(tree, Traversal(tree));
      for (std::size_t step = 0; step < tree.core_size(); ++step) {
        REQUIRE(lifetimes.last[step] < 0);
      }
      for (const std::size_t capacity :
           {std::size_t{1}, std::size_t{3}, std::size_t{20}, tree.size()}) {
        INFO(kind << ", core " << core << ", " << capacity << " slots");
        const Slots slots = assign_slots(lifetimes, capacity);
        REQUIRE(slots.count <= capacity);
        if (capacity >= lifetimes.most_alive) REQUIRE(slots.spilled_reads == 0);
        std::vector<std::int32_t> ends(std::max<std::size_t>(1, slots.count), 0);
        for (std::size_t step = 0; step < tree.size(); ++step) {
          const std::int32_t slot = slots.of_step[step];
          REQUIRE((slot == Slots::kNone) == (lifetimes.last[step] < 0));
          if (slot < 0) continue;
          REQUIRE(ends[index(slot)] <= static_cast<std::int32_t>(step));
          ends[index(slot)] = lifetimes.last[step];
        }
      }
    }
  }
}

std::vector<std::pair<std::size_t, Columns>> capacities_and_columns() {
  std::vector<std::pair<std::size_t, Columns>> both;
  for (const Columns columns : {Columns::kAll, Columns::kWays}) {
    for (const std::size_t capacity : {2, 3, 7, 30, 1000}) both.emplace_back(capacity, columns);
  }
  return both;
}

/// An interpreter of it under a sanitizer is slow.
constexpr std::size_t kSources = test::kTakesAddressSpace ? 8 : 40;

TEST_CASE("a program gives the distances, however few its slots, in rows for all steps or ways") {
  for (const auto& [kind, sample] : shapes()) {
    const std::vector<Distance> expected = reference::distances(sample.graph()).value();
    const std::size_t vertices = sample.vertices;
    for (const std::size_t core : kCores) {
      const sparse::EliminationTree tree = tree_of(sample, core);
      const SweepGraph graph(sample.graph(), tree);
      const Traversal& traversal = graph.traversal;
      for (const Width width : {Width::kU16, Width::kS32}) {
        const auto expected_distance = [&](std::size_t source, std::size_t vertex) {
          return static_cast<std::uint32_t>(
              std::min(expected[source * vertices + vertex], infinity_of(width)));
        };
        for (const auto& [capacity, columns] : capacities_and_columns()) {
          INFO(kind << ", core " << core << ", " << name(width) << ", " << capacity << " slots, "
                    << (columns == Columns::kAll ? "all steps" : "ways alone"));
          const SweepProgram program = program_of(tree, graph.eliminated, traversal,
                                                  graph.lifetimes, capacity, width, columns);
          REQUIRE(program.rows_of_kept.empty() == (columns == Columns::kAll));
          REQUIRE(program.slots <= capacity);
          if (capacity > graph.lifetimes.most_with_core + 1) {
            REQUIRE(program.reads_from_memory <= static_cast<double>(traversal.core));
          }
          for (std::size_t source = 0; source < vertices; source += 1 + vertices / kSources) {
            std::vector<std::uint32_t> to_core;
            for (std::size_t v = 0; v < traversal.core; ++v) {
              to_core.push_back(
                  expected_distance(source, index(tree.vertices[index(traversal.positions[v])])));
            }
            Interpreter interpreter(program, width, columns, rows_of(traversal, columns));
            const std::vector<std::uint32_t> found =
                interpreter.run(traversal.steps_of_vertex[source], to_core);
            REQUIRE(
                interpreter.risen() ==
                most_risen(RowSet(vertices, {static_cast<std::int32_t>(source)}), traversal, 1));
            for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
              const std::uint32_t clipped = expected_distance(source, vertex);
              const std::uint32_t distance = found[index(traversal.steps_of_vertex[vertex])];
              if (distance != clipped) {
                FAIL("from " << source << " to " << vertex << ": " << distance << ", expected "
                             << clipped);
              }
            }
          }
        }
      }
    }
  }
}

TEST_CASE("batches take every row once, and in order where they must") {
  const Sample sample = random_sample(333, 700, 0, 9, 6);
  const sparse::EliminationTree tree = tree_of(sample);
  const Traversal traversal(tree);
  const RowSet all(sample.vertices);
  const RowSet some(sample.vertices, {7, 3, 3, 332, 0, 50, 51, 52, 200, 7});
  for (const RowSet* rows : {&all, &some}) {
    for (const std::size_t lanes : {1, 4, 32, 333, 1000}) {
      for (const bool in_order : {false, true}) {
        INFO(rows->size() << " rows, " << lanes << " lanes, in order: " << in_order);
        const Batches batches(*rows, traversal, lanes, in_order);
        std::vector<std::int32_t> put;
        for (std::size_t n = 0; n < batches.count(); ++n) {
          const Batch batch = batches.batch(n);
          REQUIRE(batch.size() > 0);
          REQUIRE(batch.size() <= lanes);
          REQUIRE(std::is_sorted(batch.steps.begin(), batch.steps.end()));
          const std::size_t half = batch.size() / 2;
          const Batch parts[] = {part_of(batch, 0, half), part_of(batch, half, batch.size())};
          for (const Batch& part : parts) {
            REQUIRE(std::is_sorted(part.steps.begin(), part.steps.end()));
            for (std::size_t lane = 0; lane < part.size(); ++lane) {
              const std::size_t source = rows->source(index(part.rows[lane]));
              REQUIRE(index(part.vertices[lane]) == source);
              REQUIRE(part.steps[lane] == traversal.steps_of_vertex[source]);
            }
            for (const std::int32_t lane : part.lanes) put.push_back(part.rows[index(lane)]);
          }
        }
        if (in_order) REQUIRE(std::is_sorted(put.begin(), put.end()));
        std::sort(put.begin(), put.end());
        REQUIRE(put.size() == rows->size());
        for (std::size_t row = 0; row < put.size(); ++row) REQUIRE(index(put[row]) == row);
      }
    }
  }
}

TEST_CASE("ways up meet as many steps as there are different ancestors") {
  std::mt19937 random(7);
  for (const auto& [kind, sample] : shapes()) {
    for (const std::size_t core : kCores) {
      const sparse::EliminationTree tree = tree_of(sample, core);
      const Traversal traversal(tree);
      for (const std::size_t lanes : {1, 3, 64, 1000}) {
        std::vector<std::int32_t> sources(1 + random() % sample.vertices);
        for (std::int32_t& source : sources) {
          source = static_cast<std::int32_t>(random() % sample.vertices);
        }
        INFO(kind << ", core " << core << ", " << lanes << " lanes, " << sources.size()
                  << " sources");
        const RowSet rows(sample.vertices, sources);
        const Batches batches(rows, traversal, lanes, false);
        std::size_t most = 0;
        for (std::size_t n = 0; n < batches.count(); ++n) {
          std::set<std::int32_t> met;
          for (std::int32_t step : batches.batch(n).steps) {
            if (index(step) < traversal.core) continue;
            for (; step >= 0; step = traversal.parents[index(step)]) met.insert(step);
          }
          most = std::max(most, met.size());
        }
        REQUIRE(most_risen(rows, traversal, lanes) == most);
      }
    }
  }
}

TEST_CASE("every distance has an octave bin, within those of any histogram that needs it") {
  for (const int widening : {0, 1, 5, 14}) {
    const OctaveBins octaves{widening};
    std::size_t before = 0;
    for (std::int64_t distance = 0; distance < kUnreachable; distance += 1 + distance / 100'000) {
      const std::size_t bin = octaves.index(static_cast<std::uint32_t>(distance));
      const std::int64_t lower = octaves.lower(bin), width = octaves.lower(bin + 1) - lower;
      const std::int64_t largest = std::max(distance, std::int64_t{Bins::kCount - 1} << widening);
      const Bins bins = Bins::covering(0, static_cast<Distance>(largest));
      if (bin < before || lower > distance || lower + width <= distance || lower % width != 0 ||
          (largest < kUnreachable && width > bins.width())) {
        FAIL(distance << " is in bin " << bin << ", widening " << widening);
      }
      before = bin;
    }
    REQUIRE(octaves.index(kUnreachable - 1) < OctaveBins::kCount);
  }
}

TEST_CASE("a shape keeps to the room that a device has") {
  for (const std::size_t steps : {1, 33, 5'000, 300'000}) {
    for (const std::size_t alive : {0, 1, 70, 900, 100'000}) {
      for (const std::size_t shared : {48, 64, 99, 227}) {
        for (const std::size_t warps : {1, 3, 100, 5'000, 1'000'000}) {
          const std::size_t bytes = warp_bytes(steps, steps);
          const SweepRoom room{132, shared * 1024, warps * bytes};
          for (const std::size_t words :
               {std::size_t{1}, std::size_t{32}, std::size_t{33}, steps}) {
            INFO(steps << " steps, " << alive << " alive, " << shared << " KiB, " << warps
                       << " warps, " << words << " words");
            const SweepShape shape = shape_for(bytes, alive, words, room, Columns::kAll);
            REQUIRE(shape.warps >= 1);
            REQUIRE(shape.warps <= most_warps(Columns::kAll));
            REQUIRE(shape.blocks >= 1);
            REQUIRE(shape.capacity >= 2);
            REQUIRE(shared_bytes(shape.warps, shape.capacity) <= room.shared_bytes);
            const std::size_t needed = (words + kWordsOfWarp - 1) / kWordsOfWarp;
            if (needed <= warps) {
              REQUIRE(shape.pitch() >= words);  // one batch, with less than a block to spare
              REQUIRE((shape.blocks - 1) * shape.warps < needed);
            } else {
              REQUIRE(shape.blocks * shape.warps <= warps);
            }
            const SweepShape round = shape_for(bytes, alive, words, room, Columns::kWays);
            REQUIRE(round.warps >= 1);
            REQUIRE(round.warps <= most_warps(Columns::kWays));
            REQUIRE(round.blocks >= 1);
            REQUIRE(shared_bytes(round.warps, round.capacity) <= room.shared_bytes);
            const std::size_t batches = (words + round.pitch() - 1) / round.pitch();
            if (warps >= room.processors * most_warps(Columns::kWays)) {
              REQUIRE(round.blocks <= room.processors);
              REQUIRE(batches <= 1 + needed / (room.processors * round.warps));
            } else {
              REQUIRE(round.blocks * round.warps <= std::max(warps, needed));
              REQUIRE((needed <= warps || round.blocks * round.warps <= warps));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("devices sweep along large grids and roads, not over small or dense graphs") {
  const auto chosen = [](const Sample& sample, std::optional<Method> forced = {}) {
    return choose(sample.graph(), machine_for(sample.graph()), forced).method;
  };
  REQUIRE(chosen(test::grid(140, 140, 9, 1)) == Method::kSweep);
  REQUIRE(chosen(test::grid(140, 140, 9, 1), Method::kDense) == Method::kDense);
  REQUIRE(chosen(test::grid(20, 20, 9, 1)) == Method::kDense);
  REQUIRE(chosen(test::grid(20, 20, 9, 1), Method::kSweep) == Method::kSweep);
  REQUIRE(chosen(random_sample(20'000, 80'000, 0, 9, 7)) == Method::kSweep);  // by its core
  REQUIRE(chosen(random_sample(20'000, 600'000, 0, 9, 7)) == Method::kDense);
  REQUIRE(chosen({20'000, {}}) == Method::kSearch);
  REQUIRE(chosen(test::weighing(random_sample(20'000, 80'000, 0, 9, 7), 5)) == Method::kSearch);
  REQUIRE(chosen(test::weighing(test::grid(140, 140, 9, 1), 5)) == Method::kSweep);
  REQUIRE(chosen({0, {}}) == Method::kDense);
}

TEST_CASE("the choice depends on the number of devices and on their room") {
  const Sample random = random_sample(45'000, 540'000, 0, 9, 7);
  const Sample grid = test::grid(215, 210, 9, 1);
  constexpr std::size_t kLarge = std::size_t{64} << 30, kSmall = std::size_t{1} << 28;
  const auto chosen = [](const Sample& sample, std::size_t devices, std::size_t core_bytes) {
    return choose(sample.graph(), machine_for(sample.graph(), [=] {
                    return DeviceRoom{devices, static_cast<double>(core_bytes)};
                  }));
  };
  const Plan one = chosen(random, 1, kLarge);
  REQUIRE(one.method == Method::kSweep);
  REQUIRE(one.tree->core_size() > random.vertices / 2);
  REQUIRE(chosen(random, 8, kLarge).method == Method::kDense);  // each would close the core
  REQUIRE(chosen(random, 1, kSmall).method == Method::kDense);
  REQUIRE(chosen(grid, 1, kLarge).tree->core_size() >= 2000);
  REQUIRE(chosen(grid, 8, kSmall).method == Method::kSweep);
}

TEST_CASE("sweeps over parts without a bound look for one in each") {
  constexpr Distance kHeavy = 1'000'000;  // V - 1 of them are longer than the format holds
  Sample sample = test::grid(100, 100, kHeavy, 1);
  const std::size_t part = sample.vertices;
  const std::vector<Edge> first = sample.edges;
  for (const Edge& edge : first) {
    sample.edges.push_back({edge.source + static_cast<std::int32_t>(part),
                            edge.destination + static_cast<std::int32_t>(part), edge.weight});
  }
  sample.vertices = 2 * part;
  const sparse::EliminationTree tree = tree_of(sample);
  Pace pace = sweep_pace(tree.counts(), sample.vertices, machine_for(sample.graph()));
  REQUIRE(pace.repeats);
  pace.seconds_besides = 10;  // worth a search whatever the number of threads
  REQUIRE(choose_width(sample.graph(), kWidths, pace).bounds.most < kUnreachable);
}

}  // namespace
}  // namespace apsp::gpu
