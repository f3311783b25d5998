// SPDX-License-Identifier: MIT
#include "common/rows/checkpoint.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "common/base/error.hpp"
#include "common/base/random.hpp"
#include "common/core/distance.hpp"

namespace apsp {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMagic = "apsp checkpoint\n";  // 16 bytes
constexpr std::size_t kVersionBytes = 24;
constexpr std::size_t kWord = sizeof(std::uint64_t);
static_assert(kMagic.size() % kWord == 0 && sizeof(RowNumbers) == 2 * kWord);

/// A hash of words in their order. Each step is a bijection of the state and one of the word: no
/// change of a single word goes unseen.
class WordHash {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * SplitMix64::kGamma;
    state_ ^= state_ >> 32;
  }
  [[nodiscard]] std::uint64_t value() const { return mix(state_); }

 private:
  std::uint64_t state_ = SplitMix64::kGamma;
};

std::uint64_t word_of(std::int32_t low, std::int32_t high) {
  return std::uint64_t{static_cast<std::uint32_t>(low)} |
         std::uint64_t{static_cast<std::uint32_t>(high)} << 32;
}

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

/// Hashes whole words.
std::uint64_t checksum_of(std::string_view bytes) {
  WordHash hash;
  for (std::size_t at = 0; at + kWord <= bytes.size(); at += kWord) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, kWord);
    hash.add(word);
  }
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

class Writer {
 public:
  void add(std::uint64_t word) { add(&word, 1); }
  template <typename T>
  void add(const T* values, std::size_t count) {
    bytes_.append(reinterpret_cast<const char*>(values), count * sizeof(T));
  }
  void set(std::size_t at, std::uint64_t word) { std::memcpy(bytes_.data() + at, &word, kWord); }
  [[nodiscard]] std::string& bytes() { return bytes_; }

 private:
  std::string bytes_;
};

constexpr std::size_t kBits = 8 * kWord;

void add_bits(const std::vector<bool>& marks, Writer& writer) {
  for (std::size_t first = 0; first < marks.size(); first += kBits) {
    std::uint64_t bits = 0;
    for (std::size_t bit = 0; bit < kBits && first + bit < marks.size(); ++bit) {
      bits |= std::uint64_t{marks[first + bit]} << bit;
    }
    writer.add(bits);
  }
}

