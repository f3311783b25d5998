// SPDX-License-Identifier: MIT
// hw3-convert: command line to conversion to notes.
#include <cstdio>
#include <string>

#include "common/app/app.hpp"
#include "tools/convert/command_line.hpp"

int main(int argc, char** argv) {
  return apsp::run_program("hw3-convert", [&] {
    const auto line = apsp::convert::parse(argc, argv);
    if (!line) return;
    for (const std::string& note : apsp::convert::convert(line->conversion)) {
      if (!line->quiet) std::fputs(("hw3-convert: " + note + "\n").c_str(), stderr);
    }
  });
}
