// SPDX-License-Identifier: MIT
#include "common/io/graph_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <omp.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <thread>
#include <vector>

#include "common/app/exit_code.hpp"
#include "common/base/memory.hpp"
#include "common/testing/test_child.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"
#include "common/testing/test_sanitizer.hpp"

namespace apsp {
namespace {

using test::bytes_of;
using test::Ending;
using test::require_error;
using test::run_child;
using test::TestFolder;
using Numbers = std::vector<std::int32_t>;

constexpr std::int32_t kMost = 2147483647;

std::string graph_bytes(std::int32_t vertices, const std::vector<Edge>& edges) {
  return bytes_of(Numbers{vertices, static_cast<std::int32_t>(edges.size())}) + bytes_of(edges);
}

/// Bytes that come through a pipe, from a thread that feeds it.
class Pipe {
 public:
  explicit Pipe(std::string bytes) : bytes_(std::move(bytes)) {
    REQUIRE(::pipe(ends_) == 0);
    feeder_ = std::jthread([this] {
      for (std::size_t at = 0; at < bytes_.size();) {
        const ssize_t done = ::write(ends_[1], bytes_.data() + at, bytes_.size() - at);
        if (done < 0) break;
        at += static_cast<std::size_t>(done);
      }
      ::close(ends_[1]);
    });
  }
  ~Pipe() {
    // The rest of what a reader refused to read must go somewhere.
    char block[4096];
    while (::read(ends_[0], block, sizeof block) > 0) continue;
    feeder_.join();
    ::close(ends_[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  /// For a child process, which otherwise would wait for an end that it holds open itself.
  void close_feeding_end() const { ::close(ends_[1]); }
  [[nodiscard]] std::string path() const { return fmt::format("/dev/fd/{}", ends_[0]); }

 private:
  std::string bytes_;
  int ends_[2];
  std::jthread feeder_;
};

/// Requires the same refusal of a file and of a pipe.
void refuse(const std::string& bytes, std::initializer_list<std::string> parts) {
  const TestFolder folder;
  const std::string path = folder.write("graph.bin", bytes);
  require_error(Fault::kInput, {path + ": "}, [&] { GraphFile{path}; });
  require_error(Fault::kInput, parts, [&] { GraphFile{path}; });
  const Pipe pipe(bytes);
  require_error(Fault::kInput, parts, [&] { const GraphFile refused(pipe.path()); });
}

std::vector<Edge> random_edges(std::size_t count, std::int32_t vertices, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::int32_t> vertex(0, vertices - 1);
  std::uniform_int_distribution<std::int32_t> weight(1 - kUnreachable, kUnreachable - 1);
  std::vector<Edge> edges(count);
  for (Edge& e : edges) e = {vertex(random), vertex(random), weight(random)};
  return edges;
}

TEST_CASE("a graph comes out of a file and a pipe as it went in") {
  const TestFolder folder;
  // Around the checker's group of 4 edges, and enough for several threads.
  for (const std::size_t count : {0, 1, 2, 3, 4, 5, 7, 8, 9, 300'001}) {
    INFO("edges " << count << ", seed 1");
    const std::vector<Edge> edges = random_edges(count, 50, 1);
    const std::string bytes = graph_bytes(50, edges);
    const std::string path = folder.write("graph.bin", bytes);
    const GraphFile file(path);
    const Pipe pipe(bytes);
    const GraphFile piped(pipe.path());
    REQUIRE(file.mapped());
    REQUIRE_FALSE(piped.mapped());
    const auto lighter = [](const Edge& a, const Edge& b) { return a.weight < b.weight; };
    for (const GraphFile* one : {&file, &piped}) {
      const Graph& graph = one->graph();
      REQUIRE(one->bytes() == bytes.size());
      REQUIRE(graph.vertices == 50);
      REQUIRE(std::equal(graph.edges.begin(), graph.edges.end(), edges.begin(), edges.end()));
      const auto [least, most] = std::minmax_element(edges.begin(), edges.end(), lighter);
      REQUIRE(graph.smallest_weight == (edges.empty() ? 0 : least->weight));
      REQUIRE(graph.largest_weight == (edges.empty() ? 0 : most->weight));
    }
  }
}

TEST_CASE("the edges of a file and a pipe can lead both ways") {
  const TestFolder folder;
  const std::vector<Edge> edges = random_edges(5, 50, 1);
  const std::string bytes = graph_bytes(50, edges);
  const Pipe pipe(bytes);
  const GraphFile file(folder.write("graph.bin", bytes), true);
  const GraphFile piped(pipe.path(), true);
  for (const GraphFile* one : {&file, &piped}) {
    REQUIRE(one->bytes() == bytes.size());
    REQUIRE(one->graph().both_ways);
    REQUIRE(one->graph().edges.size() == 10);
    REQUIRE(one->graph().edges[9] == Edge{edges[4].destination, edges[4].source, edges[4].weight});
  }
}

TEST_CASE("negative weights are read, down to the end of the range") {
  const TestFolder folder;
  const auto read = [&](const std::vector<Edge>& edges) {
    const GraphFile file(folder.write("graph", graph_bytes(2, edges)));
    return file.graph().smallest_weight;
  };
  REQUIRE(read({{0, 1, -3}}) == -3);
  REQUIRE(read({{0, 1, 0}, {1, 0, kUnreachable - 1}}) == 0);
  REQUIRE(read({{0, 1, 0}, {1, 0, 1 - kUnreachable}}) == 1 - kUnreachable);
  REQUIRE(read({}) == 0);
  // The first of several beyond it, also of a file that several threads check.
  for (const std::size_t before : {0, 1, 5, 300'000}) {
    std::vector<Edge> edges(before, Edge{0, 1, -7});
    edges.push_back({1, 0, -kUnreachable});
    edges.push_back({1, 0, -kUnreachable - 9});
    require_error(Fault::kInput,
                  {fmt::format("graph: edge {} (byte {}): weight is -1073741823, expected "
                               "-1073741822 to 1073741822",
                               before, 16 + 12 * before)},
                  [&] { (void)read(edges); });
  }
}

TEST_CASE("the extremes of the format are accepted") {
  const TestFolder folder;
  const GraphFile none(folder.write("none", graph_bytes(0, {})));
  REQUIRE(none.graph().vertices == 0);
  REQUIRE(none.graph().edges.empty());
  const std::vector<Edge> edges = {{kMost - 1, 0, kUnreachable - 1},
                                   {0, kMost - 1, 1 - kUnreachable}};
  const GraphFile most(folder.write("most", graph_bytes(kMost, edges)));
  REQUIRE(most.graph().vertices == static_cast<std::size_t>(kMost));
  REQUIRE(most.graph().smallest_weight == 1 - kUnreachable);
  REQUIRE(most.graph().largest_weight == kUnreachable - 1);
}

TEST_CASE("a file of the wrong size is refused with both sizes") {
  refuse("", {"too short", "byte 0", "8 bytes"});
  const std::string header = bytes_of(Numbers{5, 2});
  for (std::size_t size = 1; size < 8; ++size) {
    refuse(header.substr(0, size), {"too short", fmt::format("byte {},", size), "8 bytes"});
  }
  const std::string whole = graph_bytes(5, {{0, 1, 2}, {3, 4, 5}});
  refuse(whole.substr(0, 8), {"too short", "byte 8", "edge 0", "32 bytes", "2 edges"});
  refuse(whole.substr(0, 21), {"too short", "byte 21", "edge 1", "32 bytes", "2 edges"});
  refuse(whole.substr(0, 31), {"too short", "byte 31", "edge 1", "32 bytes"});
  refuse(whole + "x", {"too long", "33 bytes", "32 bytes for 2 edges"});
  refuse(bytes_of(Numbers{5, kMost}), {"too short", "byte 8", "25769803772 bytes", "2147483647"});
}

TEST_CASE("negative numbers of vertices and edges are refused") {
  refuse(bytes_of(Numbers{-1, 0}), {"byte 0", "vertices is -1", "expected 0 or more"});
  refuse(bytes_of(Numbers{3, ~kMost}), {"byte 4", "edges is -2147483648", "expected 0 or more"});
}

TEST_CASE("a compressed file is refused as that, and a graph that looks like one is not") {
  using namespace std::string_literals;
  const TestFolder folder;
  const auto refuse = [&](const std::string& bytes, const std::string& hint) {
    const std::string path = folder.write("graph.gz", bytes);
    require_error(Fault::kInput, {"graph.gz: ", hint}, [&] { const GraphFile file(path); });
  };
  const std::string tail(60, '\x55');
  refuse(
      "\x1f\x8b\x08\0\0\0\0\0\2\3"s + tail,
      "graph.gz: it looks compressed with gzip: hw3-convert makes a graph file of what it holds, "
      "'gzip -dc FILE' unpacks it; in detail: is too long: found 70 bytes, expected 8 bytes for "
      "0 edges (8 + 12 x 0)");
  refuse("\x1f\x8b\x08\0\xff\xff\xff\xff\2\3"s + tail, "unpacks it; in detail: byte 4: the number");
  refuse("BZh91AY&SY" + tail, "gz: it looks compressed with bzip2: hw3-convert makes");
  refuse("\xfd\x37zXZ\0"s + tail, "gz: it looks compressed with xz: 'xz -dc FILE' unpacks it");
  refuse("\x28\xb5\x2f\xfd" + tail, "gz: it looks compressed with Zstandard: 'zstd -dc FILE'");

  const std::string path = folder.write("graph", graph_bytes(0x00088b1f, {{0, 1, 5}}));
  REQUIRE(GraphFile(path).graph().vertices == 559903);
}

TEST_CASE("an edge out of range is refused by number, byte, value and range") {
  const auto bad = [](const Edge& edge, std::initializer_list<std::string> parts) {
    std::vector<Edge> edges(20, Edge{0, 7, 1});
    edges[17] = edge;
    edges[19] = {-9, -9, kMost};
    refuse(graph_bytes(8, edges), parts);
  };
  bad({9, 0, 1}, {"edge 17 (byte 212): source is 9, expected 0 to 7"});
  bad({8, 8, kMost}, {"edge 17 (byte 212): source is 8, expected 0 to 7"});
  bad({-1, 0, 1}, {"edge 17 (byte 212): source is -1, expected 0 to 7"});
  bad({0, 8, kMost}, {"edge 17 (byte 216): destination is 8, expected 0 to 7"});
  bad({0, -5, 1}, {"edge 17 (byte 216): destination is -5"});
  bad({0, 0, kUnreachable},
      {"edge 17 (byte 220): weight is 1073741823", "-1073741822 to 1073741822"});
  bad({0, 0, -kUnreachable}, {"edge 17 (byte 220): weight is -1073741823"});
  refuse(graph_bytes(0, {{0, 0, 0}}), {"edge 0 (byte 8): source is 0", "0 vertices"});
}

TEST_CASE("of many bad edges the first is named, whatever the number of threads") {
  const TestFolder folder;
  constexpr std::size_t kEdges = 400'003;
  const int before = omp_get_max_threads();
  std::vector<Edge> edges = random_edges(kEdges, 100, 2);
  // From the back, so that each one is the first when it comes.
  for (const std::size_t bad : {kEdges - 1, kEdges - 5, std::size_t{300'000}, std::size_t{16384},
                                std::size_t{16383}, std::size_t{1}, std::size_t{0}}) {
    edges[bad].destination = 100;
    const std::string path = folder.write("graph.bin", graph_bytes(100, edges));
    for (const int threads : {1, 2, 5, 16}) {
      omp_set_num_threads(threads);
      require_error(Fault::kInput,
                    {fmt::format("edge {} (byte {}): destination is 100", bad, 8 + 12 * bad + 4)},
                    [&] { GraphFile{path}; });
    }
  }
  omp_set_num_threads(before);
}

TEST_CASE("an input that cannot be opened is refused by name and reason") {
  const TestFolder folder;
  const auto refuse_path = [](const std::string& path, std::initializer_list<std::string> parts) {
    require_error(Fault::kInput, parts, [&] { GraphFile{path}; });
  };
  refuse_path(folder.path(), {folder.path(), "folder"});
  refuse_path(folder / "absent", {"absent", "No such file"});
  refuse_path("", {"empty"});
  const std::string file = folder.write("file", "");
  refuse_path(file + "/in", {"file/in", "Not a directory"});
  if (::geteuid() == 0) {
    WARN("run by root, whom no permission stops: unreadable input not tested");
  } else {
    REQUIRE(::chmod(file.c_str(), 0) == 0);
    refuse_path(file, {"file", "Permission denied"});
  }
}

TEST_CASE("standard input is read, from where it stands") {
  const TestFolder folder;
  const std::string bytes = graph_bytes(5, {{0, 1, 2}, {3, 4, 5}});
  const std::string path = folder.write("graph", "skip" + bytes);
  for (const char* name : {"-", "/dev/stdin"}) {
    for (const int skip : {0, 4}) {
      const Ending ending = run_child([&] {
        const int in = ::open(path.c_str(), O_RDONLY);
        if (in < 0 || ::dup2(in, STDIN_FILENO) < 0 || ::lseek(in, skip, SEEK_SET) != skip) return 1;
        return GraphFile(name).graph().edges.size() == 2 ? 17 : 18;
      });
      INFO(ending.said);
      if (skip == 4) {
        REQUIRE(ending.exit_code == 17);
      } else {
        REQUIRE(ending.exit_code == exit_code(Fault::kInput));
        REQUIRE(ending.said.find("standard input: ") == 0);
      }
    }
  }
}

TEST_CASE("bytes in memory are a graph, or refused, as a file's are") {
  const std::vector<Edge> edges = {{0, 2, 5}, {1, 1, -3}, {2, 0, 0}};
  const std::string bytes = graph_bytes(3, edges);
  const auto parse = [](const std::string& text, bool whole) {
    return parse_graph("memory", std::as_bytes(std::span(text)), whole);
  };
  const Graph graph = parse(bytes, true);
  REQUIRE(graph.vertices == 3);
  REQUIRE(std::equal(graph.edges.begin(), graph.edges.end(), edges.begin(), edges.end()));
  REQUIRE(graph.smallest_weight == -3);
  REQUIRE(graph.largest_weight == 5);
  require_error(Fault::kInput, {"memory: is too long: found 45 bytes, expected 44 bytes"},
                [&] { (void)parse(bytes + 'x', true); });
  require_error(Fault::kInput, {"memory: is too long: found at least 45 bytes"},
                [&] { (void)parse(bytes + 'x', false); });
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    require_error(Fault::kInput, {"memory: is too short"},
                  [&] { (void)parse(bytes.substr(0, size), true); });
  }
}

TEST_CASE("an endless input is refused as soon as it is too long") {
  require_error(Fault::kInput, {"/dev/zero", "too long", "at least 9 bytes", "8 bytes for 0 edges"},
                [] { GraphFile{"/dev/zero"}; });
}

void leave_memory(std::uint64_t bytes) {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t pages = 0;
  statm >> pages;
  const rlim_t limit = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) + bytes;
  const struct rlimit both = {limit, limit};
  ::setrlimit(RLIMIT_AS, &both);
}

TEST_CASE("a pipe gets memory for the edges that come, not for those it promises") {
  if (test::kTakesAddressSpace) {
    WARN("not tested: a sanitizer takes the address space that would be limited");
    return;
  }
  constexpr std::uint64_t kLeft = std::uint64_t{32} << 20;
  {
    const Pipe pipe(bytes_of(Numbers{5, kMost}) + std::string(3'000'000, '\0'));
    const Ending ending = run_child([&] {
      pipe.close_feeding_end();
      leave_memory(kLeft);
      const GraphFile refused(pipe.path());
      return 0;
    });
    INFO(ending.said);
    REQUIRE(ending.said.find("is too short: ends at byte 3000008, in edge 250000") !=
            std::string::npos);
    REQUIRE(ending.exit_code == exit_code(Fault::kInput));
  }
  const Pipe pipe(bytes_of(Numbers{5, kMost}) + std::string(2 * kLeft, '\0'));
  const Ending ending = run_child([&] {
    pipe.close_feeding_end();
    leave_memory(kLeft);
    const GraphFile refused(pipe.path());
    return 0;
  });
  INFO(ending.said);
  REQUIRE(ending.said.find("MiB (") != std::string::npos);
  REQUIRE(ending.said.find("available") != std::string::npos);
  REQUIRE(ending.exit_code == exit_code(Fault::kMemory));
}

TEST_CASE("a graph written in chunks, from several threads, is the graph that is read") {
  const TestFolder folder;
  constexpr std::size_t kChunk = 1000;
  const std::vector<Edge> edges = random_edges(10 * kChunk, 70, 3);
  GraphWriter writer(folder / "graph.bin", 70, edges.size());
  {
    std::vector<std::jthread> crew;
    for (std::size_t chunk = 10; chunk-- > 0;) {
      crew.emplace_back([&, first = chunk * kChunk] {
        writer.put(first, std::span(edges).subspan(first, kChunk));
      });
    }
  }
  REQUIRE(folder.names().size() == 1);
  REQUIRE(folder.names()[0] != "graph.bin");
  writer.commit();
  REQUIRE(folder.read("graph.bin") == graph_bytes(70, edges));
}

TEST_CASE("a graph that the format cannot hold is refused before a file is there") {
  const TestFolder folder;
  const std::size_t too_many = std::size_t{1} << 31;
  require_error(Fault::kOutput, {"2147483648 vertices", "2147483647"},
                [&] { GraphWriter(folder / "graph", too_many, 1); });
  require_error(Fault::kOutput, {"2147483648 edges", "2147483647"},
                [&] { GraphWriter(folder / "graph", 1, too_many); });
  REQUIRE(folder.names().empty());
}

}  // namespace
}  // namespace apsp
