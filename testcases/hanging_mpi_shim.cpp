// SPDX-License-Identifier: MIT
// For tests, by LD_PRELOAD: an MPI that hangs, as with a network that is gone. From the moment on
// that the file of the variable APSP_HANG exists, MPI_Iprobe() and MPI_Abort() do not return.
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

namespace {

void hang_if_told() {
  const char* const file = ::getenv("APSP_HANG");
  while (file != nullptr && ::access(file, F_OK) == 0) ::pause();
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

// As wide as those of any MPI: handles are pointers or numbers, which registers hold alike.
extern "C" int MPI_Iprobe(int source, int tag, void* comm, int* flag, void* status) {
  hang_if_told();
  static auto* const real = next<int(int, int, void*, int*, void*)>("MPI_Iprobe");
  return real(source, tag, comm, flag, status);
}

extern "C" int MPI_Abort(void* comm, int code) {
  hang_if_told();
  return next<int(void*, int)>("MPI_Abort")(comm, code);
}
