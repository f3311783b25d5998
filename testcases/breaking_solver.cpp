// SPDX-License-Identifier: MIT
// hw3-2, or hw3-3 where APSP_BREAKS says so, whose device breaks in the middle of the rounds: a
// real program but for the one kernel that traps. gpu_programs_test.py runs it.
#include <cstdlib>
#include <memory>
#include <string_view>

#include "common/app/app.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/test_break.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/team/team_backend.hpp"
#include "hw3-2/backend.hpp"

namespace {

/// Hands everything on to the real observer, and breaks the device when the third round has ended.
class BreakingRun final : public apsp::Observer {
 public:
  explicit BreakingRun(apsp::Observer& observer) : observer_(observer) {}

  void enter_phase(apsp::Phase phase) override { observer_.enter_phase(phase); }
  void fact(std::string_view key, const apsp::Fact& value) override { observer_.fact(key, value); }
  void warn(std::string_view message) override { observer_.warn(message); }
  void advance(std::int64_t done, std::int64_t total) override {
    observer_.advance(done, total);
    if (done == 3) apsp::test::break_device();
  }

 private:
  apsp::Observer& observer_;
};

/// The real solve, but for its rounds.
class BreakingSolve final : public apsp::Solve {
 public:
  explicit BreakingSolve(std::unique_ptr<apsp::Solve> solve) : solve_(std::move(solve)) {}

  void scatter(const apsp::Graph& graph, apsp::Observer& observer) override {
    solve_->scatter(graph, observer);
  }
  void close(apsp::Observer& observer) override {
    BreakingRun breaking(observer);
    solve_->close(breaking);
  }
  apsp::Extent extent() override { return solve_->extent(); }
  std::optional<apsp::Clipped> first_clipped(const apsp::Graph& graph) override {
    return solve_->first_clipped(graph);
  }
  void put(const apsp::Outputs& outputs, apsp::Observer& observer) override {
    solve_->put(outputs, observer);
  }

 private:
  std::unique_ptr<apsp::Solve> solve_;
};

/// The real backend, but for its solves.
class BreakingBackend final : public apsp::Backend {
 public:
  explicit BreakingBackend(std::unique_ptr<apsp::Backend> backend) : backend_(std::move(backend)) {}

  std::span<const apsp::Width> widths() const override { return backend_->widths(); }
  apsp::Plan plan(const apsp::Problem& problem) override { return backend_->plan(problem); }
  void require_fit(const apsp::Problem& problem, const apsp::Plan& plan,
                   apsp::Width width) override {
    backend_->require_fit(problem, plan, width);
  }
  std::unique_ptr<apsp::Solve> start(const apsp::Attempt& attempt,
                                     apsp::Observer& observer) override {
    return std::make_unique<BreakingSolve>(backend_->start(attempt, observer));
  }

 private:
  std::unique_ptr<apsp::Backend> backend_;
};

std::unique_ptr<apsp::Backend> real_backend() {
  const char* breaks = std::getenv("APSP_BREAKS");
  if (breaks == nullptr || std::string_view(breaks) != "hw3-3") {
    return std::make_unique<apsp::gpu::SingleBackend>(0, apsp::Method::kDense);
  }
  apsp::gpu::Devices devices;
  devices.method = apsp::Method::kDense;
  if (apsp::gpu::visible_devices() == 1) devices.ids = {0, 0};
  return std::make_unique<apsp::gpu::TeamBackend>(devices);
}

}  // namespace

int main(int argc, char** argv) {
  apsp::end_process(apsp::run_solver(
      argc, argv,
      {.name = "breaking-solver",
       .summary = "a solver whose device breaks in the middle",
       .launcher = "",
       .widths = {apsp::gpu::kWidths.begin(), apsp::gpu::kWidths.end()},
       .add_options = [](apsp::OptionParser&) {},
       .make_backend =
           [](apsp::Observer&) { return std::make_unique<BreakingBackend>(real_backend()); }}));
}
