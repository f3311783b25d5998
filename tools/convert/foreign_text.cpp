// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "tools/convert/csv_record.hpp"
#include "tools/convert/foreign_names.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {
namespace {

constexpr std::size_t kMostLines = 1000;  // of which a format is known

bool begins_with(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() && is_word(text.substr(0, lower.size()), lower);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The name of what begins behind [: JSON where the list's first element is one, or a list of pairs
/// as Python prints them.
std::string_view name_of_list(std::string_view rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  if (rest.starts_with('(')) return "a list of pairs in brackets";
  return rest.starts_with('[') || rest.starts_with('{') ? "JSON" : "";
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

/// Whether the first word, which may end in a bracket, is this one.
bool is_keyword(std::string_view word, std::string_view lower) {
  return is_word(word.substr(0, word.find_first_of("[{")), lower);
}

/// Whether a text begins as GML does: attributes of a graph, then its first vertex in brackets.
bool is_gml(std::string_view head, const Words& words) {
  const bool brackets = contains(head, "[") && (contains(head, "node") || contains(head, "NODE"));
  if (is_keyword(words.first, "graph")) {
    return words.first.ends_with('[') || words.second == "[" || (words.second.empty() && brackets);
  }
  return (is_word(words.first, "creator") || is_word(words.first, "version")) && brackets;
}

/// Whether a text begins as DOT does: strict, graph or digraph, perhaps a name, then a brace.
bool is_dot(std::string_view head, const Words& words) {
  for (const std::string_view start : {"digraph", "graph", "strict"}) {
    if (!is_keyword(words.first, start)) continue;
    const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
    if (contains(line, "{")) return true;
    return without_comments(head.substr(line.size())).starts_with('{');
  }
  return false;
}

/// Whether a text begins with a keyword and a colon of TSPLIB, and has its number of vertices.
bool is_tsplib(std::string_view head, const Words& words) {
  constexpr std::array<std::string_view, 5> kKeys = {"name", "type", "comment", "dimension",
                                                     "edge_weight_type"};
  const std::string_view key = words.first.substr(0, words.first.find(':'));
  const bool colon = key.size() < words.first.size() || words.second.starts_with(':');
  const bool known = std::any_of(kKeys.begin(), kKeys.end(), [&](std::string_view known_key) {
    return is_word(key, known_key);
  });
  return colon && known && contains(head, "DIMENSION");
}

/// Whether a text begins with DL and the number of vertices, in one line or two.
bool is_dl(std::string_view head, const Words& words) {
  if (!is_word(words.first, "dl")) return false;
  const std::string_view rest = without_comments(head.substr(words.first.size()));
  return begins_with(rest, "n=") || begins_with(rest, "n =") || begins_with(rest, "nr=") ||
         begins_with(rest, "nr =");
}

/// Whether a field of three columns holds a number at its right.
bool is_number_at_right(std::string_view field) {
  field.remove_prefix(std::min(field.find_first_not_of(' '), field.size()));
  return !field.empty() && field.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Whether the fourth line of a text is that of a chemical table: it counts atoms and bonds in
/// three columns each, goes on with numbers, and ends in its version.
bool is_chemical_table(std::string_view bytes) {
  Scanner scanner("", bytes);
  while (scanner.number() < 4 && scanner.next_line()) continue;
  std::string_view line = scanner.line();
  if (!line.ends_with("V2000") && !line.ends_with("V3000")) return false;
  line.remove_suffix(std::string_view("V2000").size());
  if (line.size() < 9 || !line.ends_with(' ')) return false;
  return is_number_at_right(line.substr(0, 3)) && is_number_at_right(line.substr(3, 3)) &&
         is_number_at_right(line.substr(6, 3)) &&
         line.find_first_not_of("0123456789 ") == std::string_view::npos;
}

/// The name of a format that the first line that is not empty shows, or nothing.
std::string_view name_of_first_line(std::string_view head) {
  const Words words = words_of(Scanner("", head));
  const std::string_view first = words.first;
  if (is_gml(head, words)) return "GML";
  if (is_dot(head, words)) return "DOT";
  if (is_dl(head, words)) return "UCINET DL";
  if (first == "P" && words.second == "SP") return "DIMACS in capitals";
  for (const std::string_view problem : {"edge", "edges", "col", "max", "min", "asn"}) {
    if (first == "p" && words.second == problem) return "DIMACS of another problem";
  }
  if (is_tsplib(head, words)) return "TSPLIB";
  if (is_tuple(head)) return "a list of pairs in brackets";
  if (first.find_first_of(",;\"'") == std::string_view::npos &&
      (contains(first, "->") || contains(words.second, "->") || words.second == "--")) {
    return "a list with arrows";
  }
  const bool numbered = first.size() > 1 && first.ends_with(':') &&
                        first.find_first_not_of("0123456789:") == std::string_view::npos;
  return numbered ? "an adjacency list" : "";
}

/// Whether a line of # alone stands between the vertices and the edges of TGF: those above it begin
/// with different words, and the edges below it have no others. Among edges it is a comment.
bool separates_vertices(std::vector<std::string_view> above, Scanner below) {
  std::sort(above.begin(), above.end());
  if (std::adjacent_find(above.begin(), above.end()) != above.end()) return false;
  bool any = false;
  for (std::size_t lines = 0; lines < kMostLines && below.next_line(); ++lines) {
    const std::string_view source = below.word();
    if (source.empty() || source.front() == '#') continue;
    for (const std::string_view end : {source, below.word()}) {
      if (!std::binary_search(above.begin(), above.end(), end)) return false;
    }
    any = true;
  }
  return any;
}

/// The name of a format that comments or their order show, or nothing. networkx heads adjacency
/// lists, and no others, with the script and the time; LGL heads each vertex by "# name"; TGF has a
/// # between vertices and edges.
std::string_view name_of_comments(Scanner scanner) {
  std::vector<std::string_view> above;  // the first words of the lines before #
  std::string_view heading;             // of the last comment above other lines, "# name"
  while (scanner.number() < kMostLines && scanner.next_line()) {
    const std::string_view first = scanner.word();
    if (first.empty()) continue;
    const std::string_view second = scanner.word();
    const bool single = scanner.word().empty();
    const bool lines = !above.empty();
    if (first.front() != '#') {
      above.push_back(first);
      continue;
    }
    if (!lines && first == "#" && second == "GMT") return "an adjacency list";
    if (lines && first == "#" && second.empty() && separates_vertices(above, scanner)) {
      return "TGF";
    }
    if (lines && !heading.empty() && first == "#" && single && second != heading) return "LGL";
    if (!lines) heading = first == "#" && single ? second : "";
  }
  return "";
}

}  // namespace

std::string_view name_of_markup(std::string_view head) {
  if (head.starts_with('{')) return "JSON";
  if (head.starts_with('[')) return name_of_list(head.substr(1));
  if (!head.starts_with('<')) return "";
  if (contains(head, "<gexf")) return "GEXF";
  if (contains(head, "<osm ")) return "OpenStreetMap";
  for (const std::string_view mark : {"<graphml", ":graphml", "<!DOCTYPE graphml"}) {
    if (contains(head, mark)) return "GraphML";
  }
  return head.starts_with("<?xml") || head.starts_with("<!") ? "XML" : "";
}

std::string_view without_comments(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    const bool block = text.starts_with("/*");
    const bool line = text.starts_with('#') || text.starts_with('%') || text.starts_with("//");
    if (!block && !line) return text;
    const std::size_t end = block ? text.find("*/", 2) : text.find_first_of("\r\n");
    text.remove_prefix(
        std::min(block && end != std::string_view::npos ? end + 2 : end, text.size()));
  }
}

std::string_view name_of_foreign_text(std::string_view bytes, std::string_view head) {
  std::string_view name;
  for (const std::string_view text : {head, without_comments(head)}) {
    if (name.empty()) name = name_of_markup(text);
    if (name.empty()) name = name_of_first_line(text);
  }
  if (name.empty()) name = name_of_comments(Scanner("", bytes));
  return name.empty() && is_chemical_table(bytes) ? "a chemical table" : name;
}

}  // namespace apsp::convert
