// SPDX-License-Identifier: MIT
#include "tools/stats/stats.hpp"

#include <fmt/core.h>

#include "common/base/error.hpp"
#include "common/base/parallel_for.hpp"
#include "common/rows/summary_sink.hpp"

namespace apsp::stats {
namespace {

/// Throws the refusal of an entry in row r of the file.
[[noreturn]] void refuse(const DistanceFile& file, const RowSet& rows, const RowSet& targets,
                         std::size_t r, const NoDistance& broken, const std::string& name) {
  const std::size_t offset = (r * file.columns() + broken.column) * sizeof(Distance);
  const auto vertex = [](const RowSet& set, std::size_t n) {
    return set.all() ? "" : fmt::format(" (vertex {})", set.source(n));
  };
  throw Error(Fault::kInput,
              refusal(name, file.hint(),
                      fmt::format("byte {}: row {}{}, column {}{}: {}, expected {}", offset, r,
                                  vertex(rows, r), broken.column, vertex(targets, broken.column),
                                  broken.found, broken.expected)));
}

}  // namespace

RowsSummary summarise(const DistanceFile& file, const RowSet& rows, const RowSet& targets,
                      const std::string& name) {
  SummarySink sink(rows, targets);
  parallel_for(rows.size(), [&](std::size_t r) {
    try {
      sink.put(r, file.row(r));
    } catch (const NoDistance& broken) {
      refuse(file, rows, targets, r, broken, name);
    }
  });
  return sink.finish();
}

}  // namespace apsp::stats
