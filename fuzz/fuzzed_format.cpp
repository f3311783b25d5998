// SPDX-License-Identifier: MIT
#include "fuzz/fuzzed_format.hpp"

namespace apsp::fuzz {

const char* const kFuzzedFormat = APSP_FUZZED_FORMAT;

}  // namespace apsp::fuzz
