// SPDX-License-Identifier: MIT
// Pictures without pixels, and pictures about the sizes of lanes, leaves, blocks and squares.
#pragma once

#include "labs/mandelbrot/view.hpp"

namespace apsp::labs::test {

inline constexpr View kViews[] = {{0, 0, 9},       {1, 1, 50},     {2, 2, 50},      {1, 300, 20},
                                  {300, 1, 20},    {2, 17, 0},     {15, 16, 1},     {16, 17, 100},
                                  {31, 33, 100},   {33, 31, 100},  {64, 64, 255},   {65, 63, 16},
                                  {127, 129, 40},  {255, 257, 64}, {256, 256, 256}, {257, 255, 17},
                                  {512, 300, 128}, {641, 700, 100}};

}  // namespace apsp::labs::test
