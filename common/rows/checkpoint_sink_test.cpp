// SPDX-License-Identifier: MIT
#include "common/rows/checkpoint_sink.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "common/rows/put_numbers.hpp"
#include "common/rows/row_gatherer.hpp"
#include "common/rows/summary_sink.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp {
namespace {

using test::require_error;
using test::TestFolder;

constexpr std::size_t kVertices = 40;

/// Distances d(i,j) = (7 i + 3 j) mod 1000 with some that are unreachable, 0 on the diagonal.
std::vector<Distance> matrix() {
  std::vector<Distance> all(kVertices * kVertices);
  for (std::size_t i = 0; i < kVertices; ++i) {
    for (std::size_t j = 0; j < kVertices; ++j) {
      const auto sum = static_cast<Distance>(7 * i + 3 * j);
      all[i * kVertices + j] = i == j ? 0 : sum % 11 == 0 ? kUnreachable : 100 * sum;
    }
  }
  return all;
}

std::span<const Distance> rows_of(const std::vector<Distance>& all, std::size_t first,
                                  std::size_t count) {
  return std::span(all).subspan(first * kVertices, count * kVertices);
}

const std::vector<Edge> kOneEdge = {{0, 1, 5}};

Problem problem() {
  return Graph{.vertices = kVertices, .edges = kOneEdge};
}

std::string summary_of_all() {
  SummarySink sink{RowSet(kVertices)};
  sink.put(0, matrix());
  return sink.finish().json("d");
}

std::string summary_of(CheckpointSink& checkpoint) {
  SummarySink sink{RowSet(kVertices)};
  checkpoint.finish(sink);
  return sink.finish().json("d");
}

struct Warnings final : Observer {
  void warn(std::string_view message) override { all += std::string(message) + "\n"; }
  std::string all;
};

TEST_CASE("rows and numbers come back from the file, and the rest is left", "[checkpoint]") {
  const TestFolder folder;
  const Problem asked = problem();
  const std::vector<Distance> all = matrix();
  Observer observer;
  {
    CheckpointSink sink({folder / "c"}, asked, observer);
    REQUIRE(sink.found() == 0);
    REQUIRE(sink.left_of(asked).rows.all());
    REQUIRE_FALSE(sink.due());
    sink.put(3, rows_of(all, 3, 5));
    RowGatherer gatherer;
    const std::vector<RowNumbers> numbers = {gatherer.add(39, rows_of(all, 39, 1)),
                                             gatherer.add(0, rows_of(all, 0, 1))};
    sink.put_numbers(std::vector<std::int32_t>{39, 0}, numbers, gatherer.histogram());
    REQUIRE(folder.names().empty());
    sink.save();
  }
  {
    CheckpointSink sink({folder / "c"}, asked, observer);
    REQUIRE(sink.found() == 7);
    REQUIRE_FALSE(sink.complete());
    const RowSet rows = sink.left_of(asked).rows;
    REQUIRE(rows.source(0) == 1);
    REQUIRE(rows.source(2) == 8);
    for (std::size_t row = 0; row < sink.left().size(); ++row) {
      sink.put(row, rows_of(all, rows.source(row), 1));
    }
    REQUIRE(summary_of(sink) == summary_of_all());
    sink.save();
  }
  CheckpointSink sink({folder / "c"}, asked, observer);
  REQUIRE(sink.complete());
  REQUIRE(summary_of(sink) == summary_of_all());
  sink.remove();
  REQUIRE(folder.names().empty());
}

TEST_CASE("what is left of symmetric distances comes mirrored or by rows", "[checkpoint]") {
  std::vector<Distance> all = matrix();
  for (std::size_t i = 0; i < kVertices; ++i) {
    for (std::size_t j = 0; j < i; ++j) all[i * kVertices + j] = all[j * kVertices + i];
  }
  SummarySink whole{RowSet(kVertices)};
  whole.put(0, all);
  const std::string expected = whole.finish().json("d");
  const TestFolder folder;
  const Problem asked = problem();
  Observer observer;
  // Closes rows [first, end) of those that are left, which lead to rows from `open` on.
  const auto mirror = [&](std::size_t open, std::size_t first, std::size_t end) {
    CheckpointSink sink({folder / "c"}, asked, observer);
    REQUIRE(sink.outputs().mirrored != nullptr);
    REQUIRE((sink.outputs().numbers != nullptr) == (open == 0));
    REQUIRE(sink.left_of(asked).rows.size() == kVertices - open);
    std::vector<RowNumbers> added(kVertices - open);
    RowGatherer gatherer;
    std::vector<Distance> pair(kVertices);
    for (std::size_t i = open; i < kVertices; ++i) {
      std::vector<Distance> row(kVertices, kUnreachable);
      row[i] = 0;
      for (std::size_t j = open; j < kVertices; ++j) {
        const bool ends = (first <= i && i < end) || (first <= j && j < end);
        if (ends) row[j] = all[i * kVertices + j];
      }
      added[i - open] = gatherer.add(i, row);
    }
    std::vector<std::int32_t> rows;
    for (std::size_t i = first; i < end; ++i) rows.push_back(static_cast<std::int32_t>(i - open));
    sink.put_mirrored(rows, added, gatherer.histogram());
    sink.save();
  };
  mirror(0, 0, 13);
  mirror(13, 13, 20);
  {
    CheckpointSink sink({folder / "c"}, asked, observer);
    REQUIRE_FALSE(sink.left_of(asked).numbers_alone);
    for (const std::size_t row : {4, 2}) sink.put(row, rows_of(all, 20 + row, 1));
    sink.save();
  }
  CheckpointSink sink({folder / "c"}, asked, observer);
  REQUIRE(sink.found() == 22);
  REQUIRE(sink.outputs().mirrored == nullptr);
  REQUIRE(sink.outputs().numbers == nullptr);
  for (std::size_t row = 0; row < sink.left().size(); ++row) {
    sink.put(row, rows_of(all, sink.left().number(row), 1));
  }
  SummarySink found{RowSet(kVertices)};
  sink.finish(found);
  REQUIRE(found.finish().json("d") == expected);
}

TEST_CASE("threads put rows while one of them writes", "[checkpoint]") {
  const TestFolder folder;
  const Problem asked = problem();
  const std::vector<Distance> all = matrix();
  Observer observer;
  CheckpointSink sink({folder / "c", 0}, asked, observer);
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads(4);
  for (std::thread& thread : threads) {
    thread = std::thread([&] {
      for (std::size_t row = next++; row < kVertices; row = next++) {
        sink.put(row, rows_of(all, row, 1));
        const CheckpointSink reader({folder / "other"}, asked, observer);  // reads while it writes
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  REQUIRE(folder.names() == std::vector<std::string>{"c"});
  sink.save();
  CheckpointSink again({folder / "c"}, asked, observer);
  REQUIRE(again.complete());
  REQUIRE(summary_of(again) == summary_of_all());
}

TEST_CASE("a link to the file stays where it is written and removed", "[checkpoint]") {
  const TestFolder folder;
  const Problem asked = problem();
  std::filesystem::create_symlink("target", folder / "c");
  Observer observer;
  CheckpointSink sink({folder / "c"}, asked, observer);
  sink.put(0, matrix());
  sink.save();
  REQUIRE(folder.names() == std::vector<std::string>{"c", "target"});
  sink.remove();
  REQUIRE(folder.names() == std::vector<std::string>{"c"});
}

TEST_CASE("a file of something else is refused and stays", "[checkpoint]") {
  const TestFolder folder;
  const Problem asked = problem();
  Observer observer;
  const std::string path = folder.write("c", "a text that somebody needs");
  require_error(Fault::kInput, {path + ": byte 0: ", "expected 'apsp checkpoint?'"},
                [&] { const CheckpointSink sink({path}, asked, observer); });
  REQUIRE(folder.read("c") == "a text that somebody needs");
  require_error(Fault::kInput, {"is a folder, a pipe or a device, expected a checkpoint"},
                [&] { const CheckpointSink sink({folder.path()}, asked, observer); });
  require_error(Fault::kOutput, {folder / "no/c"},
                [&] { const CheckpointSink sink({folder / "no/c"}, asked, observer); });
}

TEST_CASE("a checkpoint that cannot be written warns, and the solve goes on", "[checkpoint]") {
  const TestFolder folder;
  const Problem asked = problem();
  const std::vector<Distance> all = matrix();
  std::filesystem::create_directory(folder / "sub");
  Warnings observer;
  CheckpointSink sink({folder / "sub/c", 0}, asked, observer);
  std::filesystem::remove_all(folder / "sub");
  RowGatherer gatherer;
  const std::vector<RowNumbers> numbers = {gatherer.add(0, rows_of(all, 0, 1))};
  sink.put_numbers(std::vector<std::int32_t>{0}, numbers, gatherer.histogram());
  REQUIRE(observer.all.find("no checkpoint was written: " + folder / "sub/c") == 0);
  observer.all.clear();
  sink.put(1, rows_of(all, 1, kVertices - 1));
  REQUIRE(summary_of(sink) == summary_of_all());
  REQUIRE(observer.all.find("not every checkpoint was written") != std::string::npos);
  REQUIRE(sink.save_or_say().find("no checkpoint was written") == 0);
}

TEST_CASE("rows that are missing at the end are an error", "[checkpoint]") {
  const TestFolder folder;
  const Problem asked = problem();
  Observer observer;
  CheckpointSink sink({folder / "c"}, asked, observer);
  sink.put(0, rows_of(matrix(), 0, 1));
  require_error(Fault::kInternal, {"1 rows were summarised, expected 40"},
                [&] { (void)summary_of(sink); });
}

TEST_CASE("a row that is no row of distances is not kept", "[checkpoint]") {
  const TestFolder folder;
  const Problem asked = problem();
  Observer observer;
  CheckpointSink sink({folder / "c"}, asked, observer);
  std::vector<Distance> bad = matrix();
  bad[5] = -kUnreachable;
  REQUIRE_THROWS_AS(sink.put(0, rows_of(bad, 0, 1)), Error);
  REQUIRE(sink.save_or_say().find("0 of 40 rows are kept in ") == 0);
  REQUIRE(folder.names().empty());
}

}  // namespace
}  // namespace apsp
