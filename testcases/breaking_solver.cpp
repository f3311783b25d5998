// SPDX-License-Identifier: MIT
// hw3-2, or hw3-3 where APSP_BREAKS says so, whose device breaks in the middle of the rounds: a
// real program but for the one kernel that traps. gpu_programs_test.py runs it.
#include <cstdlib>
#include <memory>
#include <string_view>

#include "common/app.hpp"
#include "common/gpu/device.hpp"
#include "common/gpu/test_break.hpp"
#include "common/gpu/word.hpp"
#include "hw3-2/backend.hpp"
#include "hw3-3/backend.hpp"

namespace {

/// Hands everything on to the real observer, and breaks the device when the third round has ended.
class BreakingRun final : public apsp::Run {
 public:
  explicit BreakingRun(apsp::Run& run) : run_(run) {}

  void enter_phase(std::string_view name) override { run_.enter_phase(name); }
  void fact(std::string_view key, const apsp::Fact& value) override { run_.fact(key, value); }
  void warn(std::string_view message) override { run_.warn(message); }
  void advance(std::int64_t done, std::int64_t total) override {
    run_.advance(done, total);
    if (done == 3) apsp::test::break_device();
  }

 private:
  apsp::Run& run_;
};

/// The real solve, but for its rounds.
class BreakingSolve final : public apsp::Solve {
 public:
  explicit BreakingSolve(std::unique_ptr<apsp::Solve> solve) : solve_(std::move(solve)) {}

  void scatter(const apsp::Graph& graph, apsp::Run& run) override { solve_->scatter(graph, run); }
  void close(apsp::Run& run) override {
    BreakingRun breaking(run);
    solve_->close(breaking);
  }
  apsp::Extent extent() override { return solve_->extent(); }
  std::optional<apsp::Clipped> first_clipped(const apsp::Graph& graph) override {
    return solve_->first_clipped(graph);
  }
  void put(apsp::RowSink& rows, apsp::Run& run) override { solve_->put(rows, run); }

 private:
  std::unique_ptr<apsp::Solve> solve_;
};

/// The real backend, but for its solves.
class BreakingBackend final : public apsp::Backend {
 public:
  explicit BreakingBackend(std::unique_ptr<apsp::Backend> backend) : backend_(std::move(backend)) {}

  std::span<const apsp::Width> widths() const override { return backend_->widths(); }
  void require_fit(std::size_t vertices, apsp::Width width) override {
    backend_->require_fit(vertices, width);
  }
  std::unique_ptr<apsp::Solve> start(const apsp::Graph& graph, apsp::Width width,
                                     apsp::Run& run) override {
    return std::make_unique<BreakingSolve>(backend_->start(graph, width, run));
  }

 private:
  std::unique_ptr<apsp::Backend> backend_;
};

std::unique_ptr<apsp::Backend> real_backend() {
  const char* breaks = std::getenv("APSP_BREAKS");
  if (breaks == nullptr || std::string_view(breaks) != "hw3-3") {
    return std::make_unique<apsp::gpu::SingleBackend>(0);
  }
  apsp::gpu::Devices devices;
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
           [](apsp::Run&) { return std::make_unique<BreakingBackend>(real_backend()); }}));
}
