// SPDX-License-Identifier: MIT
// lab-knapsack: the 0-1 knapsack for every capacity, with the items that make the best value.
#include <fmt/core.h>

#include <string>

#include "common/app/option_parser.hpp"
#include "labs/common/lab.hpp"
#include "labs/knapsack/device_knapsack.hpp"

namespace {

using namespace apsp::labs;

constexpr std::uint32_t kHeaviest = 200;  // so that eight items weigh 800 on average

/// Bytes that a step must move: a row each way a launch, and its decisions.
double bytes_of(const KnapsackStep& step, std::span<const Item> items, std::size_t capacity) {
  const double row = 4.0 * static_cast<double>(capacity + 1);
  const double decisions = step.stores_bytes ? static_cast<double>(capacity + 1)
                                             : 4.0 * static_cast<double>(decision_words(capacity));
  return (2 * static_cast<double>(step.launches(items)) - 1) * row +
         static_cast<double>(items.size()) * decisions;
}

void run(Session& session, std::size_t capacity, std::size_t count) {
  const std::vector<Item> items = random_items(count, kHeaviest, 8);
  const KnapsackTable expected = solve_knapsack_on_cpu(items, capacity);
  DeviceKnapsack device(items, capacity);
  session.head(fmt::format("{} items, capacity {}; bytes are those of each step", count, capacity),
               session.copy(), 8 * (capacity + 1));
  for (const KnapsackStep& step : knapsack_steps()) {
    session.row({.name = std::string(step.name),
                 .work = bytes_of(step, items, capacity),
                 .enqueue = [&] { device.enqueue(step); },
                 .check = [&] { device.require(step, expected); }});
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 32;
  return run_lab(
      argc, argv,
      {.name = "lab-knapsack",
       .summary = "the 0-1 knapsack by dynamic programming, step by step",
       .size = "capacity; default: 1000000,16777215",
       .sizes = {1000000, (std::size_t{1} << 24) - 1},
       .largest = std::size_t{1} << 28,
       .add_options =
           [&](apsp::OptionParser& parser) {
             parser.add_integer("--items", 1, 10000, "number of items; default: 32",
                                [&](std::int64_t n) { count = static_cast<std::size_t>(n); });
           },
       .run = [&](Session& session, std::size_t capacity) { run(session, capacity, count); }});
}
