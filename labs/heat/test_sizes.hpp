// SPDX-License-Identifier: MIT
// Plates without inner points, and plates about the sizes of blocks, strips and spans.
#pragma once

#include "labs/heat/heat.hpp"

namespace apsp::labs::test {

inline constexpr Plate kPlates[] = {{0, 0},    {1, 1},     {1, 7},     {7, 1},     {2, 2},
                                    {3, 3},    {3, 4},     {4, 3},     {8, 32},    {9, 33},
                                    {17, 31},  {55, 57},   {56, 56},   {57, 55},   {64, 64},
                                    {65, 129}, {113, 112}, {130, 127}, {150, 200}, {200, 171}};

inline constexpr std::size_t kStepCounts[] = {0, 1, 2, 3, 4, 5, 8, 11};

}  // namespace apsp::labs::test
