// SPDX-License-Identifier: MIT
// Simple loops that the compiler vectorizes, once for each instruction set; the loader takes the
// best that the processor has.
#pragma once

// Clang has it from 14 on. Its sanitizers would run in what the loader calls before they are ready.
#if defined(__x86_64__) && defined(__clang__)
#if __clang_major__ >= 14 && !__has_feature(address_sanitizer) && \
    !__has_feature(thread_sanitizer) && !__has_feature(memory_sanitizer)
#define APSP_HAS_CLONES
#endif
#elif defined(__x86_64__) && defined(__GNUC__)
#define APSP_HAS_CLONES
#endif

/// Put it before a function that is not a template. Clang passes over it where an earlier
/// declaration has it not.
#ifdef APSP_HAS_CLONES
#define APSP_FOR_EACH_ISA [[gnu::target_clones("avx512f", "avx2", "sse4.1", "default")]]
#else
#define APSP_FOR_EACH_ISA
#endif
