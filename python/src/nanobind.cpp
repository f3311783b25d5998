// SPDX-License-Identifier: MIT
// Compiles nanobind, which its package brings as source.
#include <nb_combined.cpp>
