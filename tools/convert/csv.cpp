// SPDX-License-Identifier: MIT
// Comma-separated edges: "source,target" or "source,target,weight" a line, with names of vertices,
// which are numbered in order of appearance. Fields may stand in quotes, a quote in them is doubled
// (RFC 4180), but a name stays in its line. The first line may be a header.
#include <array>
#include <optional>

#include "tools/convert/format.hpp"
#include "tools/convert/text_output.hpp"

namespace apsp::convert {
namespace {

constexpr std::size_t kMostFields = 3;

struct Field {
  std::string_view place;  // in the line, with its quotes
  std::string_view text;   // without them
};

/// The fields of one line, valid until the next line is read.
class Record {
 public:
  void read(const Scanner& scanner) {
    size_ = 0;
    std::string_view rest = scanner.line();
    for (;;) {
      if (size_ == kMostFields) scanner.refuse(rest, "the fourth column", "two or three columns");
      Field& field = fields_[size_++];
      field = rest.starts_with('"') ? quoted(scanner, rest, unquoted_[size_ - 1])
                                    : plain(scanner, rest);
      rest.remove_prefix(field.place.size());
      if (rest.empty()) return;
      rest.remove_prefix(1);  // the comma
    }
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  const Field& operator[](std::size_t column) const { return fields_[column]; }

 private:
  static Field plain(const Scanner& scanner, std::string_view rest) {
    const std::string_view text = rest.substr(0, rest.find(','));
    const std::size_t quote = text.find('"');
    if (quote != std::string_view::npos) {
      scanner.refuse(text.substr(quote), "the rest of the field",
                     "no quote in a field that does not begin with one");
    }
    return {text, text};
  }

  static Field quoted(const Scanner& scanner, std::string_view rest, std::string& buffer) {
    buffer.clear();
    for (std::size_t at = 1;;) {
      const std::size_t quote = rest.find('"', at);
      if (quote == std::string_view::npos) {
        scanner.refuse(rest, "the field", "a closing quote in the same line");
      }
      buffer += rest.substr(at, quote - at);
      at = quote + 1;
      if (at == rest.size() || rest[at] == ',') return {rest.substr(0, at), buffer};
      if (rest[at] != '"') {
        scanner.refuse(rest.substr(at), "what follows the closing quote",
                       "a comma or the line's end");
      }
      buffer += '"';
      ++at;
    }
  }

  std::array<Field, kMostFields> fields_;
  std::array<std::string, kMostFields> unquoted_;
  std::size_t size_ = 0;
};

bool is_one_of(std::string_view text, std::string_view words) {
  std::string lower;
  for (const char c : text) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  Scanner scanner("", words);
  scanner.next_line();
  for (auto word = scanner.word(); !word.empty(); word = scanner.word()) {
    if (word == lower) return true;
  }
  return false;
}

/// Whether a first line names the columns: by the usual words, or by a weight without a digit.
bool is_header(const Record& record) {
  if (is_one_of(record[0].text, "source src from start tail u") &&
      is_one_of(record[1].text, "target destination dest dst to end head v")) {
    return true;
  }
  return record.size() == 3 && !record[2].text.empty() &&
         record[2].text.find_first_of("0123456789") == std::string_view::npos;
}

std::string_view without_blanks(std::string_view text) {
  Scanner scanner("", text);
  scanner.next_line();
  const std::string_view word = scanner.word();
  return scanner.word().empty() ? word : text;
}

}  // namespace

EdgeGraph read_csv(Input& input, const ReadOptions& options) {
  Scanner scanner(input.name(), input.bytes());
  EdgeGraph graph;
  reserve(graph.edges, scanner.lines_left());
  NameTable names;
  Record record;
  std::size_t columns = 0;
  const auto vertex = [&](const Field& field, std::string_view what) {
    if (field.text.empty()) scanner.refuse(field.place, what, "a name");
    return names.number(field.text);
  };
  while (scanner.next_line()) {
    if (scanner.line().empty()) continue;
    record.read(scanner);
    if (record.size() == 1) {
      scanner.refuse(scanner.line().substr(scanner.line().size()), "the target", "a name");
    }
    const bool first = columns == 0;
    if (first) columns = record.size();
    if (record.size() != columns) {
      const std::string_view place =
          record.size() < columns ? scanner.line().substr(scanner.line().size()) : record[2].place;
      scanner.refuse(
          place, "the third column",
          columns == 3 ? "a weight, as in the first line" : "none, as in the first line");
    }
    if (first && is_header(record)) continue;
    Edge edge{};
    edge.source = vertex(record[0], "the source");
    edge.destination = vertex(record[1], "the target");
    edge.weight = options.weight;
    if (columns == 3) {
      const Field& weight = record[2];
      // A number in quotes is read from them, but a refusal shows it where it stands.
      const bool quoted = weight.place.size() != weight.text.size();
      const std::string_view in_line =
          quoted ? weight.place.substr(1, weight.place.size() - 2) : weight.place;
      edge.weight = read_weight(scanner, without_blanks(in_line), options.scale);
    }
    graph.edges.push_back(edge);
  }
  graph.names = names.take();
  graph.vertices = graph.names.size();
  return graph;
}

void write_csv(const EdgeGraph& graph, const Output& output, const std::string&) {
  const auto put_vertex = [&](Text& text, std::int32_t vertex) {
    if (graph.names.empty()) {
      text.number(vertex);
    } else {
      put_csv_field(text, graph.names[static_cast<std::size_t>(vertex)]);
    }
    text.put(',');
  };
  write_text(output.path, output.sync, [&](Text& text) {
    text.put("source,target,weight\n");
    for (const Edge& edge : graph.edges) {
      put_vertex(text, edge.source);
      put_vertex(text, edge.destination);
      text.number(edge.weight).put('\n');
    }
  });
}

}  // namespace apsp::convert
