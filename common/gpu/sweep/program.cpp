// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/program.hpp"

#include <algorithm>
#include <future>
#include <span>

#include "common/base/index.hpp"
#include "common/gpu/sweep/next_reads.hpp"
#include "common/gpu/sweep/slots.hpp"
#include "common/sparse/elimination.hpp"
#include "common/sparse/elimination_tree.hpp"

namespace apsp::gpu {
namespace {

constexpr std::int32_t kNoSlot = -1;

std::uint32_t bytes_of_slot(std::int32_t slot) {
  return static_cast<std::uint32_t>(index(slot) * kSlotBytes);
}

/// A weight as the word that is added to those of lanes.
std::uint32_t word_of(Distance weight, Width width) {
  const auto clipped = static_cast<std::uint32_t>(std::min(weight, infinity_of(width)));
  return width == Width::kU16 ? clipped * 0x00010001u : clipped;
}

/// The slots of the fall, each with the step that reads it next.
class FallCache {
 public:
  FallCache(std::size_t steps, std::size_t capacity) : slots_(steps, kNoSlot), next_(capacity, 0) {
    for (std::size_t slot = capacity; slot-- > 0;) free_.push_back(static_cast<std::int32_t>(slot));
    holders_.resize(capacity);
  }

  [[nodiscard]] std::int32_t slot_of(std::int32_t step) const { return slots_[index(step)]; }

  /// `step`, which has a slot, is read, and again at `next`.
  void read(std::int32_t step, std::int32_t next) {
    const std::int32_t slot = slots_[index(step)];
    next_[index(slot)] = next;
    if (next == NextReads::kNever) release(slot);
  }

  /// Gives a slot to `step`, unless all slots are read before `next`. Returns it or kNoSlot.
  std::int32_t keep(std::int32_t step, std::int32_t next) {
    if (next == NextReads::kNever) return kNoSlot;
    if (free_.empty()) {
      // In two passes, of which vectors do both.
      std::int32_t furthest = 0;
      for (const std::int32_t other : next_) furthest = std::max(furthest, other);
      if (furthest <= next) return kNoSlot;
      release(static_cast<std::int32_t>(std::find(next_.begin(), next_.end(), furthest) -
                                        next_.begin()));
    }
    const std::int32_t slot = free_.back();
    free_.pop_back();
    slots_[index(step)] = slot;
    holders_[index(slot)] = step;
    next_[index(slot)] = next;
    return slot;
  }

 private:
  void release(std::int32_t slot) {
    slots_[index(holders_[index(slot)])] = kNoSlot;
    next_[index(slot)] = 0;
    free_.push_back(slot);
  }

  std::vector<std::int32_t> slots_;    // of each step, or kNoSlot
  std::vector<std::int32_t> next_;     // of each slot
  std::vector<std::int32_t> holders_;  // of each slot
  std::vector<std::int32_t> free_;
};

/// Lays out groups, stage by stage.
class FallWriter {
 public:
  /// An arc whose value lies in a slot; without `keep` for that.
  struct Arc {
    std::uint32_t place;  // slot in bytes, or step
    std::uint32_t weight;
    std::uint32_t keep = 0;
  };

  FallWriter(std::vector<Unit>& units, Arc neutral) : units_(units), neutral_(neutral) {}

  /// The groups of one step, whose distance goes to the slot `to`. Those read `from_memory` come
  /// first: they are on their way while slots are read, which they do not take over. Returns the
  /// unit of the last head.
  std::size_t add_step(std::span<const Arc> from_slots, std::span<const Arc> from_memory,
                       std::uint32_t to) {
    add_from_memory(from_memory, to);
    return add_from_slots(from_slots, to, from_memory.empty() ? 0 : group::kArrives);
  }

  /// Fills up the last stage.
  void finish() {
    if (left() < kStageUnits) fill_stage();
  }

 private:
  [[nodiscard]] std::size_t left() const { return kStageUnits - units_.size() % kStageUnits; }

  void fill_stage() {
    units_.push_back({group::kEndOfStage, 0, 0, 0});
    units_.resize(units_.size() + left() % kStageUnits, Unit{});
  }

  /// Batches that the next group has room for beside `others` units, at most those for `wanted`.
  /// Begins a new stage where hardly any is left.
  std::size_t room_for_batches(std::size_t others, std::size_t wanted) {
    const std::size_t batches = (wanted + group::kBatch - 1) / group::kBatch;
    constexpr std::size_t kFew = 4;
    const std::size_t besides = others + 2;  // the head, the end of the stage
    if (left() < besides + group::kBatch * std::min(batches, kFew)) fill_stage();
    return std::min(batches, (left() - besides) / group::kBatch);
  }

