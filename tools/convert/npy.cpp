// SPDX-License-Identifier: MIT
// NumPy arrays: read as npy_matrix.hpp says; written as int32, with 0 on the diagonal and 2^30 - 1
// for no edge.
#include <algorithm>
#include <span>
#include <vector>

#include "common/io/output_file.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/npy_array.hpp"
#include "tools/convert/npy_header.hpp"
#include "tools/convert/npy_matrix.hpp"

namespace apsp::convert {
namespace {

/// A header and the numbers behind it.
class NpyFile {
 public:
  NpyFile(const Output& output, std::size_t rows, std::size_t columns)
      : header_(npy_header(rows, columns)),
        output_(output.path, header_.size() + sizeof(Distance) * std::uint64_t{rows} * columns),
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
  return graph_of_matrix(parse_npy(input.name(), input.bytes()), options);
}

void write_npy(const EdgeGraph& graph, const Output& output, const std::string&) {
  std::vector<Edge> edges = graph.edges;
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return a.source < b.source; });
  NpyFile file(output, graph.vertices, graph.vertices);
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

void write_distances_npy(const DistanceFile& distances, const Output& output) {
  NpyFile file(output, distances.rows(), distances.columns());
  constexpr std::size_t kChunk = std::size_t{1} << 22;
  std::span<const Distance> rest = distances.all();
  while (!rest.empty()) {
    const std::size_t count = std::min(kChunk, rest.size());
    file.append(rest.first(count));
    rest = rest.subspan(count);
  }
  file.commit(output);
}

}  // namespace apsp::convert
