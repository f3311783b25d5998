// SPDX-License-Identifier: MIT
// Catch2, v2 or v3. No other file includes it. Both have the same macros for cases, sections and
// requirements; where they name the rest differently, tests take the names below.
#pragma once

#ifdef APSP_CATCH2_V2
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
#endif

namespace apsp::test {

#ifdef APSP_CATCH2_V2
using Catch::Detail::Approx;
#else
using Catch::Approx;
#endif
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

}  // namespace apsp::test
