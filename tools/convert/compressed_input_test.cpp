// SPDX-License-Identifier: MIT
#include "tools/convert/compressed_input.hpp"

#include <cstdint>

#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using namespace std::string_literals;
using test::bytes_of;
using test::Edges;
using test::read;
using test::refuse;
using test::require_error;

// "0 1 5\n1 2 7\n", and nothing, compressed.
const std::string kGzipEdges =
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x33\x50\x30\x54\x30\xe5"
    "\x32\x54\x30\x52\x30\xe7\x02\x00\xa2\xd2\xa7\x99\x0c\x00\x00\x00"s;
const std::string kBzip2Edges =
    "\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\xad\xd1\xbe\x46\x00\x00"
    "\x03\x58\x00\x00\x10\x40\x00\x72\x80\x20\x00\x31\x0c\x00\x94\x0d"
    "\xa8\xbd\x06\x08\x78\xbb\x92\x29\xc2\x84\x85\x6e\x8d\xf2\x30"s;
const std::string kGzipNothing =
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"s;
const std::string kBzip2Nothing = "\x42\x5a\x68\x39\x17\x72\x45\x38\x50\x90\x00\x00\x00\x00"s;
const Edges kEdges = {{0, 1, 5}, {1, 2, 7}};

struct Sample {
  std::string name;
  std::string edges;
  std::string nothing;
  std::size_t recognised;  // bytes by which it is known
};

/// Those that this build reads.
std::vector<Sample> samples() {
  std::vector<Sample> samples;
  if (APSP_ZLIB != 0) samples.push_back({"gzip", kGzipEdges, kGzipNothing, 3});
  if (APSP_BZIP2 != 0) samples.push_back({"bzip2", kBzip2Edges, kBzip2Nothing, 4});
  return samples;
}

/// One deflated block as it is, in gzip's frame, of content of a known checksum.
std::string gzip_of(const std::string& content, std::uint32_t checksum) {
  const auto size = static_cast<std::uint16_t>(content.size());
  return "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x01"s +
         bytes_of(std::vector<std::uint16_t>{size, static_cast<std::uint16_t>(~size)}) + content +
         bytes_of(std::vector<std::uint32_t>{checksum, size});
}

TEST_CASE("compressed: read from a file and from memory") {
  for (const Sample& sample : samples()) {
    INFO(sample.name);
    REQUIRE(read(read_edge_list, sample.edges).edges == kEdges);
    Input held("held", sample.edges);
    REQUIRE(read_edge_list(held, {}).edges == kEdges);
    REQUIRE_FALSE(held.is_whole());
    REQUIRE(read(read_edge_list, sample.nothing).edges.empty());
  }
}

TEST_CASE("compressed: members follow each other, and zeros the last one") {
  for (const Sample& sample : samples()) {
    INFO(sample.name);
    const std::string twice = sample.edges + sample.nothing + sample.edges;
    const Edges both = {{0, 1, 5}, {1, 2, 7}, {0, 1, 5}, {1, 2, 7}};
    REQUIRE(read(read_edge_list, twice).edges == both);
    REQUIRE(read(read_edge_list, twice + std::string(100000, '\0')).edges == both);
  }
}

TEST_CASE("compressed: cut off at every byte it is refused, and says so") {
  for (const Sample& sample : samples()) {
    for (std::size_t size = sample.recognised; size < sample.edges.size(); ++size) {
      INFO(sample.name << ", " << size << " bytes");
      if (sample.name == "gzip" && size == 8) continue;  // a graph file of 559903 vertices
      require_error(Fault::kInput,
                    {"/input: byte " + std::to_string(size) + ", ",
                     "the " + sample.name + " data end", "the file is cut off"},
                    [&] { (void)read(read_edge_list, sample.edges.substr(0, size)); });
      // In the second of two members, whose first bytes must be there.
      if (size < 3) continue;
      require_error(Fault::kInput, {"12 bytes decompressed", "the file is cut off"}, [&] {
        (void)read(
            read_edge_list,
            sample.edges + sample.nothing.substr(0, std::min(size, sample.nothing.size() - 1)));
      });
    }
  }
}

