// SPDX-License-Identifier: MIT
// For tests: text in, graph out, and back.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"
#include "tools/convert/format.hpp"

namespace apsp::convert::test {

using apsp::test::bytes_of;
using apsp::test::require_error;
using apsp::test::TestFolder;

using Edges = std::vector<Edge>;
using Reader = EdgeGraph (*)(Input&, const ReadOptions&);
using Writer = void (*)(const EdgeGraph&, const Output&, const std::string&);

/// The graph that `reader` makes of a file of these bytes.
inline EdgeGraph read(Reader reader, const std::string& bytes, const ReadOptions& options = {}) {
  const TestFolder folder;
  Input input(folder.write("input", bytes));
  return reader(input, options);
}

/// All that a reader says: losses, then notes.
inline std::vector<std::string> messages_of(const EdgeGraph& graph) {
  std::vector<std::string> messages = graph.losses;
  messages.insert(messages.end(), graph.notes.begin(), graph.notes.end());
  return messages;
}

/// The bytes that `writer` makes of a graph.
inline std::string written(Writer writer, const EdgeGraph& graph) {
  const TestFolder folder;
  writer(graph, {folder / "output"}, "the input");
  return folder.read("output");
}

/// Requires that reading ends in Error(kInput) with the place and all of these parts.
inline void refuse(Reader reader, const std::string& bytes, const std::string& place,
                   std::initializer_list<std::string> parts, const ReadOptions& options = {}) {
  INFO("the input is: " << bytes);
  require_error(Fault::kInput, {"/input: " + place + ": "},
                [&] { (void)read(reader, bytes, options); });
  require_error(Fault::kInput, parts, [&] { (void)read(reader, bytes, options); });
}

}  // namespace apsp::convert::test
