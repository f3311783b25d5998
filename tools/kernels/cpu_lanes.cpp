// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <vector>

#include "tools/kernels/cpu_checks.hpp"
#include "tools/kernels/cpu_operands.hpp"

namespace apsp::kernels {
namespace {

constexpr std::size_t kPositions = 40;

/// Rows of lanes, the first the vertex's own, and its pairs with some of the others.
template <typename Element>
struct LaneInput {
  static constexpr std::size_t kRow = cpu::kBatch<Element>;

  std::vector<Element> rows;
  std::vector<std::int32_t> neighbours;
  std::vector<Element> weights;

  LaneInput(EdgeValues<Element>& values, std::size_t count)
      : rows(kPositions * kRow), weights(count) {
    values.fill(rows, Operand::kB, kRow);
    values.fill(weights, Operand::kA, std::max<std::size_t>(count, 1));
    for (std::size_t n = 0; n < count; ++n) {
      neighbours.push_back(static_cast<std::int32_t>(1 + values.below(kPositions - 1)));
    }
    neighbours.resize(count + cpu::kNeighboursAhead);
  }

  [[nodiscard]] cpu::Pairs<Element> pairs() const {
    return {neighbours.data(), weights.data(), weights.size()};
  }
  [[nodiscard]] std::size_t row_of(std::size_t pair) const {
    return static_cast<std::size_t>(neighbours[pair]) * kRow;
  }
};

template <typename Element>
void check_pull_of(const cpu::LaneKernels<Element>& kernels, const LaneInput<Element>& input,
                   bool fresh) {
  constexpr std::size_t kRow = cpu::kBatch<Element>;
  const std::vector<Element> infinite(kRow, kInfinity<Element>);
  std::vector<Element> expected = input.rows;
  if (fresh) std::copy(infinite.begin(), infinite.end(), expected.begin());
  for (std::size_t n = 0; n < input.weights.size(); ++n) {
    for (std::size_t lane = 0; lane < kRow; ++lane) {
      const Element other = input.rows[input.row_of(n) + lane];
      expected[lane] = relax(expected[lane], other, input.weights[n]);
    }
  }
  for (const std::byte guard : kGuards) {
    Guarded<Element> rows("rows", input.rows.size(), guard, kRow);
    Guarded<Element> start("start", kRow, guard, kRow);
    rows.assign(input.rows);
    start.assign(infinite);
    kernels.pull(rows.data(), fresh ? start.data() : rows.data(), rows.data(), input.pairs());
    rows.require(expected);
    start.require(infinite);
  }
}

template <typename Element>
void check_push_of(const cpu::LaneKernels<Element>& kernels, const LaneInput<Element>& input) {
  constexpr std::size_t kRow = cpu::kBatch<Element>;
  std::vector<Element> expected = input.rows;
  for (std::size_t n = 0; n < input.weights.size(); ++n) {
    for (std::size_t lane = 0; lane < kRow; ++lane) {
      Element& other = expected[input.row_of(n) + lane];
      other = relax(other, input.rows[lane], input.weights[n]);
    }
  }
  for (const std::byte guard : kGuards) {
    Guarded<Element> rows("rows", input.rows.size(), guard, kRow);
    rows.assign(input.rows);
    kernels.push(rows.data(), rows.data(), input.pairs());
    rows.require(expected);
  }
}

/// Marks are added to those that are there.
template <typename Element>
void check_correct_of(const cpu::LaneKernels<Element>& kernels, const LaneInput<Element>& input) {
  constexpr std::size_t kRow = cpu::kBatch<Element>;
  constexpr std::size_t kWord = 64;
  std::vector<Element> expected = input.rows;
  const std::array<std::uint64_t, (kPositions + kWord - 1) / kWord> before = {1};
  auto marks = before;
  for (std::size_t n = 0; n < input.weights.size(); ++n) {
    const auto neighbour = static_cast<std::size_t>(input.neighbours[n]);
    for (std::size_t lane = 0; lane < kRow; ++lane) {
      Element& other = expected[input.row_of(n) + lane];
      const Element lower = relax(other, input.rows[lane], input.weights[n]);
      if (lower != other) marks[neighbour / kWord] |= std::uint64_t{1} << neighbour % kWord;
      other = lower;
    }
  }
  for (const std::byte guard : kGuards) {
    Guarded<Element> rows("rows", input.rows.size(), guard, kRow);
    Guarded<std::uint64_t> found("marks", marks.size(), guard, marks.size());
    rows.assign(input.rows);
    found.assign(before);
    kernels.correct(rows.data(), rows.data(), input.pairs(), found.data());
    rows.require(expected);
    found.require(marks);
  }
}

/// Calls `check_one(input)` for every fill and many numbers of pairs.
template <typename Element, typename Check>
void for_each_input(std::uint32_t seed, const Check& check_one) {
  std::uint32_t n = 0;
  for (const Fill fill : kFills) {
    for (const std::size_t count : {0, 1, 2, 3, 7, 8, 33}) {
      EdgeValues<Element> values(fill, seed + n++);
      const LaneInput<Element> input(values, count);
      with_context(fmt::format("{} pairs; {}", count, name(fill)), [&] { check_one(input); });
    }
  }
}

}  // namespace

template <typename Element>
void check_pull(const cpu::LaneKernels<Element>& kernels, std::uint32_t seed) {
  for_each_input<Element>(seed, [&](const LaneInput<Element>& input) {
    for (const bool fresh : {true, false}) check_pull_of(kernels, input, fresh);
  });
}

template <typename Element>
void check_push(const cpu::LaneKernels<Element>& kernels, std::uint32_t seed) {
  for_each_input<Element>(seed,
                          [&](const LaneInput<Element>& input) { check_push_of(kernels, input); });
}

template <typename Element>
void check_correct(const cpu::LaneKernels<Element>& kernels, std::uint32_t seed) {
  for_each_input<Element>(
      seed, [&](const LaneInput<Element>& input) { check_correct_of(kernels, input); });
}

#define APSP_INSTANTIATE(Element)                                                     \
  template void check_pull<Element>(const cpu::LaneKernels<Element>&, std::uint32_t); \
  template void check_push<Element>(const cpu::LaneKernels<Element>&, std::uint32_t);
APSP_INSTANTIATE(std::uint8_t)
APSP_INSTANTIATE(std::uint16_t)
APSP_INSTANTIATE(std::int32_t)
APSP_INSTANTIATE(float)
APSP_INSTANTIATE(double)
#undef APSP_INSTANTIATE

#define APSP_INSTANTIATE(Element) \
  template void check_correct<Element>(const cpu::LaneKernels<Element>&, std::uint32_t);
APSP_INSTANTIATE(std::uint8_t)
APSP_INSTANTIATE(std::uint16_t)
APSP_INSTANTIATE(std::int32_t)
#undef APSP_INSTANTIATE

}  // namespace apsp::kernels
