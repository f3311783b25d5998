// SPDX-License-Identifier: MIT
#include "tools/convert/convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/compression.hpp"
#include "common/error.hpp"
#include "common/output_file.hpp"
#include "common/vertex_names.hpp"

namespace apsp::convert {
namespace {

/// The names of the formats, for the output without those that are only read.
std::string format_names(bool written = false) {
  std::string names;
  for (const Format& format : formats()) {
    if (written && format.write == nullptr) continue;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", format.name);
  }
  return names;
}

std::string suffix_list() {
  std::string list;
  for (const Format& format : formats()) {
    if (format.write == nullptr) continue;
    list += fmt::format("{}{}", list.empty() ? "" : " ", format.suffixes);
  }
  return list;
}

/// Requires a format that can be written, and no name that promises another file than that.
const Format& checked_output(const Format& format, const std::string& path) {
  if (format.write == nullptr) {
    throw Error(ExitCode::kUsage, fmt::format("{}: {} is only read, expected a format that is "
                                              "written, one of {}",
                                              path, format.name, format_names(true)));
  }
  if (const auto inner = without_compression_suffix(path); inner.size() != path.size()) {
    throw Error(ExitCode::kUsage,
                fmt::format("{}: output is not compressed, expected {}, or - as OUTPUT and a pipe",
                            path, inner));
  }
  return format;
}

const Format& output_format(const Conversion& conversion) {
  const std::string& path = conversion.output.path;
  if (conversion.to != nullptr) return checked_output(*conversion.to, path);
  if (const Format* const format = format_of_suffix(without_compression_suffix(path))) {
    return checked_output(*format, path);
  }
  throw Error(ExitCode::kUsage,
              fmt::format("{}: no format by this name, expected one that ends in {}; or --to, one "
                          "of {}",
                          conversion.output.path, suffix_list(), format_names(true)));
}

const Format& input_format(const Conversion& conversion, Input& input) {
  if (conversion.from != nullptr) return *conversion.from;
  // A stream may have no end, and a graph is read no further than its header says.
  if (!input.is_whole()) {
    const std::string_view head = input.bytes_up_to(kGraphHeader).substr(0, kGraphHeader);
    if (const Format* const format = format_of_stream(head)) return *format;
  }
  if (const Format* const format = detect_format(input.bytes(), input.path())) return *format;
  throw Error(ExitCode::kInput, fmt::format("{}: neither the {} bytes nor the name tell a format, "
                                            "expected --from, one of {}",
                                            input.name(), input.bytes().size(), format_names()));
}

void check_options(const Conversion& conversion, const Format& from, const Format& to) {
  const ReadOptions& read = conversion.read;
  const auto only = [&](bool given, const char* option, std::string_view format) {
    if (given && from.name != format) {
      throw Error(ExitCode::kUsage,
                  fmt::format("{} is for input of format {}, found {}", option, format, from.name));
    }
  };
  only(read.compact, "--compact", "edges");
  if (from.name != "mtx" && from.name != "npz") {
    only(read.zero_is_edge, "--zero-is-edge", "npy");
  }
  const bool named = from.named || read.compact;
  const std::string& path = conversion.output.path;
  if (named && !to.named && (path == "-" || path == "/dev/stdout")) {
    throw Error(ExitCode::kUsage,
                "the names of the vertices go beside OUTPUT, expected a file and not standard "
                "output");
  }
  if (conversion.keep_repeated && to.name == "npy") {
    throw Error(ExitCode::kUsage, "--keep-repeated: a matrix has one place for each pair");
  }
}

/// The side file, one name a line, written but not yet visible.
class NamesFile {
 public:
  NamesFile(const EdgeGraph& graph, const Output& output) {
    if (graph.names.empty()) return;
    std::string lines;
    for (const std::string& name : graph.names) lines += name + '\n';
    output_.emplace(output.path + kNamesSuffix, lines.size());
    output_->write_at(0, std::as_bytes(std::span(lines)));
  }

  void commit(bool sync) {
    if (output_) output_->commit(sync);
  }

 private:
  std::optional<OutputFile> output_;
};

bool has_zero(const EdgeGraph& graph) {
  return std::any_of(graph.edges.begin(), graph.edges.end(), [](const Edge& edge) {
    return edge.weight == 0 && edge.source != edge.destination;
  });
}

std::vector<std::string> convert_distances(const Conversion& conversion) {
  const ReadOptions& read = conversion.read;
  if (output_format(conversion).name != "npy") {
    throw Error(ExitCode::kUsage,
                "--from distances goes to npy alone, expected OUTPUT.npy or --to npy");
  }
  if (read.scale || read.compact || read.zero_is_edge || conversion.undirected ||
      conversion.keep_repeated) {
    throw Error(ExitCode::kUsage, "--from distances: options for edges make no sense");
  }
  write_distances_npy(conversion.input, conversion.output);
  return {};
}

}  // namespace

std::vector<std::string> convert(const Conversion& conversion) {
  if (conversion.distances) return convert_distances(conversion);
  const Format& to = output_format(conversion);  // before the work
  Input input(conversion.input);
  const Format& from = input_format(conversion, input);
  check_options(conversion, from, to);

  std::vector<std::string> notes;
  EdgeGraph graph = from.read(input, conversion.read);
  notes = std::move(graph.notes);
  if (conversion.read.scale) {
    notes.push_back(fmt::format("weights are round(x * {})", *conversion.read.scale));
  }
  if (conversion.undirected) add_reverses(graph.edges);
  if (!conversion.keep_repeated) {
    if (const std::size_t gone = reduce_repeated(graph.edges); gone > 0) {
      notes.push_back(
          fmt::format("{} repeated {} left out, of each the smallest weight stays "
                      "(--keep-repeated keeps all)",
                      gone, gone == 1 ? "edge is" : "edges are"));
    }
  }
  if (to.name == "npy" && has_zero(graph)) {
    notes.emplace_back("edges of weight 0 stand as 0: reading them back takes --zero-is-edge");
  }
  if (to.named) {
    to.write(graph, conversion.output, input.name());
    return notes;
  }
  NamesFile names(graph, conversion.output);
  to.write(graph, conversion.output, input.name());
  names.commit(conversion.output.sync);
  std::error_code unknown;
  if (graph.names.empty() &&
      std::filesystem::exists(conversion.output.path + kNamesSuffix, unknown)) {
    notes.push_back(fmt::format("{}{} was there before: its names are not those of this graph",
                                conversion.output.path, kNamesSuffix));
  }
  if (!graph.names.empty()) {
    notes.push_back(fmt::format("the names of {} vertices are in {}.names", graph.vertices,
                                conversion.output.path));
  }
  return notes;
}

}  // namespace apsp::convert
