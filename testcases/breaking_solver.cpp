// SPDX-License-Identifier: MIT
// hw3-2, or hw3-3 where APSP_BREAKS says so, whose device breaks in the middle of the rounds: a
// real program but for the one kernel that traps. gpu_programs_test.py runs it.
#include <cstdlib>
#include <string_view>

#include "common/app.hpp"
#include "common/gpu/device.hpp"
#include "common/gpu/test_break.hpp"
#include "common/gpu/word.hpp"
#include "hw3-2/solver.hpp"
#include "hw3-3/solver.hpp"

namespace {

/// Hands everything on to the real listener, and breaks the device when the third round has ended.
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

}  // namespace

int main(int argc, char** argv) {
  const char* breaks = std::getenv("APSP_BREAKS");
  const bool several = breaks != nullptr && std::string_view(breaks) == "hw3-3";
  apsp::gpu::Solver one;
  apsp::gpu::MultiSolver team;
  apsp::end_process(
      apsp::run_solver(argc, argv,
                       {.name = "breaking-solver",
                        .summary = "a solver whose device breaks in the middle",
                        .launcher = "",
                        .widths = {apsp::gpu::kWidths.begin(), apsp::gpu::kWidths.end()},
                        .add_options = [](apsp::OptionParser&) {},
                        .prepare =
                            [&](apsp::Run&) {
                              if (several) {
                                apsp::gpu::Devices devices;
                                if (apsp::gpu::visible_devices() == 1) devices.ids = {0, 0};
                                team.start(devices);
                              } else {
                                one.start(0);
                              }
                            },
                        .solve =
                            [&](const apsp::Graph& graph, apsp::RowSink& rows, apsp::Run& run,
                                apsp::Arithmetic arithmetic) {
                              BreakingRun breaking(run);
                              if (several) {
                                team.solve(graph, rows, breaking, arithmetic);
                              } else {
                                one.solve(graph, rows, breaking, arithmetic);
                              }
                            }}));
}
