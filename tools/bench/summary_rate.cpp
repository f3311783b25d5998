// SPDX-License-Identifier: MIT
// hw3-summary-rate: how fast rows of distances are summarised, beside what memory allows.
#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/random.hpp"
#include "common/base/threads.hpp"
#include "common/rows/summary_sink.hpp"

namespace {

using apsp::Distance;

constexpr const char* kName = "hw3-summary-rate";
constexpr int kRepeats = 7;
constexpr std::size_t kRowsAtOnce = 8;

constexpr const char* kFooter =
    R"(Rates are bytes of distances per second, the best of seven passes over a matrix in memory. "copy"
reads them and writes as many. Distances are random: half of them one number, up to so many, and with
every fifth pair unreachable.

Example:
  hw3-summary-rate --vertices 5000 --threads 1)";

/// Seconds of the fastest of some passes; `row_block` is called for the first of up to kRowsAtOnce
/// rows.
double best_pass(std::size_t vertices, const std::function<void(std::size_t)>& row_block) {
  double best = 1e9;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
#pragma omp parallel for schedule(monotonic : dynamic)
    for (std::size_t row = 0; row < vertices; row += kRowsAtOnce) row_block(row);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    best = std::min(best, seconds.count());
  }
  return best;
}

/// A random number that depends on its position alone.
std::uint32_t scrambled(std::uint64_t x) {
  return static_cast<std::uint32_t>(apsp::mix(x) >> 32);
}

void fill(std::vector<Distance>& matrix, std::size_t vertices, std::uint32_t largest,
          unsigned unreachable) {
#pragma omp parallel for schedule(static)
  for (std::size_t x = 0; x < matrix.size(); ++x) {
    const std::uint32_t dice = scrambled(x);
    const std::uint32_t distance = dice % 2 == 0 ? largest / 2 : dice / 2 % (largest + 1);
    matrix[x] = x % (vertices + 1) == 0             ? 0
                : scrambled(~x) % 100 < unreachable ? apsp::kUnreachable
                                                    : static_cast<Distance>(distance);
  }
}

std::string measure(std::size_t vertices) {
  apsp::require_memory(2 * vertices * vertices * sizeof(Distance), "two matrices of distances");
  std::vector<Distance> matrix(vertices * vertices);
  std::vector<Distance> copy(vertices * vertices);
  const std::span<const Distance> all = matrix;
  const auto rows_from = [&](std::size_t row) {
    const std::size_t count = std::min(kRowsAtOnce, vertices - row);
    return all.subspan(row * vertices, count * vertices);
  };
  const auto line = [&](const std::string& what, double seconds) {
    return fmt::format("{:<40} {:>6.1f} GB/s\n", what,
                       static_cast<double>(all.size_bytes()) / seconds / 1e9);
  };

  std::string text = fmt::format("V = {}, threads: {}\n", vertices, omp_get_max_threads());
  text += line("copy", best_pass(vertices, [&](std::size_t row) {
                 const auto rows = rows_from(row);
                 std::memcpy(copy.data() + row * vertices, rows.data(), rows.size_bytes());
               }));
  for (const std::uint32_t largest : {10u, 100u, 1'000u, 50'000u, 100'000'000u}) {
    for (const unsigned unreachable : {0u, 20u}) {
      fill(matrix, vertices, largest, unreachable);
      apsp::SummarySink sink{apsp::RowSet(vertices)};
      text +=
          line(fmt::format("distances to {}{}", largest, unreachable > 0 ? ", unreachable" : ""),
               best_pass(vertices, [&](std::size_t row) { sink.put(row, rows_from(row)); }));
    }
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_program(kName, [&] {
    apsp::OptionParser parser(
        kName, "hw3-summary-rate: measures how fast rows of distances are summarised", kFooter);
    std::size_t vertices = 10'000;
    parser.add_integer("--vertices", 1, 100'000, "size of the matrix; default: 10000",
                       [&](std::int64_t v) { vertices = static_cast<std::size_t>(v); });
    parser.add_threads(apsp::use_threads);
    if (!parser.parse(argc, argv)) return;
    const std::string text = measure(vertices);
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
      throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
    }
  });
}
