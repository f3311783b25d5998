// SPDX-License-Identifier: MIT
// Removes a file in the same moment in which another one appears, or not at all.
#pragma once

#include <signal.h>

#include <string>

namespace apsp {

/// Moves a regular file out of the way, within its folder, for as long as this object lives; then
/// moves it back, unless remove() was called. Signals that end the process wait meanwhile, so keep
/// its life short. The calling thread must be the only one that takes signals.
class SetAside {
 public:
  /// Does nothing for an empty path, and where neither a regular file nor a link to one is. Throws
  /// Error(kOutput), and then has moved nothing.
  explicit SetAside(const std::string& path);
  ~SetAside();
  SetAside(const SetAside&) = delete;
  SetAside& operator=(const SetAside&) = delete;

  /// Removes the file for good. Throws Error(kOutput).
  void remove();

 private:
  std::string path_;
  std::string aside_;  // the name that the file has meanwhile; empty: it is where it was
  sigset_t blocked_before_ = {};
};

}  // namespace apsp
