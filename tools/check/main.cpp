// SPDX-License-Identifier: MIT
// hw3-check: command line to files to verdict to exit code.
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "common/app/app.hpp"
#include "common/app/distance_part.hpp"
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
    verdict.findings.push_back((path == "-" ? "standard input" : path) + ": no distances; " + hint);
  }
}

/// The distances of a file; the names of its vertices stand beside `named`.
Table table_of(const DistancePart& part, const std::string& named, const DistanceFile& file,
               std::size_t vertices) {
  const bool by_name =
      (part.sources && part.sources->file()) || (part.targets && part.targets->file());
  const std::vector<std::string> names =
      by_name ? names_for(named, vertices, {}) : std::vector<std::string>();
  return {file.all(), vertices_of(part.sources, vertices, names),
          vertices_of(part.targets, vertices, names)};
}

Verdict check_files(const CommandLine& line) {
  const DistanceInput found(line.found, line.part);
  const DistanceInput expected(line.expected, line.part);
  Verdict verdict =
      check_equal(table_of(line.part, line.found, found.file, found.vertices),
                  table_of(line.part, line.expected, expected.file, expected.vertices));
  note_kind(line.found, found.file, verdict);
  note_kind(line.expected, expected.file, verdict);
  return verdict;
}

/// Checks a file whose V shall be that of the graph. One of all rows and columns may have another
/// V, which is then wrong.
Verdict check_against_graph(const CommandLine& line) {
  const GraphFile graph(line.graph, line.undirected);
  const std::size_t vertices = graph.graph().vertices;
  DistancePart part = line.part;
  part.vertices = vertices;
  const DistanceFile found = part.whole() ? DistanceFile(line.found, vertices)
                                          : DistanceFile(line.found, shape_of(line.found, part));
  const Table table = table_of(part, line.graph, found, part.whole() ? found.rows() : vertices);
  Verdict verdict = check_graph(graph.graph(), table, line.rows);
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
  const Verdict verdict = line->graph.empty() ? check_files(*line) : check_against_graph(*line);
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
