// SPDX-License-Identifier: MIT
// In place of graphml_reader.cpp where there is no expat.
#include "common/base/error.hpp"
#include "tools/convert/format.hpp"

namespace apsp::convert {

EdgeGraph read_graphml(Input& input, const ReadOptions&) {
  throw Error(
      Fault::kInput,
      input.name() + ": is XML, and this build has no expat: save the graph as an edge list");
}

}  // namespace apsp::convert
