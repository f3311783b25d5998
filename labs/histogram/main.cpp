// SPDX-License-Identifier: MIT
// lab-histogram: counts in 256 bins, of values spread evenly and of values that are all the same.
#include <fmt/core.h>

#include <string>

#include "common/base/random.hpp"
#include "labs/common/lab.hpp"
#include "labs/common/operands.hpp"
#include "labs/histogram/histogram.hpp"

namespace {

using namespace apsp::labs;

void run_on(Session& session, const std::string& kind, const std::vector<std::uint32_t>& in) {
  const std::size_t n = in.size();
  const std::vector<std::uint32_t> expected = count_on_cpu(in);
  const auto operand = to_device(in);
  const auto room = apsp::gpu::allocate_device<std::byte>(histogram_room(n));
  const auto counts = apsp::gpu::allocate_device<std::uint32_t>(kBins);
  const std::size_t bytes = n * sizeof(std::uint32_t);
  session.head(fmt::format("histogram of {} values, {}", n, kind), session.copy(), bytes);
  for (const HistogramStep& step : histogram_steps()) {
    session.row({.name = std::string(step.name),
                 .work = static_cast<double>(bytes),
                 .enqueue = [&] { step.enqueue(operand.get(), n, room.get(), counts.get()); },
                 .check = [&] { require_same(to_host(counts.get(), kBins), expected); }});
  }
}

void run(Session& session, std::size_t n) {
  std::vector<std::uint32_t> in(n);
  const apsp::RandomKey key(3, n);
  for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<std::uint32_t>(key.word(i) % kBins);
  run_on(session, "spread evenly", in);
  run_on(session, "all in one bin", std::vector<std::uint32_t>(n, 7));
}

}  // namespace

int main(int argc, char** argv) {
  return run_lab(argc, argv,
                 {.name = "lab-histogram",
                  .summary = "counts in 256 bins, step by step",
                  .size = "values; default: 1048576,134217728",
                  .sizes = {std::size_t{1} << 20, std::size_t{1} << 27},
                  .largest = (std::size_t{1} << 32) - 1,
                  .add_options = {},
                  .run = run});
}
