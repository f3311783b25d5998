// SPDX-License-Identifier: MIT
// hw3-path: command line to files to paths.
#include "common/app/app.hpp"
#include "tools/path/command_line.hpp"

int main(int argc, char** argv) {
  return apsp::run_program("hw3-path", [&] {
    if (const auto request = apsp::path::parse(argc, argv)) (void)apsp::path::run(*request);
  });
}
