// SPDX-License-Identifier: MIT
#include "tools/convert/foreign.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "tools/convert/csv_record.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {
namespace {

using namespace std::string_view_literals;

struct Foreign {
  std::string_view name;
  std::string_view suffixes;
  std::string_view advice;  // continues "expected"
  std::string_view magic;   // the first bytes, letters of either case; empty: see is_content_of()
};

// For the formats that the command apsp of the Python package reads.
constexpr std::string_view kByApsp =
    "the graph that 'apsp convert INPUT graph.bin' of the Python package makes of it";

constexpr std::string_view kByGephi = "CSV, the table of edges that Gephi exports";

// clang-format off
constexpr std::array kForeign = {
    Foreign{"GraphML", ".graphml", kByApsp, ""},
    Foreign{"a NumPy archive", ".npz", kByApsp, ""},
    Foreign{"Pajek", ".net .paj", kByApsp, "*vertices"},
    Foreign{"Pajek", "", kByApsp, "*network"},
    Foreign{"GML", ".gml", kByApsp, ""},
    Foreign{"GEXF", ".gexf", kByApsp, ""},
    Foreign{"DOT", ".dot .gv", kByApsp, ""},
    Foreign{"LEDA", ".lgr .gw .leda", kByApsp, "leda.graph"},
    Foreign{"graph6", ".g6", kByApsp, ">>graph6<<"},
    Foreign{"sparse6", ".s6", kByApsp, ">>sparse6<<"},
    Foreign{"an adjacency list", ".adjlist .adj", kByApsp, ""},
    Foreign{"a multi-line adjacency list", ".mladj", kByApsp, ""},
    Foreign{"JSON", ".json .jsonl .geojson .cyjs", kByApsp, ""},
    Foreign{"LGL", ".lgl", kByApsp, ""},
    Foreign{"NCOL", ".ncol", "--from edges --compact, and --undirected for both ways", ""},
    Foreign{"TGF", ".tgf", "the lines behind the one of # alone; --from edges reads all lines as edges", ""},
    Foreign{"XML", ".xml", "a graph; 'apsp convert' of the Python package reads GraphML and GEXF", ""},
    Foreign{"VNA", ".vna", kByGephi, "*node data"},
    Foreign{"VNA", "", kByGephi, "*tie data"},
    Foreign{"Harwell-Boeing", ".rb .hb .rua", "a matrix .mtx by scipy.io.mmwrite() after scipy.io.hb_read()", ""},
    Foreign{"R data", ".rds .rda .rdata", "CSV by write.csv(igraph::as_data_frame(graph), FILE, row.names = FALSE) in R", "RDX"},
    Foreign{"a list with arrows", "", "'source target weight' between blanks, as sed 's/-[->]/ /; s/:/ /' makes it", ""},
    Foreign{"a list of pairs in brackets", "", "'source target weight' between blanks, as tr '(),' ' ' makes it", ""},
    Foreign{"PDF", ".pdf", "a text", "%PDF"},
    Foreign{"GDF", ".gdf", kByGephi, "nodedef>"},
    Foreign{"UCINET DL", ".dl", kByApsp, ""},
    Foreign{"TSPLIB", ".tsp .atsp .hcp .vrp", kByApsp, ""},
    Foreign{"DIMACS of another problem", ".col .clq .max .asn",
            "'p sp V E' and lines 'a source target weight', or those of edges alone with --from edges "
            "--columns 2,3 --first 1", ""},
    Foreign{"OpenStreetMap", ".osm", "what 'apsp convert' of the Python package makes of osmnx.save_graphml()", ""},
    Foreign{"OpenStreetMap", ".pbf", "CSV of edges by osmium or pyrosm", ""},
    Foreign{"Parquet", ".parquet", kByApsp, "PAR1"},
    Foreign{"Arrow", ".feather .arrow", kByApsp, "ARROW1"},
    Foreign{"MATLAB", ".mat", kByApsp, "MATLAB 5.0"},
    Foreign{"HDF5", ".h5 .hdf5", "a matrix .npy by numpy.save() after h5py.File()", "\x89HDF"},
    Foreign{"SQLite", ".sqlite .db .gpkg", kByApsp, "SQLite format 3"},
    Foreign{"a pickle", ".pickle .pkl .gpickle", "a file that Python's pickle has read and written anew", ""},
    Foreign{"a spreadsheet", ".xlsx .ods .xls", "CSV by the spreadsheet, or apsp convert of the Python package for .xlsx", "\xd0\xcf\x11\xe0"},
    Foreign{"a shapefile", ".shp .dbf", "CSV by geopandas.read_file()", ""},
    Foreign{"a chemical table", ".sdf .mol", "edges by RDKit's Chem.SDMolSupplier()", ""},
    Foreign{"of lz4", ".lz4", "lz4 -dc FILE | hw3-convert - OUTPUT", "\x04\x22\x4d\x18"},
    Foreign{"of compress", ".z", "uncompress -c FILE | hw3-convert - OUTPUT", "\x1f\x9d"},
    Foreign{"an archive of 7-Zip", ".7z", "one of its files, after 7z x FILE", "7z\xbc\xaf"},
    Foreign{"an archive of RAR", ".rar", "one of its files, after unrar x FILE", "Rar!"},
    Foreign{"an archive of tar", ".tar .tgz", "one of its files: tar -xOf FILE NAME | hw3-convert - OUTPUT", ""},
    Foreign{"a zip archive", ".zip", "one of its files: unzip -p FILE NAME | hw3-convert - OUTPUT", ""},
};
// clang-format on

std::string described(const Foreign& foreign) {
  return fmt::format("is {}, which is not read, expected {}; --from FORMAT where it is another",
                     foreign.name, foreign.advice);
}

std::string described(std::string_view name) {
  const auto* const found =
      std::find_if(kForeign.begin(), kForeign.end(),
                   [&](const Foreign& foreign) { return foreign.name == name; });
  return described(*found);
}

bool begins_with(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() && is_word(text.substr(0, lower.size()), lower);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The name of a format of markup, or nothing. `head` begins with what is no blank.
std::string_view name_of_markup(std::string_view head) {
  if (head.starts_with('{') || head.starts_with("[{") || head.starts_with("[[")) return "JSON";
  if (!head.starts_with('<')) return "";
  if (contains(head, "<gexf")) return "GEXF";
  if (contains(head, "<osm ")) return "OpenStreetMap";
  for (const std::string_view mark : {"<graphml", ":graphml", "<!DOCTYPE graphml"}) {
    if (contains(head, mark)) return "GraphML";
  }
  return head.starts_with("<?xml") || head.starts_with("<!") ? "XML" : "";
}

/// The same for UTF-16 with a byte order mark, where every other text that begins with < is XML.
std::string_view name_of_wide_markup(std::string_view head) {
  if (!head.starts_with("\xff\xfe") && !head.starts_with("\xfe\xff")) return "";
  std::string narrow(head.substr(2));
  std::erase(narrow, '\0');
  narrow.erase(0, narrow.find_first_not_of(" \t\r\n"));
  const std::string_view name = name_of_markup(narrow);
  return name.empty() && narrow.starts_with('<') ? "XML" : name;
}

/// Whether the first line is a pair or more in brackets, as Python prints edges.
bool is_tuple(std::string_view head) {
  std::string_view line = head.substr(0, head.find_first_of("\r\n"));
  line = line.substr(0, line.find_last_not_of(" \t,") + 1);  // npos + 1 is 0
  return line.starts_with('(') && contains(line, ",") &&
         line.find_first_of("()", 1) + 1 == line.size() && line.ends_with(')');
}

/// The first two words of a text behind comments of DIMACS, and what follows them.
struct Words {
  std::string_view first;
  std::string_view second;
  std::string_view rest;  // of the line
};

Words words_of(Scanner scanner) {
  Words words;
  while ((words.first.empty() || words.first == "c") && scanner.next_line()) {
    words.first = scanner.word();
  }
  words.second = scanner.word();
  words.rest = scanner.rest_of_line();
  return words;
}

/// The name of a format that the first line that is not empty shows, or nothing.
std::string_view name_of_first_line(std::string_view head) {
  const Words words = words_of(Scanner("", head));
  const std::string_view first = words.first;
  const bool opens =
      contains(first, "{") || contains(words.second, "{") || contains(words.rest, "{");
  const bool brackets = contains(head, "[") && contains(head, "node");
  if ((begins_with(first, "graph") &&
       (first.ends_with('[') || words.second == "[" || (words.second.empty() && brackets))) ||
      (is_word(first, "creator") && brackets)) {
    return "GML";
  }
  if (opens && (is_word(first, "digraph") || is_word(first, "graph") || is_word(first, "strict") ||
                begins_with(first, "digraph{") || begins_with(first, "graph{"))) {
    return "DOT";
  }
  const bool equals = words.second == "n" && words.rest.starts_with('=');
  if (is_word(first, "dl") && (begins_with(words.second, "n=") || equals)) return "UCINET DL";
  for (const std::string_view problem : {"edge", "edges", "col", "max", "min", "asn"}) {
    if (first == "p" && words.second == problem) return "DIMACS of another problem";
  }
  if ((begins_with(first, "name") || begins_with(first, "type")) &&
      contains(first == "NAME" || first == "TYPE" ? words.second : first, ":") &&
      contains(head, "DIMENSION")) {
    return "TSPLIB";
  }
  if (is_tuple(head)) return "a list of pairs in brackets";
  if (first.find_first_of(",;\"'") == std::string_view::npos &&
      (contains(first, "->") || contains(words.second, "->") || words.second == "--")) {
    return "a list with arrows";
  }
  const bool numbered = first.size() > 1 && first.ends_with(':') &&
                        first.find_first_not_of("0123456789:") == std::string_view::npos;
  return numbered ? "an adjacency list" : "";
}

/// The name of a format that comments or their order show, or nothing. networkx heads adjacency
/// lists, and no others, with the script and the time; LGL heads each vertex by "# name"; TGF has a
/// # between vertices and edges.
std::string_view name_of_comments(Scanner scanner) {
  constexpr std::size_t kMostLines = 1000;
  bool lines = false;
  std::string_view heading;  // of the first line, "# name"
  while (scanner.number() < kMostLines && scanner.next_line()) {
    const std::string_view first = scanner.word();
    if (first.empty()) continue;
    const std::string_view second = scanner.word();
    const bool single = scanner.word().empty();
    if (first.front() != '#') {
      lines = true;
      continue;
    }
    if (!lines && first == "#" && second == "GMT") return "an adjacency list";
    if (lines && first == "#" && second.empty()) return "TGF";
    if (lines && !heading.empty() && first == "#" && single && second != heading) return "LGL";
    if (scanner.number() == 1 && first == "#" && single) heading = second;
  }
  return "";
}

/// The name of what a zip archive holds by its first member, or nothing where it is none.
std::string_view name_of_zip(std::string_view bytes) {
  if (bytes.starts_with("PK\5\6")) return "a zip archive";  // of no member
  if (!bytes.starts_with("PK\3\4")) return "";
  const std::string_view member = bytes.substr(0, 100);
  const bool sheet = contains(member, "[Content_Types].xml") || contains(member, "opendocument");
  if (sheet) return "a spreadsheet";
  return contains(member, ".npy") ? "a NumPy archive" : "a zip archive";
}

/// Binary formats whose mark is not in the first bytes, or for several suffixes.
std::string_view name_of_binary(std::string_view bytes) {
  constexpr std::size_t kTarMark = 257;
  if (bytes.size() > kTarMark && bytes.substr(kTarMark).starts_with("ustar")) {
    return "an archive of tar";
  }
  if (bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5) return "a pickle";
  if (bytes.starts_with("\0\0\x27\x0a"sv)) return "a shapefile";
  return name_of_zip(bytes);
}

}  // namespace

std::string foreign_content(std::string_view bytes) {
  for (const Foreign& foreign : kForeign) {
    if (foreign.magic.empty()) continue;
    const std::string_view start = bytes.substr(0, foreign.magic.size());
    if (start == foreign.magic || is_word(start, foreign.magic)) return described(foreign);
  }
  std::string_view name = name_of_binary(bytes);
  std::string_view head = bytes.substr(0, kForeignHead);
  if (name.empty()) name = name_of_wide_markup(head);
  head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n\xef\xbb\xbf"), head.size()));
  if (name.empty()) name = name_of_markup(head);
  if (name.empty()) name = name_of_first_line(head);
  if (name.empty()) name = name_of_comments(Scanner("", bytes));
  return name.empty() ? "" : described(name);
}

std::string foreign_suffix(std::string_view path) {
  for (const Foreign& foreign : kForeign) {
    Scanner suffixes("", foreign.suffixes);
    suffixes.next_line();
    for (auto suffix = suffixes.word(); !suffix.empty(); suffix = suffixes.word()) {
      if (path.size() >= suffix.size() &&
          is_word(path.substr(path.size() - suffix.size()), suffix)) {
        return described(foreign);
      }
    }
  }
  return "";
}

}  // namespace apsp::convert
