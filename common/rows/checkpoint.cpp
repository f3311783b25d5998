// SPDX-License-Identifier: MIT
#include "common/rows/checkpoint.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "common/base/error.hpp"
#include "common/core/distance.hpp"
#include "common/io/word_file.hpp"

namespace apsp {
namespace {

constexpr WordFileKind kKind = {"apsp checkpoint\n", "a checkpoint", "the program"};
static_assert(kKind.magic.size() == 16 && sizeof(RowNumbers) == 2 * kFileWord);

std::uint64_t hash_of(std::span<const Edge> edges) {
  WordHash hash;
  for (const Edge& edge : edges) {
    hash.add(word_of(edge.source, edge.destination));
    hash.add(word_of(edge.weight, 0));
  }
  return hash.value();
}

std::uint64_t hash_of(const RowSet& rows) {
  WordHash hash;
  for (std::size_t row = 0; row < rows.size(); ++row) hash.add(rows.source(row));
  return hash.value();
}

/// The numbers of a question with their names, in the order of the file.
struct Field {
  std::string_view name;
  std::uint64_t Question::*number;
  bool hash;
};
constexpr std::array kFields = {
    Field{"the number of vertices", &Question::vertices, false},
    Field{"the number of edges", &Question::edges, false},
    Field{"the hash of the edges", &Question::graph, true},
    Field{"the number of rows", &Question::rows, false},
    Field{"the hash of the sources", &Question::sources, true},
    Field{"the mark of undirected edges", &Question::undirected, false},
    Field{"the limit", &Question::limit, false},
};

constexpr std::size_t kBits = 8 * kFileWord;

void add_bits(const std::vector<bool>& marks, WordWriter& writer) {
  for (std::size_t first = 0; first < marks.size(); first += kBits) {
    std::uint64_t bits = 0;
    for (std::size_t bit = 0; bit < kBits && first + bit < marks.size(); ++bit) {
      bits |= std::uint64_t{marks[first + bit]} << bit;
    }
    writer.add(bits);
  }
}

void require_question(WordReader& reader, const Question& question) {
  for (const auto& [name, number, hash] : kFields) {
    reader.require_word(question.*number, fmt::format("{} of another question", name), hash);
  }
}

Distance distance_of(WordReader& reader) {
  const std::size_t at = reader.at();
  const auto found = static_cast<std::int64_t>(reader.word());
  if (found < -kUnreachable || found > kUnreachable) {
    reader.refuse(at, "a distance", fmt::format("{}", found), "one of 30 bits");
  }
  return static_cast<Distance>(found);
}

void read_bits(WordReader& reader, std::vector<bool>& marks) {
  for (std::size_t first = 0; first < marks.size(); first += kBits) {
    const std::uint64_t bits = reader.word();
    for (std::size_t bit = 0; bit < kBits && first + bit < marks.size(); ++bit) {
      marks[first + bit] = (bits >> bit & 1) == 1;
    }
  }
}

void read_histogram(WordReader& reader, Histogram& histogram) {
  const Distance least = distance_of(reader);
  const Distance largest = distance_of(reader);
  if (least <= largest && (least == -kUnreachable || largest == kUnreachable)) {
    reader.refuse(reader.at() - 2 * kFileWord, "the range of distances",
                  fmt::format("{} to {}", least, largest), "less");
  }
  if (least <= largest) histogram.cover(least, largest);
  const std::uint64_t bins = reader.word();
  if (bins > Bins::kCount) {
    reader.refuse(reader.at() - kFileWord, "the number of bins", fmt::format("{}", bins),
                  fmt::format("{} at most", Bins::kCount));
  }
  if (bins == 0) return;
  if (least > largest) {
    reader.refuse(reader.at() - kFileWord, "the number of bins", fmt::format("{}", bins),
                  "none, as no distance is counted");
  }
  std::uint64_t first = histogram.bins().index(least);
  const std::uint64_t last = histogram.bins().index(largest);
  for (std::uint64_t n = 0; n < bins; ++n) {
    const std::size_t at = reader.at();
    const std::uint64_t bin = reader.word();
    if (bin < first || bin > last) {
      reader.refuse(at, "a bin", fmt::format("{}", bin), fmt::format("{} to {}", first, last));
    }
    first = bin + 1;
    histogram.counts()[bin] = reader.word();
  }
}

void require_numbers(WordReader& reader, std::size_t at, const RowNumbers& numbers,
                     std::uint64_t vertices) {
  constexpr std::int64_t kMost = kUnreachable - 1;
  const std::int64_t reachable = numbers.reachable;
  if (numbers.reachable < vertices && std::abs(std::int64_t{numbers.largest}) <= kMost &&
      std::abs(numbers.sum / std::max<std::int64_t>(1, reachable)) <= kMost) {
    return;
  }
  reader.refuse(
      at, "the numbers of a row",
      fmt::format("{} vertices, sum {}, largest {}", reachable, numbers.sum, numbers.largest),
      fmt::format("less than {} vertices and lengths of 30 bits", vertices));
}

}  // namespace

Question question_of(const Problem& asked) {
  const Graph& graph = asked.graph;
  return {.version = std::string(APSP_VERSION).substr(0, kFileVersionBytes),
          .vertices = graph.vertices,
          .edges = graph.edges_in_file(),
          .graph = hash_of(graph.edges.first(graph.edges_in_file())),
          .rows = asked.rows.size(),
          .sources = hash_of(asked.rows),
          .undirected = graph.both_ways ? 1U : 0U,
          .limit = static_cast<std::uint64_t>(asked.limit)};
}

std::size_t KeptRows::count() const {
  return static_cast<std::size_t>(std::count(done.begin(), done.end(), true));
}

bool KeptRows::any_closed() const {
  return std::find(closed.begin(), closed.end(), true) != closed.end();
}

std::string checkpoint_bytes(const Question& question, const KeptRows& kept) {
  WordWriter writer(kKind, question.version);
  for (const Field& field : kFields) writer.add(question.*field.number);

  const Histogram& histogram = kept.histogram;
  const std::vector<std::uint64_t>& counts = histogram.counts();
  writer.add(static_cast<std::uint64_t>(std::int64_t{histogram.least()}));
  writer.add(static_cast<std::uint64_t>(std::int64_t{histogram.largest()}));
  writer.add(static_cast<std::uint64_t>(
      std::count_if(counts.begin(), counts.end(), [](std::uint64_t n) { return n > 0; })));
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    if (counts[bin] == 0) continue;
    writer.add(bin);
    writer.add(counts[bin]);
  }

