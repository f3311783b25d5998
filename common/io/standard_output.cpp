// SPDX-License-Identifier: MIT
#include "common/io/standard_output.hpp"

#include <errno.h>
#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <cstddef>
#include <system_error>

#include "common/base/error.hpp"

namespace apsp {

bool is_standard_output(std::string_view path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

void write_standard_output(std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = ::write(STDOUT_FILENO, text.data(), text.size());
    if (done >= 0) {
      text.remove_prefix(static_cast<std::size_t>(done));
    } else if (errno == EPIPE) {
      throw ReaderGone{};
    } else if (errno == EAGAIN) {
      struct pollfd ready = {STDOUT_FILENO, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      throw Error(Fault::kOutput, fmt::format("standard output cannot be written: {}",
                                              std::generic_category().message(errno)));
    }
  }
}

}  // namespace apsp
