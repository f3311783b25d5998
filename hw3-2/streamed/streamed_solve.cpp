// SPDX-License-Identifier: MIT
#include "hw3-2/streamed/streamed_solve.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <chrono>
#include <optional>

#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/core/dense_weights.hpp"
#include "common/core/put_rows.hpp"
#include "common/gpu/product/word.hpp"
#include "hw3-2/streamed/host_matrix.hpp"
#include "hw3-2/streamed/registration.hpp"
#include "hw3-2/streamed/streamed_rounds.hpp"

namespace apsp::gpu {
namespace {

template <class Word>
class StreamedSolve final : public Solve {
 public:
  StreamedSolve(const RowSet& rows, const StreamPlan& streaming)
      : rows_(rows), streaming_(streaming) {}

  void scatter(const Graph& graph, Observer& observer) override {
    observer.fact("matrix", std::string("host memory"));
    observer.fact("round_depth", static_cast<std::int64_t>(streaming_.most_rows()));
    observer.enter_phase(Phase::kScatter);
    const Graph list = listed(graph);
    matrix_.emplace(streaming_.vertices);
    matrix_->scatter(list);
    observer.enter_phase(Phase::kUpload);  // what lets transfers be fast
    const std::size_t unit = streaming_.row_words(streaming_.strip * kBlockRows);
    registration_.emplace(matrix_->words(0), matrix_->bytes(), unit * sizeof(std::uint32_t));
  }

  void close(Observer& observer) override {
    {
      StreamedRounds<Word> rounds(*matrix_, streaming_);
      rounds.close([&](std::size_t done, std::size_t total) {
        advance_or_stop(observer, static_cast<std::int64_t>(done),
                        static_cast<std::int64_t>(total));
      });
    }
    registration_.reset();
  }

  Extent extent() override { return matrix_->extent(rows_); }

  std::optional<Clipped> first_clipped(const Graph& graph) override {
    return matrix_->first_clipped(graph, rows_);
  }

  void put(const Outputs& outputs, Observer& observer) override {
    observer.enter_phase(outputs.numbers == nullptr ? Phase::kWrite : Phase::kSummary);
    put_rows(rows_, outputs.rows, [&](std::size_t first, std::size_t count, Distance* out) {
      matrix_->widen(first, count, out);
    });
  }

 private:
  const RowSet rows_;
  const StreamPlan streaming_;
  std::optional<HostMatrix<Word>> matrix_;
  std::optional<Registration> registration_;
};

}  // namespace

std::uint64_t streamed_host_bytes(const StreamPlan& streaming) {
  const auto threads = static_cast<std::uint64_t>(omp_get_max_threads());
  return streaming.matrix().matrix_words() * sizeof(std::uint32_t) +
         threads * kRowsAtOnce * streaming.vertices * sizeof(Distance);
}

std::unique_ptr<Solve> make_streamed_solve(const Attempt& attempt, const StreamPlan& streaming) {
  return with_integer_word(attempt.width, [&](auto word) -> std::unique_ptr<Solve> {
    require_memory(streamed_host_bytes(streaming),
                   fmt::format("{} in {}-bit arithmetic in host memory",
                               counted(streaming.vertices, "vertex"), 8 * bytes_of(attempt.width)));
    return std::make_unique<StreamedSolve<decltype(word)>>(attempt.problem.rows, streaming);
  });
}

}  // namespace apsp::gpu
