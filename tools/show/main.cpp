// SPDX-License-Identifier: MIT
// hw3-cat: command line to file to text.
#include "common/app/app.hpp"
#include "tools/show/command_line.hpp"

int main(int argc, char** argv) {
  return apsp::run_program("hw3-cat", [&] {
    if (const auto request = apsp::show::parse(argc, argv)) {
      (void)apsp::show::show(*request);
    }
  });
}
