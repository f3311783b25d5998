// SPDX-License-Identifier: MIT
// Catch2, v2 or v3, under one name.
#pragma once

#ifdef APSP_CATCH2_V2
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
#endif
