// SPDX-License-Identifier: MIT
// The files that a command line names: no output may be another file of the run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/app/option_parser.hpp"
#include "common/app/source_list.hpp"

namespace apsp {

/// Compares every file that a program reads or writes with all that were named before it. Refuses,
/// as OptionParser::refuse(), an output that is one of them (same_file.hpp), and a second use of
/// standard input. Nothing is opened. `parser` outlives it.
class NamedFiles {
 public:
  explicit NamedFiles(const OptionParser& parser) : parser_(parser) {}

  /// An input. `name` is that of the argument or option; "-" is standard input.
  void read(const std::string& name, const std::string& path);

  /// The file of "@FILE", where the list has one.
  void read(const std::optional<SourceList>& list);

  /// The names of the vertices of `file`, as names_for() finds them: `asked`, the value of --names,
  /// or else what stands beside `file`, the argument `name`.
  void read_names(const std::string& name, const std::string& file,
                  const std::optional<std::string>& asked = {});

  /// An output; "-" is standard output.
  void write(const std::string& name, const std::string& path);

  /// The text on standard output, where that is a regular file. A pipe takes what else is sent
  /// there.
  void print();

 private:
  struct Entry {
    std::string words;  // "--summary FILE", as it was given
    std::string path;
    bool written;
  };

  void add(Entry entry);

  const OptionParser& parser_;
  std::vector<Entry> entries_;
};

}  // namespace apsp
