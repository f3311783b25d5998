// SPDX-License-Identifier: MIT
// A summary as a picture, by the script hw3-plot.
#pragma once

#include <string>

namespace apsp::stats {

/// Whether hw3-plot draws into a file of this name: it ends in .svg, .png or .pdf.
[[nodiscard]] bool is_picture(const std::string& path);

/// Draws a summary, as JSON, into `path`, which is_picture() must accept. Starts hw3-plot from the
/// folder of this program, else from the PATH, and waits for it. Throws Error(kOutput) with the
/// messages of hw3-plot, one of which names the packages to install.
void plot(const std::string& json, const std::string& path);

}  // namespace apsp::stats
