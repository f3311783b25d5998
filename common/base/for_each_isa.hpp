// SPDX-License-Identifier: MIT
// Simple loops that the compiler vectorizes, once for each instruction set; the loader takes the
// best that the processor has.
#pragma once

/// Put it before a function that is not a template.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define APSP_FOR_EACH_ISA [[gnu::target_clones("avx512f", "avx2", "sse4.1", "default")]]
#else
#define APSP_FOR_EACH_ISA
#endif
