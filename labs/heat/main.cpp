// SPDX-License-Identifier: MIT
// lab-heat: heat on a plate, from the lecture's loop to four steps a launch and to two GPUs.
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "common/app/option_parser.hpp"
#include "labs/common/lab.hpp"
#include "labs/common/operands.hpp"
#include "labs/common/picture.hpp"
#include "labs/heat/heat.hpp"
#include "labs/heat/pair.hpp"
#include "labs/heat/sample.hpp"

namespace {

using namespace apsp::labs;

struct Options {
  std::size_t steps = 16;
  std::string picture;  // a path, or nothing
};

void draw(const std::string& path, Plate plate, const std::vector<double>& points) {
  std::vector<std::uint8_t> pixels(points.size());
  std::transform(points.begin(), points.end(), pixels.begin(), [](double heat) {
    return static_cast<std::uint8_t>(std::clamp(heat * 2.55, 0.0, 255.0));
  });
  write_picture(path, plate.columns, plate.rows, pixels);
}

void run(Session& session, std::size_t side, const Options& options) {
  const Plate plate{side, side};
  const std::vector<double> start = sample_plate(plate, std::max<std::size_t>(1, side / 16));
  const std::vector<double> expected = diffuse_on_cpu(plate, start, options.steps);
  const auto operand = to_device(start);
  const auto first = apsp::gpu::allocate_device<double>(plate.points());
  const auto second = apsp::gpu::allocate_device<double>(plate.points());
  const double pass = 2.0 * sizeof(double) * static_cast<double>(plate.points());
  session.head(
      fmt::format("{0} x {0} points, {1} steps; bytes are those of each step of the ladder", side,
                  options.steps),
      session.copy(), static_cast<std::size_t>(pass));
  const double* result = nullptr;
  for (const HeatStep& step : heat_steps()) {
    session.row({.name = std::string(step.name),
                 .work = pass * static_cast<double>(step.passes(options.steps)),
                 .enqueue =
                     [&] {
                       result = step.enqueue(
                           {plate, options.steps, operand.get(), first.get(), second.get()});
                     },
                 .check = [&] { require_same(to_host(result, plate.points()), expected); }});
  }
  const std::string two = "four steps a launch, two GPUs";
  if (side >= 2 * kStepsPerLaunch && session.has_pair(two)) {
    HeatPair pair(plate, start);
    session.row({.name = two,
                 .work = pass * static_cast<double>(heat_steps().back().passes(options.steps)),
                 .enqueue = [&] { pair.enqueue(options.steps); },
                 .check = [&] { require_same(pair.result(), expected); }});
  }
  if (!options.picture.empty()) draw(options.picture, plate, expected);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  return run_lab(argc, argv,
                 {.name = "lab-heat",
                  .summary = "heat diffusion on a square plate, step by step",
                  .size = "points a side; default: 1024,8192",
                  .sizes = {1024, 8192},
                  .largest = 32768,
                  .add_options =
                      [&](apsp::OptionParser& parser) {
                        parser.add_integer(
                            "--steps", 0, 100000, "steps of time; default: 16",
                            [&](std::int64_t n) { options.steps = static_cast<std::size_t>(n); });
                        parser.add_text("--picture", "FILE",
                                        "write the last plate as a PGM picture", options.picture);
                      },
                  .run = [&](Session& session, std::size_t side) { run(session, side, options); }});
}
