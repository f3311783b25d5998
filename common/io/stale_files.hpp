// SPDX-License-Identifier: MIT
// Temporary files that no one will ever rename, because SIGKILL or a power cut ended their run.
#pragma once

#include <string>

namespace apsp {

/// Marks an open temporary file as in use, for as long as the file is open anywhere in this
/// process. False if remove_stale_files() of another process came in between and has removed it:
/// take another one. True also where the file system has no locks; no file is ever stale there.
[[nodiscard]] bool mark_in_use(int file);

/// Removes every file of `folder` whose name is `prefix` and six more characters, which belongs to
/// this user and is not in use. Looks at no more names than take some milliseconds; fails in
/// silence.
void remove_stale_files(const std::string& folder, const std::string& prefix) noexcept;

}  // namespace apsp
