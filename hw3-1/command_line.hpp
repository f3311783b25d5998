// SPDX-License-Identifier: MIT
// hw3-1's own options.
#pragma once

#include "hw3-1/backend.hpp"

namespace apsp {
class OptionParser;
}

namespace apsp::cpu {

/// Adds --threads, --method and --isa (or APSP_ISA), which set the options of these names.
/// `options` must outlive the parsing.
void add_options(OptionParser& parser, Options& options);

}  // namespace apsp::cpu
