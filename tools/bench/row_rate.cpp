// SPDX-License-Identifier: MIT
// hw3-row-rate: how fast rows of distances are written or summarised, when nothing has to be
// computed.
#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/random.hpp"
#include "common/base/threads.hpp"
#include "common/io/distance_file.hpp"
#include "common/rows/summary_sink.hpp"

namespace {

using apsp::Distance;

constexpr const char* kName = "hw3-row-rate";
constexpr int kRepeats = 7;
constexpr std::size_t kRowsAtOnce = 8;
// As many as the sources of a batch that hw3-1 sweeps.
constexpr std::size_t kRowsOfBatch = 64;

constexpr const char* kFooter =
    R"(Without OUTPUT, summaries: rates are bytes of distances per second, the best of seven passes over a
matrix in memory. "copy" reads them and writes as many. Distances are random: half of them one number,
up to so many, and with every fifth pair unreachable.

OUTPUT gets V rows of V random numbers below 1000000, by the writer of hw3-1 and from as many
threads: each writes one batch of 64 rows over and over. A solver that writes the same rows needs
these seconds and those in which it computes.

Examples:
  hw3-row-rate --vertices 5000 --threads 1
  hw3-row-rate --vertices 20000 /dev/shm/rows.bin)";

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

std::string measure_summaries(std::size_t vertices) {
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

std::vector<Distance> random_rows(std::size_t vertices) {
  apsp::SplitMix64 random(1);
  std::vector<Distance> rows(kRowsOfBatch * vertices);
  for (Distance& distance : rows) distance = static_cast<Distance>(random.below(1'000'000));
  return rows;
}

/// Writes V x V distances to `output`. Throws Error(kOutput).
void write_rows(const std::string& output, std::size_t vertices) {
  apsp::DistanceWriter writer(output, vertices, vertices);
  writer.prepare();
  const auto put = [&](const std::vector<Distance>& rows, std::size_t batch) {
    const std::size_t first = batch * kRowsOfBatch;
    const std::size_t count = std::min(kRowsOfBatch, vertices - first);
    try {
      writer.put(first, std::span(rows).first(count * vertices));
    } catch (...) {
      writer.abandon(std::current_exception());
      throw;
    }
  };
  apsp::parallel_for_with<apsp::Handout::kMonotonic>((vertices + kRowsOfBatch - 1) / kRowsOfBatch,
                                                     [&] { return random_rows(vertices); }, put);
  writer.commit();
}

std::string measure_writing(const std::string& output, std::size_t vertices) {
  const auto begin = std::chrono::steady_clock::now();
  write_rows(output, vertices);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const double bytes = 4.0 * static_cast<double>(vertices) * static_cast<double>(vertices);
  return fmt::format("{:.4f} s, {:.2f} GB/s\n", seconds.count(), bytes / seconds.count() / 1e9);
}

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_program(kName, [&] {
    apsp::OptionParser parser(
        kName, "hw3-row-rate: measures how fast rows of distances are written or summarised",
        kFooter);
    std::string output;
    std::size_t vertices = 10'000;
    parser.add_argument("OUTPUT", "file of V x V numbers", output);
    parser.add_integer("--vertices", 1, 100'000, "size of the matrix; default: 10000",
                       [&](std::int64_t v) { vertices = static_cast<std::size_t>(v); });
    parser.add_threads(apsp::use_threads);
    if (!parser.parse(argc, argv)) return;
    const std::string text =
        output.empty() ? measure_summaries(vertices) : measure_writing(output, vertices);
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
      throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
    }
  });
}
