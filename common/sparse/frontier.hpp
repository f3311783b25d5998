// SPDX-License-Identifier: MIT
// The vertices whose distances have changed, in rounds: a bit for each, so that a round goes
// through memory in one direction, and a vertex that changes often is looked at once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace apsp::sparse {

class Frontier {
 public:
  static constexpr std::size_t kWord = 64;

  explicit Frontier(std::size_t vertices)
      : now_((vertices + kWord - 1) / kWord), next_(now_.size()) {}

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return 2 * (vertices / kWord + 1) * sizeof(std::uint64_t);
  }

  /// Has the next round look at a vertex.
  void mark(std::size_t vertex) { next_[vertex / kWord] |= std::uint64_t{1} << vertex % kWord; }

  /// The marks of the next round: bit v % kWord of word v / kWord.
  [[nodiscard]] std::uint64_t* marks() { return next_.data(); }

  /// Calls use(v) with each marked vertex, ascending. What is marked meanwhile waits for the next
  /// round. Returns whether there was any. O(V / kWord) beside the calls.
  template <typename Use>
  bool round(const Use& use) {
    now_.swap(next_);
    bool any = false;
    for (std::size_t w = 0; w < now_.size(); ++w) {
      any = any || now_[w] != 0;
      for (; now_[w] != 0; now_[w] &= now_[w] - 1) {
        use(w * kWord + static_cast<std::size_t>(std::countr_zero(now_[w])));
      }
    }
    return any;
  }

 private:
  std::vector<std::uint64_t> now_;
  std::vector<std::uint64_t> next_;
};

}  // namespace apsp::sparse
