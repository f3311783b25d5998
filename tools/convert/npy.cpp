// SPDX-License-Identifier: MIT
// NumPy arrays. A graph is a square matrix: the entry in row i and column j is the weight of the
// edge from i to j. No edge: infinity, NaN, 2^30 - 1, and 0, which beside the diagonal is an edge
// with --zero-is-edge. Written as int32, with 0 on the diagonal and 2^30 - 1 for no edge.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/distance_file.hpp"
#include "common/error.hpp"
#include "common/memory.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/npy_header.hpp"

namespace apsp::convert {
namespace {

/// No machine holds a larger matrix, and its size in bytes still fits in 64 bits.
constexpr std::size_t kMostVertices = std::size_t{1} << 30;

struct Header {
  std::string_view type;  // "<i4"
  bool columns_first = false;
  std::size_t vertices = 0;
  std::size_t data = 0;  // byte at which the numbers begin
};

[[noreturn]] void refuse(const std::string& name, std::size_t byte, const std::string& what) {
  throw Error(ExitCode::kInput, fmt::format("{}: byte {}: {}", name, byte, what));
}

/// What follows 'key': in the dictionary, without the blanks before it.
std::string_view value_of(std::string_view dictionary, std::string_view key) {
  const std::size_t at = dictionary.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) return {};
  std::string_view value = dictionary.substr(at + key.size() + 3);
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  return value;
}

/// "(3, 4)" as numbers; nothing else has two of them.
std::optional<std::array<std::size_t, 2>> shape_of(std::string_view value) {
  std::array<std::size_t, 2> shape{};
  const char* at = value.data();
  const char* const end = at + value.size();
  const auto skip = [&](std::string_view text) {
    if (!std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(text)) return false;
    at += text.size();
    return true;
  };
  const auto number = [&](std::size_t& size) {
    while (skip(" ")) continue;
    const auto [stop, error] = std::from_chars(at, end, size);
    at = stop;
    return error == std::errc{};
  };
  const bool good = skip("(") && number(shape[0]) && skip(",") && number(shape[1]);
  if (!good || !(skip(")") || skip(",)"))) return std::nullopt;
  return shape;
}

Header read_header(const std::string& name, std::string_view bytes) {
  constexpr std::size_t kVersion = 6;  // byte of it; the dictionary's length follows at 8
  constexpr std::size_t kLength = 8;
  if (!bytes.starts_with(kNpyMagic)) refuse(name, 0, "found no NumPy array, expected \\x93NUMPY");
  if (bytes.size() < kLength + 4) {
    refuse(name, bytes.size(), "the file ends, expected the header of a NumPy array");
  }
  const auto byte = [&](std::size_t at) {
    return std::size_t{static_cast<unsigned char>(bytes[at])};
  };
  const std::size_t version = byte(kVersion);
  if (version < 1 || version > 3) {
    refuse(name, kVersion, fmt::format("the version is {}, expected 1 to 3", version));
  }
  std::size_t length = byte(kLength) | byte(kLength + 1) << 8;
  std::size_t start = kLength + 2;
  if (version > 1) {
    length |= byte(kLength + 2) << 16 | byte(kLength + 3) << 24;
    start += 2;
  }
  Header header;
  header.data = start + length;
  if (bytes.size() < header.data) {
    refuse(name, bytes.size(), fmt::format("the file ends, expected a header of {} bytes", length));
  }
  const std::string_view dictionary = bytes.substr(start, length);
  const std::string_view descr = value_of(dictionary, "descr");
  if (descr.starts_with('\'')) header.type = descr.substr(1, descr.find('\'', 1) - 1);
  header.columns_first = value_of(dictionary, "fortran_order").starts_with("True");
  const auto shape = shape_of(value_of(dictionary, "shape"));
  if (!shape || (*shape)[0] != (*shape)[1] || (*shape)[0] > kMostVertices) {
    refuse(name, start,
           fmt::format("the shape is {}, expected a square matrix",
                       shown(value_of(dictionary, "shape"))));
  }
  header.vertices = (*shape)[0];
  return header;
}

/// A matrix of Numbers, made into edges row by row.
template <typename Number>
class MatrixReader {
 public:
  MatrixReader(const std::string& name, const Header& header, const ReadOptions& options)
      : name_(name), header_(header), options_(options) {}

