// SPDX-License-Identifier: MIT
#include "common/app/exit_code.hpp"

#include <fmt/core.h>

namespace apsp {
namespace {

std::string_view meaning(Fault fault) {
  switch (fault) {
    case Fault::kInternal:
      return "internal error";
    case Fault::kUsage:
      return "usage";
    case Fault::kInput:
      return "bad or unreadable input";
    case Fault::kNoAnswer:
      return "no answer: a negative cycle, or a length out of range";
    case Fault::kMemory:
      return "not enough memory";
    case Fault::kNoDevice:
      return "no usable GPU";
    case Fault::kOutput:
      return "output cannot be written";
    case Fault::kCancelled:
      return "cancelled";
  }
  return {};
}

}  // namespace

std::string describe_exit_codes(std::string_view done,
                                std::initializer_list<PossibleFault> faults) {
  std::string text = fmt::format("Exit codes:\n  {}      {}\n", kDone, done);
  for (const PossibleFault& possible : faults) {
    text += fmt::format("  {}      {}\n", exit_code(possible.fault),
                        possible.text.empty() ? meaning(possible.fault) : possible.text);
  }
  return text + "  128+s  ended by signal s";
}

}  // namespace apsp
