// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <limits>

#include "tools/convert/npy_array.hpp"
#include "tools/convert/npy_header.hpp"
#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::bytes_of;
using test::Edges;
using test::messages_of;
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

TEST_CASE("npy: big-endian numbers") {
  const auto big = [](const std::string& type, const std::vector<std::uint8_t>& bytes) {
    INFO(type);
    return read(read_npy, array<std::uint8_t>(type, 2, bytes)).edges;
  };
  REQUIRE(big(">i2", {0, 0, 1, 7, 0, 0, 0xff, 0xfe}) == Edges{{0, 1, 263}, {1, 1, -2}});
  REQUIRE(big(">u2", {0, 0, 1, 7, 0, 0, 0xff, 0xfe}) == Edges{{0, 1, 263}, {1, 1, 65534}});
  REQUIRE(big(">i4", {0, 0, 0, 0, 0, 0, 1, 7, 0, 0, 0, 0, 0, 0, 0, 3}) ==
          Edges{{0, 1, 263}, {1, 1, 3}});
  REQUIRE(big(">u8", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 7,
                      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3}) ==
          Edges{{0, 1, 263}, {1, 1, 3}});
  REQUIRE(big(">f4", {0, 0, 0, 0, 0x40, 0xe0, 0, 0, 0, 0, 0, 0, 0x7f, 0x80, 0, 0}) ==
          Edges{{0, 1, 7}});
  REQUIRE(big(">f8", {0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x1c, 0, 0, 0, 0, 0, 0,
                      0, 0, 0, 0, 0, 0, 0, 0, 0xc0, 0x08, 0, 0, 0, 0, 0, 0}) ==
          Edges{{0, 1, 7}, {1, 1, -3}});
  REQUIRE(big(">f2", {0, 0, 0x47, 0, 0, 0, 0x7c, 0}) == Edges{{0, 1, 7}});
}

TEST_CASE("npy: float16") {
  REQUIRE(half_to_float(0) == 0);
  REQUIRE(half_to_float(0x3c00) == 1);
  REQUIRE(half_to_float(0xc000) == -2);
  REQUIRE(half_to_float(0x7bff) == 65504);
  REQUIRE(half_to_float(0x3555) == 0.333251953125F);
  REQUIRE(half_to_float(1) == std::ldexp(1.0F, -24));
  REQUIRE(half_to_float(0x0400) == std::ldexp(1.0F, -14));
  REQUIRE(half_to_float(0xfc00) == -std::numeric_limits<float>::infinity());
  REQUIRE(std::isnan(half_to_float(0x7e00)));
  REQUIRE(read(read_npy, array<std::uint16_t>("<f2", 2, {0, 0x7bff, 0x7c00, 0x4700})).edges ==
          Edges{{0, 1, 65504}, {1, 1, 7}});
  REQUIRE(read(read_npy, array<std::uint16_t>("<f2", 1, {0x3800}), {.scale = 2}).edges ==
          Edges{{0, 0, 1}});
}

TEST_CASE("npy: False is no edge, whatever 0 is") {
  REQUIRE(read(read_npy, array<std::uint8_t>("|b1", 2, {0, 1, 0, 1}),
               {.weight = 6, .scale = 10, .zero_is_edge = true})
              .edges == Edges{{0, 1, 6}, {1, 1, 6}});
}

