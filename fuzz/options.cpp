// SPDX-License-Identifier: MIT
// The command lines of all programs for processors. The last byte picks the program, the lines of
// the rest are its arguments.
#include <omp.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "common/app/app.hpp"
#include "common/app/near_options.hpp"
#include "common/app/solver_options.hpp"
#include "fuzz/target.hpp"
#include "hw3-1/command_line.hpp"
#include "tools/check/command_line.hpp"
#include "tools/convert/command_line.hpp"
#include "tools/generate/command_line.hpp"
#include "tools/path/command_line.hpp"
#include "tools/show/command_line.hpp"

namespace apsp::fuzz {
namespace {

bool parse_solver(int argc, char** argv) {
  cpu::Options own;
  NearOptions near;
  const auto options = parse_solver_options(
      argc, argv,
      {.name = "hw3-1",
       .summary = "all-pairs shortest paths on this machine's processors",
       .launcher = "srun -N1 -n1 -c8",
       .widths = {kWidths.begin(), kWidths.end()},
       .add_options = [&](OptionParser& parser) { cpu::add_options(parser, own, near); },
       .make_backend = {}});
  if (!options) return false;
  require(!(options->quiet && options->verbose), "--quiet and --verbose exclude each other");
  require(!options->report || (!options->report->empty() && *options->report != "-"),
          "a report has a file");
  const std::vector<std::string> isas = cpu::runnable_isas();
  require(own.isa.empty() || std::find(isas.begin(), isas.end(), own.isa) != isas.end(),
          "the instruction set runs here");
  return true;
}

bool parse_check(int argc, char** argv) {
  const auto line = check::parse(argc, argv);
  if (!line) return false;
  require(line->expected.empty() != line->graph.empty(), "there is one thing to check against");
  require(!line->rows.number || *line->rows.number > 0, "some row is checked");
  return true;
}

bool parse_convert(int argc, char** argv) {
  const auto line = convert::parse(argc, argv);
  if (!line) return false;
  const convert::ReadOptions& read = line->conversion.read;
  require(read.weight > -kUnreachable && read.weight < kUnreachable, "the weight is in range");
  require(!read.scale || read.scale->digits() > 0, "the scale is a number above 0");
  require(read.columns.empty() || (read.columns.size() >= 2 && read.columns.size() <= 4),
          "columns are of source, target and perhaps weight and way back");
  return true;
}

bool parse_generate(int argc, char** argv) {
  return generate::parse(argc, argv).has_value();
}

bool parse_show(int argc, char** argv) {
  return show::parse(argc, argv).has_value();
}

bool parse_path(int argc, char** argv) {
  const auto request = path::parse(argc, argv);
  if (!request) return false;
  require(request->from.has_value() == request->to.has_value(), "a path has two ends");
  require(request->part.whole() || request->distances, "only a distance file has rows");
  require(!request->all || (request->distances && !request->from), "all paths have no ends");
  return true;
}

struct Parser {
  const char* program;
  bool (*parse)(int argc, char** argv);  // whether there is something to do
};

constexpr std::array kParsers = {
    Parser{"hw3-1", parse_solver},        Parser{"hw3-check", parse_check},
    Parser{"hw3-convert", parse_convert}, Parser{"hw3-gen", parse_generate},
    Parser{"hw3-cat", parse_show},        Parser{"hw3-path", parse_path},
};

/// The lines of a text, each a string of its own.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    // An argument from a shell has no byte 0 in it.
    lines.emplace_back(text.substr(0, std::min(end, text.find('\0'))));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace
}  // namespace apsp::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  // Helps and versions are no news.
  return std::freopen("/dev/null", "w", stdout) == nullptr ? 1 : 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace apsp;
  fuzz::Choices choices(data, size);
  const fuzz::Parser& parser = fuzz::kParsers[choices.pick(fuzz::kParsers.size())];
  const fuzz::Bytes bytes(choices.rest());
  std::vector<std::string> words = fuzz::lines_of(bytes.text());
  words.insert(words.begin(), parser.program);
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const auto refused = fuzz::error_of(
      {Fault::kUsage}, [&] { (void)parser.parse(static_cast<int>(words.size()), argv.data()); });
  fuzz::require(omp_get_max_threads() >= 1 && omp_get_max_threads() <= 4096,
                "the number of threads is in range");
  if (refused) {
    const std::string hint = std::string("\ntry '") + parser.program + " --help'";
    fuzz::require(std::string_view(refused->what()).ends_with(hint),
                  "a usage error ends with where to read on");
  }
  return 0;
}
