// SPDX-License-Identifier: MIT
#include "common/solve/plan.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <string>

namespace apsp {

std::optional<double> Plan::predicted(Method wanted) const {
  for (const Prediction& prediction : predictions) {
    if (prediction.method == wanted) return prediction.seconds;
  }
  return std::nullopt;
}

void Plan::foretell() {
  for (Prediction& prediction : predictions) {
    if (prediction.method != method || !std::isfinite(prediction.seconds)) continue;
    const double besides = method == Method::kDense ? 0 : pace.seconds_besides;
    prediction.seconds = besides + pace.relaxations * element_bytes / pace.bytes_per_second;
  }
}

std::optional<Method> method_named(std::string_view wanted) {
  for (const Method method : kMethods) {
    if (name(method) == wanted) return method;
  }
  return std::nullopt;
}

void report(const Plan& plan, Observer& observer) {
  observer.fact("method", std::string(name(plan.method)));
  const auto bytes = [&](const char* key, std::uint64_t value) {
    if (value > 0) observer.fact(key, static_cast<std::int64_t>(value));
  };
  bytes("predicted_host_bytes", plan.host_bytes);
  bytes("predicted_device_bytes", plan.device_bytes);
  if (plan.sources_at_once > 1) {
    observer.fact("sources_at_once", static_cast<std::int64_t>(plan.sources_at_once));
  }
  if (plan.predictions.size() < 2) return;  // nothing was compared
  for (const auto& [method, seconds] : plan.predictions) {
    if (!std::isfinite(seconds)) continue;
    observer.fact(fmt::format("predicted_{}_seconds", name(method)), seconds);
  }
  if (plan.search) {
    observer.fact("search",
                  std::string(plan.labels ? "label correcting" : plan.search->algorithm()));
  }
  if (!plan.tree) return;
  observer.fact("fill", static_cast<std::int64_t>(plan.tree->ups.size()));
  observer.fact("core", static_cast<std::int64_t>(plan.tree->core_size()));
}

}  // namespace apsp
