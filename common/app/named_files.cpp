// SPDX-License-Identifier: MIT
#include "common/app/named_files.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "common/io/same_file.hpp"
#include "common/io/vertex_names.hpp"

namespace apsp {

void NamedFiles::read(const std::string& name, const std::string& path) {
  add({name + " " + path, path, false});
}

void NamedFiles::read(const std::optional<SourceList>& list) {
  if (list && list->file()) add({list->option() + " @" + *list->file(), *list->file(), false});
}

void NamedFiles::read_names(const std::string& name, const std::string& file,
                            const std::optional<std::string>& asked) {
  if (asked) return read("--names", *asked);
  const std::string beside = file + kNamesSuffix;
  std::error_code unknown;
  if (std::filesystem::is_regular_file(beside, unknown)) read(name + kNamesSuffix, beside);
}

void NamedFiles::write(const std::string& name, const std::string& path) {
  add({name + " " + path, path, true});
}

void NamedFiles::print() {
  struct stat status {};
  if (::fstat(STDOUT_FILENO, &status) == 0 && S_ISREG(status.st_mode)) {
    add({"standard output", "-", true});
  }
}

void NamedFiles::add(Entry entry) {
  const auto stream_of = [](const Entry& e) { return e.written ? STDOUT_FILENO : STDIN_FILENO; };
  for (const Entry& other : entries_) {
    if (!entry.written && !other.written) {
      if (entry.path != "-" || other.path != "-") continue;
      parser_.refuse(fmt::format(
          "standard input is named more than once, by {} and {}, expected at most one -",
          other.words, entry.words));
    }
    if (same_file(other.path, stream_of(other), entry.path, stream_of(entry))) {
      parser_.refuse(fmt::format("{} and {} are the same file", other.words, entry.words));
    }
  }
  entries_.push_back(std::move(entry));
}

}  // namespace apsp
