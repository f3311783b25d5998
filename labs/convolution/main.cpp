// SPDX-License-Identifier: MIT
// lab-convolution: a stencil of 15 taps on a line, and one of 5 x 5 on an image.
#include <fmt/core.h>

#include <string>

#include "labs/common/lab.hpp"
#include "labs/common/operands.hpp"
#include "labs/convolution/convolution.hpp"
#include "labs/convolution/sample.hpp"

namespace {

using namespace apsp::labs;

/// One table: `size` is what the steps take first, `expected` the result of the processor.
template <class Steps, class Size, class Taps>
void table(Session& session, const Steps& steps, Size size, const std::vector<float>& in,
           const Taps& taps, const std::vector<float>& expected) {
  const auto operand = to_device(in);
  const auto stored = to_device(std::vector<float>(taps.begin(), taps.end()));
  const auto out = apsp::gpu::allocate_device<float>(in.size());
  for (const auto& step : steps) {
    session.row(
        {.name = std::string(step.name),
         .work = 2.0 * sizeof(float) * static_cast<double>(in.size()),
         .enqueue = [&] { step.enqueue(size, operand.get(), taps, stored.get(), out.get()); },
         .check = [&] { require_same(to_host(out.get(), in.size()), expected); }});
  }
}

void run(Session& session, std::size_t side) {
  const std::size_t n = side * side;
  const std::vector<float> in = small_integers(n, 6);
  const std::size_t bytes = 2 * n * sizeof(float);

  const auto line_taps = sample_taps<LineTaps>();
  session.head(fmt::format("{} taps on a line of {} floats", line_taps.size(), n), session.copy(),
               bytes);
  table(session, line_steps(), n, in, line_taps, convolve_line_on_cpu(in, line_taps));

  const auto image_taps = sample_taps<ImageTaps>();
  session.head(fmt::format("{0} x {0} taps on an image of {1} x {1} floats", kImageTaps, side),
               session.copy(), bytes);
  const ImageSize size{side, side};
  table(session, image_steps(), size, in, image_taps, convolve_image_on_cpu(size, in, image_taps));
}

}  // namespace

int main(int argc, char** argv) {
  return run_lab(argc, argv,
                 {.name = "lab-convolution",
                  .summary = "stencils on a line and on an image, step by step",
                  .size = "rows and columns of the image; default: 1024,8192",
                  .sizes = {1024, 8192},
                  .largest = 32768,
                  .add_options = {},
                  .run = run});
}
