// SPDX-License-Identifier: MIT
// hw3-convert from the first byte to the last, with its recognition of formats and its options. A
// run either leaves an output that its own format reads, or changes nothing.
#include "tools/convert/convert.hpp"

#include <array>
#include <vector>

#include "fuzz/scratch_folder.hpp"
#include "fuzz/target.hpp"

namespace apsp::fuzz {
namespace {

// Those that write no more than the graph has edges; fuzz/format.cpp has the others.
constexpr std::array kOutputs = {"hw3", "edges", "dimacs", "mtx", "csv", "konect"};

convert::Conversion pick_conversion(Choices& choices) {
  constexpr std::array kSuffixes = {"",     ".bin",   ".txt", ".gr",      ".mtx",    ".csv",
                                    ".npy", ".graph", ".tsv", ".graphml", ".txt.gz", ".csv.bz2"};
  convert::Conversion conversion;
  const std::size_t from = choices.pick(2 * convert::formats().size());
  if (from < convert::formats().size()) conversion.from = &convert::formats()[from];
  conversion.to = convert::find_format(kOutputs[choices.pick(kOutputs.size())]);
  conversion.read.undirected = choices.flip();
  conversion.keep_repeated = choices.flip();
  conversion.read.compact = choices.flip();
  conversion.read.zero_is_edge = choices.flip();
  if (choices.flip()) conversion.read.scale = 0.5;
  conversion.read.unweighted = choices.flip();
  conversion.reverse = choices.flip();
  if (choices.flip()) conversion.read.header = choices.flip();
  if (choices.flip()) conversion.read.columns = {"2", "1"};
  conversion.input = std::string("input") + kSuffixes[choices.pick(kSuffixes.size())];
  conversion.output.path = scratch_folder() / "output";
  return conversion;
}

}  // namespace
}  // namespace apsp::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace apsp;
  fuzz::Choices choices(data, size);
  convert::Conversion conversion = fuzz::pick_conversion(choices);
  conversion.input = fuzz::put_file(conversion.input, choices.rest());

  const auto refused = fuzz::error_of({Fault::kInput, Fault::kUsage}, [&] {
    const convert::Messages messages = convert::convert(conversion);
    for (const std::string& loss : messages.losses) fuzz::require_readable(loss);
    for (const std::string& note : messages.notes) fuzz::require_readable(note);
  });
  std::filesystem::remove(conversion.input);
  if (refused) {
    fuzz::require_readable(refused->what());
  } else {
    convert::Input output(conversion.output.path);
    (void)conversion.to->read(output, {});
    std::filesystem::remove(conversion.output.path);
    std::filesystem::remove(conversion.output.path + ".names");
  }
  fuzz::require(fuzz::scratch_folder().names().empty(), "nothing else is left in the folder");
  return 0;
}
