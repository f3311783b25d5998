// SPDX-License-Identifier: MIT
// hw3-gen: command line to recipe to edges to file.
#include "common/app/app.hpp"
#include "common/io/graph_file.hpp"
#include "tools/generate/command_line.hpp"
#include "tools/generate/generator.hpp"

int main(int argc, char** argv) {
  return apsp::run_program("hw3-gen", [&] {
    if (const auto line = apsp::generate::parse(argc, argv)) {
      const apsp::generate::Generator generator(line->recipe);
      apsp::GraphWriter writer(line->output, generator.vertices(), generator.edges());
      write(generator, writer);
      writer.commit(line->sync);
    }
  });
}
