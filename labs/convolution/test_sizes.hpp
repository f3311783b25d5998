// SPDX-License-Identifier: MIT
// Images about the sizes of blocks and strips; widths that are multiples of 4 and others.
#pragma once

#include "labs/convolution/convolution.hpp"

namespace apsp::labs::test {

inline constexpr ImageSize kImageSizes[] = {
    {0, 0},     {0, 5},     {5, 0},     {1, 1},    {1, 9},    {9, 1},    {2, 2},
    {3, 4},     {4, 3},     {5, 5},     {31, 7},   {32, 8},   {33, 9},   {36, 12},
    {63, 65},   {64, 64},   {127, 63},  {128, 64}, {129, 65}, {130, 66}, {132, 71},
    {255, 129}, {256, 128}, {257, 130}, {1024, 3}, {3, 1024}};

}  // namespace apsp::labs::test
