// SPDX-License-Identifier: MIT
// In place of npz.cpp where there is no zlib.
#include "common/base/error.hpp"
#include "tools/convert/format.hpp"

namespace apsp::convert {

EdgeGraph read_npz(Input& input, const ReadOptions&) {
  throw Error(
      Fault::kInput,
      input.name() + ": is a zip archive, and this build has no zlib: unpack it, or save a .npy");
}

}  // namespace apsp::convert
