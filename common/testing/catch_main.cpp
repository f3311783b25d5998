// SPDX-License-Identifier: MIT
// Catch2 v2's main, compiled once. With v3 this file is not built.
#define CATCH_CONFIG_MAIN
#include "common/testing/catch.hpp"
