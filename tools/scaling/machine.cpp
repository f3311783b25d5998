// SPDX-License-Identifier: MIT
#include "tools/scaling/machine.hpp"

namespace apsp::scaling {
namespace {

/// The compute phase of hw3-2 at V = 25,000 and 50,000 (docs/results/h200-4-hw3-3.md) gives two
/// equations for the rate and the seconds of a round. With several GPUs a round costs from 0.08 to
/// 0.25 ms, without a trend over sizes; 0.15 ms is the middle.
constexpr double kRelaxationsS32 = 17.12e12;
constexpr double kRelaxationsU16 = 33.45e12;
constexpr double kRoundSeconds = 150e-6;

/// docs/results/h200-hw3-2.md, the kernel close_pivot.
constexpr double kCloseSeconds = 53e-6;

/// docs/results/h200-4-hw3-3.md: two GPUs, V = 50,000 in s32, moved 10.0 GB in 0.39 % of 3.691 s,
/// each half of them.
constexpr double kLinkBytes = 350e9;

/// Not measured: one adapter of 400 Gbit/s for each GPU, and usual delays.
constexpr double kNetworkBytes = 50e9;
constexpr double kLinkLatency = 5e-6;
constexpr double kNetworkLatency = 10e-6;

constexpr double kMemory = 139e9;  // V = 190,000 in s32 fits, 195,000 does not

}  // namespace

std::optional<Machine> h200(std::string_view width) {
  Machine machine = {.relaxations = kRelaxationsS32,
                     .round_seconds = kRoundSeconds,
                     .close_seconds = kCloseSeconds,
                     .element_bytes = 4,
                     .node = 8,
                     .link_bytes = kLinkBytes,
                     .network_bytes = kNetworkBytes,
                     .link_latency = kLinkLatency,
                     .network_latency = kNetworkLatency,
                     .memory = kMemory};
  if (width == "s32") return machine;
  if (width != "u16") return std::nullopt;
  machine.relaxations = kRelaxationsU16;
  machine.element_bytes = 2;
  return machine;
}

}  // namespace apsp::scaling
