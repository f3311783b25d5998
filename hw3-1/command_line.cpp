// SPDX-License-Identifier: MIT
#include "hw3-1/command_line.hpp"

#include <string>

#include "common/app/near_options.hpp"
#include "common/app/option_parser.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

void add_options(OptionParser& parser, Options& options, NearOptions& near) {
  const auto sparse = add_near_options(parser, near);
  parser.add_threads(
      [&options](std::int64_t threads) { options.threads = static_cast<int>(threads); });
  auto method = parser.add_choice(
      "--method", {"auto", "dense", "sweep", "search"},
      "a dense matrix; elimination and sweeps for sparse\ngraphs; searches, of many rows "
      "at once or of one\nwhere little is reached; default: the "
      "fastest of them",
      [&options](const std::string& name) { options.method = method_named(name); });
  for (const OptionParser::Option& option : sparse) method.excludes(option);
  parser.add_choice(
      "--isa", compiled_isas(),
      "instruction set; default: APSP_ISA, else the first\nthat this processor has of",
      [&options](const std::string& isa) { options.isa = choose_kernels(isa).name; }, "APSP_ISA");
}

}  // namespace apsp::cpu
