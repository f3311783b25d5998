// SPDX-License-Identifier: MIT
#include "tools/convert/foreign.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "tools/convert/csv_record.hpp"
#include "tools/convert/foreign_names.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {
namespace {

using namespace std::string_view_literals;

struct Foreign {
  std::string_view name;
  std::string_view suffixes;
  std::string_view advice;  // continues "expected"
  std::string_view magic;   // the first bytes, letters of either case; empty: foreign_names.hpp
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
    Foreign{"Pajek", "", kByApsp, "*arcs"},
    Foreign{"Pajek", "", kByApsp, "*edges"},
    Foreign{"Pajek", "", kByApsp, "*matrix"},
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
    Foreign{"R data", "", "CSV by write.csv(igraph::as_data_frame(graph), FILE, row.names = FALSE) in R", "X\n\0\0\0"sv},
    Foreign{"a list with arrows", "", "'source target weight' between blanks, as sed 's/-[->]/ /; s/:/ /' makes it", ""},
    Foreign{"a list of pairs in brackets", "", "'source target weight' between blanks, as tr '(),' ' ' makes it", ""},
    Foreign{"PDF", ".pdf", "a text", "%PDF"},
    Foreign{"text in UTF-16", "", "UTF-8: iconv -f UTF-16 -t UTF-8 FILE > TEXT", ""},
    Foreign{"a pointer of Git LFS", "", "the file itself, which git lfs pull fetches", "version https://git-lfs"},
    Foreign{"GDF", ".gdf", kByGephi, "nodedef>"},
    Foreign{"UCINET DL", ".dl", kByApsp, ""},
    Foreign{"TSPLIB", ".tsp .atsp .hcp .vrp", kByApsp, ""},
    Foreign{"DIMACS in capitals", "", "small letters: tr A-Z a-z < FILE | hw3-convert --from dimacs - OUTPUT", ""},
    Foreign{"DIMACS of another problem", ".col .clq .max .asn",
            "'p sp V E' and lines 'a source target weight', or those of edges alone with --from edges "
            "--columns 2,3 --first 1", ""},
    Foreign{"OpenStreetMap", ".osm", "what 'apsp convert' of the Python package makes of osmnx.save_graphml()", ""},
    Foreign{"OpenStreetMap's .pbf", ".pbf", "CSV of edges by osmium or pyrosm", ""},
    Foreign{"Parquet", ".parquet", kByApsp, "PAR1"},
    Foreign{"Arrow", ".feather .arrow", kByApsp, "ARROW1"},
    Foreign{"MATLAB", ".mat", kByApsp, "MATLAB 5.0"},
    Foreign{"MATLAB 7.3", "", "what MATLAB's save(FILE, '-v7') writes, for the Python package", "MATLAB 7.3"},
    Foreign{"HDF5", ".h5 .hdf5", "a matrix .npy by numpy.save() after h5py.File()", "\x89HDF"},
    Foreign{"SQLite", ".sqlite .db .gpkg", kByApsp, "SQLite format 3"},
    Foreign{"a pickle", ".pickle .pkl .gpickle", "a file that Python's pickle has read and written anew", ""},
    Foreign{"a spreadsheet", ".xlsx .ods .xls", "CSV by the spreadsheet, or apsp convert of the Python package for .xlsx", "\xd0\xcf\x11\xe0"},
    Foreign{"a shapefile", ".shp .dbf", "CSV by geopandas.read_file()", ""},
    Foreign{"a chemical table", ".sdf .mol", "edges by RDKit's Chem.SDMolSupplier()", ""},
    Foreign{"of lz4", ".lz4", "lz4 -dc FILE | hw3-convert - OUTPUT", "\x04\x22\x4d\x18"},
    Foreign{"of compress", ".z", "uncompress -c FILE | hw3-convert - OUTPUT", "\x1f\x9d\x90"},
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

/// The format whose first bytes these are, or null.
const Foreign* foreign_of_magic(std::string_view bytes) {
  for (const Foreign& foreign : kForeign) {
    if (foreign.magic.empty()) continue;
    const std::string_view start = bytes.substr(0, foreign.magic.size());
    if (start == foreign.magic || is_word(start, foreign.magic)) return &foreign;
  }
  return nullptr;
}

}  // namespace

std::string foreign_binary(std::string_view bytes) {
  if (const Foreign* const foreign = foreign_of_magic(bytes)) return described(*foreign);
  const std::string_view name = name_of_foreign_binary(bytes, bytes.substr(0, kForeignHead));
  return name.empty() ? "" : described(name);
}

std::string foreign_content(std::string_view bytes) {
  if (std::string binary = foreign_binary(bytes); !binary.empty()) return binary;
  std::string_view head = bytes.substr(0, kForeignHead);
  head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n\xef\xbb\xbf"), head.size()));
  if (const Foreign* const foreign = foreign_of_magic(without_comments(head))) {
    return described(*foreign);
  }
  const std::string_view name = name_of_foreign_text(bytes, head);
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
