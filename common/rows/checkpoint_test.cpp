// SPDX-License-Identifier: MIT
// The bytes of a checkpoint: they come back as they were, and nothing else is taken for them.
#include "common/rows/checkpoint.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/core/problem.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"

namespace apsp {
namespace {

using test::require_error;

const std::vector<Edge> kEdges = {{0, 1, 5}, {1, 2, 7}, {2, 0, 1}};

Graph graph_of(const std::vector<Edge>& edges, std::size_t vertices = 3) {
  return {.vertices = vertices, .edges = edges, .smallest_weight = 1, .largest_weight = 7};
}

Question question() {
  return question_of(Problem(graph_of(kEdges)));
}

/// Some rows, the second of three, with distances near and below 0.
KeptRows sample() {
  KeptRows kept(3);
  kept.done[1] = true;
  kept.numbers[1] = {-7, 70'000, 2};
  kept.histogram.cover(-9, 70'000);
  kept.histogram.counts()[32'770] = 1;
  kept.histogram.counts()[40'000] = std::uint64_t{1} << 40;
  return kept;
}

KeptRows read(const std::string& bytes, const Question& asked) {
  return read_checkpoint(std::as_bytes(std::span(bytes)), asked, "FILE");
}

TEST_CASE("a checkpoint comes back as it was", "[checkpoint]") {
  KeptRows closed = sample();
  closed.closed[1] = true;
  closed.numbers[2] = {8, 8, 1};
  for (const KeptRows& kept : {sample(), closed, KeptRows(3)}) {
    const KeptRows found = read(checkpoint_bytes(question(), kept), question());
    REQUIRE(found.done == kept.done);
    REQUIRE(found.closed == kept.closed);
    REQUIRE(found.numbers == kept.numbers);
    REQUIRE(found.histogram == kept.histogram);
    REQUIRE(found.count() == kept.count());
  }
}

TEST_CASE("a checkpoint of many rows comes back", "[checkpoint]") {
  for (const std::size_t rows : {0, 1, 63, 64, 65, 200}) {
    INFO(rows << " rows");
    Question asked = question();
    asked.rows = rows;
    KeptRows kept(rows);
    for (std::size_t row = 0; row < rows; row += 1 + row % 3) {
      kept.done[row] = true;
      kept.numbers[row] = {static_cast<std::int64_t>(row) << 20, static_cast<Distance>(row), 1};
    }
    const KeptRows found = read(checkpoint_bytes(asked, kept), asked);
    REQUIRE(found.done == kept.done);
    REQUIRE(found.numbers == kept.numbers);
  }
}

TEST_CASE("each byte that has changed is found", "[checkpoint]") {
  const std::string bytes = checkpoint_bytes(question(), sample());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int bit : {0, 3, 7}) {
      INFO("byte " << at << ", bit " << bit);
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      require_error(Fault::kInput, {"FILE: ", "expected "},
                    [&] { (void)read(changed, question()); });
    }
  }
}

TEST_CASE("each end that comes early or late is found", "[checkpoint]") {
  const std::string bytes = checkpoint_bytes(question(), sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    INFO(size << " bytes");
    require_error(Fault::kInput,
                  {"FILE: the file ends at byte " + std::to_string(size), "expected "},
                  [&] { (void)read(bytes.substr(0, size), question()); });
  }
  require_error(Fault::kInput, {"FILE: byte 40: the size of the file is ", "expected "},
                [&] { (void)read(bytes + "x", question()); });
}

TEST_CASE("something else is no checkpoint", "[checkpoint]") {
  require_error(
      Fault::kInput,
      {"FILE: byte 0: the start of a checkpoint is '{?  \"source\": \"a'", "'apsp checkpoint?'"},
      [] { (void)read("{\n  \"source\": \"a\", and some more", question()); });
}

TEST_CASE("a checkpoint of another question or version is refused", "[checkpoint]") {
  const std::string bytes = checkpoint_bytes(question(), sample());
  const auto refused = [&](const Problem& asked, const std::string& part) {
    require_error(Fault::kInput, {"FILE: byte ", part, "expected "},
                  [&] { (void)read(bytes, question_of(asked)); });
  };
  refused(graph_of(kEdges, 4), "the number of vertices of another question is 3, expected 4");
  const std::vector<Edge> more = {kEdges[0], kEdges[1], kEdges[2], kEdges[0]};
  refused(graph_of(more), "the number of edges of another question is 3, expected 4");
  for (std::size_t edge = 0; edge < kEdges.size(); ++edge) {
    for (std::int32_t Edge::*number : {&Edge::source, &Edge::destination, &Edge::weight}) {
      std::vector<Edge> other = kEdges;
      ++(other[edge].*number);
      refused(graph_of(other), "the hash of the edges");
    }
  }
  refused({graph_of(kEdges), RowSet(3, {0, 1})}, "the number of rows");
  refused({graph_of(kEdges), RowSet(3, {0, 2, 1})}, "the hash of the sources");
  Problem limited(graph_of(kEdges));
  limited.limit = 6;
  refused(limited, "the limit");

  Question later = question();
  later.version = "99.1";
  require_error(Fault::kInput,
                {"FILE: byte 16: the version of the program is '", "expected '99.1'"},
                [&] { (void)read(bytes, later); });
}

TEST_CASE("an undirected graph is another question", "[checkpoint]") {
  std::vector<Edge> both = kEdges;
  for (const Edge& e : kEdges) both.push_back({e.destination, e.source, e.weight});
  Graph undirected = graph_of(both);
  undirected.both_ways = true;
  require_error(
      Fault::kInput, {"the mark of undirected edges of another question is 0, expected 1"},
      [&] { (void)read(checkpoint_bytes(question(), sample()), question_of(undirected)); });
}

TEST_CASE("a checkpoint whose sum is right is refused for numbers that no run has",
          "[checkpoint]") {
  const auto refused = [](const std::string& part, const auto& spoil) {
    KeptRows kept = sample();
    spoil(kept);
    const std::string bytes = checkpoint_bytes(question(), kept);
    test::require_error(Fault::kInput, {"FILE", "byte", part},
                        [&] { (void)read(bytes, question()); });
  };
  refused("a bin", [](KeptRows& kept) { kept.histogram.counts()[65'535] = 1; });
  refused("a bin", [](KeptRows& kept) { kept.histogram.counts()[3] = 1; });
  refused("the number of bins", [](KeptRows& kept) {
    kept.histogram = {};
    kept.histogram.counts()[3] = 1;
  });
  refused("the mark of row 2", [](KeptRows& kept) { kept.closed[2] = true; });
  refused("the numbers of a row", [](KeptRows& kept) {
    kept.numbers[1].reachable = static_cast<std::uint32_t>(question().vertices);
  });
  refused("the numbers of a row", [](KeptRows& kept) { kept.numbers[1].largest = kUnreachable; });
  refused("the numbers of a row",
          [](KeptRows& kept) { kept.numbers[1].sum = std::int64_t{1} << 40; });
}

}  // namespace
}  // namespace apsp
