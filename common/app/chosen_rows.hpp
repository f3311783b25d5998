// SPDX-License-Identifier: MIT
// The vertices that --sources and --targets choose.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "common/app/source_list.hpp"
#include "common/core/row_set.hpp"

namespace apsp {

class Ranks;

/// The vertices of `list`; all of them without one. Names are those of the side file of `input`.
/// Throws Error(kUsage, kInput) for what is no vertex.
[[nodiscard]] RowSet chosen_rows(const std::optional<SourceList>& list, const std::string& input,
                                 std::size_t vertices);

/// Same, for all of several processes: the choice of rank 0. Without ranks that of this process.
[[nodiscard]] RowSet chosen_rows(Ranks* ranks, const std::optional<SourceList>& list,
                                 const std::string& input, std::size_t vertices);

}  // namespace apsp