  std::size_t add_from_slots(std::span<const Arc> arcs, std::uint32_t to,
                             std::uint32_t flags_of_last) {
    const auto or_neutral = [&](std::size_t n) { return n < arcs.size() ? arcs[n] : neutral_; };
    std::size_t last = 0;
    do {
      const std::size_t wanted = arcs.size() / 2;  // units, beside the head's arc
      const std::size_t batches = room_for_batches(1, wanted == 0 ? 0 : wanted - 1);
      const std::size_t units = wanted == 0 ? 0 : 1 + group::kBatch * batches;
      const std::size_t taken = std::min(arcs.size(), 1 + 2 * units);
      last = units_.size();
      head(static_cast<std::uint32_t>(units), taken == arcs.size() ? flags_of_last : group::kMore,
           to, or_neutral(0));
      for (std::size_t n = 1; n < 1 + 2 * units; n += 2) {
        const Arc first = or_neutral(n), second = or_neutral(n + 1);
        units_.push_back({first.place, first.weight, second.place, second.weight});
      }
      arcs = arcs.subspan(taken);
    } while (!arcs.empty());
    return last;
  }

  void add_from_memory(std::span<const Arc> arcs, std::uint32_t to) {
    while (!arcs.empty()) {
      const std::size_t units =
          group::kBatch * room_for_batches(0, std::min(arcs.size(), group::kReads));
      const std::size_t taken = std::min(arcs.size(), units);
      head(static_cast<std::uint32_t>(units), group::kFromMemory | group::kMore, to, neutral_);
      for (std::size_t n = 0; n < units; ++n) {
        const Arc arc =
            n < taken ? arcs[n] : Arc{arcs[taken - 1].place, neutral_.weight, neutral_.place};
        units_.push_back({arc.place, arc.weight, arc.keep, 0});
      }
      arcs = arcs.subspan(taken);
    }
  }

  void head(std::uint32_t units, std::uint32_t flags, std::uint32_t to, const Arc& first) {
    const auto bytes = static_cast<std::uint32_t>(units * sizeof(Unit));
    units_.push_back({bytes | flags, to, first.place, first.weight});
  }