/// Reads from the front to the end, and refuses with the place.
class Reader {
 public:
  Reader(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::string_view text(std::size_t size) {
    require(size);
    const std::string_view found = bytes_.substr(at_, size);
    at_ += size;
    return found;
  }
  [[nodiscard]] std::uint64_t word() {
    std::uint64_t word = 0;
    std::memcpy(&word, text(kWord).data(), kWord);
    return word;
  }

  /// Throws where fewer bytes are left.
  void require(std::uint64_t size) const {
    if (size <= bytes_.size() - at_) return;
    throw Error(Fault::kInput, fmt::format("{}: the file ends at byte {}, expected {} more at {}",
                                           name_, bytes_.size(), size, at_));
  }

  [[noreturn]] void refuse(std::size_t at, std::string_view what, const std::string& found,
                           const std::string& expected) const {
    throw Error(Fault::kInput, fmt::format("{}: byte {}: {} is {}, expected {}", name_, at, what,
                                           found, expected));
  }

 private:
  std::string_view bytes_;
  const std::string& name_;
  std::size_t at_ = 0;
};

/// Printable, for a message.
std::string quoted(std::string_view text) {
  std::string shown = "'";
  for (const char c : text) shown += c >= ' ' && c <= '~' ? std::string(1, c) : std::string("?");
  return shown + "'";
}

std::string shown(std::uint64_t number, bool hash) {
  return hash ? fmt::format("{:016x}", number) : fmt::format("{}", number);
}

/// Throws for the start of another kind or version of file, and for bytes that are not whole.
void require_whole(Reader& reader, std::string_view bytes, const std::string& version) {
  if (const auto magic = reader.text(kMagic.size()); magic != kMagic) {
    reader.refuse(0, "the start of a checkpoint", quoted(magic), quoted(kMagic));
  }
  const std::size_t at = reader.at();
  std::string_view found = reader.text(kVersionBytes);
  found = found.substr(0, found.find('\0'));
  if (found != version) {
    reader.refuse(at, "the version of the program", quoted(found), quoted(version));
  }
  const std::size_t size_at = reader.at();
  const std::uint64_t size = reader.word();
  if (size > bytes.size()) reader.require(size - reader.at());
  if (size < bytes.size() || size % kWord != 0) {
    reader.refuse(size_at, "the size of the file", fmt::format("{}", bytes.size()),
                  fmt::format("{}", size));
  }
  Reader last(bytes, "");
  (void)last.text(bytes.size() - kWord);
  const std::uint64_t sum = last.word();
  const std::uint64_t expected = checksum_of(bytes.substr(0, bytes.size() - kWord));
  if (sum != expected) {
    reader.refuse(bytes.size() - kWord, "the checksum", shown(sum, true), shown(expected, true));
  }
}

void require_question(Reader& reader, const Question& question) {
  for (const auto& [name, number, hash] : kFields) {
    const std::size_t at = reader.at();
    const std::uint64_t found = reader.word();
    if (found != question.*number) {
      reader.refuse(at, fmt::format("{} of another question", name), shown(found, hash),
                    shown(question.*number, hash));
    }
  }
}

Distance distance_of(Reader& reader) {
  const std::size_t at = reader.at();
  const auto found = static_cast<std::int64_t>(reader.word());
  if (found < -kUnreachable || found > kUnreachable) {
    reader.refuse(at, "a distance", fmt::format("{}", found), "one of 30 bits");
  }
  return static_cast<Distance>(found);
}

void read_bits(Reader& reader, std::vector<bool>& marks) {
  for (std::size_t first = 0; first < marks.size(); first += kBits) {
    const std::uint64_t bits = reader.word();
    for (std::size_t bit = 0; bit < kBits && first + bit < marks.size(); ++bit) {
      marks[first + bit] = (bits >> bit & 1) == 1;
    }
  }
}

void read_histogram(Reader& reader, Histogram& histogram) {
  const Distance least = distance_of(reader);
  const Distance largest = distance_of(reader);
  if (least <= largest && (least == -kUnreachable || largest == kUnreachable)) {
    reader.refuse(reader.at() - 2 * kWord, "the range of distances",
                  fmt::format("{} to {}", least, largest), "less");
  }
  if (least <= largest) histogram.cover(least, largest);
  const std::uint64_t bins = reader.word();
  if (bins > Bins::kCount) {
    reader.refuse(reader.at() - kWord, "the number of bins", fmt::format("{}", bins),
                  fmt::format("{} at most", Bins::kCount));
  }
  if (bins == 0) return;
  if (least > largest) {
    reader.refuse(reader.at() - kWord, "the number of bins", fmt::format("{}", bins),
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

void require_numbers(Reader& reader, std::size_t at, const RowNumbers& numbers,
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
  return {.version = std::string(APSP_VERSION).substr(0, kVersionBytes),
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
  Writer writer;
  writer.add(kMagic.data(), kMagic.size());
  std::array<char, kVersionBytes> version = {};
  std::copy_n(question.version.begin(), std::min(question.version.size(), kVersionBytes),
              version.begin());
  writer.add(version.data(), version.size());
  const std::size_t size_at = writer.bytes().size();
  writer.add(0);
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
  writer.set(size_at, writer.bytes().size() + kWord);
  writer.add(checksum_of(writer.bytes()));
  return std::move(writer.bytes());
}

KeptRows read_checkpoint(std::span<const std::byte> bytes, const Question& question,
                         const std::string& name) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  Reader reader(text, name);
  require_whole(reader, text, question.version);
  require_question(reader, question);
  KeptRows kept(question.rows);
  read_histogram(reader, kept.histogram);
  read_bits(reader, kept.done);
  const std::size_t closed_at = reader.at();
  read_bits(reader, kept.closed);
  for (std::size_t row = 0; row < kept.done.size(); ++row) {
    if (!kept.closed[row] || kept.done[row]) continue;
    reader.refuse(closed_at + row / kBits * kWord, fmt::format("the mark of row {}", row),
                  "closed, not done", "done as well");
  }
  const bool all = kept.any_closed();
  for (std::size_t row = 0; row < kept.done.size(); ++row) {
    if (!all && !kept.done[row]) continue;
    const std::size_t at = reader.at();
    std::memcpy(&kept.numbers[row], reader.text(sizeof(RowNumbers)).data(), sizeof(RowNumbers));
    require_numbers(reader, at, kept.numbers[row], question.vertices);
  }
  if (const std::size_t at = reader.at(); at != text.size() - kWord) {
    reader.refuse(at, "the end of the numbers", fmt::format("{}", at),
                  fmt::format("{}", text.size() - kWord));
  }
  return kept;
}

}  // namespace apsp
