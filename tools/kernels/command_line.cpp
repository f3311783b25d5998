// SPDX-License-Identifier: MIT
#include "tools/kernels/command_line.hpp"

#include <fmt/core.h>
#include <fnmatch.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::kernels {
namespace {

constexpr const char* kFooter =
    "A line a kernel: time of one call, relaxations a second, ceiling, share of the ceiling. The\n"
    "ceiling is what one core, or the GPU, does in that set and width with operands in registers.\n"
    "A kernel that is wrong is not timed: its line names the element, the value found and the\n"
    "value expected, and how to repeat it. The exit code is then 1.\n"
    "\n"
    "Examples:\n"
    "  hw3-kernels --check-only\n"
    "  hw3-kernels --isa avx2 --arithmetic u16 --kernel 'prod*'\n"
    "  hw3-kernels --gpu --check-only";

/// Names of the sets, those that this processor lacks too: their lines say so.
std::vector<std::string> isas() {
  std::vector<std::string> names;
  for (const cpu::KernelSet* set : cpu::compiled_kernels()) {
    if (names.empty() || names.back() != set->name) names.emplace_back(set->name);
  }
  return names;
}

}  // namespace

std::optional<Options> parse(int argc, char** argv) {
  Options options;
  options.seed = std::random_device{}();
  bool cpu = false;
  bool gpu = false;
  OptionParser parser("hw3-kernels",
                      "hw3-kernels: checks every kernel against a plain reference, then times it",
                      kFooter);
  parser.add_text("--kernel", "PATTERN", "kernels whose names match, as in a shell: 'prod*'",
                  options.pattern);
  parser.add_choice("--isa", isas(), "CPU kernels of one instruction set",
                    [&](const std::string& isa) { options.isa = isa; });
  std::vector<std::string> widths;
  widths.reserve(kWidths.size() + 2);
  for (const Width width : kWidths) widths.emplace_back(name(width));
  widths.insert(widths.end(), {"f32", "f64"});
  parser.add_choice("--arithmetic", widths, "kernels of one width",
                    [&](const std::string& choice) { options.width = choice; });
  const auto only_cpu = parser.add_flag("--cpu", "CPU kernels only", cpu);
  parser.add_flag("--gpu", "GPU kernels only; exit code 6 without a GPU", gpu).excludes(only_cpu);
  parser.add_flag("--check-only", "do not time", options.check_only);
  parser.add_integer("--seed", 0, UINT32_MAX,
                     "seed of the inputs, to repeat a run (default: random)",
                     [&](std::int64_t seed) { options.seed = static_cast<std::uint32_t>(seed); });
  parser.add_flag("--list", "list the kernels and run none", options.list);
  parser.add_flag("--json", "print one JSON object, rates in G relax/s", options.json);
  if (!parser.parse(argc, argv)) return std::nullopt;
  if (gpu && !options.isa.empty()) parser.refuse("--isa and --gpu exclude each other");
  options.cpu = !gpu;
  options.gpu = !cpu && options.isa.empty();
  return options;
}

KernelList pick(const KernelList& all, const Options& options) {
  KernelList picked;
  std::set<std::string> names;
  for (const KernelCase& kernel : all) {
    if (kernel.isa == "gpu" ? !options.gpu : !options.cpu) continue;
    if (!options.cpu && !kernel.absent.empty()) throw Error(Fault::kNoDevice, kernel.absent);
    names.insert(kernel.kernel);
    if (!options.isa.empty() && kernel.isa != options.isa) continue;
    if (!options.width.empty() && kernel.width != options.width) continue;
    if (fnmatch(options.pattern.c_str(), kernel.kernel.c_str(), 0) == 0) picked.push_back(kernel);
  }
  if (picked.empty()) {
    std::string expected;
    for (const std::string& known : names) expected += (expected.empty() ? "" : ", ") + known;
    throw Error(Fault::kUsage,
                fmt::format("no kernel of this set and width is called '{}': expected one of {}",
                            options.pattern, expected));
  }
  return picked;
}

}  // namespace apsp::kernels
