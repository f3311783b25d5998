// SPDX-License-Identifier: MIT
// The checks of the GPU kernels, a file for each family: reference, input and comparison. A check
// runs its kernel once for each guard byte, see guarded.hpp, and throws Mismatch. Every function is
// instantiated for the words of integers, those of the dense method's steps for F32 and F64 too.
#pragma once

#include "tools/kernels/gpu_operands.hpp"

namespace apsp::kernels {

// gpu_product.cpp
template <class Word>
void check_tiles(Values<Word>& values);  // product_tiles: every output of one or two macro-tiles
template <class Word>
void check_product(Values<Word>& values);  // with and without kept rows and columns
template <class Word>
void check_pack(Values<Word>& values);
template <class Word>
double time_product();  // a round's remainder
template <class Word>
double timed_product_relaxes();

// gpu_pivot.cpp
template <class Word>
void check_close(Values<Word>& values);
template <class Word>
void check_pivot(Values<Word>& values);  // a round's pivot: closures, and products between them
template <class Word>
double time_close();

// gpu_round.cpp
template <class Word>
void check_first_panel(Values<Word>& values);
template <class Word>
void check_lookahead(Values<Word>& values);
template <class Word>
void check_panels(Values<Word>& values);

// gpu_matrix.cpp
template <class Word>
void check_fill(Values<Word>& values);
template <class Word>
void check_scatter(Values<Word>& values);
template <class Word>
void check_reduce(Values<Word>& values);

// gpu_widen.cpp
template <class Word>
void check_widen(Values<Word>& values);
template <class Word>
double time_widen();

// gpu_proof.cpp
template <class Word>
void check_finite_bits(Values<Word>& values);
template <class Word>
void check_find_clipped(Values<Word>& values);

}  // namespace apsp::kernels
