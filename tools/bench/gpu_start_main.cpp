// SPDX-License-Identifier: MIT
// hw3-gpu-start: what the start of hw3-2 is made of, step by step, as one JSON object.
#include <cuda_runtime.h>
#include <fmt/core.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "common/base/json.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/floyd_warshall.hpp"
#include "common/gpu/dense/rounds.hpp"
#include "common/gpu/dense/staging.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/product/word.hpp"

namespace {

constexpr std::string_view kName = "hw3-gpu-start";
constexpr std::string_view kFooter =
    "Takes the steps of hw3-2's start one after the other, each to its end, and prints their\n"
    "seconds. \"began\" and \"ended\" are times of the system's monotonic clock, for a script "
    "that\n"
    "starts this program: what comes before the first and after the last is the process itself.\n"
    "\n"
    "Example:\n"
    "  hw3-gpu-start --lazy\n"
    "\n"
    "Exit codes are those of hw3-2.";

/// Seconds of a clock that all processes of a machine share.
double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

/// Steps by name, in their order.
class Steps {
 public:
  /// Takes the time of `work`.
  template <typename Work>
  void take(const std::string& name, const Work& work) {
    const double before = now();
    work();
    json_[name] = now() - before;
  }

  [[nodiscard]] const apsp::Json& json() const { return json_; }

 private:
  apsp::Json json_ = apsp::Json::object();
};

void run(int id, double began) {
  using apsp::gpu::check;
  using Word = apsp::gpu::S32;
  constexpr std::size_t kVertices = 500;
  Steps steps;
  steps.take("driver", [] { (void)apsp::gpu::visible_devices(); });
  std::string device;
  // With CUDA_MODULE_LOADING=EAGER, the kernels are loaded here.
  steps.take("context", [&] { device = apsp::gpu::open_device(id).name; });
  std::optional<apsp::gpu::StagingRing> ring;
  steps.take("staging ring", [&] { ring.emplace(); });
  const apsp::gpu::Layout layout = apsp::gpu::Layout::whole(kVertices, Word::kElements, 1);
  apsp::gpu::DeviceMemory<std::uint32_t> words;
  steps.take("matrix",
             [&] { words = apsp::gpu::allocate_device<std::uint32_t>(layout.matrix_words()); });
  const apsp::gpu::MatrixView<Word> matrix{words.get(), layout};
  std::optional<apsp::gpu::Rounds<Word>> rounds;
  steps.take("panels", [&] { rounds.emplace(matrix); });
  // The first launches load the kernels, unless they are loaded already.
  for (const char* name : {"first solve", "second solve"}) {
    steps.take(name, [&] {
      apsp::gpu::fill<Word>(matrix, ring->stream());
      check(cudaStreamSynchronize(ring->stream()), "fill the matrix");
      apsp::gpu::close_matrix(*rounds, ring->stream(), [](std::size_t, std::size_t) {});
      check(cudaDeviceSynchronize(), "close the matrix");
    });
  }
  apsp::Json json;
  json["device"] = device;
  json["began"] = began;
  json["steps"] = steps.json();
  json["ended"] = now();
  if (std::fputs((json.line_per_member() + "\n").c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
  }
  apsp::end_process(0);  // as hw3-2 ends
}

}  // namespace

int main(int argc, char** argv) {
  const double began = now();
  return apsp::run_program(std::string(kName), [&] {
    apsp::OptionParser parser(std::string(kName),
                              "hw3-gpu-start: measures what the start of hw3-2 is made of",
                              std::string(kFooter));
    int device = 0;
    bool lazy = false;
    parser.add_integer("--device", 0, 1023, "which of the visible GPUs; default: 0",
                       [&](std::int64_t id) { device = static_cast<int>(id); });
    parser.add_flag("--lazy", "load kernels as they are launched, and not all at the start", lazy);
    if (!parser.parse(argc, argv)) return;
    if (!lazy) apsp::gpu::load_kernels_at_start();
    run(device, began);
  });
}
