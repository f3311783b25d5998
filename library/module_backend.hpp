// SPDX-License-Identifier: MIT
// The library's side of a module: its engine as a backend.
#pragma once

#include <memory>

#include "common/solve/backend.hpp"
#include "library/module/interface.hpp"

namespace apsp {

/// Throws the exception that the failure stands for, unless there is none. Not for
/// Failure::Kind::kReceiver.
void require_done(const module::Outcome& outcome);

/// Drives an engine. Throws what it reports as the exceptions of a Backend, and lets those of sinks
/// through.
class ModuleBackend final : public Backend {
 public:
  explicit ModuleBackend(std::unique_ptr<module::Engine> engine) : engine_(std::move(engine)) {}

  [[nodiscard]] std::span<const Width> widths() const override { return engine_->widths(); }
  [[nodiscard]] Plan plan(const Problem& problem) override;
  [[nodiscard]] bool takes_matrix() const override { return engine_->takes_matrix(); }
  void require_fit(const Problem& problem, const Plan& plan, Width width) override;
  [[nodiscard]] std::unique_ptr<Solve> start(const Attempt& attempt, Observer& observer) override;

 private:
  std::unique_ptr<module::Engine> engine_;
};

}  // namespace apsp
