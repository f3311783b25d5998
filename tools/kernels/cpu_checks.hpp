// SPDX-License-Identifier: MIT
// The checks of the CPU kernels, a file for each family: reference, input and comparison. A check
// runs its kernel once for each guard byte, because reads and writes beyond the operands show with
// one of them, and throws Mismatch. Every function is instantiated for every width, float and
// double.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hw3-1/kernels/kernels.hpp"

namespace apsp::kernels {

// cpu_product.cpp
template <typename Element>
void check_products(const cpu::TileKernels<Element>& kernels, std::uint32_t seed);

// cpu_panels.cpp
template <typename Element>
void check_row_panel(const cpu::TileKernels<Element>& kernels, std::uint32_t seed);
template <typename Element>
void check_column_panel(const cpu::TileKernels<Element>& kernels, std::uint32_t seed);

/// A strip of the row panel, in place: each of `depth` rows of tiles takes closed pivot x panel.
template <typename Element>
void multiply_row_panel(const cpu::TileKernels<Element>& kernels, const Element* pivot,
                        std::size_t depth, Element* panel, std::size_t columns, std::size_t stride,
                        std::byte* packed);
/// A row of the column panel, in place: one k of tiles after the other.
template <typename Element>
void multiply_column_panel(const cpu::TileKernels<Element>& kernels, const Element* pivot,
                           std::size_t depth, Element* panel, std::byte* packed);

// cpu_close.cpp
template <typename Element>
void check_close(const cpu::TileKernels<Element>& kernels, std::uint32_t seed);

// cpu_pack.cpp
template <typename Element>
void check_pack(const cpu::TileKernels<Element>& kernels, std::uint32_t seed);

// cpu_widen.cpp
template <typename Element>
void check_widen(const cpu::TileKernels<Element>& kernels, std::uint32_t seed);

// cpu_lanes.cpp
template <typename Element>
void check_pull(const cpu::LaneKernels<Element>& kernels, std::uint32_t seed);
template <typename Element>
void check_push(const cpu::LaneKernels<Element>& kernels, std::uint32_t seed);
template <typename Element>
void check_correct(const cpu::LaneKernels<Element>& kernels, std::uint32_t seed);  // of integers

}  // namespace apsp::kernels
