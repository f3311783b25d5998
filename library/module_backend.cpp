// SPDX-License-Identifier: MIT
#include "library/module_backend.hpp"

#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "common/base/error.hpp"

namespace apsp {
namespace {

using module::Failure;

std::exception_ptr exception_of(const Failure& failure) {
  if (failure.kind == Failure::Kind::kNoMemory) return std::make_exception_ptr(std::bad_alloc());
  if (failure.kind == Failure::Kind::kCycle) {
    return std::make_exception_ptr(NegativeCycle(failure.message, failure.cycle));
  }
  return std::make_exception_ptr(Error(failure.fault, failure.message));
}

/// Hands rows to the sinks, and keeps the first exception of one.
class SinkReceiver final : public module::Receiver {
 public:
  explicit SinkReceiver(const Outputs& outputs)
      : outputs_(outputs), in_order_(outputs.rows.in_order()) {}

  [[nodiscard]] bool in_order() const noexcept override { return in_order_; }
  [[nodiscard]] bool put(std::size_t first_row, std::span<const Distance> rows) noexcept override {
    return guard([&] { outputs_.rows.put(first_row, rows); });
  }
  void abandon(const Failure& cause) noexcept override { outputs_.rows.abandon(exception(cause)); }

  [[nodiscard]] bool takes_numbers() const noexcept override { return outputs_.numbers != nullptr; }
  [[nodiscard]] bool put_numbers(std::span<const std::int32_t> rows,
                                 std::span<const RowNumbers> numbers,
                                 const Histogram& histogram) noexcept override {
    return guard([&] { outputs_.numbers->put_numbers(rows, numbers, histogram); });
  }
  [[nodiscard]] bool keeps() const noexcept override { return outputs_.numbers->keeps(); }
  [[nodiscard]] bool due() noexcept override { return outputs_.numbers->due(); }

  /// The exception that a failure stands for, of a sink too.
  [[nodiscard]] std::exception_ptr exception(const Failure& failure) noexcept {
    if (failure.kind != Failure::Kind::kReceiver) return exception_of(failure);
    const std::lock_guard lock(mutex_);
    return kept_;
  }

 private:
  template <typename Work>
  [[nodiscard]] bool guard(const Work& work) noexcept {
    try {
      work();
      return true;
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!kept_) kept_ = std::current_exception();
      return false;
    }
  }

  const Outputs& outputs_;
  const bool in_order_;
  std::mutex mutex_;
  std::exception_ptr kept_;
};

/// Drives an attempt.
class ModuleSolve final : public Solve {
 public:
  explicit ModuleSolve(std::unique_ptr<module::Attempt> attempt) : attempt_(std::move(attempt)) {}

  void scatter(const Graph& graph, Observer& observer) override {
    require_done(attempt_->scatter(graph, observer));
  }
  void close(Observer& observer) override { require_done(attempt_->close(observer)); }
  [[nodiscard]] bool streams() const override { return attempt_->streams(); }
  [[nodiscard]] Extent extent() override {
    Extent found;
    require_done(attempt_->extent(found));
    return found;
  }
  [[nodiscard]] std::optional<Clipped> first_clipped(const Graph& graph) override {
    std::optional<Clipped> found;
    require_done(attempt_->first_clipped(graph, found));
    return found;
  }
  void put(const Outputs& outputs, Observer& observer) override {
    SinkReceiver receiver(outputs);
    if (const module::Outcome outcome = attempt_->put(receiver, observer)) {
      std::rethrow_exception(receiver.exception(*outcome));
    }
  }

 private:
  std::unique_ptr<module::Attempt> attempt_;
};

}  // namespace

void require_done(const module::Outcome& outcome) {
  if (outcome) std::rethrow_exception(exception_of(*outcome));
}

Plan ModuleBackend::plan(const Problem& problem) {
  Plan made;
  require_done(engine_->plan(problem, made));
  return made;
}

void ModuleBackend::require_fit(const Problem& problem, const Plan& plan, Width width) {
  require_done(engine_->require_fit(problem, plan, width));
}

std::unique_ptr<Solve> ModuleBackend::start(const Attempt& attempt, Observer& observer) {
  std::unique_ptr<module::Attempt> made;
  require_done(engine_->start(attempt, observer, made));
  if (made == nullptr) return nullptr;
  return std::make_unique<ModuleSolve>(std::move(made));
}

}  // namespace apsp
