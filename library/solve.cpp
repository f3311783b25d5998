// SPDX-License-Identifier: MIT
#include "apsp/solve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "common/base/memory.hpp"
#include "common/base/pages.hpp"
#include "common/base/plural.hpp"
#include "hw3-1/backend.hpp"
#include "library/call.hpp"

namespace apsp {
namespace {

/// Takes rows into memory of the caller.
class MemorySink final : public RowSink {
 public:
  MemorySink(std::span<Distance> rows, std::size_t vertices) : rows_(rows), vertices_(vertices) {}

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    std::copy(rows.begin(), rows.end(), rows_.subspan(first_row * vertices_).begin());
  }

 private:
  std::span<Distance> rows_;
  std::size_t vertices_;
};

/// Throws Error(kMemory) unless so many rows fit into memory.
void require_memory_for(std::size_t rows, std::size_t vertices) {
  constexpr auto kMost = std::numeric_limits<std::size_t>::max() / sizeof(Distance);
  const std::string what = fmt::format("{} of {} distances", counted(rows, "row"), vertices);
  if (vertices > 0 && rows > kMost / vertices) {
    throw Error(Fault::kMemory, what + ": more than 64 bits address");
  }
  require_memory(std::uint64_t{rows} * vertices * sizeof(Distance), what);
}

}  // namespace

class Distances::Memory : public Pages<Distance> {
  using Pages<Distance>::Pages;
};

Distances::Distances() noexcept = default;
Distances::~Distances() = default;

Distances::Distances(std::size_t rows, std::size_t vertices) : rows_(rows), vertices_(vertices) {
  with_memory_errors([&] {
    require_memory_for(rows, vertices);
    memory_ = std::make_unique<Memory>(rows * vertices);
  });
  data_ = memory_->data();
}

Distances::Distances(Distances&& other) noexcept
    : memory_(std::move(other.memory_)),
      data_(std::exchange(other.data_, nullptr)),
      rows_(std::exchange(other.rows_, 0)),
      vertices_(std::exchange(other.vertices_, 0)) {}

Distances& Distances::operator=(Distances&& other) noexcept {
  Distances taken(std::move(other));
  std::swap(memory_, taken.memory_);
  std::swap(data_, taken.data_);
  std::swap(rows_, taken.rows_);
  std::swap(vertices_, taken.vertices_);
  return *this;
}

Distances solve(GraphView graph, const Settings& settings) {
  return with_memory_errors([&] {
    Call call(graph, settings);
    Distances result(call.rows(), call.vertices());
    // Not filled yet: the solver must not take it for free.
    const PromisedMemory promised(result.all().size_bytes());
    MemorySink sink(result.all(), call.vertices());
    call.run(&sink);
    return result;
  });
}

void solve_into(GraphView graph, const Settings& settings, std::span<Distance> rows) {
  with_memory_errors([&] {
    Call call(graph, settings);
    if (call.vertices() == 0
            ? !rows.empty()
            : rows.size() % call.vertices() != 0 || rows.size() / call.vertices() != call.rows()) {
      throw Error(Fault::kUsage,
                  fmt::format("the memory for the rows has {} elements, expected {} of {}",
                              rows.size(), counted(call.rows(), "row"), call.vertices()));
    }
    MemorySink sink(rows, call.vertices());
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
