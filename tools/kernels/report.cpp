// SPDX-License-Identifier: MIT
#include "tools/kernels/report.hpp"

#include <fmt/core.h>

#include "common/base/rate.hpp"
#include "tools/kernels/mismatch.hpp"

namespace apsp::kernels {
namespace {

double rate(const Result& result) {
  return result.seconds > 0 ? result.kernel->relaxes / result.seconds : 0;
}

std::string columns(const KernelCase& kernel) {
  return fmt::format("{:<13}{:<7}{:<14}", kernel.set, kernel.width, kernel.kernel);
}

/// The options that pick this kernel again.
std::string repeat(const KernelCase& kernel, std::uint32_t seed) {
  return fmt::format("hw3-kernels {} --arithmetic {} --kernel {} --seed {}",
                     kernel.isa == "gpu" ? "--gpu" : "--isa " + kernel.isa, kernel.width,
                     kernel.kernel, seed);
}

std::string times(const Result& result) {
  std::string text = fmt::format("{:<18}{:>12.0f}", result.kernel->size, result.seconds * 1e9);
  if (rate(result) > 0) text += fmt::format("{:>18}", format_rate(rate(result)));
  if (rate(result) > 0 && result.ceiling > 0) {
    text += fmt::format("{:>18}{:>6.0f} %", format_rate(result.ceiling),
                        100 * rate(result) / result.ceiling);
  }
  return text;
}

}  // namespace

std::string check(const KernelCase& kernel, std::uint32_t seed) {
  try {
    kernel.check(seed);
  } catch (const Mismatch& mismatch) {
    return mismatch.what();
  }
  return "";
}

std::string heading(bool check_only) {
  const std::string names = fmt::format("{:<13}{:<7}{:<14}", "set", "width", "kernel");
  if (check_only) return names + "result\n";
  return names +
         fmt::format("{:<18}{:>12}{:>18}{:>18}{:>8}\n", "size", "ns", "rate", "ceiling", "share");
}

std::string line(const Result& result, std::uint32_t seed) {
  const KernelCase& kernel = *result.kernel;
  std::string text = columns(kernel);
  if (!kernel.absent.empty()) {
    text += "not run: " + kernel.absent;
  } else if (!result.wrong.empty()) {
    text += fmt::format("WRONG: {}; repeat: {}", result.wrong, repeat(kernel, seed));
  } else {
    text += result.seconds > 0 ? times(result) : "right";
  }
  return text + "\n";
}

Json json(const Result& result) {
  const KernelCase& kernel = *result.kernel;
  Json json;
  json["set"] = kernel.set;
  json["width"] = kernel.width;
  json["kernel"] = kernel.kernel;
  json["result"] = !kernel.absent.empty() ? "not run" : result.wrong.empty() ? "right" : "wrong";
  if (!kernel.absent.empty()) json["reason"] = kernel.absent;
  if (!result.wrong.empty()) json["mismatch"] = result.wrong;
  if (result.seconds > 0) {
    json["size"] = kernel.size;
    json["nanoseconds"] = result.seconds * 1e9;
    if (rate(result) > 0) json["rate"] = rate(result) / 1e9;
    if (rate(result) > 0 && result.ceiling > 0) {
      json["ceiling"] = result.ceiling / 1e9;
      json["share"] = rate(result) / result.ceiling;
    }
  }
  return json;
}

}  // namespace apsp::kernels
