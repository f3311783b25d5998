// SPDX-License-Identifier: MIT
#include "library/device_checks.hpp"

#include <fmt/core.h>

#include <cstdint>

#include "common/base/error.hpp"
#include "common/core/device_problem.hpp"

namespace apsp {

void require_element_of_rows(Element element) {
  if (element != Element::kInt64 && element != Element::kUint8) return;
  throw Error(Fault::kUsage,
              "the rows are of int64 or uint8, expected float64, float32, int32 or uint16");
}

void require_aligned(const char* what, const void* data, Element element) {
  if (data == nullptr) throw Error(Fault::kUsage, fmt::format("the {} have no memory", what));
  if (reinterpret_cast<std::uintptr_t>(data) % bytes_of(element) == 0) return;
  throw Error(Fault::kUsage, fmt::format("the memory of the {} is at {}, expected a multiple of {}",
                                         what, data, bytes_of(element)));
}

}  // namespace apsp
