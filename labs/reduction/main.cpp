// SPDX-License-Identifier: MIT
// lab-reduction: the steps from a plain tree to a sum at the speed of the memory.
#include <fmt/core.h>

#include <string>

#include "common/base/random.hpp"
#include "labs/common/lab.hpp"
#include "labs/common/operands.hpp"
#include "labs/reduction/reduction.hpp"

namespace {

using namespace apsp::labs;

void run(Session& session, std::size_t n) {
  std::vector<std::uint32_t> in(n);
  const apsp::RandomKey key(1, n);
  for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<std::uint32_t>(key.word(i));
  const std::vector<std::uint32_t> expected = {reduce_on_cpu(in)};

  const auto operand = to_device(in);
  const auto room = to_device(std::vector<std::uint32_t>(reduction_room(n)));
  const auto sum = apsp::gpu::allocate_device<std::uint32_t>(1);
  const std::size_t bytes = n * sizeof(std::uint32_t);
  session.head(fmt::format("sum of {} elements of 4 bytes", n), session.copy(), bytes);
  for (const ReductionStep& step : reduction_steps()) {
    session.row({.name = std::string(step.name),
                 .work = static_cast<double>(bytes),
                 .enqueue = [&] { step.enqueue(operand.get(), n, room.get(), sum.get()); },
                 .check = [&] { require_same(to_host(sum.get(), 1), expected); }});
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run_lab(argc, argv,
                 {.name = "lab-reduction",
                  .summary = "the sum of an array, step by step",
                  .size = "elements; default: 4194304,268435456",
                  .sizes = {std::size_t{1} << 22, std::size_t{1} << 28},
                  .largest = std::size_t{1} << 32,
                  .add_options = {},
                  .run = run});
}
