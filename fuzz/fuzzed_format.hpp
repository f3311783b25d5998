// SPDX-License-Identifier: MIT
// The one difference between the targets of hw3-convert's formats.
#pragma once

namespace apsp::fuzz {

/// The name of the format that this program feeds, as --from takes it.
extern const char* const kFuzzedFormat;

}  // namespace apsp::fuzz
