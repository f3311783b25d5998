// SPDX-License-Identifier: MIT
#include "library/module/served_engine.hpp"

#include <new>
#include <string>
#include <utility>

namespace apsp::module {
namespace {

/// Ends an attempt whose receiver refused.
class Refused final : public std::exception {};

/// Hands rows over to a receiver.
class ServedSink final : public RowSink, public NumbersSink {
 public:
  explicit ServedSink(Receiver& receiver) : receiver_(receiver) {}

  [[nodiscard]] bool in_order() const override { return receiver_.in_order(); }
  void put(std::size_t first_row, std::span<const Distance> rows) override {
    if (!receiver_.put(first_row, rows)) throw Refused();
  }
  void abandon(const std::exception_ptr& cause) noexcept override {
    receiver_.abandon(failure_of(cause));
  }
  void put_numbers(std::span<const std::int32_t> rows, std::span<const RowNumbers> numbers,
                   const Histogram& histogram) override {
    if (!receiver_.put_numbers(rows, numbers, histogram)) throw Refused();
  }
  [[nodiscard]] bool keeps() const override { return receiver_.keeps(); }
  [[nodiscard]] bool due() override { return receiver_.due(); }

 private:
  Receiver& receiver_;
};

class ServedAttempt final : public Attempt {
 public:
  explicit ServedAttempt(std::unique_ptr<Solve> solve) : solve_(std::move(solve)) {}

  Outcome scatter(const Graph& graph, Observer& observer) noexcept override {
    return outcome_of([&] { solve_->scatter(graph, observer); });
  }
  Outcome close(Observer& observer) noexcept override {
    return outcome_of([&] { solve_->close(observer); });
  }
  [[nodiscard]] bool streams() const noexcept override { return solve_->streams(); }
  Outcome extent(Extent& found) noexcept override {
    return outcome_of([&] { found = solve_->extent(); });
  }
  Outcome first_clipped(const Graph& graph, std::optional<Clipped>& found) noexcept override {
    return outcome_of([&] { found = solve_->first_clipped(graph); });
  }
  Outcome put(Receiver& receiver, Observer& observer) noexcept override {
    return outcome_of([&] {
      ServedSink sink(receiver);
      solve_->put({sink, receiver.takes_numbers() ? &sink : nullptr}, observer);
    });
  }

 private:
  std::unique_ptr<Solve> solve_;
};

class ServedEngine final : public Engine {
 public:
  explicit ServedEngine(std::unique_ptr<Backend> backend) : backend_(std::move(backend)) {}

  [[nodiscard]] std::span<const Width> widths() const noexcept override {
    return backend_->widths();
  }
  [[nodiscard]] bool takes_matrix() const noexcept override { return backend_->takes_matrix(); }
  Outcome plan(const Problem& problem, Plan& made) noexcept override {
    return outcome_of([&] { made = backend_->plan(problem); });
  }
  Outcome require_fit(const Problem& problem, const Plan& plan, Width width) noexcept override {
    return outcome_of([&] { backend_->require_fit(problem, plan, width); });
  }
  Outcome start(const apsp::Attempt& attempt, Observer& observer,
                std::unique_ptr<Attempt>& made) noexcept override {
    return outcome_of([&] {
      made.reset();
      if (auto solve = backend_->start(attempt, observer)) {
        made = std::make_unique<ServedAttempt>(std::move(solve));
      }
    });
  }

 private:
  std::unique_ptr<Backend> backend_;
};

}  // namespace

Failure failure_of(const std::exception_ptr& cause) noexcept {
  Failure failure;
  try {
    try {
      std::rethrow_exception(cause);
    } catch (const Refused&) {
      failure.kind = Failure::Kind::kReceiver;
    } catch (const NegativeCycle& cycle) {
      failure = {Failure::Kind::kCycle, cycle.fault(), cycle.what(), cycle.vertices()};
    } catch (const Error& error) {
      failure.fault = error.fault();
      const std::string message = error.what();
      failure.message = message.substr(0, message.find('\n'));
    } catch (const std::bad_alloc&) {
      failure.kind = Failure::Kind::kNoMemory;
    } catch (const std::exception& error) {
      failure.message = error.what();
    } catch (...) {
      failure.message = "an exception of an unknown type in a module";
    }
  } catch (...) {  // no memory for the message
    failure.kind = Failure::Kind::kNoMemory;
  }
  return failure;
}

std::unique_ptr<Engine> serve(std::unique_ptr<Backend> backend) {
  return std::make_unique<ServedEngine>(std::move(backend));
}

}  // namespace apsp::module
