// SPDX-License-Identifier: MIT
// Detects the format of an input. It looks for a beginning that no other format has, then at the
// first line that is no comment, then at the suffix. Last it tries whether all of the text fits.
// Where two formats fit, it chooses none.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

#include "common/base/error.hpp"
#include "common/io/compression.hpp"
#include "tools/convert/csv_matrix.hpp"
#include "tools/convert/csv_record.hpp"
#include "tools/convert/foreign.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/konect.hpp"
#include "tools/convert/npy_header.hpp"
#include "tools/convert/npy_matrix.hpp"
#include "tools/convert/weight.hpp"

namespace apsp::convert {
namespace {

/// The size of the graph file that begins so, 0 where none does.
std::uint64_t graph_size(std::string_view bytes) {
  std::array<std::int32_t, 2> header{};
  if (bytes.size() < sizeof header) return 0;
  std::memcpy(header.data(), bytes.data(), sizeof header);
  if (header[0] < 0 || header[1] < 0) return 0;
  return sizeof header + sizeof(Edge) * static_cast<std::uint64_t>(header[1]);
}

/// The format that the first bytes alone identify, or nothing.
std::string_view format_of_first_bytes(std::string_view bytes) {
  if (is_hw3(bytes)) return "hw3";
  if (bytes.starts_with(kNpyMagic)) return "npy";
  constexpr std::string_view kMatrixMarket = "%%matrixmarket";
  for (const std::string_view banner : {kMatrixMarket, kMatrixMarket.substr(1)}) {
    if (is_word(bytes.substr(0, banner.size()), banner)) return "mtx";
  }
  Scanner scanner("", bytes);
  if (scanner.next_line() && is_konect_header(scanner.line())) return "konect";
  return "";
}

/// The head of a text.
struct Head {
  std::string_view line;     // the first one that is no comment
  std::string_view c_line;   // the first one whose first word is c, a comment of DIMACS
  bool hash = false;         // comments begin with #
  bool percent = false;      // comments begin with %
  bool snap_header = false;  // one of them is "# Nodes:"
};

Head head_of(std::string_view bytes) {
  Head head;
  Scanner scanner("", bytes);
  while (scanner.next_line()) {
    const std::string_view first = scanner.word();
    if (first.empty()) continue;
    if (first.starts_with('#')) {
      head.hash = true;
      head.snap_header = head.snap_header || (first == "#" && scanner.word() == "Nodes:");
    } else if (first.starts_with('%')) {
      head.percent = true;
    } else if (first == "c" && head.line.empty()) {
      if (head.c_line.empty()) head.c_line = scanner.line();
    } else {
      head.line = scanner.line();
      return head;
    }
  }
  return head;
}

/// How many words a line has, or 0 where one is no number.
int count_numbers(std::string_view line) {
  Scanner scanner("", line);
  scanner.next_line();
  int words = 0;
  for (auto word = scanner.word(); !word.empty(); word = scanner.word(), ++words) {
    if (word.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return 0;
  }
  return words;
}

/// Whether two words come first and then data in braces, as networkx writes them.
bool has_data_of_networkx(std::string_view line) {
  Scanner scanner("", line);
  scanner.next_line();
  (void)scanner.word();
  return !scanner.word().empty() && scanner.rest_of_line().starts_with('{');
}

/// Whether a reader takes all of a text.
bool fits(EdgeGraph (*reader)(Input&, const ReadOptions&), std::string_view bytes,
          const ReadOptions& options) {
  try {
    Input input("", bytes);
    ReadOptions silent = options;
    silent.rounding = nullptr;
    silent.columns.clear();
    silent.header = false;
    (void)reader(input, silent);
    return true;
  } catch (const Error& error) {
    if (error.fault() != Fault::kInput) throw;
    return false;
  }
}

/// Whether as many lines follow the first one that is no comment as its first number says. That
/// is cheap to see, and spares a large edge list the test for METIS.
bool has_lines_of_metis(std::string_view bytes, std::string_view first_line) {
  const int words = count_numbers(first_line);
  if (words < 2 || words > 4) return false;
  std::int64_t expected = 0;
  for (const char c : first_line.substr(first_line.find_first_not_of(" \t"))) {
    if (c < '0' || c > '9') break;
    if (expected > INT32_MAX) return false;
    expected = 10 * expected + (c - '0');
  }
  Scanner scanner("", bytes);
  std::int64_t lines = -1;
  std::int64_t used = -1;  // up to the last one with something on it
  while (scanner.next_line()) {
    if (scanner.line().starts_with('%')) continue;
    ++lines;
    if (!scanner.word().empty()) used = lines;
    if (used > expected) return false;
  }
  return used <= expected && expected <= lines;
}

/// The formats that a text of numbers without commas can be.
struct Numbers {
  bool edges = false;
  bool metis = false;
};

Numbers formats_of_numbers(std::string_view bytes, const Head& head, const ReadOptions& options) {
  Numbers numbers;
  const int words = count_numbers(head.line);
  numbers.metis =
      !head.hash && has_lines_of_metis(bytes, head.line) && fits(read_metis, bytes, options);
  // Reading all of a large edge list takes as long again, so it is done only in doubt.
  numbers.edges = words == 2 || words == 3;
  if (numbers.metis) numbers.edges = numbers.edges && fits(read_edge_list, bytes, options);
  return numbers;
}

/// The lines and words of a text that is no more than numbers, less comments at its top.
struct Numbered {
  std::size_t lines = 0;
  std::size_t words = 0;  // of the first line
  bool even = true;       // all lines have as many
  bool growing = true;    // line n has n words, from 1
  bool shrinking = true;  // each line has one word less, and the last one has 1
  bool vertices = true;   // the first two words of each line are whole numbers from 0
};

bool are_digits(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Adds a line. False where it has a word that is no number, or cannot be a line of a matrix.
bool add_line(Numbered& numbered, Scanner& scanner, const ReadOptions& options) {
  std::size_t words = 0;
  for (auto word = scanner.word(); !word.empty(); word = scanner.word(), ++words) {
    if (!is_number(word) && !is_missing(word) && !is_no_edge(word, options)) return false;
    if (words < 2) numbered.vertices = numbered.vertices && are_digits(word);
  }
  if (numbered.lines == 0) numbered.words = words;
  numbered.even = numbered.even && words == numbered.words;
  numbered.growing = numbered.growing && words == numbered.lines + 1;
  numbered.shrinking = numbered.shrinking && words + numbered.lines == numbered.words;
  ++numbered.lines;
  return numbered.even || numbered.growing || numbered.shrinking;
}

/// Whether a text is a square matrix of numbers between blanks, or half of one, by its shape. Stops
/// at the first line that does not fit: O(1) for most edge lists.
std::optional<Numbered> square_of_numbers(std::string_view bytes, const ReadOptions& options) {
  Numbered numbered;
  Scanner scanner("", bytes);
  while (scanner.next_line()) {
    Scanner line = scanner;
    const std::string_view first = line.word();
    if (first.empty() || (numbered.lines == 0 && first.front() == '#')) continue;
    if (!add_line(numbered, scanner, options)) return std::nullopt;
    if (numbered.even && numbered.lines > numbered.words && !numbered.growing) return std::nullopt;
  }
  const bool square = numbered.even && numbered.lines == numbered.words && numbered.lines > 1;
  const bool half = !numbered.even && numbered.lines > 1 &&
                    (numbered.growing || numbered.lines == numbered.words);
  if (!square && !half) return std::nullopt;
  return numbered;
}

Detection csv_or_matrix(std::string_view bytes, std::string_view path, const ReadOptions& options) {
  const Scanner scanner(Input(std::string(path)).name(), bytes);
  switch (csv_content(scanner, options)) {
    case CsvContent::kMatrix:
      return {find_format("csv-matrix"), ""};
    case CsvContent::kEdges:
      return {find_format("csv"), ""};
    case CsvContent::kEither:
      break;
  }
  return {nullptr, "may be edges or a matrix, expected --from csv or --from csv-matrix"};
}

Detection known(std::string_view name) {
  return {find_format(name), ""};
}

/// Refuses an array that may be edges: the reader of npy takes every array for a matrix.
Detection npy_or_edges(std::string_view bytes) {
  try {
    const NpyArray array = parse_npy("", bytes);
    if (!may_be_edges(array)) return known("npy");
    return {nullptr,
            fmt::format("may be a matrix of weights, or {} edges, one a row, expected --from npy "
                        "for the matrix, or edges in a text, as numpy.savetxt(FILE, array, '%d') "
                        "writes them",
                        array.shape[0])};
  } catch (const Error&) {
    return known("npy");  // whose reader says what is wrong
  }
}

/// Decides whether a text of numbers between blanks is a matrix. Nothing where it is none.
std::optional<Detection> matrix_or_edges(std::string_view bytes, std::string_view path,
                                         const ReadOptions& options) {
  if (!options.columns.empty()) return std::nullopt;
  const std::optional<Numbered> shape = square_of_numbers(bytes, options);
  if (!shape) return std::nullopt;
  const bool may_be_edges = shape->vertices && shape->even && shape->words <= 3;
  ReadOptions blanks = options;
  blanks.separator = ' ';
  const Scanner scanner(Input(std::string(path)).name(), bytes);
  if (csv_content(scanner, blanks) != CsvContent::kEdges) {
    if (!may_be_edges) return known("csv-matrix");
    return Detection{nullptr,
                     "may be edges or a matrix, expected --from edges or --from csv-matrix"};
  }
  if (may_be_edges) return std::nullopt;
  return Detection{nullptr,
                   "may be a matrix, or edges with more columns, expected --from csv-matrix, or "
                   "--columns 1,2,3 for the columns of source, target and weight"};
}

/// Detects the format of a text whose first line has neither commas nor semicolons.
Detection detect_plain_text(std::string_view bytes, std::string_view path, const Head& head,
                            const ReadOptions& options) {
  const Format* const by_suffix = format_of_suffix(path);
  const std::string_view suffix = by_suffix != nullptr ? by_suffix->name : "";
  // These two say no more than that it is text.
  const bool telling = by_suffix != nullptr && !path.ends_with(".txt") && !path.ends_with(".tsv");
  const std::optional<Detection> matrix =
      head.snap_header || (telling && suffix == "edges") || suffix == "metis" || head.percent
          ? std::nullopt
          : matrix_or_edges(bytes, path, options);
  if (matrix && matrix->format != nullptr) return *matrix;
  if (head.hash) {
    if (matrix) return *matrix;
    if (path.ends_with(".tsv") && count_numbers(head.line) == 0) return known("csv");
    return known("edges");
  }
  if (has_data_of_networkx(head.line)) return known("edges");
  const Numbers numbers = formats_of_numbers(bytes, head, options);
  if (numbers.metis && !numbers.edges) return known("metis");
  if (numbers.metis && !(telling && (suffix == "metis" || suffix == "edges"))) {
    return {nullptr, "may be METIS or edges, expected --from metis or --from edges"};
  }
  if (head.percent && !numbers.metis && suffix != "metis") {
    return {nullptr,
            "has comments with % as METIS and KONECT have them, but is no METIS graph, and its "
            "first line is not KONECT's '% sym unweighted' or the like, expected --from edges, "
            "konect, metis or another"};
  }
  if (matrix) return *matrix;
  if (path.ends_with(".tsv") && count_numbers(head.line) == 0) {
    return csv_or_matrix(bytes, path, options);
  }
  if (by_suffix != nullptr) return {by_suffix, ""};
  return numbers.edges ? known("edges") : Detection{};
}

}  // namespace

bool is_hw3(std::string_view bytes) {
  return bytes.size() >= kGraphHeader && bytes.size() == graph_size(bytes);
}

Detection detect_stream(Input& input) {
  std::string_view head = input.bytes_up_to(kGraphHeader).substr(0, kGraphHeader);
  if (head.starts_with(kNpyMagic) || head.find('\0') == std::string_view::npos) return {};
  const std::uint64_t size = graph_size(head);
  head = input.bytes_up_to(std::min(size + 1, kForeignHead));
  // It is no graph. What begins as one without edges or without vertices may be another format, of
  // which more has to be seen. Else its size says what is wrong, and more may never come.
  constexpr std::string_view kNoVertices("\0\0\0\0", 4);
  if (head.size() > size && (size <= kGraphHeader || head.starts_with(kNoVertices))) {
    head = input.bytes_up_to(kForeignHead);
  }
  if (std::string foreign = foreign_binary(head); !foreign.empty()) return {nullptr, foreign};
  return known("hw3");
}

Detection detect_format(std::string_view bytes, std::string_view path, const ReadOptions& options) {
  path = without_compression_suffix(path);
  if (!is_hw3(bytes)) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    if (std::string foreign = foreign_content(bytes); !foreign.empty()) return {nullptr, foreign};
  }
  if (const std::string_view name = format_of_first_bytes(bytes); !name.empty()) {
    return name == "npy" ? npy_or_edges(bytes) : known(name);
  }
  const Format* const by_suffix = format_of_suffix(path);
  Head head = head_of(bytes);
  Scanner words("", head.line);
  words.next_line();
  if (words.word() == "p" && words.word() == "sp") return known("dimacs");
  if (by_suffix == nullptr) {
    if (std::string foreign = foreign_suffix(path); !foreign.empty()) return {nullptr, foreign};
  }
  if (!head.c_line.empty()) head.line = head.c_line;
  const bool data = has_data_of_networkx(head.line);
  if (by_suffix != nullptr && by_suffix->name == "csv" && !data)
    return csv_or_matrix(bytes, path, options);
  if (head.line.empty()) {  // comments alone
    if (head.snap_header) return known("edges");
    return {by_suffix, ""};
  }
  const char first = head.line[head.line.find_first_not_of(" \t")];
  const bool markup = first == '<' || first == '{' || first == '[';
  constexpr std::size_t kSample = 4096;
  const bool decimals =
      options.decimal == ',' && bytes.substr(0, kSample).find('"') == std::string_view::npos;
  const bool commas = head.line.find_first_of(decimals ? ";|" : ",;|") != std::string_view::npos;
  const bool text = bytes.find('\0') == std::string_view::npos;
  if (!text || markup) return {by_suffix, ""};
  if (commas && !data) return csv_or_matrix(bytes, path, options);
  return detect_plain_text(bytes, path, head, options);
}

}  // namespace apsp::convert
