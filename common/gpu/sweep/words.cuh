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
