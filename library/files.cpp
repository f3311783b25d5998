// SPDX-License-Identifier: MIT
#include "apsp/files.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "common/core/edge_check.hpp"
#include "common/io/distance_file.hpp"
#include "common/io/graph_file.hpp"
#include "library/call.hpp"

namespace apsp {

EdgeList read_graph(const std::string& path) {
  return with_memory_errors([&] {
    const GraphFile file(path);
    const Graph& graph = file.graph();
    return EdgeList{graph.vertices, {graph.edges.begin(), graph.edges.end()}};
  });
}

void write_graph(GraphView view, const std::string& path) {
  with_memory_errors([&] {
    Graph graph{view.vertices, view.edges};
    if (const std::optional<BadEdge> bad = check_edges(graph)) {
      throw InvalidEdge(fmt::format("edge {}: {}", bad->edge, bad->problem), bad->edge);
    }
    GraphWriter writer(path, view.vertices, view.edges.size());
    writer.put(0, view.edges);
    writer.commit();
  });
}

namespace {

Distances copy_of(const DistanceFile& file) {
  Distances distances(file.rows(), file.columns());
  const std::span<const Distance> all = file.all();
  std::copy(all.begin(), all.end(), distances.all().begin());
  return distances;
}

}  // namespace

Distances read_distances(const std::string& path) {
  return with_memory_errors([&] { return copy_of(DistanceFile(path)); });
}

Distances read_distances(const std::string& path, std::size_t rows, std::size_t columns) {
  return with_memory_errors(
      [&] { return copy_of(DistanceFile(path, {.rows = rows, .columns = columns})); });
}

void write_distances(const Distances& distances, const std::string& path) {
  DistanceFileSink sink(path, distances.rows(), distances.columns());
  sink.put(0, distances.all());
  sink.commit();
}

struct DistanceFileSink::Writer {
  Writer(const std::string& path, std::size_t rows, std::size_t vertices)
      : file(path, rows, vertices) {}

  DistanceWriter file;
};

DistanceFileSink::DistanceFileSink(const std::string& path, std::size_t rows, std::size_t vertices)
    : writer_(with_memory_errors([&] { return std::make_unique<Writer>(path, rows, vertices); })) {}
DistanceFileSink::~DistanceFileSink() = default;

void DistanceFileSink::prepare() {
  writer_->file.prepare();
}
bool DistanceFileSink::in_order() const {
  return writer_->file.in_order();
}
void DistanceFileSink::put(std::size_t first_row, std::span<const Distance> rows) {
  writer_->file.put(first_row, rows);
}
void DistanceFileSink::abandon(const std::exception_ptr& cause) noexcept {
  writer_->file.abandon(cause);
}
void DistanceFileSink::commit() {
  writer_->file.commit();
}

}  // namespace apsp
