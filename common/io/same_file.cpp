// SPDX-License-Identifier: MIT
#include "common/io/same_file.hpp"

#include <errno.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>

#include "common/io/follow_links.hpp"

namespace apsp {
namespace {

/// The file itself or, where there is none yet, its folder and its name.
struct Place {
  dev_t device;
  ino_t number;
  std::string name = {};  // empty: the file itself

  bool operator==(const Place&) const = default;
};

/// The place of a file that a rename would replace. Nothing for a device or a socket, and where no
/// file can be.
std::optional<Place> place_of(const std::string& path, int stream) {
  struct stat status {};
  if ((path == "-" ? ::fstat(stream, &status) : ::stat(path.c_str(), &status)) == 0) {
    if (S_ISCHR(status.st_mode) || S_ISSOCK(status.st_mode)) return std::nullopt;
    return Place{status.st_dev, status.st_ino};
  }
  if (path == "-" || errno != ENOENT) return std::nullopt;
  const std::filesystem::path target = follow_links(path);
  const std::filesystem::path folder = target.parent_path();
  if (target.empty() || ::stat(folder.empty() ? "." : folder.c_str(), &status) != 0) {
    return std::nullopt;
  }
  return Place{status.st_dev, status.st_ino, target.filename().string()};
}

}  // namespace

bool same_file(const std::string& first, int first_stream, const std::string& second,
               int second_stream) {
  const std::optional<Place> place = place_of(first, first_stream);
  return place && place == place_of(second, second_stream);
}

}  // namespace apsp
