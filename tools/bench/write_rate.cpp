// SPDX-License-Identifier: MIT
// hw3-write-rate: how long the rows of an answer take to write, when nothing has to be computed.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/random.hpp"
#include "common/base/threads.hpp"
#include "common/io/distance_file.hpp"

namespace {

using apsp::Distance;

constexpr const char* kName = "hw3-write-rate";

// As many as the sources of a batch that hw3-1 sweeps.
constexpr std::size_t kRowsAtOnce = 64;

constexpr const char* kFooter =
    R"(OUTPUT gets V rows of V random numbers below 1000000, by the writer of hw3-1 and from as many
threads: each writes one batch of 64 rows over and over. A solver that writes the same rows needs
these seconds and those in which it computes.

Example:
  hw3-write-rate --vertices 20000 /dev/shm/rows.bin)";

std::vector<Distance> random_rows(std::size_t vertices) {
  apsp::SplitMix64 random(1);
  std::vector<Distance> rows(kRowsAtOnce * vertices);
  for (Distance& distance : rows) distance = static_cast<Distance>(random.below(1'000'000));
  return rows;
}

/// Writes V x V distances to `output`. Throws Error(kOutput).
void write_rows(const std::string& output, std::size_t vertices) {
  apsp::DistanceWriter writer(output, vertices, vertices);
  writer.prepare();
  const auto put = [&](const std::vector<Distance>& rows, std::size_t batch) {
    const std::size_t first = batch * kRowsAtOnce;
    const std::size_t count = std::min(kRowsAtOnce, vertices - first);
    try {
      writer.put(first, std::span(rows).first(count * vertices));
    } catch (...) {
      writer.abandon(std::current_exception());
      throw;
    }
  };
  apsp::parallel_for_with<apsp::Handout::kMonotonic>((vertices + kRowsAtOnce - 1) / kRowsAtOnce,
                                                     [&] { return random_rows(vertices); }, put);
  writer.commit();
}

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_program(kName, [&] {
    apsp::OptionParser parser(
        kName, "hw3-write-rate: measures how fast rows of distances are written", kFooter);
    std::string output;
    std::size_t vertices = 10'000;
    parser.add_argument("OUTPUT", "file of V x V numbers", output).required();
    parser.add_integer("--vertices", 1, 100'000, "size of the matrix; default: 10000",
                       [&](std::int64_t v) { vertices = static_cast<std::size_t>(v); });
    parser.add_threads(apsp::use_threads);
    if (!parser.parse(argc, argv)) return;
    const auto begin = std::chrono::steady_clock::now();
    write_rows(output, vertices);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    const double bytes = 4.0 * static_cast<double>(vertices) * static_cast<double>(vertices);
    const std::string text =
        fmt::format("{:.4f} s, {:.2f} GB/s\n", seconds.count(), bytes / seconds.count() / 1e9);
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
      throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
    }
  });
}