TEST_CASE("npy: zeros that are no edges are counted") {
  const EdgeGraph one = read(read_npy, array<std::int32_t>("<i4", 2, {0, 0, 5, 0}));
  REQUIRE(messages_of(one) ==
          std::vector<std::string>{"1 entry of 0 beside the diagonal is read as no edge "
                                   "(--zero-is-edge: as an edge of weight 0)"});
  REQUIRE(messages_of(read(read_npy, array<std::int32_t>("<i4", 2, {0, 6, 5, 0}))).empty());
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
  refuse(read_npy, array<std::int32_t>("<c8", 1, {5}), "byte 10", {"complex numbers ('<c8')"});
  refuse(read_npy, array<std::int32_t>("|O", 1, {5}), "byte 10", {"Python objects"});
  refuse(read_npy, array<std::int32_t>("<f16", 1, {5}), "byte 10", {"floats of another size"});
  refuse(read_npy, array<std::int32_t>("<i3", 1, {5}), "byte 10", {"'<i3'", "expected bool, int8"});
  refuse(read_npy, array<std::int32_t>("<M8[s]", 1, {5}), "byte 10", {"times"});
  refuse(read_npy, array<std::int32_t>("<U1", 1, {5}), "byte 10", {"text ('<U1'), expected bool"});
  refuse(read_npy,
         head("{'descr': [('a', '<i4'), ('b', '<f8')], 'fortran_order': False, 'shape': (2, 2), }"),
         "byte 10", {"a structured type ('[('a', '<i4')", "expected bool"});
  refuse(read_npy, head("{'fortran_order': False, 'shape': (2, 2), }"), "byte 10", {"no 'descr'"});
  for (const char* shape : {"(2, 3)", "(2,)", "()", "(2, 2, 2)"}) {
    refuse(read_npy,
           head(fmt::format("{{'descr': '|i1', 'fortran_order': False, 'shape': {}, }}", shape)) +
               std::string(shape == std::string_view("(2, 3)") ? 6
                           : shape[1] == ')'                   ? 1
                           : shape[3] == ')'                   ? 2
                                                               : 8,
                           '\1'),
           "byte 0", {std::string("the shape is ") + shape + ", expected a square matrix"});
  }
  for (const char* shape : {"x", "", "(", "(2, 2", "(2, 2, 2", "2, 2", "(2 2)", "(-2, 2)", "(2)"}) {
    refuse(read_npy,
           head(fmt::format("{{'descr': '<i4', 'fortran_order': False, 'shape': {}, }}", shape)),
           "byte 10", {"the shape is '", "expected (rows, columns)"});
  }
  for (const char* shape : {"(1073741825, 1073741825)", "(4294967296, 4294967296)",
                            "(18446744073709551615, 2)", "(3, 1, 6148914691236517206)"}) {
    refuse(read_npy,
           head(fmt::format("{{'descr': '<i4', 'fortran_order': False, 'shape': {}, }}", shape)),
           "byte 10", {"expected one that fits in memory"});
  }
  refuse(read_npy, array<std::int32_t>("<i4", 2, {5}), "byte 74",
         {"has 74 bytes, expected 86 (70 + 4 of 4 bytes, shape (2, 2))"});
  refuse(read_npy, array<std::int32_t>("<i4", 1, {5, 6}), "byte 74", {"has 78 bytes, expected 74"});
}

TEST_CASE("npy: an array that Python 2 wrote") {
  const std::string old = head("{'descr': '<i4', 'fortran_order': False, 'shape': (1L, 1L), }");
  REQUIRE(read(read_npy, old + bytes_of(std::vector<std::int32_t>{5})).edges == Edges{{0, 0, 5}});
}

TEST_CASE("npy: cut off at every byte it is refused") {
  const std::string whole = array<std::int16_t>(">i2", 2, {256, 512, 768, 1024});
  REQUIRE(read(read_npy, whole).edges == Edges{{0, 0, 1}, {0, 1, 2}, {1, 0, 3}, {1, 1, 4}});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    require_error(Fault::kInput, {"/input: byte "},
                  [&] { (void)read(read_npy, whole.substr(0, size)); });
  }
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
  write_distances_npy(DistanceFile(folder.write("distances", rows)), {folder / "out.npy"});
  REQUIRE(folder.read("out.npy") == npy_header(2, 2) + rows);
  write_distances_npy(DistanceFile(folder / "distances", {.rows = 1}), {folder / "out.npy"});
  REQUIRE(folder.read("out.npy") == npy_header(1, 4) + rows);
  write_distances_npy(DistanceFile(folder / "distances"), {folder / "out.npy"});
  require_error(Fault::kInput, {"12 bytes"}, [&] {
    write_distances_npy(DistanceFile(folder.write("odd", std::string(12, 'x'))),
                        {folder / "out.npy"});
  });
  REQUIRE(folder.read("out.npy") == npy_header(2, 2) + rows);
}

}  // namespace
}  // namespace apsp::convert