  add_bits(kept.done, writer);
  add_bits(kept.closed, writer);
  const bool all = kept.any_closed();
  for (std::size_t row = 0; row < kept.done.size(); ++row) {
    if (all || kept.done[row]) writer.add(&kept.numbers[row], 1);
  }
  return std::move(writer).finish();
}

KeptRows read_checkpoint(std::span<const std::byte> bytes, const Question& question,
                         const std::string& name) {
  WordReader reader(bytes, name, kKind, question.version);
  require_question(reader, question);
  KeptRows kept(question.rows);
  read_histogram(reader, kept.histogram);
  read_bits(reader, kept.done);
  const std::size_t closed_at = reader.at();
  read_bits(reader, kept.closed);
  for (std::size_t row = 0; row < kept.done.size(); ++row) {
    if (!kept.closed[row] || kept.done[row]) continue;
    reader.refuse(closed_at + row / kBits * kFileWord, fmt::format("the mark of row {}", row),
                  "closed, not done", "done as well");
  }
  const bool all = kept.any_closed();
  for (std::size_t row = 0; row < kept.done.size(); ++row) {
    if (!all && !kept.done[row]) continue;
    const std::size_t at = reader.at();
    std::memcpy(&kept.numbers[row], reader.text(sizeof(RowNumbers)).data(), sizeof(RowNumbers));
    require_numbers(reader, at, kept.numbers[row], question.vertices);
  }
  reader.require_end("the numbers");
  return kept;
}

}  // namespace apsp
