// SPDX-License-Identifier: MIT
// The program of a sweep, run by an interpreter, against the triple loop.
#include "common/gpu/sweep/program.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "common/base/index.hpp"
#include "common/core/width.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/batches.hpp"
#include "common/gpu/sweep/sweep_graph.hpp"
#include "common/gpu/sweep/test_plans.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_sanitizer.hpp"

namespace apsp::gpu {
namespace {

using test::kCores;
using test::plan_samples;
using test::tree_of;

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
  for (const auto& [kind, sample] : plan_samples()) {
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

TEST_CASE("no two steps have a slot at the same time") {
  for (const auto& [kind, sample] : plan_samples()) {
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
  for (const auto& [kind, sample] : plan_samples()) {
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
          const SweepProgram program = program_of(graph, capacity, width, columns);
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

}  // namespace
}  // namespace apsp::gpu
