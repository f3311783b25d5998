// SPDX-License-Identifier: MIT
// GraphML as networkx, igraph, Gephi and yEd read it: a directed graph. Each vertex is a node,
// whose id is the vertex's name or number. The key of the edges' weights is called weight.
#include <fmt/core.h>

#include <cstdint>
#include <string_view>

#include "common/base/error.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/scanner.hpp"
#include "tools/convert/text_output.hpp"

namespace apsp::convert {
namespace {

/// Length in bytes of the UTF-8 character at the text's beginning. 0 where it is none, or one that
/// XML does not allow: a control character, half of a pair, U+FFFE and U+FFFF.
std::size_t xml_character(std::string_view text) {
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  std::uint32_t code = first & (0xffU >> (size + 1));
  for (std::size_t at = 1; at < size; ++at) {
    if ((byte(at) & 0xc0U) != 0x80U) return 0;
    code = code << 6 | (byte(at) & 0x3fU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool good = first < 0xf5 && first >= 0xc2 && code >= kLeast[size] && code <= 0x10ffff &&
                    !(code >= 0xd800 && code < 0xe000) && code != 0xfffe && code != 0xffff;
  return good ? size : 0;
}

void require_xml(const EdgeGraph& graph, const std::string& input) {
  for (std::size_t vertex = 0; vertex < graph.names.size(); ++vertex) {
    const std::string_view name = graph.names[vertex];
    // The reader takes no name that would not stay in its line of OUTPUT.names.
    std::size_t size = name.find_first_of("\r\n") == std::string_view::npos ? 1 : 0;
    for (std::size_t at = 0; at < name.size() && size > 0; at += size) {
      size = xml_character(name.substr(at));
    }
    if (size > 0 && !name.empty()) continue;
    throw Error(Fault::kInput,
                fmt::format("{}: the name of vertex {} is '{}', expected UTF-8 without control "
                            "characters: GraphML has no other",
                            input, vertex, shown(name)));
  }
}

/// An attribute's value: blanks other than spaces would come back as spaces.
void put_value(Text& text, std::string_view value) {
  for (const char c : value) {
    switch (c) {
      case '&':
        text.put("&amp;");
        break;
      case '<':
        text.put("&lt;");
        break;
      case '>':
        text.put("&gt;");
        break;
      case '"':
        text.put("&quot;");
        break;
      case '\t':
        text.put("&#9;");
        break;
      case '\n':
        text.put("&#10;");
        break;
      case '\r':
        text.put("&#13;");
        break;
      default:
        text.put(c);
    }
  }
}

}  // namespace

void write_graphml(const EdgeGraph& graph, const Output& output, const std::string& input) {
  require_xml(graph, input);
  const auto put_vertex = [&](Text& text, std::size_t vertex) {
    if (graph.names.empty()) {
      text.number(static_cast<std::int64_t>(vertex));
    } else {
      put_value(text, graph.names[vertex]);
    }
  };
  write_text(
      output.path, output.sync,
      [&](Text& text) {
        text.put(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
            "  <key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"int\"/>\n"
            "  <graph edgedefault=\"directed\">\n");
        for (std::size_t vertex = 0; vertex < graph.vertices; ++vertex) {
          text.put("    <node id=\"");
          put_vertex(text, vertex);
          text.put("\"/>\n");
        }
        for (const Edge& edge : graph.edges) {
          text.put("    <edge source=\"");
          put_vertex(text, static_cast<std::size_t>(edge.source));
          text.put("\" target=\"");
          put_vertex(text, static_cast<std::size_t>(edge.destination));
          text.put("\"><data key=\"weight\">").number(edge.weight).put("</data></edge>\n");
        }
        text.put("  </graph>\n</graphml>\n");
      },
      output.stale);
}

}  // namespace apsp::convert
