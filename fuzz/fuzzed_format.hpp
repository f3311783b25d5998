// SPDX-License-Identifier: MIT
// In what the targets of hw3-convert's formats differ.
#pragma once

namespace apsp::fuzz {

/// The name of the format that this program feeds, as --from takes it.
extern const char* const kFuzzedFormat;

}  // namespace apsp::fuzz
