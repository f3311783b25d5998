// SPDX-License-Identifier: MIT
#include "common/io/same_file.hpp"

#include <sys/stat.h>

namespace apsp {

bool same_file(const std::string& first, int first_stream, const std::string& second,
               int second_stream) {
  struct stat a {};
  struct stat b {};
  const auto look = [](const std::string& path, int stream, struct stat& status) {
    return (path == "-" ? fstat(stream, &status) : stat(path.c_str(), &status)) == 0;
  };
  return look(first, first_stream, a) && look(second, second_stream, b) && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino && !S_ISCHR(a.st_mode) && !S_ISSOCK(a.st_mode);
}

}  // namespace apsp
