// SPDX-License-Identifier: MIT
// hw3-stats: command line, distances, summary; that as text, JSON and picture.
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "common/app/app.hpp"
#include "common/app/distance_part.hpp"
#include "common/base/error.hpp"
#include "common/io/output_file.hpp"
#include "common/io/vertex_names.hpp"
#include "tools/stats/command_line.hpp"
#include "tools/stats/plot.hpp"
#include "tools/stats/stats.hpp"
#include "tools/stats/text.hpp"

namespace apsp::stats {
namespace {

std::size_t terminal_columns() {
  constexpr std::size_t kDefault = 80;
  constexpr std::size_t kMost = 200;
  struct winsize size = {};
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? std::min<std::size_t>(size.ws_col, kMost) : kDefault;
}

void print(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw Error(Fault::kOutput, "standard output cannot be written");
  }
}

void run(const Request& request) {
  const DistanceInput input(request.input, request.part);
  const std::vector<std::string> names =
      request.numbers ? std::vector<std::string>()
                      : names_for(request.input, input.vertices, request.names);
  const std::string source = request.input == "-" ? "standard input" : request.input;
  const RowsSummary summary =
      summarise(input.file, vertices_of(request.part.sources, input.vertices, names),
                vertices_of(request.part.targets, input.vertices, names), source);
  if (request.json) write_text(summary.json(source, names), *request.json, false);
  if (!request.quiet && request.json != "-") {
    print(text(summary, source, names, terminal_columns()));
  }
  if (request.plot) plot(summary.json(source, names), *request.plot);
}

}  // namespace
}  // namespace apsp::stats

int main(int argc, char** argv) {
  return apsp::run_program("hw3-stats", [&] {
    if (const auto request = apsp::stats::parse(argc, argv)) apsp::stats::run(*request);
  });
}
