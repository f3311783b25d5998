// SPDX-License-Identifier: MIT
#include "common/app/terminal.hpp"

#include <sys/ioctl.h>

namespace apsp {

int terminal_columns(std::FILE* stream) {
  winsize size{};
  const bool known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

}  // namespace apsp
