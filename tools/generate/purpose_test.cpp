// SPDX-License-Identifier: MIT
#include "tools/generate/purpose.hpp"

#include <algorithm>
#include <vector>

#include "common/testing/catch.hpp"

using apsp::generate::Key;
using apsp::generate::Purpose;

TEST_CASE("each purpose, seed and index has a stream of its own") {
  std::vector<std::uint64_t> firsts;
  for (const std::uint64_t seed : {0U, 1U, 2U}) {
    for (const Purpose purpose : {Purpose::kPlaces, Purpose::kWeights, Purpose::kOrder}) {
      for (const std::uint64_t index : {0U, 1U, 2U}) {
        firsts.push_back(Key(seed, purpose).stream(index).next());
      }
    }
  }
  std::sort(firsts.begin(), firsts.end());
  CHECK(std::adjacent_find(firsts.begin(), firsts.end()) == firsts.end());
}
