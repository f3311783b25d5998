// SPDX-License-Identifier: MIT
// hw3-ceiling: how many relaxes a second the cores of this machine can do at most.
#include <omp.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "common/base/json.hpp"
#include "common/base/threads.hpp"
#include "tools/bench/ceiling.hpp"

namespace {

using apsp::bench::Ceiling;

constexpr std::string_view kName = "hw3-ceiling";
constexpr std::string_view kFooter =
    "A relax is c = min(c, a + b). The loop that is timed keeps all operands in registers, so no\n"
    "solver can do more of them in that instruction set and width. Prints G relax/s as JSON.\n"
    "\n"
    "Example:\n"
    "  hw3-ceiling --threads 1 --arithmetic u16";

struct Options {
  std::string isa;  // empty: all that run here
  apsp::Arithmetic width;
};

/// False: --help or --version has been printed.
bool parse(int argc, char** argv, Options& options) {
  apsp::OptionParser parser(
      std::string(kName),
      "hw3-ceiling: measures the most relaxes a second that this machine's cores can do",
      std::string(kFooter));
  parser.add_threads(apsp::use_threads);
  parser.add_choice("--isa", apsp::bench::known_isas(), "measure one instruction set",
                    [&](const std::string& isa) { options.isa = isa; });
  std::vector<std::string> widths;
  widths.reserve(apsp::kWidths.size());
  for (const apsp::Width width : apsp::kWidths) widths.emplace_back(name(width));
  parser.add_choice("--arithmetic", widths, "measure one width", [&](const std::string& choice) {
    options.width = *std::find_if(apsp::kWidths.begin(), apsp::kWidths.end(),
                                  [&](auto w) { return name(w) == choice; });
  });
  return parser.parse(argc, argv);
}

std::string json(const std::vector<Ceiling>& ceilings) {
  apsp::Json json;
  json["threads"] = omp_get_max_threads();
  json["ceilings"] = apsp::Json::object();
  for (const Ceiling& ceiling : ceilings) {
    json["ceilings"][ceiling.isa][name(ceiling.width)] = ceiling.relaxes_per_second / 1e9;
  }
  return json.indented() + "\n";
}

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_program(std::string(kName), [&] {
    Options options;
    if (!parse(argc, argv, options)) return;
    const std::vector<Ceiling> ceilings = apsp::bench::measure_ceilings(options.isa, options.width);
    const std::string text = json(ceilings);
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
      throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
    }
  });
}
