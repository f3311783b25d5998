// SPDX-License-Identifier: MIT
// The words of a thread, and its slots in shared memory.
#pragma once

#include <cstdint>

#include "common/gpu/product/word.cuh"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/program.hpp"

namespace apsp::gpu {

constexpr int kWords = static_cast<int>(kWordsOfThread);

/// The words of a thread: read and written at once.
struct alignas(kWords * sizeof(std::uint32_t)) Words {
  std::uint32_t of[kWords];
};

template <class Word>
__device__ __forceinline__ Words infinite_words() {
  Words words;
#pragma unroll
  for (int n = 0; n < kWords; ++n) words.of[n] = Word::kInfinite;
  return words;
}

/// min(known, first + weight), word by word.
template <class Word>
__device__ __forceinline__ Words relax_words(const Words& known, const Words& first,
                                             std::uint32_t weight) {
  Words words;
#pragma unroll
  for (int n = 0; n < kWords; ++n) {
    words.of[n] = WordOps<Word>::relax(known.of[n], first.of[n], weight);
  }
  return words;
}

/// The shortest of paths that go on by an arc each, two arcs at a time. Integers take them in two
/// chains, an instruction an arc; floats in one, whose sums do not wait for it: three instructions
/// for two arcs.
template <class Word>
class Shortest {
 public:
  __device__ __forceinline__ Shortest(const Words& first, std::uint32_t weight) {
#pragma unroll
    for (int n = 0; n < kWords; ++n) {
      other_.of[n] = Word::kReal ? WordOps<Word>::sum(first.of[n], 1, weight)
                                 : WordOps<Word>::relax(Word::kInfinite, first.of[n], weight);
    }
  }

  /// known = min(known, x + of_x), and the same of y, there or in the other chain.
  __device__ __forceinline__ void relax_two(Words& known, const Words& x, std::uint32_t of_x,
                                            const Words& y, std::uint32_t of_y) {
#pragma unroll
    for (int n = 0; n < kWords; ++n) {
      if constexpr (Word::kReal) {
        known.of[n] = WordOps<Word>::min3(known.of[n], WordOps<Word>::sum(x.of[n], 1, of_x),
                                          WordOps<Word>::sum(y.of[n], 1, of_y));
      } else {
        known.of[n] = WordOps<Word>::relax(known.of[n], x.of[n], of_x);
        other_.of[n] = WordOps<Word>::relax(other_.of[n], y.of[n], of_y);
      }
    }
  }

  /// known = min(known, what is not in it yet): the other chain, of floats the first arc.
  __device__ __forceinline__ void join(Words& known) const {
#pragma unroll
    for (int n = 0; n < kWords; ++n) {
      known.of[n] = Word::kReal ? min(known.of[n], other_.of[n])
                                : WordOps<Word>::relax(known.of[n], other_.of[n], 0);
    }
  }

 private:
  Words other_;
};

/// A thread's words of all slots, in shared memory.
class ThreadSlots {
 public:
  explicit __device__ ThreadSlots(Words* first) : first_(reinterpret_cast<char*>(first)) {}
  __device__ __forceinline__ Words& operator[](std::uint32_t bytes) const {
    return *reinterpret_cast<Words*>(first_ + bytes);
  }

 private:
  char* first_;
};

}  // namespace apsp::gpu