  std::vector<Unit>& units_;
  const Arc neutral_;  // changes nothing
};

void write_fall(const SweepGraph& graph, std::size_t capacity, Width width, Columns columns,
                SweepProgram& program) {
  const sparse::EliminationTree& tree = graph.tree;
  const sparse::EliminatedGraph& eliminated = graph.eliminated;
  const Traversal& traversal = graph.traversal;
  const bool keeps = columns == Columns::kWays;
  std::vector<bool> is_read(keeps ? tree.size() : 0, false);
  std::vector<std::size_t> last_heads(keeps ? tree.size() : 0);
  const std::uint32_t unread = bytes_of_slot(static_cast<std::int32_t>(usable_slots(capacity)));
  const auto bytes_or_unread = [&](std::int32_t slot) {
    return slot == kNoSlot ? unread : bytes_of_slot(slot);
  };
  const NextReads& next = graph.next_reads;
  FallCache cache(tree.size(), usable_slots(capacity));
  program.fall.reserve(tree.ups.size() +
                       2 * tree.size());  // mostly: two arcs from slots are a unit
  FallWriter writer(program.fall, {unread, word_of(infinity_of(width), width)});
  std::vector<FallWriter::Arc> from_slots, from_memory;
  std::vector<std::size_t> read_from_slots;  // arcs
  std::vector<std::int32_t> steps_from_memory;
  for (std::size_t step = traversal.core; step < tree.size(); ++step) {
    from_slots.clear();
    from_memory.clear();
    read_from_slots.clear();
    steps_from_memory.clear();
    const std::size_t position = index(traversal.positions[step]);
    const std::size_t begin = tree.begin[position], end = tree.begin[position + 1];
    const auto read_by = [&](std::size_t n) {
      return traversal.steps_of_position[index(tree.ups[n])];
    };
    for (std::size_t n = begin; n < end; ++n) {
      const std::int32_t slot = cache.slot_of(read_by(n));
      if (slot == kNoSlot) continue;
      read_from_slots.push_back(n);
      from_slots.push_back({bytes_of_slot(slot), word_of(eliminated.falling[n], width)});
    }
    if (from_slots.size() < end - begin) {
      for (std::size_t n = begin; n < end; ++n) {
        const std::int32_t read = read_by(n);
        if (cache.slot_of(read) != kNoSlot) continue;
        if (keeps) is_read[index(read)] = true;
        steps_from_memory.push_back(read);
        from_memory.push_back({static_cast<std::uint32_t>(row_of(index(read), traversal, columns)),
                               word_of(eliminated.falling[n], width)});
      }
    }
    // Values read from memory get slots first. No slot that this step reads is lost to them,
    // because it is the next to be read.
    std::size_t missed = 0;
    for (std::size_t n = begin; n < end && missed < from_memory.size(); ++n) {
      if (read_by(n) != steps_from_memory[missed]) continue;
      from_memory[missed++].keep = bytes_or_unread(cache.keep(read_by(n), next.after_arc[n]));
    }
    for (const std::size_t n : read_from_slots) cache.read(read_by(n), next.after_arc[n]);
    const std::uint32_t to =
        bytes_or_unread(cache.keep(static_cast<std::int32_t>(step), next.after_step[step]));
    const std::size_t last_head = writer.add_step(from_slots, from_memory, to);
    if (keeps) last_heads[step] = last_head;
    program.reads_from_memory += static_cast<double>(from_memory.size());
  }
  writer.finish();
  if (!keeps) return;
  for (std::size_t step = traversal.core; step < tree.size(); ++step) {
    if (!is_read[step]) continue;
    program.fall[last_heads[step]].x |= group::kKept;
    program.rows_of_kept.push_back(static_cast<std::uint32_t>(row_of(step, traversal, columns)));
  }
  program.rows_of_kept.push_back(0);
}

/// The arcs of the rise from [begin, end) of the steps. `begins`: of each step's arcs.
void write_rise_from(const SweepGraph& graph, std::size_t begin, std::size_t end,
                     const std::vector<std::uint32_t>& begins, const Slots& slots, Width width,
                     Columns columns, SweepProgram& program) {
  const sparse::EliminationTree& tree = graph.tree;
  const Traversal& traversal = graph.traversal;
  for (std::size_t step = begin; step < end; ++step) {
    const std::size_t position = index(traversal.positions[step]);
    RiseArc* arc = program.rise_arcs.data() + begins[step];
    for (const bool to_slot : {true, false}) {
      for (std::size_t n = tree.begin[position]; n < tree.begin[position + 1]; ++n) {
        const std::int32_t up = traversal.steps_of_position[index(tree.ups[n])];
        if (index(up) < traversal.core) continue;
        const std::int32_t slot = slots.of_step[index(up)];
        if ((slot >= 0) != to_slot) continue;
        *arc++ = {to_slot ? bytes_of_slot(slot)
                          : RiseArc::kInMemory |
                                static_cast<std::uint32_t>(row_of(index(up), traversal, columns)),
                  word_of(graph.eliminated.rising[n], width)};
      }
    }
    const std::int32_t slot = slots.of_step[step];
    program.rise[step] = {
        traversal.parents[step],
        slot >= 0 ? static_cast<std::int32_t>(bytes_of_slot(slot))
        : slot == Slots::kSpilled
            ? RiseStep::kInMemory - static_cast<std::int32_t>(row_of(step, traversal, columns))
            : RiseStep::kNoSlot,
        begins[step], begins[step + 1]};
  }
}

void write_rise(const SweepGraph& graph, const Slots& slots, Width width, Columns columns,
                SweepProgram& program) {
  const sparse::EliminationTree& tree = graph.tree;
  std::vector<std::uint32_t> begins(tree.size() + 1, 0);
  for (std::size_t step = 0; step < tree.size(); ++step) {
    const std::size_t position = index(graph.traversal.positions[step]);
    begins[step + 1] = begins[step] + static_cast<std::uint32_t>(tree.up(position).size() -
                                                                 tree.core_up(position).size());
  }
  program.rise.resize(tree.size());
  program.rise_arcs.resize(begins.back());
  constexpr std::size_t kParts = 4;  // the fall takes as long as some of them
  std::vector<std::future<void>> parts;
  for (std::size_t part = 0; part < kParts; ++part) {
    parts.push_back(std::async(std::launch::async, [&, part] {
      write_rise_from(graph, tree.size() * part / kParts, tree.size() * (part + 1) / kParts, begins,
                      slots, width, columns, program);
    }));
  }
  for (std::future<void>& part : parts) part.get();
}

}  // namespace

SweepProgram program_of(const SweepGraph& graph, std::size_t capacity, Width width,
                        Columns columns) {
  SweepProgram program;
  program.core = graph.traversal.core;
  program.rows = rows_of(graph.traversal, columns);
  program.slots = std::min(capacity, graph.lifetimes.most_with_core + 1 + 1);
  auto fall = std::async(std::launch::async,
                         [&] { write_fall(graph, program.slots, width, columns, program); });
  write_rise(graph, assign_slots(graph.lifetimes, usable_slots(program.slots)), width, columns,
             program);
  fall.get();
  return program;
}

}  // namespace apsp::gpu
