// SPDX-License-Identifier: MIT
#include "common/io/follow_links.hpp"

#include <errno.h>

#include <system_error>

namespace apsp {

std::filesystem::path follow_links(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // as many as Linux follows
  for (int link = 0; link < kMostLinks; ++link) {
    std::error_code not_a_link;
    const std::filesystem::path next = std::filesystem::read_symlink(path, not_a_link);
    if (not_a_link) return path;
    path = path.parent_path() / next;  // an absolute `next` replaces it all
  }
  errno = ELOOP;
  return {};
}

}  // namespace apsp