  EdgeGraph read(std::string_view bytes) const {
    const std::uint64_t expected =
        header_.data + std::uint64_t{header_.vertices} * header_.vertices * sizeof(Number);
    if (bytes.size() != expected) {
      refuse(
          name_, std::min<std::uint64_t>(bytes.size(), expected),
          fmt::format("the file has {} bytes, expected {} ({} + {} x {} x {})", bytes.size(),
                      expected, header_.data, sizeof(Number), header_.vertices, header_.vertices));
    }
    EdgeGraph graph;
    graph.vertices = header_.vertices;
    for (std::size_t row = 0; row < header_.vertices; ++row) {
      for (std::size_t column = 0; column < header_.vertices; ++column) {
        Number number{};
        std::memcpy(&number, bytes.data() + byte(row, column), sizeof number);
        if (is_no_edge(number, row == column)) continue;
        graph.edges.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(column),
                               weight(number, row, column)});
      }
    }
    return graph;
  }

 private:
  [[nodiscard]] std::size_t byte(std::size_t row, std::size_t column) const {
    const std::size_t index =
        header_.columns_first ? column * header_.vertices + row : row * header_.vertices + column;
    return header_.data + index * sizeof(Number);
  }

  [[nodiscard]] bool is_no_edge(Number number, bool diagonal) const {
    if (number == Number{}) return diagonal || !options_.zero_is_edge;
    if constexpr (std::is_floating_point_v<Number>) {
      if (std::isnan(number) || number == std::numeric_limits<Number>::infinity()) return true;
      return number == static_cast<Number>(kUnreachable);  // float rounds it up
    } else {
      return std::cmp_equal(number, kUnreachable);
    }
  }

  [[nodiscard]] Distance weight(Number number, std::size_t row, std::size_t column) const {
    const auto x = static_cast<double>(number);  // a whole number beyond 2^53 stays out of range
    const std::optional<Distance> weight = to_weight(number, options_);
    if (!weight) {
      refuse(name_, byte(row, column),
             fmt::format("the entry in row {}, column {} is {}, expected {}", row, column, number,
                         expected_weight(x, options_.scale)));
    }
    return *weight;
  }

  const std::string& name_;
  const Header& header_;
  const ReadOptions& options_;
};

/// The numbers of one type of NumPy's, by its name.
struct Type {
  std::string_view name;
  EdgeGraph (*read)(std::string_view, const std::string&, const Header&, const ReadOptions&);
};

template <typename Number>
EdgeGraph read_as(std::string_view bytes, const std::string& name, const Header& header,
                  const ReadOptions& options) {
  return MatrixReader<Number>(name, header, options).read(bytes);
}

/// True is an edge.
EdgeGraph read_bool(std::string_view bytes, const std::string& name, const Header& header,
                    const ReadOptions& options) {
  ReadOptions plain = options;
  plain.scale.reset();
  EdgeGraph graph = read_as<std::uint8_t>(bytes, name, header, plain);
  for (Edge& edge : graph.edges) edge.weight = options.weight;
  return graph;
}

constexpr std::array kTypes = {
    Type{"|b1", read_bool},
    Type{"|i1", read_as<std::int8_t>},
    Type{"|u1", read_as<std::uint8_t>},
    Type{"<i2", read_as<std::int16_t>},
    Type{"<u2", read_as<std::uint16_t>},
    Type{"<i4", read_as<std::int32_t>},
    Type{"<u4", read_as<std::uint32_t>},
    Type{"<i8", read_as<std::int64_t>},
    Type{"<u8", read_as<std::uint64_t>},
    Type{"<f4", read_as<float>},
    Type{"<f8", read_as<double>},
};

/// A header and the numbers behind it.
class NpyFile {
 public:
  NpyFile(const Output& output, std::size_t vertices)
      : header_(npy_header(vertices, vertices)),
        output_(output.path,
                header_.size() + sizeof(Distance) * std::uint64_t{vertices} * vertices),
        written_(header_.size()) {
    output_.write_at(0, std::as_bytes(std::span(header_)));
  }

  void append(std::span<const Distance> numbers) {
    output_.write_at(written_, std::as_bytes(numbers));
    written_ += numbers.size_bytes();
  }

  void commit(const Output& output) { output_.commit(output.sync, output.stale); }

 private:
  std::string header_;
  OutputFile output_;
  std::uint64_t written_;
};

}  // namespace

EdgeGraph read_npy(Input& input, const ReadOptions& options) {
  const std::string_view bytes = input.bytes();
  const Header header = read_header(input.name(), bytes);
  std::string known;
  for (const Type& type : kTypes) {
    if (type.name == header.type) return type.read(bytes, input.name(), header, options);
    known += fmt::format("{}{}", known.empty() ? "" : " ", type.name);
  }
  refuse(input.name(), 0,
         fmt::format("the numbers are '{}', expected one of {}", shown(header.type), known));
}

void write_npy(const EdgeGraph& graph, const Output& output, const std::string&) {
  std::vector<Edge> edges = graph.edges;
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return a.source < b.source; });
  NpyFile file(output, graph.vertices);
  std::vector<Distance> row(graph.vertices);
  auto edge = edges.begin();
  for (std::size_t source = 0; source < graph.vertices; ++source) {
    std::fill(row.begin(), row.end(), kUnreachable);
    for (; edge != edges.end() && static_cast<std::size_t>(edge->source) == source; ++edge) {
      Distance& entry = row[static_cast<std::size_t>(edge->destination)];
      entry = std::min(entry, edge->weight);
    }
    if (row[source] == kUnreachable) row[source] = 0;
    file.append(row);
  }
  file.commit(output);
}

void write_distances_npy(const std::string& input, const Output& output) {
  const DistanceFile distances(input);
  NpyFile file(output, distances.vertices());
  constexpr std::size_t kPiece = std::size_t{1} << 22;
  std::span<const Distance> rest = distances.all();
  while (!rest.empty()) {
    const std::size_t count = std::min(kPiece, rest.size());
    file.append(rest.first(count));
    rest = rest.subspan(count);
  }
  file.commit(output);
}

}  // namespace apsp::convert
