// SPDX-License-Identifier: MIT
#include "apsp/device_matrix.hpp"

#include <fmt/core.h>

#include <cmath>
#include <optional>

#include "common/base/error.hpp"
#include "common/core/device_problem.hpp"
#include "library/call.hpp"
#include "library/device_checks.hpp"
#include "library/gpu_module.hpp"
#include "library/guarded_observer.hpp"
#include "library/module_backend.hpp"

namespace apsp {
namespace {

/// Throws Error(kUsage) for a setting that this solve does not have.
void require_possible_for_matrix(const Settings& settings) {
  const auto refuse = [](const char* setting) {
    throw Error(Fault::kUsage, fmt::format("a matrix in the memory of a GPU takes no {}: solve() "
                                           "does, from host memory",
                                           setting));
  };
  if (settings.device != Device::kAuto && settings.device != Device::kGpu) {
    throw Error(Fault::kUsage, fmt::format("device is {}, expected auto or gpu for a matrix in the "
                                           "memory of a GPU",
                                           name(settings.device)));
  }
  if (settings.gpus.size() > 1) refuse("second GPU");
  if (settings.method && *settings.method != Method::kDense) refuse("method but dense");
  if (settings.width == Width::kU8) refuse("width u8");
  if (!settings.instruction_set.empty()) refuse("instruction set");
  if (settings.targets) refuse("targets");
  if (settings.summary != nullptr) refuse("summary");
  if (!settings.checkpoint.empty()) refuse("checkpoint");
  if (!settings.predecessors.empty() || settings.predecessor_sink != nullptr) {
    refuse("predecessors");
  }
  if (!std::isinf(settings.limit)) refuse("limit");
}

}  // namespace

void solve_on_device(const DeviceWeights& weights, const Settings& settings,
                     const DeviceRows& rows) {
  with_memory_errors([&] {
    require_possible_for_matrix(settings);
    require_element_of_rows(rows.element);
    const Call call(GraphView{weights.vertices, {}}, settings);  // checks the sources
    if (call.rows() == 0 || weights.vertices == 0) return;
    require_aligned("weights", weights.data, weights.element);
    require_aligned("rows", rows.data, rows.element);
    const auto gpu = settings.gpus.empty() ? std::nullopt : std::optional(settings.gpus.front());
    GuardedObserver observer(settings.observer);
    const module::Outcome outcome = gpu_module().solve_on_device(
        {weights, call.row_set(), rows, settings.undirected, settings.width, gpu}, observer);
    observer.rethrow();  // the reason, if there is one
    require_done(outcome);
  });
}

}  // namespace apsp
