// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/slots.hpp"

#include <algorithm>
#include <queue>
#include <utility>

#include "common/base/index.hpp"

namespace apsp::gpu {
namespace {

/// The steps in the order in which they are read for the `last` time; those never read left out.
std::vector<std::int32_t> by_last_read(const std::vector<std::int32_t>& last) {
  const std::size_t size = last.size();
  std::vector<std::int32_t> begin(size + 1, 0);
  for (const std::int32_t reader : last) {
    if (reader >= 0) ++begin[index(reader) + 1];
  }
  for (std::size_t n = 0; n < size; ++n) begin[n + 1] += begin[n];
  std::vector<std::int32_t> sorted(index(begin[size]));
  for (std::size_t step = 0; step < size; ++step) {
    if (last[step] < 0) continue;
    sorted[index(begin[index(last[step])]++)] = static_cast<std::int32_t>(step);
  }
  return sorted;
}

}  // namespace

Lifetimes::Lifetimes(const sparse::EliminationTree& tree, const Traversal& traversal)
    : last(tree.size(), -1), reads(tree.size(), 0) {
  std::vector<double> sources(tree.size(), 1);  // of each step: those below, itself included
  for (std::size_t step = tree.size(); step-- > 0;) {
    if (traversal.parents[step] != Traversal::kRoot) {
      sources[index(traversal.parents[step])] += sources[step];
    }
  }
  std::vector<std::int32_t> first_read(tree.size(), -1);
  std::vector<std::int32_t> last_read(tree.size(), -1);
  for (std::size_t step = traversal.core; step < tree.size(); ++step) {
    for (const std::int32_t up : tree.up(index(traversal.positions[step]))) {
      const std::size_t read = index(traversal.steps_of_position[index(up)]);
      if (last_read[read] < 0) first_read[read] = static_cast<std::int32_t>(step);
      last_read[read] = static_cast<std::int32_t>(step);
      if (read < traversal.core) continue;
      last[read] = static_cast<std::int32_t>(step);
      reads[read] += sources[step];
    }
  }

  // A step of the core is alive from its first read on, if there is another.
  std::vector<std::size_t> core_begun(tree.size(), 0);
  for (std::size_t step = 0; step < traversal.core; ++step) {
    if (first_read[step] < last_read[step]) {
      ++core_begun[index(first_read[step])];
    } else {
      last_read[step] = -1;
    }
  }
  const std::vector<std::int32_t> ends = by_last_read(last_read);
  std::size_t ended = 0;
  std::size_t alive = 0;
  std::size_t core_alive = 0;
  for (std::size_t step = 0; step < tree.size(); ++step) {
    core_alive += core_begun[step];
    most_with_core = std::max(most_with_core, alive + core_alive);
    for (; ended < ends.size() && index(last_read[index(ends[ended])]) <= step; ++ended) {
      if (index(ends[ended]) < traversal.core) {
        --core_alive;
      } else {
        --alive;
      }
    }
    if (last[step] >= 0) ++alive;
    most_alive = std::max(most_alive, alive);
    most_with_core = std::max(most_with_core, alive + core_alive);
  }
}

Slots assign_slots(const Lifetimes& lifetimes, std::size_t capacity) {
  const std::size_t size = lifetimes.last.size();
  Slots slots;
  slots.of_step.assign(size, Slots::kNone);
  const std::vector<std::int32_t> ends = by_last_read(lifetimes.last);
  std::size_t ended = 0;
  std::vector<std::int32_t> free;
  // Those that hold a slot, the least worth it first; some have ended since.
  using Holder = std::pair<double, std::int32_t>;
  std::priority_queue<Holder, std::vector<Holder>, std::greater<>> holders;
  const auto is_alive = [&](std::int32_t holder, std::size_t step) {
    return slots.of_step[index(holder)] >= 0 && index(lifetimes.last[index(holder)]) > step;
  };
  const auto spill = [&](std::size_t step) {
    slots.of_step[step] = Slots::kSpilled;
    slots.spilled_reads += lifetimes.reads[step];
  };
  for (std::size_t step = 0; step < size; ++step) {
    for (; ended < ends.size() && index(lifetimes.last[index(ends[ended])]) <= step; ++ended) {
      const std::int32_t slot = slots.of_step[index(ends[ended])];
      if (slot >= 0) free.push_back(slot);
    }
    if (lifetimes.last[step] < 0) continue;
    const double worth =
        lifetimes.reads[step] /
        static_cast<double>(lifetimes.last[step] - static_cast<std::int32_t>(step));
    std::int32_t slot = Slots::kSpilled;
    if (!free.empty()) {
      slot = free.back();
      free.pop_back();
    } else if (slots.count < capacity) {
      slot = static_cast<std::int32_t>(slots.count++);
    } else {
      while (!is_alive(holders.top().second, step)) holders.pop();
      if (holders.top().first < worth) {
        const std::size_t loser = index(holders.top().second);
        holders.pop();
        slot = slots.of_step[loser];
        spill(loser);
      }
    }
    if (slot < 0) {
      spill(step);
      continue;
    }
    slots.of_step[step] = slot;
    holders.emplace(worth, static_cast<std::int32_t>(step));
  }
  return slots;
}

}  // namespace apsp::gpu
