// SPDX-License-Identifier: MIT
// lab-mandelbrot: pictures of the Mandelbrot set, by escape time and by division.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "common/app/option_parser.hpp"
#include "labs/common/lab.hpp"
#include "labs/common/operands.hpp"
#include "labs/common/picture.hpp"
#include "labs/mandelbrot/mandelbrot.hpp"

namespace {

using namespace apsp::labs;

constexpr std::size_t kPixelsPerDifference = 10000;  // a division that misses more is wrong

struct Options {
  std::uint32_t dwell = 1024;
  std::string picture;  // a path, or nothing
};

/// The set is black; points outside are the brighter, the longer they stay.
void draw(const std::string& path, const View& view, const std::vector<std::uint32_t>& dwells) {
  const double scale = 215 / std::log1p(view.limit);
  std::vector<std::uint8_t> pixels(dwells.size());
  std::transform(dwells.begin(), dwells.end(), pixels.begin(), [&](std::uint32_t dwell) {
    return static_cast<std::uint8_t>(dwell >= view.limit ? 0 : 40 + scale * std::log1p(dwell));
  });
  write_picture(path, view.width, view.height, pixels);
}

void require_few_differences(const View& view, const DividedPicture& divided) {
  fmt::print("Division: {} of {} pixels differ from their escape time.\n", divided.differing,
             view.pixels());
  if (divided.differing > view.pixels() / kPixelsPerDifference) {
    throw apsp::Error(apsp::Fault::kInternal,
                      fmt::format("wrong result: {} pixels of the division differ, expected {} at "
                                  "most",
                                  divided.differing, view.pixels() / kPixelsPerDifference));
  }
}

void run(Session& session, std::size_t side, const Options& options) {
  const View view{static_cast<std::uint32_t>(side), static_cast<std::uint32_t>(side),
                  options.dwell};
  const std::vector<std::uint32_t> times = escape_times_on_cpu(view);
  const DividedPicture divided = divide_on_cpu(view, times);
  const std::uint64_t all_steps = std::accumulate(times.begin(), times.end(), std::uint64_t{0});
  const auto dwells = apsp::gpu::allocate_device<std::uint32_t>(view.pixels());
  const auto room = apsp::gpu::allocate_device<unsigned long long>(mandelbrot_room(view));
  const std::size_t bytes = view.pixels() * sizeof(std::uint32_t);
  session.head(fmt::format("{0} x {0} pixels, dwell {1}; operations are those of each step of the "
                           "ladder",
                           side, options.dwell),
               session.multiply_adds(), bytes);
  for (const MandelbrotStep& step : mandelbrot_steps()) {
    apsp::gpu::check(cudaMemset(dwells.get(), 0xff, bytes), "clear the picture");
    session.row(
        {.name = std::string(step.name),
         .work = kStepOperations * static_cast<double>(step.divides ? divided.steps : all_steps),
         .enqueue =
             [&] {
               step.enqueue({view, dwells.get(), room.get()});
             },
         .check =
             [&] {
               require_same(to_host(dwells.get(), view.pixels()),
                            step.divides ? divided.dwells : times);
             }});
  }
  require_few_differences(view, divided);
  if (!options.picture.empty()) draw(options.picture, view, times);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  return run_lab(argc, argv,
                 {.name = "lab-mandelbrot",
                  .summary = "pictures of the Mandelbrot set, step by step",
                  .size = "pixels a side; default: 1024,8192",
                  .sizes = {1024, 8192},
                  .largest = 32768,
                  .add_options =
                      [&](apsp::OptionParser& parser) {
                        parser.add_integer(
                            "--dwell", 1, 1000000, "the largest dwell; default: 1024",
                            [&](std::int64_t n) { options.dwell = static_cast<std::uint32_t>(n); });
                        parser.add_text("--picture", "FILE", "write the set as a PGM picture",
                                        options.picture);
                      },
                  .run = [&](Session& session, std::size_t side) { run(session, side, options); }});
}
