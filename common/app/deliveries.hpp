// SPDX-License-Identifier: MIT
// The results that a run of a solver was asked for, from their creation to the disk.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "common/app/joint_run.hpp"
#include "common/app/solver_options.hpp"
#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/core/problem.hpp"
#include "common/io/distance_file.hpp"
#include "common/rows/share_sink.hpp"
#include "common/rows/sink_chain.hpp"

namespace apsp {

/// Whether a run was asked for nothing but distances.
[[nodiscard]] bool wants_distances_alone(const SolverOptions& options);

/// Whether a summary is wanted, and nothing else.
[[nodiscard]] bool wants_summary_alone(const SolverOptions& options);

/// Files are created at the start, so that a folder that cannot be written fails at once and not
/// hours later, and appear in finish(). Rows reach them through a SinkChain.
class Deliveries {
 public:
  /// `solved` is what the solver is given, the reversed problem where its rows are the targets. It
  /// outlives this object, as `asked` does. Where several processes make one solve, both have the
  /// rows of `run`'s share, and construction and finish() are collective. `checkpoint`: keeps what
  /// is done of the summary, and goes once that is in place; not null where one is wanted. Throws
  /// Error(kOutput),
  /// Error(kMemory), NegativeCycle.
  Deliveries(const SolverOptions& options, const Problem& asked, const RowSet& targets,
             const Problem& solved, Observer& observer, const JointRun* run = nullptr,
             CheckpointSink* checkpoint = nullptr);

  /// Where the solver puts its rows.
  [[nodiscard]] Outputs outputs() { return chain_->outputs(); }

  /// After the solve: checks, and makes the files appear. Throws Error(kInternal), Error(kOutput).
  /// Where a later file fails, the message says which earlier ones are complete.
  void finish(Observer& observer);

  /// The bytes of all files, once these are there.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  /// Writes a file that comes after these, with `write`. Where it cannot be written, the message
  /// also says which of the others are complete.
  void write_later(const std::string& what, const std::function<void()>& write) const;

 private:
  /// A file and, where several processes write it, the way of this one's rows to it.
  struct File {
    std::optional<DistanceWriter> writer = {};
    std::optional<ShareSink> share = {};
  };

  RowSink& open(const std::string& path, std::size_t rows, std::size_t columns, File& file);
  [[nodiscard]] Verification verification() const;
  void close_together();
  void commit();

  const SolverOptions& options_;
  const JointRun* run_;  // null: this process alone makes the solve
  CheckpointSink* const checkpoint_;
  File output_;
  File predecessors_;
  std::optional<SinkChain> chain_;
  std::string complete_;  // what an error after it need not take with it
  std::uint64_t bytes_ = 0;
};

}  // namespace apsp