TEST_CASE("compressed: a wrong bit is found, or changes nothing") {
  for (const Sample& sample : samples()) {
    std::size_t found = 0;
    for (std::size_t bit = 0; bit < 8 * sample.edges.size(); ++bit) {
      std::string wrong = sample.edges;
      wrong[bit / 8] = static_cast<char>(wrong[bit / 8] ^ 1 << bit % 8);
      INFO(sample.name << ", bit " << bit);
      try {
        const EdgeGraph graph = read(read_edge_list, wrong);
        REQUIRE(graph.edges == kEdges);  // a time, or the like
      } catch (const Error& error) {
        REQUIRE(error.fault() == Fault::kInput);
        ++found;
      }
    }
    REQUIRE(found > 7 * (sample.edges.size() - 10));
  }
}

TEST_CASE("compressed: what follows that is no member is refused with its place") {
  for (const Sample& sample : samples()) {
    const std::string at = std::to_string(sample.edges.size());
    require_error(Fault::kInput,
                  {"/input: byte " + at + ", 12 bytes decompressed: other data follow"},
                  [&] { (void)read(read_edge_list, sample.edges + "0 1 5\n"); });
    require_error(
        Fault::kInput, {"/input: byte " + std::to_string(sample.edges.size() + 70000) + ", "},
        [&] { (void)read(read_edge_list, sample.edges + std::string(70000, '\0') + "x"); });
  }
}

TEST_CASE("compressed: a file compressed twice is named as that") {
  if (APSP_ZLIB == 0) return;
  require_error(Fault::kInput, {"the content is compressed again, with bzip2", "gzip -dc"},
                [&] { (void)read(read_edge_list, gzip_of(kBzip2Edges, 0x2344e73b)); });
}

TEST_CASE("compressed: a graph file is read no further than its header says") {
  if (APSP_ZLIB == 0) return;
  const std::string graph = bytes_of(std::vector<std::int32_t>{2, 1, 0, 1, 5});
  constexpr std::uint32_t kChecksum = 0x90078c3c;
  REQUIRE(read(read_hw3, gzip_of(graph, kChecksum)).edges == Edges{{0, 1, 5}});
  // The checksum stands behind the last byte, and is looked at.
  require_error(Fault::kInput, {"the gzip data are corrupt (incorrect data check)"},
                [&] { (void)read(read_hw3, gzip_of(graph, kChecksum + 1)); });
  refuse(read_hw3, gzip_of(graph, kChecksum) + kGzipEdges, "is too long", {"at least 21 bytes"});
}

TEST_CASE("compressed: a graph file that begins like gzip is still a graph file") {
  const std::string graph = bytes_of(std::vector<std::int32_t>{0x00088b1f, 1, 0, 559902, 5});
  REQUIRE(graph.starts_with("\x1f\x8b\x08"));
  REQUIRE(read(read_hw3, graph).edges == Edges{{0, 559902, 5}});
}

TEST_CASE("compressed: names that begin with BZh are text") {
  REQUIRE(read(read_edge_list, "BZh9a BZhx 4\n", {.compact = true}).edges == Edges{{0, 1, 4}});
  REQUIRE(read(read_edge_list, "BZhao Li 4\n", {.compact = true}).edges == Edges{{0, 1, 4}});
}

TEST_CASE("compressed: what is not read is named, with a way to read it") {
  const auto refuse_file = [](const std::string& bytes, std::initializer_list<std::string> parts) {
    require_error(Fault::kInput, parts, [&] { (void)read(read_edge_list, bytes); });
  };
  refuse_file("\xfd\x37zXZ\0aaaa"s, {"/input: compressed with xz", "xz -dc FILE | hw3-convert - "});
  refuse_file("\x28\xb5\x2f\xfd aaaaaa", {"compressed with Zstandard", "zstd -dc FILE |"});
  if (APSP_ZLIB == 0) {
    refuse_file(kGzipEdges,
                {"compressed with gzip, and this build has no zlib", "gzip -dc FILE |"});
  }
  if (APSP_BZIP2 == 0) {
    refuse_file(kBzip2Edges, {"compressed with bzip2, and this build has no libbz2"});
  }
}

TEST_CASE("compressed: the name without .gz or .bz2 tells the format where the content does not") {
  for (const char* suffix : {"", ".gz", ".bz2"}) {
    const auto detected = [&](const std::string& content, const std::string& path) {
      return detect_format(content, path + suffix).format->name;
    };
    REQUIRE(detected("2 1\n2\n1\n", "x.graph") == "metis");
    REQUIRE(detected("a b\n", "x.edges") == "edges");
  }
  REQUIRE(without_compression_suffix("a.gz/b.txt") == "a.gz/b.txt");
  REQUIRE(without_compression_suffix("b.txt.bz2") == "b.txt");
}

}  // namespace
}  // namespace apsp::convert
