// SPDX-License-Identifier: MIT
// hw3-check: command line to files to verdict to exit code.
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "common/app/app.hpp"
#include "common/app/distance_rows.hpp"
#include "common/base/error.hpp"
#include "common/io/distance_file.hpp"
#include "common/io/graph_file.hpp"
#include "common/io/vertex_names.hpp"
#include "tools/check/check.hpp"
#include "tools/check/command_line.hpp"

namespace apsp::check {
namespace {

/// Adds a finding where the distances are wrong because the file is something else.
void note_kind(const std::string& path, const DistanceFile& file, Verdict& verdict) {
  const std::string hint = verdict.right ? "" : file.hint();
  if (!hint.empty()) {
    verdict.findings.push_back((path == "-" ? "standard input" : path) + ": no distances" + hint);
  }
}

/// The vertices of a file's rows; their names stand beside `named`.
RowSet rows_of(const CommandLine& line, const std::string& named, const DistanceFile& file) {
  if (!line.sources) return RowSet(file.vertices());
  return line.sources->rows(file.vertices(), line.sources->file()
                                                 ? names_for(named, file.vertices(), {})
                                                 : std::vector<std::string>());
}

Verdict check(const CommandLine& line) {
  if (line.graph.empty()) {
    const DistanceFile found = open_distances(line.found, line.sources, {});
    const DistanceFile expected = open_distances(line.expected, line.sources, {});
    Verdict verdict = check_equal(found.all(), rows_of(line, line.found, found), expected.all(),
                                  rows_of(line, line.expected, expected));
    note_kind(line.found, found, verdict);
    note_kind(line.expected, expected, verdict);
    return verdict;
  }
  const GraphFile graph(line.graph, line.undirected);
  const std::size_t vertices = graph.graph().vertices;
  const DistanceFile found = line.sources ? open_distances(line.found, line.sources, vertices)
                                          : DistanceFile(line.found, vertices);
  Verdict verdict =
      check_graph(graph.graph(), found.all(), rows_of(line, line.graph, found), line.rows);
  note_kind(line.found, found, verdict);
  return verdict;
}

void print(const Verdict& verdict) {
  std::string text;
  for (const std::string& finding : verdict.findings) text += finding + "\n";
  text += verdict.line + "\n";
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw Error(Fault::kOutput, "standard output cannot be written");
  }
}

/// Whether the distances are right, or nothing was asked.
bool run(int argc, char** argv) {
  const std::optional<CommandLine> line = parse(argc, argv);
  if (!line) return true;
  const Verdict verdict = check(*line);
  if (!line->quiet) print(verdict);
  return verdict.right;
}

}  // namespace
}  // namespace apsp::check

int main(int argc, char** argv) {
  constexpr int kWrong = 1;
  bool right = true;
  const int code = apsp::run_program("hw3-check", [&] { right = apsp::check::run(argc, argv); });
  return right ? code : kWrong;
}
