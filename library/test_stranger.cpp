// SPDX-License-Identifier: MIT
// A shared object that is no module of the library.
extern "C" int apsp_stranger() {
  return 0;
}
