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
    const auto print = [](const std::string& message) {
      std::fputs(("hw3-convert: " + message + "\n").c_str(), stderr);
    };
    const apsp::convert::Messages messages = apsp::convert::convert(line->conversion);
    for (const std::string& loss : messages.losses) print(loss);
    if (line->quiet) return;
    for (const std::string& note : messages.notes) print(note);
  });
}
