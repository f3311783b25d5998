// SPDX-License-Identifier: MIT
// For tests: whether a sanitizer watches them.
#pragma once

namespace apsp::test {

// GCC tells by a macro of its own, clang by __has_feature.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kTakesAddressSpace = true;
#elif defined(__has_feature)
/// Whether a sanitizer takes terabytes of address space for itself, so that no limit leaves a
/// program alive.
inline constexpr bool kTakesAddressSpace =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kTakesAddressSpace = false;
#endif

}  // namespace apsp::test
