// SPDX-License-Identifier: MIT
#include "tools/stats/stats.hpp"

#include <fmt/core.h>

#include <exception>
#include <optional>

#include "common/base/error.hpp"
#include "common/rows/summary_sink.hpp"

namespace apsp::stats {

Summary summarise(const DistanceFile& file, const std::string& name) {
  SummarySink sink(file.vertices());
  // An exception must not leave the parallel region. The first of several broken rows counts, so
  // that every run reports the same.
  std::optional<NoDistance> broken;
  std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic)
  for (std::size_t row = 0; row < file.vertices(); ++row) {
    try {
      sink.put(row, file.row(row));
    } catch (const NoDistance& found) {
#pragma omp critical
      if (!broken || found.row < broken->row) broken.emplace(found);
    } catch (...) {
#pragma omp critical
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
  if (broken) {
    const std::size_t offset = (broken->row * file.vertices() + broken->column) * sizeof(Distance);
    throw Error(Fault::kInput,
                fmt::format("{}: byte {}: {}{}", name, offset, broken->what(), file.hint()));
  }
  return sink.finish();
}

}  // namespace apsp::stats
