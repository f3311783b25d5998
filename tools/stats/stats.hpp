// SPDX-License-Identifier: MIT
// From a distance file to its summary.
#pragma once

#include <string>

#include "common/core/row_set.hpp"
#include "common/io/distance_file.hpp"
#include "common/rows/summary.hpp"

namespace apsp::stats {

/// The summary of a distance file whose rows are `rows` and whose columns are `targets`, in
/// parallel and at one pass. `name` is how messages call the file. O(V + k t). Throws Error(kInput)
/// with offset, found and expected for the first row with an entry that is not 0 on the diagonal,
/// or no distance.
[[nodiscard]] RowsSummary summarise(const DistanceFile& file, const RowSet& rows,
                                    const RowSet& targets, const std::string& name);

}  // namespace apsp::stats
