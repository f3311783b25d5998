// SPDX-License-Identifier: MIT
// A summary as a picture: pairs by distance, and their cumulative share.
#pragma once

#include <string>

#include "common/rows/summary.hpp"

namespace apsp::stats {

/// An SVG document. The same summary gives the same bytes.
[[nodiscard]] std::string svg(const Summary& summary, const std::string& source);

/// Draws into `path`, an SVG or, by its suffix .png, what rsvg-convert (librsvg) makes of that.
/// Throws Error(kUsage) for another suffix, Error(kOutput).
void write_picture(const Summary& summary, const std::string& source, const std::string& path);

/// Whether write_picture() takes a path by this suffix.
[[nodiscard]] bool is_picture(const std::string& path);

}  // namespace apsp::stats
