// SPDX-License-Identifier: MIT
#include "common/io/distance_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "common/io/file_descriptor.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp {
namespace {

using test::bytes_of;
using test::require_error;
using test::TestFolder;

/// Puts rows in blocks of 3 from several threads, the last ones first. Returns the bytes written.
std::uint64_t write_rows(const std::string& path, std::size_t vertices,
                         const std::vector<Distance>& rows) {
  constexpr std::size_t kRows = 3;
  constexpr std::size_t kThreads = 4;
  DistanceWriter writer(path, vertices, vertices);
  {
    std::vector<std::jthread> crew;
    for (std::size_t t = kThreads; t-- > 0;) {
      crew.emplace_back([&, t] {
        for (std::size_t row = t * kRows; row < vertices; row += kThreads * kRows) {
          const std::size_t count = std::min(kRows, vertices - row);
          writer.put(row, std::span(rows).subspan(row * vertices, count * vertices));
        }
      });
    }
  }
  writer.commit();
  return writer.bytes();
}

TEST_CASE("rows from many threads, in any order, are the matrix that is read") {
  const TestFolder folder;
  REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
  for (const std::size_t vertices : {0, 1, 2, 3, 4, 65, 200}) {
    INFO("vertices " << vertices);
    std::vector<Distance> rows(vertices * vertices);
    std::iota(rows.begin(), rows.end(), -7);
    REQUIRE(write_rows(folder / "out", vertices, rows) == 4 * vertices * vertices);
    REQUIRE(folder.read("out") == bytes_of(rows));
    const DistanceFile file(folder / "out");
    REQUIRE(file.columns() == vertices);
    REQUIRE(std::equal(file.all().begin(), file.all().end(), rows.begin(), rows.end()));
    for (std::size_t i = 0; i < vertices; ++i) {
      REQUIRE(file.row(i).size() == vertices);
      REQUIRE(file.row(i).data() == file.all().data() + i * vertices);
    }
    const std::jthread writer([&] { write_rows(folder / "fifo", vertices, rows); });
    const DistanceFile piped(folder / "fifo");
    REQUIRE_FALSE(piped.mapped());
    REQUIRE(std::equal(piped.all().begin(), piped.all().end(), rows.begin(), rows.end()));
  }
}

TEST_CASE("a matrix with a row missing cannot be committed") {
  const TestFolder folder;
  {
    DistanceWriter writer(folder / "out", 2, 2);
    writer.put(1, std::vector<Distance>{1, 0});
    require_error(Fault::kInternal, {"out", "8 bytes", "expected 16"}, [&] { writer.commit(); });
    require_error(Fault::kInternal, {"out"}, [&] { writer.put(2, std::vector<Distance>{1, 0}); });
  }
  REQUIRE(folder.names().empty());
}

TEST_CASE("whoever waits for a row that never comes hears why") {
  const TestFolder folder;
  REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
  const FileDescriptor reader(::open((folder / "fifo").c_str(), O_RDONLY | O_NONBLOCK));
  DistanceWriter writer(folder / "fifo", 3, 3);
  const std::vector<Distance> row = {1, 2, 3};
  std::vector<std::optional<Error>> errors(2);
  {
    std::vector<std::jthread> waiters;
    for (std::size_t t = 0; t < 2; ++t) {
      waiters.emplace_back([&, t] { errors[t] = test::error_of([&] { writer.put(t + 1, row); }); });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    writer.abandon(std::make_exception_ptr(Error(Fault::kInternal, "lost a tile")));
    writer.abandon(std::make_exception_ptr(Error(Fault::kInternal, "lost another tile")));
  }
  for (const std::optional<Error>& error : errors) {
    REQUIRE(error.has_value());
    REQUIRE(error->fault() == Fault::kInternal);
    REQUIRE(std::string(error->what()) == "lost a tile");
  }
  require_error(Fault::kInternal, {"lost a tile"}, [&] { writer.put(0, row); });
}

TEST_CASE("a matrix that no file can hold is refused") {
  const TestFolder folder;
  // The last two are beyond 2^64 bytes and would wrap to a small number.
  for (const std::size_t vertices :
       {std::size_t{2147483647}, std::size_t{1} << 31, (std::size_t{1} << 32) + 1}) {
    require_error(Fault::kOutput, {"out", "bytes", "too large"},
                  [&] { DistanceWriter(folder / "out", vertices, vertices); });
  }
  REQUIRE(folder.names().empty());
}

TEST_CASE("a file whose size is no square of distances is refused with the nearest sizes") {
  const TestFolder folder;
  const auto refuse = [&](std::size_t size, std::initializer_list<std::string> parts) {
    const std::string path = folder.write("out", std::string(size, '\0'));
    require_error(Fault::kInput, parts, [&] { DistanceFile{path}; });
  };
  refuse(20, {folder / "out", "20 bytes", "16 for V = 2", "36 for V = 3"});
  refuse(3, {"3 bytes", "0 for V = 0", "4 for V = 1"});
  refuse(17, {"17 bytes", "16 for V = 2"});
  refuse(35, {"35 bytes", "16 for V = 2"});
  require_error(Fault::kInput, {"absent", "No such file"},
                [&] { DistanceFile{folder / "absent"}; });
}

TEST_CASE("a file of some rows has so many of V distances") {
  const TestFolder folder;
  const std::vector<Distance> rows = {1, 2, 3, 4, 5, 6};
  const std::string path = folder.write("out", bytes_of(rows));
  for (const std::optional<std::size_t> vertices : {std::optional<std::size_t>(), {3}}) {
    const DistanceFile file(path, {.rows = 2, .vertices = vertices});
    REQUIRE(file.rows() == 2);
    REQUIRE(file.columns() == 3);
    REQUIRE(file.row(1)[0] == 4);
    REQUIRE(file.all().size() == 6);
  }
  REQUIRE(DistanceFile(path, {.rows = 6}).columns() == 1);
  REQUIRE(DistanceFile(folder.write("empty", ""), {.rows = 2}).columns() == 0);
  REQUIRE(DistanceFile(folder.write("square", std::string(16, 'x'))).rows() == 2);
}

TEST_CASE("a file of some columns has so many of each row") {
  const TestFolder folder;
  const std::string path = folder.write("out", bytes_of(std::vector<Distance>{1, 2, 3, 4, 5, 6}));
  for (const DistanceShape& shape :
       {DistanceShape{.columns = 2}, DistanceShape{.columns = 2, .vertices = 3},
        DistanceShape{.rows = 3, .columns = 2},
        DistanceShape{.rows = 3, .columns = 2, .vertices = 9}}) {
    const DistanceFile file(path, shape);
    REQUIRE(file.rows() == 3);
    REQUIRE(file.columns() == 2);
    REQUIRE(file.row(2)[0] == 5);
  }
  REQUIRE(DistanceFile(folder.write("empty", ""), {.columns = 2}).rows() == 0);
  REQUIRE(DistanceFile(folder.write("empty", ""), {.rows = 2, .columns = 0}).rows() == 2);
}

TEST_CASE("a file of another shape is refused with what is expected and what it could be") {
  const TestFolder folder;
  const std::string path = folder.write("out", std::string(24, '\0'));
  const auto refuse = [&](std::initializer_list<std::string> parts, const DistanceShape& shape) {
    require_error(Fault::kInput, parts, [&] { DistanceFile(path, shape); });
  };
  refuse({path, "24 bytes", "expected 4 x 4 x V for 4 rows"}, {.rows = 4});
  refuse({"24 bytes", "expected 4 x V x 5 for V rows of 5 distances"}, {.columns = 5});
  refuse({"expected 36: 4 x 9 for 3 rows of V = 3", "3 rows of 2 distances", "need --targets"},
         {.rows = 3, .vertices = 3});
  refuse({"expected 12: 4 x 3 for 1 row of V = 3", "need --targets"}, {.rows = 1, .vertices = 3});
  refuse(
      {"expected 60: 4 x 15 for 5 rows of 3 distances", "2 rows of 3 distances", "need --sources"},
      {.columns = 3, .vertices = 5});
  refuse({"expected 8: 4 x 2 for 2 rows of 1 distance",
          "the size of whole rows, which need no --targets"},
         {.rows = 2, .columns = 1, .vertices = 3});
  refuse({"expected 12: 4 x 3 for 1 row of 3 distances",
          "the size of whole columns, which need no --sources"},
         {.rows = 1, .columns = 3, .vertices = 2});
  refuse({"whole rows, which need no --targets, or columns, which need no --sources"},
         {.rows = 2, .columns = 2, .vertices = 3});
  refuse({"expected 36: 4 x 9 for 3 rows of V = 3; it has the size of 2 rows of V = 3"},
         {.vertices = 3});
  constexpr std::size_t kVast = std::size_t{1} << 62;
  refuse({"24 bytes", "expected"}, {.rows = kVast, .vertices = kVast});
  refuse({"24 bytes", "expected"}, {.rows = kVast, .columns = kVast});
  refuse({"24 bytes", "expected"}, {.columns = kVast});
  refuse({"24 bytes", "expected 4 x 0 x V for 0 rows"}, {.rows = 0});
  refuse({"24 bytes", "expected 0: 4 x 0 for 0 rows of 3 distances"}, {.rows = 0, .columns = 3});
  refuse({"24 bytes", "expected 0: 4 x 0 for 2 rows of 0 distances"}, {.rows = 2, .columns = 0});
  const std::string square = folder.write("square", std::string(36, '\0'));
  for (const DistanceShape& shape :
       {DistanceShape{.rows = 2}, DistanceShape{.columns = 2, .vertices = 3},
        DistanceShape{.rows = 2, .columns = 3, .vertices = 3}}) {
    require_error(Fault::kInput, {"needs no --sources and no --targets"},
                  [&] { DistanceFile(square, shape); });
  }
}

TEST_CASE("a file that is no square is refused with what a part of the matrix needs") {
  const TestFolder folder;
  const std::string path = folder.write("out", std::string(24, '\0'));
  using Vertices = std::optional<std::size_t>;
  const auto refuse = [&](std::initializer_list<std::string> parts, Vertices likely) {
    require_error(Fault::kInput, parts, [&] { DistanceFile(path, likely); });
  };
  refuse({"16 for V = 2 or 36 for V = 3; the rows of some vertices alone need --sources, some "
          "columns --targets"},
         {});
  refuse({"it has the size of 2 rows of V = 3, and the rows of some vertices", "--sources"}, 3);
  refuse({"V = 3; the rows of some vertices alone need --sources"}, 5);
  refuse({"V = 3; the rows of some vertices alone need --sources"}, 0);
  const std::string text = folder.write("text", "0 1 5\n0 2 7\n");
  require_error(Fault::kInput, {"12 bytes", "looks like text"}, [&] { DistanceFile{text}; });
  for (const DistanceShape& shape : {DistanceShape{.rows = 2}, DistanceShape{.columns = 2}}) {
    require_error(Fault::kInput, {"looks like text"}, [&] { DistanceFile(text, shape); });
  }
}

}  // namespace
}  // namespace apsp
