// SPDX-License-Identifier: MIT
#include "hw3-1/command_line.hpp"

#include <string>

#include "common/option_parser.hpp"

namespace apsp::cpu {

void add_options(OptionParser& parser, Options& options) {
  parser.add_threads();
  parser.add_choice(
      "--isa", runnable_isas(), "instruction set; default: APSP_ISA, else the first\nof",
      [&options](const std::string& isa) { options.isa = isa; }, "APSP_ISA");
}

}  // namespace apsp::cpu
