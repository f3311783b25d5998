// SPDX-License-Identifier: MIT
// hw3-kernels: checks every kernel and times it.
//
// After dav1d's tests/checkasm: reference and kernel on the same input of edge values, guards round
// every operand, and times of kernels that are right, in one program.
#include <fmt/core.h>
#include <omp.h>

#include <cstdio>
#include <map>
#include <string>
#include <utility>

#include "common/app/app.hpp"
#include "common/base/error.hpp"
#include "tools/kernels/command_line.hpp"
#include "tools/kernels/cpu_kernels.hpp"
#include "tools/kernels/gpu_kernels.hpp"
#include "tools/kernels/report.hpp"

namespace apsp::kernels {
namespace {

void print(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw Error(Fault::kOutput, "standard output cannot be written");
  }
}

/// Runs kernels one by one. Sets of one instruction set share its ceilings: measured once.
class Runner {
 public:
  explicit Runner(const Options& options) : options_(options) {}

  Result run(const KernelCase& kernel) {
    Result result{&kernel, {}};
    if (!kernel.absent.empty() || options_.list) return result;
    result.wrong = check(kernel, options_.seed);
    if (!result.wrong.empty() || options_.check_only || !kernel.seconds) return result;
    result.seconds = kernel.seconds();
    if (kernel.relaxes > 0) result.ceiling = ceiling(kernel);
    return result;
  }

 private:
  double ceiling(const KernelCase& kernel) {
    const auto [entry, added] = ceilings_.try_emplace({kernel.isa, kernel.width}, 0.0);
    if (added && kernel.ceiling) entry->second = kernel.ceiling();
    return entry->second;
  }

  const Options& options_;
  std::map<std::pair<std::string, std::string>, double> ceilings_;
};

void print_list(const KernelList& list) {
  for (const KernelCase& kernel : list) {
    const std::string absent = kernel.absent.empty() ? "" : "not run: " + kernel.absent;
    print(fmt::format("{:<13}{:<7}{:<14}{}\n", kernel.set, kernel.width, kernel.kernel, absent));
  }
}

void run(const Options& options) {
  KernelList all;
  if (options.cpu) add_cpu_kernels(all);
  if (options.gpu) add_gpu_kernels(all);
  const KernelList list = pick(all, options);
  if (options.list) return print_list(list);

  omp_set_num_threads(1);  // a kernel is one core's: so is its ceiling
  Runner runner(options);
  Json results = Json::array();
  std::size_t wrong = 0;
  if (!options.json) print(fmt::format("seed {}\n{}", options.seed, heading(options.check_only)));
  for (const KernelCase& kernel : list) {
    const Result result = runner.run(kernel);
    wrong += result.wrong.empty() ? 0 : 1;
    if (options.json) {
      results.push_back(json(result));
    } else {
      print(line(result, options.seed));
    }
  }
  if (options.json) {
    Json whole;
    whole["seed"] = options.seed;
    whole["kernels"] = std::move(results);
    print(whole.indented() + "\n");
  }
  if (wrong > 0) {
    throw Error(Fault::kInternal, fmt::format("{} of {} kernels are wrong; the seed is {}", wrong,
                                              list.size(), options.seed));
  }
}

}  // namespace
}  // namespace apsp::kernels

int main(int argc, char** argv) {
  return apsp::run_program("hw3-kernels", [&] {
    if (const auto options = apsp::kernels::parse(argc, argv)) apsp::kernels::run(*options);
  });
}
