// SPDX-License-Identifier: MIT
// PNG from SVG, by rsvg-convert, librsvg's own program.
#pragma once

#include <string>

namespace apsp::stats {

/// The PNG file that rsvg-convert makes of an SVG document. `path` is how messages call it. Throws
/// Error(kOutput) where that program is missing or fails; the message names its package.
[[nodiscard]] std::string png_of(const std::string& svg, const std::string& path);

}  // namespace apsp::stats
