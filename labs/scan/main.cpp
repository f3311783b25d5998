// SPDX-License-Identifier: MIT
// lab-scan: prefix sums, from a scan of blocks to one pass over the memory.
#include <fmt/core.h>

#include <string>

#include "common/base/random.hpp"
#include "labs/common/lab.hpp"
#include "labs/common/operands.hpp"
#include "labs/scan/scan.hpp"

namespace {

using namespace apsp::labs;

void run(Session& session, std::size_t n) {
  std::vector<std::uint32_t> in(n);
  const apsp::RandomKey key(2, n);
  for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<std::uint32_t>(key.word(i));
  const std::vector<std::uint32_t> expected = scan_on_cpu(in);

  const auto operand = to_device(in);
  const auto room = apsp::gpu::allocate_device<std::uint32_t>(scan_room(n));
  const auto out = apsp::gpu::allocate_device<std::uint32_t>(n);
  const std::size_t bytes = 2 * n * sizeof(std::uint32_t);
  session.head(fmt::format("exclusive scan of {} elements of 4 bytes", n), session.copy(), bytes);
  for (const ScanStep& step : scan_steps()) {
    session.row({.name = std::string(step.name),
                 .work = static_cast<double>(bytes),
                 .enqueue = [&] { step.enqueue(operand.get(), n, room.get(), out.get()); },
                 .check = [&] { require_same(to_host(out.get(), n), expected); }});
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run_lab(argc, argv,
                 {.name = "lab-scan",
                  .summary = "prefix sums, step by step",
                  .size = "elements; default: 4194304,134217728",
                  .sizes = {std::size_t{1} << 22, std::size_t{1} << 27},
                  .largest = std::size_t{1} << 32,
                  .add_options = {},
                  .run = run});
}
