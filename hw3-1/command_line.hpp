// SPDX-License-Identifier: MIT
// hw3-1's own options.
#pragma once

#include "hw3-1/backend.hpp"

namespace apsp {
class OptionParser;
struct NearOptions;
}  // namespace apsp

namespace apsp::cpu {

/// Adds --threads, --method and --isa (or APSP_ISA), which set the options of these names, and
/// those of sparse rows. `options` and `near` must outlive the parsing.
void add_options(OptionParser& parser, Options& options, NearOptions& near);

}  // namespace apsp::cpu
