// SPDX-License-Identifier: MIT
#include "tools/convert/convert.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/base/shown.hpp"
#include "common/core/idle_vertices.hpp"
#include "common/io/compression.hpp"
#include "common/io/output_file.hpp"
#include "common/io/standard_output.hpp"
#include "common/io/vertex_names.hpp"
#include "tools/convert/matrix_check.hpp"

namespace apsp::convert {
namespace {

/// The names of the formats that can be read, or written.
std::string format_names(bool to_write) {
  std::string names;
  for (const Format& format : formats()) {
    if (to_write && format.write == nullptr) continue;
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

/// Refuses a name that promises another file than one of this format.
const Format& checked_output(const Format& format, const std::string& path) {
  if (const auto inner = without_compression_suffix(path); inner.size() != path.size()) {
    throw Error(Fault::kUsage,
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
  throw Error(Fault::kUsage,
              fmt::format("{}: no format by this name, expected one that ends in {}; or --to, one "
                          "of {}; 'apsp convert' of the Python package writes others",
                          conversion.output.path, suffix_list(), format_names(true)));
}

const Format& input_format(const Conversion& conversion, Input& input) {
  if (conversion.from != nullptr) return *conversion.from;
  Detection detected;
  if (!input.is_whole()) detected = detect_stream(input);
  if (detected.format == nullptr && detected.doubt.empty()) {
    detected = detect_format(input.bytes(), input.path(), conversion.read);
  }
  if (detected.format != nullptr) return *detected.format;
  if (!detected.doubt.empty()) {
    throw Error(Fault::kInput, fmt::format("{}: {}", input.name(), detected.doubt));
  }
  throw Error(
      Fault::kInput,
      fmt::format("{}: neither the {} nor the name shows a format, expected --from, one of {}",
                  input.name(), counted(input.bytes().size(), "byte"), format_names(false)));
}

/// Says which format was taken, where it was not asked for: " (read as metis; --from edges)".
std::string taken_format(const Conversion& conversion, const Format& from) {
  if (conversion.from != nullptr) return "";
  return fmt::format(" (read as {}; --from {})", from.name,
                     from.otherwise.empty() ? "for another format" : from.otherwise);
}

/// Whether the format has columns that options can name.
bool has_columns(const Format& format) {
  return format.name == "csv" || format.name == "csv-matrix";
}

/// Whether the format has dense matrices, perhaps among others.
bool holds_matrix(const Format& format) {
  return format.name == "npy" || format.name == "mtx" || format.name == "csv-matrix";
}

/// Refuses standard output for a graph whose vertices have names.
void require_place_for_names(const Conversion& conversion) {
  if (!is_standard_output(conversion.output.path)) return;
  throw Error(
      Fault::kUsage,
      "the names of the vertices go beside OUTPUT, expected a file and not standard output");
}

void check_options(const Conversion& conversion, const Format& from, const Format& to) {
  const ReadOptions& read = conversion.read;
  const auto only = [&](bool given, bool good, const char* option, const char* formats) {
    if (given && !good) {
      throw Error(Fault::kUsage, fmt::format("{} is for input of {}, found {}{}", option, formats,
                                             from.name, taken_format(conversion, from)));
    }
  };
  only(read.compact, !has_columns(from), "--compact",
       "all formats but csv, whose vertices have names");
  only(read.zero_is_edge, holds_matrix(from), "--zero-is-edge", "format npy, mtx or csv-matrix");
  only(read.header.has_value(), has_columns(from) || from.name == "edges", "--header",
       "format csv, csv-matrix or edges");
  only(read.first.has_value(), from.name == "edges", "--first", "format edges");
  only(read.decimal != '.', has_columns(from) || from.name == "edges", "--decimal",
       "format csv, csv-matrix or edges");
  only(read.separator.has_value(), has_columns(from), "--separator", "format csv or csv-matrix");
  only(!read.columns.empty(), from.name == "csv" || from.name == "edges", "--columns",
       "format csv or edges");
  if ((from.name == "csv" || read.compact) && !to.named) require_place_for_names(conversion);
  if (conversion.keep_repeated && to.name == "npy") {
    throw Error(Fault::kUsage, "--keep-repeated: a matrix has one place for each pair");
  }
  if (conversion.each_once && conversion.keep_repeated) {
    throw Error(Fault::kUsage, "--each-once and --keep-repeated: expected one of them at most");
  }
  if (conversion.each_once && to.name == "metis") {
    throw Error(Fault::kUsage, "--each-once: METIS lists each edge from both ends");
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

/// Refuses vertices that a matrix of V = `vertices` has not, as hw3-cat does. In a file they may be
/// names of a graph that is not at hand, which cannot be looked up: only their number matters.
void check_lists(const Conversion& conversion, std::size_t vertices) {
  const DistancePart& part = conversion.part;
  const std::vector<std::string> names = part.by_file()
                                             ? names_for(conversion.input, vertices, std::nullopt)
                                             : std::vector<std::string>();
  for (const std::optional<SourceList>& list : {part.sources, part.targets}) {
    const bool by_number = list && (!list->file() || list->least_vertices());
    if (by_number || !names.empty()) (void)vertices_of(list, vertices, names);
  }
}

Messages convert_distances(const Conversion& conversion) {
  const ReadOptions& read = conversion.read;
  if (output_format(conversion).name != "npy") {
    throw Error(Fault::kUsage,
                "--from distances goes to npy alone, expected OUTPUT.npy or --to npy");
  }
  if (read.scale || read.compact || read.zero_is_edge || read.unweighted || read.header ||
      read.separator || !read.columns.empty() || read.undirected || read.first ||
      !read.no_edge.empty() || read.decimal != '.' || conversion.reverse || conversion.each_once ||
      conversion.keep_repeated) {
    throw Error(Fault::kUsage, "--from distances: options for edges make no sense");
  }
  const DistanceInput input(conversion.input, conversion.part);
  check_lists(conversion, input.vertices);
  write_distances_npy(input.file, conversion.output);
  return {};
}

void note_scale(std::vector<std::string>& notes, const Factor& scale, const Rounding& rounding) {
  std::string note = fmt::format("weights are round(x * {})", scale.text());
  if (rounding.zeroed > 0) {
    note += fmt::format("; {} other than 0 became 0", counted(rounding.zeroed, "weight"));
  }
  if (rounding.largest_change > 0) {
    note += fmt::format("; the largest relative change is {:.3g} %, of {}, which became {}",
                        100 * rounding.largest_change, rounding.example, rounding.became);
  }
  notes.push_back(note);
}

/// Refuses names that csv, which has vertices by name alone, could not tell apart.
void require_different(std::span<const std::string> names, const std::string& input) {
  NameTable known;
  for (std::size_t v = 0; v < names.size(); ++v) {
    const auto first = static_cast<std::size_t>(known.number(names[v]));
    if (first == v) continue;
    throw Error(Fault::kInput, fmt::format("{}{}: '{}' is the name of the vertices {} and {}, "
                                           "expected a name that one vertex has",
                                           input, kNamesSuffix, shown(names[v]), first, v));
  }
}

/// Takes the names beside a graph file, which has numbers alone. An output that is a stream has no
/// place beside it, and its numbers make sense without them.
void take_names(EdgeGraph& graph, const Conversion& conversion, const Format& to) {
  if (conversion.input == "-") return;
  const std::vector<std::string> names = names_for(conversion.input, graph.vertices, std::nullopt);
  if (to.named) require_different(names, conversion.input);
  const std::string& output = conversion.output.path;
  std::error_code unknown;
  if (!names.empty() && !to.named && !conversion.read.compact &&
      (is_standard_output(output) || std::filesystem::is_other(output, unknown))) {
    graph.losses.push_back(fmt::format(
        "the names of {} are left out: they go beside OUTPUT, expected a file and not a stream",
        counted(names.size(), "vertex")));
    return;
  }
  graph.names.assign(names.begin(), names.end());
}

/// Reads the graph. Notes what the reader did that the user may not expect.
EdgeGraph read_graph(const Conversion& conversion, const Format& from, const Format& to,
                     Input& input) {
  Rounding rounding;
  ReadOptions options = conversion.read;
  options.rounding = &rounding;
  EdgeGraph graph;
  try {
    graph = from.read(input, options);
  } catch (const Error& error) {
    if (error.fault() != Fault::kInput) throw;
    throw Error(error.fault(), error.what() + taken_format(conversion, from));
  }
  if (const std::size_t gone = remove_no_edges(graph.edges); gone > 0) {
    graph.notes.push_back(fmt::format("{} of {} {} no edge", counted(gone, "weight"),
                                      shown(options.no_edge), gone == 1 ? "is" : "are"));
  }
  if (holds_matrix(from)) check_matrix(graph, options, rounding, input.name());
  if (graph.edges.empty() && !input.bytes_up_to(1).empty()) {
    graph.losses.push_back(fmt::format("the graph has no edge, and V is {}", graph.vertices));
  }
  const bool by_number = graph.names.empty();
  if (from.name == "hw3") take_names(graph, conversion, to);
  if (options.compact && by_number) renumber(graph, from.first_vertex);
  if (!options.compact && !has_columns(from)) note_idle_vertices(graph);
  if (options.scale && !options.unweighted) note_scale(graph.notes, *options.scale, rounding);
  return graph;
}

/// Leaves one edge of each that leads both ways. Refuses a graph with an edge that does not.
void leave_each_once(EdgeGraph& graph, const std::string& input) {
  if (const std::optional<Edge> lonely = keep_each_once(graph.edges)) {
    throw Error(Fault::kInput,
                fmt::format("{}: the edge from {} to {} of weight {} has none like it back, "
                            "expected an undirected graph for --each-once: --undirected makes one",
                            input, lonely->source, lonely->destination, lonely->weight));
  }
  graph.notes.push_back(fmt::format("{} {} once: the solvers and hw3-check need --undirected",
                                    counted(graph.edges.size(), "undirected edge"),
                                    graph.edges.size() == 1 ? "is written" : "are written"));
}

/// Changes the edges as the options say.
void change_edges(EdgeGraph& graph, const Conversion& conversion, const std::string& input) {
  if (conversion.read.unweighted) {
    for (Edge& edge : graph.edges) edge.weight = conversion.read.weight;
  }
  if (conversion.reverse) {
    for (Edge& edge : graph.edges) std::swap(edge.source, edge.destination);
  }
  if (conversion.read.undirected) add_reverses(graph.edges);
  if (conversion.keep_repeated) return;
  if (const auto [gone, different] = reduce_repeated(graph.edges); gone > 0) {
    (different > 0 ? graph.losses : graph.notes)
        .push_back(fmt::format("{} {} left out, of each the smallest weight stays "
                               "(--keep-repeated keeps all)",
                               counted(gone, "repeated edge"), gone == 1 ? "is" : "are"));
  }
  if (conversion.each_once) leave_each_once(graph, input);
}

/// Notes what the format of the output cannot hold.
void note_losses(EdgeGraph& graph, const Format& to) {
  if (to.name == "npy" && has_zero(graph)) {
    graph.notes.emplace_back(
        "edges of weight 0 stand as 0: reading them back takes --zero-is-edge");
  }
  if (to.name != "csv") return;
  if (const std::size_t idle =
          graph.vertices - count_vertices_with_edges(graph.vertices, graph.edges);
      idle > 0) {
    graph.losses.push_back(fmt::format("{} without an edge {} not in csv, which lists edges alone",
                                       counted(idle, "vertex"), idle == 1 ? "is" : "are"));
  }
}

/// Writes the graph, and the names of its vertices beside it. Names that stood there before belong
/// to an older graph: they go in the same moment.
void write_graph(EdgeGraph& graph, const Conversion& conversion, const Format& to,
                 const std::string& input) {
  Output output = conversion.output;
  if (to.named) return to.write(graph, output, input);
  if (!graph.names.empty()) require_place_for_names(conversion);
  const std::string beside = output.path + kNamesSuffix;
  std::error_code unknown;
  const bool stale = std::filesystem::is_regular_file(beside, unknown);
  if (stale) output.stale = beside;
  NamesFile names(graph, output);
  to.write(graph, output, input);
  names.commit(output.sync);
  if (!graph.names.empty()) {
    graph.notes.push_back(
        fmt::format("the names of {} are in {}", counted(graph.vertices, "vertex"), beside));
  } else if (stale && !std::filesystem::exists(beside, unknown)) {
    graph.notes.push_back(fmt::format("{} is removed: it has the names of an older graph", beside));
  }
}

}  // namespace

bool replaces_names(const Conversion& conversion) {
  const std::string& path = conversion.output.path;
  const Format* const to =
      conversion.to != nullptr ? conversion.to : format_of_suffix(without_compression_suffix(path));
  return !conversion.distances && path != "-" && (to == nullptr || !to->named);
}

Messages convert(const Conversion& conversion) {
  if (conversion.distances) return convert_distances(conversion);
  const Format& to = output_format(conversion);  // before the work
  Input input(conversion.input);
  const Format& from = input_format(conversion, input);
  check_options(conversion, from, to);

  EdgeGraph graph = read_graph(conversion, from, to, input);
  change_edges(graph, conversion, input.name());
  note_losses(graph, to);
  write_graph(graph, conversion, to, input.name());
  Messages messages{std::move(graph.losses), std::move(graph.notes)};
  for (auto* const lines : {&messages.losses, &messages.notes}) {
    for (std::string& line : *lines) line += taken_format(conversion, from);
  }
  return messages;
}

}  // namespace apsp::convert
