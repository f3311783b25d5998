// SPDX-License-Identifier: MIT
#include "tools/stats/stats.hpp"

#include <fmt/core.h>

#include "common/base/error.hpp"
#include "common/base/parallel_for.hpp"
#include "common/rows/summary_sink.hpp"

namespace apsp::stats {

Summary summarise(const DistanceFile& file, const std::string& name) {
  SummarySink sink{RowSet(file.vertices())};
  try {
    parallel_for(file.vertices(), [&](std::size_t row) { sink.put(row, file.row(row)); });
  } catch (const NoDistance& broken) {
    const std::size_t offset = (broken.row * file.vertices() + broken.column) * sizeof(Distance);
    throw Error(Fault::kInput,
                fmt::format("{}: byte {}: {}{}", name, offset, broken.what(), file.hint()));
  }
  return sink.finish();
}

}  // namespace apsp::stats
