// SPDX-License-Identifier: MIT
#include "apsp/solve.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <limits>
#include <utility>

#include "common/base/memory.hpp"
#include "common/base/pages.hpp"
#include "common/base/plural.hpp"
#include "hw3-1/backend.hpp"
#include "library/call.hpp"
#include "library/memory_sink.hpp"

namespace apsp {
namespace {

/// Throws Error(kMemory) unless so many rows fit into memory.
void require_memory_for(std::size_t rows, std::size_t columns) {
  constexpr auto kMost = std::numeric_limits<std::size_t>::max() / sizeof(Distance);
  const std::string what = fmt::format("{} of {} distances", counted(rows, "row"), columns);
  if (columns > 0 && rows > kMost / columns) {
    throw Error(Fault::kMemory, what + ": more than 64 bits address");
  }
  require_memory(std::uint64_t{rows} * columns * sizeof(Distance), what);
}

}  // namespace

class Distances::Memory : public Pages<Distance> {
  using Pages<Distance>::Pages;
};

Distances::Distances() noexcept = default;
Distances::~Distances() = default;

Distances::Distances(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {
  with_memory_errors([&] {
    require_memory_for(rows, columns);
    memory_ = std::make_unique<Memory>(rows * columns);
  });
  data_ = memory_->data();
}

Distances::Distances(Distances&& other) noexcept
    : memory_(std::move(other.memory_)),
      data_(std::exchange(other.data_, nullptr)),
      rows_(std::exchange(other.rows_, 0)),
      columns_(std::exchange(other.columns_, 0)) {}

Distances& Distances::operator=(Distances&& other) noexcept {
  Distances taken(std::move(other));
  std::swap(memory_, taken.memory_);
  std::swap(data_, taken.data_);
  std::swap(rows_, taken.rows_);
  std::swap(columns_, taken.columns_);
  return *this;
}

Distances solve(GraphView graph, const Settings& settings) {
  return with_memory_errors([&] { return Call(graph, settings).distances(); });
}

void solve_into(GraphView graph, const Settings& settings, std::span<Distance> rows) {
  with_memory_errors([&] {
    Call call(graph, settings);
    call.require_size(rows.size(), "rows");
    MemorySink sink(rows, call.columns());
    call.run(&sink);
  });
}

void solve(GraphView graph, const Settings& settings, RowSink& sink) {
  with_memory_errors([&] { Call(graph, settings).run(&sink); });
}

std::vector<std::string> instruction_sets() {
  return cpu::runnable_isas();
}

const char* version() noexcept {
  return APSP_VERSION;
}

}  // namespace apsp
