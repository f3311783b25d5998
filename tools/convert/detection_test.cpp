// SPDX-License-Identifier: MIT
// Random small graphs in every shape of text that hw3-convert reads, detected by the bytes and a
// suffix alone. Each comes back as the same graph or is refused, and never as another one.
#include <fmt/core.h>

#include <functional>
#include <random>
#include <set>
#include <tuple>

#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::written;
using Labelled = std::multiset<std::tuple<std::string, std::string, Distance>>;

struct SampleFile {
  EdgeGraph graph;
  bool undirected = false;
  bool unit = false;      // all weights are 1
  bool repeated = false;  // edges with the same ends, or loops
};

/// Graphs small enough to look like something else, with few different numbers.
SampleFile random_sample(std::mt19937& random) {
  const auto pick = [&](std::uint32_t count) {
    return static_cast<std::int32_t>(random() % count);
  };
  SampleFile sample;
  sample.undirected = pick(2) == 0;
  sample.unit = pick(2) == 0;
  const std::int32_t vertices = pick(6);
  sample.graph.vertices = static_cast<std::size_t>(vertices);
  std::set<std::pair<std::int32_t, std::int32_t>> known;
  for (std::int32_t n = vertices == 0 ? 0 : pick(8); n > 0; --n) {
    const Edge edge{pick(static_cast<std::uint32_t>(vertices)),
                    pick(static_cast<std::uint32_t>(vertices)), sample.unit ? 1 : 1 + pick(4)};
    const bool fresh =
        known.insert({edge.source, edge.destination}).second && edge.source != edge.destination;
    if (sample.undirected && (!fresh || !known.insert({edge.destination, edge.source}).second)) {
      continue;
    }
    sample.repeated = sample.repeated || !fresh;
    sample.graph.edges.push_back(edge);
  }
  if (sample.undirected) add_reverses(sample.graph.edges);
  return sample;
}

std::string label(const EdgeGraph& graph, std::int32_t vertex) {
  return graph.names.empty() ? std::to_string(vertex)
                             : graph.names[static_cast<std::size_t>(vertex)];
}

Labelled labelled(const EdgeGraph& graph) {
  Labelled edges;
  for (const Edge& edge : graph.edges) {
    edges.insert({label(graph, edge.source), label(graph, edge.destination), edge.weight});
  }
  return edges;
}

/// The edges as lines, each made by `line`.
std::string lines(const EdgeGraph& graph, const std::function<std::string(const Edge&)>& line) {
  std::string text;
  for (const Edge& edge : graph.edges) text += line(edge) + '\n';
  return text;
}

std::string row(const Edge& edge, char separator, bool weighted) {
  std::string text = fmt::format("{}{}{}", edge.source, separator, edge.destination);
  if (weighted) text += fmt::format("{}{}", separator, edge.weight);
  return text;
}

std::string matrix(const EdgeGraph& graph, bool header, bool index) {
  const auto name = [](std::size_t vertex) {
    return std::string(1, static_cast<char>('A' + vertex));
  };
  std::string text;
  if (header) {
    for (std::size_t column = 0; column < graph.vertices; ++column) {
      text += fmt::format("{}{}", index || column > 0 ? "," : "", name(column));
    }
    text += '\n';
  }
  for (std::size_t source = 0; source < graph.vertices; ++source) {
    if (index) text += name(source);
    for (std::size_t target = 0; target < graph.vertices; ++target) {
      Distance weight = 0;
      for (const Edge& edge : graph.edges) {
        if (static_cast<std::size_t>(edge.source) == source &&
            static_cast<std::size_t>(edge.destination) == target) {
          weight = edge.weight;
        }
      }
      text += fmt::format("{}{}", index || target > 0 ? "," : "", weight);
    }
    text += '\n';
  }
  return text;
}

/// The graph that detection and the chosen reader make of a text, or nothing where either refuses.
std::optional<EdgeGraph> read_detected(const std::string& text, const std::string& path) {
  try {
    const Format* const format = detect_format(text, path).format;
    if (format == nullptr) return std::nullopt;
    Input input(path, text);
    return format->read(input, {});
  } catch (const Error& error) {
    REQUIRE(error.fault() == Fault::kInput);
    return std::nullopt;
  }
}

/// Counts how often a text was taken, so that not everything is refused.
struct Tally {
  int taken = 0;
  int all = 0;
};

void require_same_or_refused(const EdgeGraph& graph, const std::string& text,
                             const std::string& path, Tally& tally) {
  INFO("as " << path << ":\n" << text);
  ++tally.all;
  const std::optional<EdgeGraph> back = read_detected(text, path);
  if (!back) return;
  ++tally.taken;
  REQUIRE(labelled(*back) == labelled(graph));
}

TEST_CASE("a graph is told by its text alone, or refused, and never read as another") {
  Tally own;
  Tally shapes;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const SampleFile sample = random_sample(random);
    const EdgeGraph& graph = sample.graph;
    for (const char* name : {"edges", "konect", "dimacs", "mtx", "csv", "metis", "hw3"}) {
      const Format& format = *find_format(name);
      if (name == std::string_view("metis") && !sample.undirected) continue;
      const std::string suffix(format.suffixes.substr(0, format.suffixes.find(' ')));
      const std::string text = written(format.write, graph);
      require_same_or_refused(graph, text, "graph" + suffix, own);
      for (const char* path : {"graph", "graph.txt"}) {
        require_same_or_refused(graph, text, path, shapes);
      }
      const auto back = read_detected(text, "graph" + suffix);
      REQUIRE((back && (back->vertices == graph.vertices || name == std::string_view("csv"))));
    }
    // Numbers without any header are weighted or not, whatever stands between them.
    for (const bool weighted : {true, false}) {
      if (!weighted && !sample.unit) continue;
      for (const char separator : {' ', '\t', ',', ';'}) {
        const std::string text =
            lines(graph, [&](const Edge& edge) { return row(edge, separator, weighted); });
        for (const char* path : {"graph", "graph.txt", "graph.csv", "graph.tsv", "graph.edges"}) {
          require_same_or_refused(graph, text, path, shapes);
        }
        require_same_or_refused(graph, "% by hand\n" + text, "graph", shapes);
        require_same_or_refused(graph, "# by hand\n" + text, "graph", shapes);
      }
    }
    const std::string data = lines(graph, [](const Edge& edge) {
      return fmt::format("{} {{'weight': {}}}", row(edge, ' ', false), edge.weight);
    });
    require_same_or_refused(graph, data, "graph", shapes);
    // A matrix of one vertex is a line of two fields, as an edge is.
    if (sample.repeated || graph.vertices < 2) continue;
    EdgeGraph named = graph;
    for (std::size_t v = 0; v < graph.vertices; ++v) {
      named.names.emplace_back(1, static_cast<char>('A' + v));
    }
    for (const char* path : {"graph", "graph.csv"}) {
      require_same_or_refused(graph, matrix(graph, false, false), path, shapes);
      require_same_or_refused(named, matrix(graph, true, false), path, shapes);
      require_same_or_refused(named, matrix(graph, false, true), path, shapes);
      require_same_or_refused(named, matrix(graph, true, true), path, shapes);
    }
  }
  REQUIRE(own.taken == own.all);
  REQUIRE(2 * shapes.taken > shapes.all);
}

}  // namespace
}  // namespace apsp::convert
