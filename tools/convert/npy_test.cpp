// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <limits>

#include "tools/convert/npy_header.hpp"
#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::bytes_of;
using test::Edges;
using test::read;
using test::refuse;
using test::require_error;
using test::TestFolder;
using test::written;

std::string head(const std::string& dictionary) {
  std::string header = std::string(kNpyMagic) + std::string("\1\0", 2);
  header += {static_cast<char>(dictionary.size()), '\0'};
  return header + dictionary;
}

template <typename Number>
std::string array(const std::string& type, std::size_t vertices, const std::vector<Number>& numbers,
                  bool columns_first = false) {
  return head(fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}, {}), }}\n", type,
                          columns_first ? "True" : "False", vertices, vertices)) +
         bytes_of(numbers);
}

template <typename Number>
void require_type_read(const std::string& type) {
  INFO(type);
  REQUIRE(read(read_npy, array<Number>(type, 2, {0, 7, 0, 3})).edges ==
          Edges{{0, 1, 7}, {1, 1, 3}});
}

TEST_CASE("npy: the header that NumPy writes") {
  for (const std::size_t n : {0UL, 1UL, 40000UL, 1000000000000UL}) {
    const std::string header = npy_header(n, n);
    REQUIRE(header.size() % 64 == 0);
    REQUIRE(header.back() == '\n');
    REQUIRE(header.substr(0, 8) == std::string("\x93NUMPY\1\0", 8));
    const auto length = static_cast<unsigned char>(header[8]);
    REQUIRE(header[9] == 0);
    REQUIRE(header.size() == 10U + length);
    REQUIRE(header.find(fmt::format(
                "{{'descr': '<i4', 'fortran_order': False, 'shape': ({}, {}), }}", n, n)) == 10);
  }
}

TEST_CASE("npy: numbers of every type") {
  require_type_read<std::int8_t>("|i1");
  require_type_read<std::uint8_t>("|u1");
  require_type_read<std::int16_t>("<i2");
  require_type_read<std::uint16_t>("<u2");
  require_type_read<std::int32_t>("<i4");
  require_type_read<std::uint32_t>("<u4");
  require_type_read<std::int64_t>("<i8");
  require_type_read<std::uint64_t>("<u8");
  require_type_read<float>("<f4");
  require_type_read<double>("<f8");
  REQUIRE(read(read_npy, array<std::int8_t>("|b1", 2, {0, 1, 0, 1}), {.weight = 6}).edges ==
          Edges{{0, 1, 6}, {1, 1, 6}});
}

TEST_CASE("npy: what is no edge") {
  const double inf = std::numeric_limits<double>::infinity();
  const std::string text = array<double>("<f8", 3, {0, inf, 0, NAN, 0, 1073741823, -5, 2, 0});
  REQUIRE(read(read_npy, text).edges == Edges{{2, 0, -5}, {2, 1, 2}});
  REQUIRE(read(read_npy, text, {.zero_is_edge = true}).edges ==
          Edges{{0, 2, 0}, {2, 0, -5}, {2, 1, 2}});
  REQUIRE(read(read_npy, array<float>("<f4", 1, {1073741823.0F})).edges.empty());
  REQUIRE(read(read_npy, array<std::int32_t>("<i4", 1, {1073741823})).edges.empty());
  REQUIRE(read(read_npy, array<std::int32_t>("<i4", 0, {})).vertices == 0);
}

TEST_CASE("npy: columns first, scale, later versions of the header") {
  REQUIRE(read(read_npy, array<std::int32_t>("<i4", 2, {0, 7, 0, 0}, true)).edges ==
          Edges{{1, 0, 7}});
  REQUIRE(read(read_npy, array<double>("<f8", 2, {0, 0.25, 0, 0}), {.scale = 10}).edges ==
          Edges{{0, 1, 3}});
  std::string second = array<std::int32_t>("<i4", 1, {5});
  second[6] = 2;
  second.insert(10, 2, '\0');
  REQUIRE(read(read_npy, second).edges == Edges{{0, 0, 5}});
}

TEST_CASE("npy: what is refused, and where") {
  const auto refuse_entry = [](double entry, const std::string& part) {
    const std::string text = array<double>("<f8", 2, {0, 0, entry, 0});
    const std::string place = fmt::format("byte {}", text.size() - 16);
    refuse(read_npy, text, place, {"the entry in row 1, column 0 is ", part});
  };
  refuse_entry(2.5, "2.5, expected a whole number; --scale X");
  refuse_entry(1073741824, "expected -1073741822 to 1073741822");
  refuse_entry(-std::numeric_limits<double>::infinity(), "is -inf");
  refuse(read_npy, array<std::int64_t>("<i8", 1, {INT64_MAX}), "byte 70", {"9223372036854775807"});
  refuse(read_npy, "x", "byte 0", {"expected \\x93NUMPY"});
  refuse(read_npy, std::string(kNpyMagic), "byte 6", {"the file ends"});
  refuse(read_npy, std::string(kNpyMagic) + std::string("\4\0aaaa", 6), "byte 6",
         {"the version is 4"});
  refuse(read_npy, array<std::int32_t>("<i4", 1, {5}).substr(0, 30), "byte 30", {"the file ends"});
  refuse(read_npy, array<std::int32_t>(">i4", 1, {5}), "byte 0", {"'>i4', expected one of |b1"});
  refuse(read_npy, array<std::int32_t>("<c8", 1, {5}), "byte 0", {"'<c8'"});
  for (const char* shape : {"(2, 3)", "(2,)", "()", "(2, 2, 2)", "(1073741825, 1073741825)", "x"}) {
    refuse(read_npy,
           head(fmt::format("{{'descr': '<i4', 'fortran_order': False, 'shape': {}, }}", shape)),
           "byte 10", {"expected a square matrix"});
  }
  refuse(read_npy, array<std::int32_t>("<i4", 2, {5}), "byte 74", {"has 74 bytes, expected 86"});
  refuse(read_npy, array<std::int32_t>("<i4", 1, {5, 6}), "byte 74", {"has 78 bytes, expected 74"});
}

TEST_CASE("npy: written with 0 on the diagonal and 2^30 - 1 for no edge") {
  const EdgeGraph graph{3, {{2, 0, 5}, {0, 1, 0}, {1, 1, 4}, {2, 0, 3}}, {}};
  const std::int32_t none = kUnreachable;
  REQUIRE(written(write_npy, graph) ==
          npy_header(3, 3) +
              bytes_of(std::vector<std::int32_t>{0, 0, none, none, 4, none, 3, none, 0}));
  REQUIRE(written(write_npy, {}) == npy_header(0, 0));
}

TEST_CASE("npy: distances are written as they are") {
  const TestFolder folder;
  const std::string rows = bytes_of(std::vector<std::int32_t>{0, kUnreachable, -1, 0});
  write_distances_npy(folder.write("distances", rows), {folder / "out.npy"});
  REQUIRE(folder.read("out.npy") == npy_header(2, 2) + rows);
  require_error(ExitCode::kInput, {"odd: 12 bytes"}, [&] {
    write_distances_npy(folder.write("odd", std::string(12, 'x')), {folder / "out.npy"});
  });
  REQUIRE(folder.read("out.npy") == npy_header(2, 2) + rows);
}

}  // namespace
}  // namespace apsp::convert
