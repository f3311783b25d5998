// SPDX-License-Identifier: MIT
#include "common/app/printed_plan.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"

namespace apsp {

void show_plan(const Plan& plan, const Problem& asked, std::optional<std::size_t> columns) {
  std::string text = fmt::format("{}, {}\n", counted(asked.graph.vertices, "vertex"),
                                 counted(asked.graph.edges_in_file(), "edge"));
  const auto add = [&](std::string_view key, const std::string& value) {
    text += fmt::format("{:<8} {}\n", key, value);
  };
  add("method", fmt::format("{}, {:.2g} s", name(plan.method), plan.seconds()));
  for (const auto& [method, seconds] : plan.predictions) {
    if (method == plan.method) continue;
    add("", std::isfinite(seconds) ? fmt::format("{}, {:.2g} s", name(method), seconds)
                                   : fmt::format("{}: no memory", name(method)));
  }
  if (plan.host_bytes > 0) {
    add("memory", fmt::format("{} of {} available", describe_bytes(plan.host_bytes),
                              describe_bytes(available_memory())));
  }
  if (plan.device_bytes > 0) {
    add("devices", fmt::format("{} of their memory", describe_bytes(plan.device_bytes)));
  }
  if (columns) {
    add("output", fmt::format("{} x {} distances, {}", asked.rows.size(), *columns,
                              describe_bytes(sizeof(Distance) * asked.rows.size() * *columns)));
  }
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw Error(Fault::kOutput, "standard output cannot be written");
  }
}

}  // namespace apsp
