// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <utility>

#include "tools/convert/npy_header.hpp"
#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::bytes_of;
using test::Edges;
using test::messages_of;
using test::read;
using test::require_error;

using Members = std::vector<std::pair<std::string, std::string>>;

std::uint32_t checksum(const std::string& bytes) {
  std::uint32_t crc = ~0U;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc % 2 == 0 ? 0 : 0xedb88320U);
  }
  return ~crc;
}

std::string two(std::size_t number) {
  return bytes_of(std::vector<std::uint16_t>{static_cast<std::uint16_t>(number)});
}
std::string four(std::size_t number) {
  return bytes_of(std::vector<std::uint32_t>{static_cast<std::uint32_t>(number)});
}
std::string eight(std::size_t number) {
  return bytes_of(std::vector<std::uint64_t>{number});
}

/// How an archive is written.
struct Style {
  bool deflated = false;  // in one block that is stored
  bool zip64 = false;
};

/// One string of these parts.
std::string join(std::initializer_list<std::string> parts) {
  std::string joined;
  for (const std::string& part : parts) joined += part;
  return joined;
}

/// An archive of these members.
std::string zip(const Members& members, const Style& style = {}) {
  std::string bytes;
  std::string directory;
  for (const auto& [name, content] : members) {
    const std::string block =
        style.deflated
            ? join({std::string("\1", 1), two(content.size()), two(~content.size()), content})
            : content;
    const std::string in64 = four(0xffffffff);
    const std::string extra =
        style.zip64 ? join({two(1), two(16), eight(content.size()), eight(block.size())}) : "";
    const std::string head =
        join({two(20), two(0), two(style.deflated ? 8 : 0), four(0), four(checksum(content)),
              style.zip64 ? in64 : four(block.size()), style.zip64 ? in64 : four(content.size()),
              two(name.size()), two(extra.size())});
    directory += join({"PK\1\2", two(20), head, two(0), two(0), two(0), four(0), four(bytes.size()),
                       name, extra});
    bytes += join({"PK\3\4", head, name, extra, block});
  }
  const std::size_t start = bytes.size();
  bytes += directory;
  std::string counts =
      join({two(members.size()), two(members.size()), four(directory.size()), four(start)});
  if (style.zip64) {
    const std::size_t end = bytes.size();
    counts = std::string(12, '\xff');
    bytes += join({"PK\6\6", eight(44), two(45), two(45), four(0), four(0), eight(members.size()),
                   eight(members.size()), eight(directory.size()), eight(start)});
    bytes += join({"PK\6\7", four(0), eight(end), four(1)});
  }
  return join({bytes, "PK\5\6", two(0), two(0), counts, two(0)});
}

std::string array(const std::string& type, const std::string& shape, const std::string& data) {
  const std::string dictionary =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}\n", type, shape);
  return std::string(kNpyMagic) + std::string("\1\0", 2) + two(dictionary.size()) + dictionary +
         data;
}

template <typename Number>
std::string line(const std::string& type, const std::vector<Number>& numbers) {
  return array(type, fmt::format("({},)", numbers.size()), bytes_of(numbers));
}

std::string ints(const std::vector<std::int32_t>& numbers) {
  return line("<i4", numbers);
}

/// The members that scipy.sparse.save_npz() writes for a 3 x 3 matrix with four entries, one of
/// them 0.
Members sparse(const std::string& format) {
  return {{"indices.npy", ints({1, 0, 2, 1})},
          {"indptr.npy", ints({0, 1, 1, 4})},
          {"format.npy", array("|S3", "()", format)},
          {"shape.npy", line<std::int64_t>("<i8", {3, 3})},
          {"data.npy", line<double>("<f8", {5, 7, 0, -2})}};
}

Members replaced(Members members, const std::string& name, const std::string& content) {
  for (auto& member : members) {
    if (member.first == name) member.second = content;
  }
  return members;
}

const Edges kRows = {{0, 1, 5}, {2, 0, 7}, {2, 2, 0}, {2, 1, -2}};

void refuse_npz(const std::string& bytes, std::initializer_list<std::string> parts,
                Fault fault = Fault::kInput) {
  require_error(fault, parts, [&] { (void)read(read_npz, bytes); });
}

#if APSP_ZLIB

TEST_CASE("npz: rows and columns of a sparse matrix, and its explicit zeros") {
  for (const Style& style : {Style{}, Style{.deflated = true}, Style{.zip64 = true},
                             Style{.deflated = true, .zip64 = true}}) {
    INFO("deflated " << style.deflated << ", zip64 " << style.zip64);
    const EdgeGraph rows = read(read_npz, zip(sparse("csr"), style));
    REQUIRE(rows.vertices == 3);
    REQUIRE(rows.edges == kRows);
    REQUIRE(messages_of(rows).empty());
    REQUIRE(read(read_npz, zip(sparse("csc"), style)).edges ==
            Edges{{1, 0, 5}, {0, 2, 7}, {2, 2, 0}, {1, 2, -2}});
  }
}

TEST_CASE("npz: coordinates, indices of 64 bits, the name of the format as text") {
  const Members members = {
      {"row.npy", line<std::int64_t>("<i8", {2, 0, 2})},
      {"col.npy", line<std::uint32_t>("<u4", {1, 1, 0})},
      {"format.npy", array("<U3", "()", std::string("c\0\0\0o\0\0\0o\0\0\0", 12))},
      {"shape.npy", ints({3, 3})},
      {"_is_array.npy", array("|b1", "()", "\1")},
      {"data.npy", line<std::int8_t>("|i1", {4, -5, 6})}};
  REQUIRE(read(read_npz, zip(members)).edges == Edges{{2, 1, 4}, {0, 1, -5}, {2, 0, 6}});
}

TEST_CASE("npz: what is stored and yet no edge; boolean matrices; scale") {
  const auto with_data = [](const std::string& data) {
    return zip(replaced(sparse("csr"), "data.npy", data));
  };
  const double inf = std::numeric_limits<double>::infinity();
  REQUIRE(read(read_npz, with_data(line<double>("<f8", {inf, 7, NAN, 1073741823}))).edges ==
          Edges{{2, 0, 7}});
  REQUIRE(read(read_npz, with_data(line<std::uint8_t>("|b1", {1, 0, 1, 1})), {.weight = 6}).edges ==
          Edges{{0, 1, 6}, {2, 2, 6}, {2, 1, 6}});
  REQUIRE(read(read_npz, with_data(line<float>("<f4", {0.5F, 1.5F, 2, 3})), {.scale = 10}).edges ==
          Edges{{0, 1, 5}, {2, 0, 15}, {2, 2, 20}, {2, 1, 30}});
  refuse_npz(with_data(line<double>("<f8", {0.5, 0, 0, 0})),
             {"/input: data.npy: byte ", "the entry in row 0, column 1 is 0.5", "--scale X"});
}

TEST_CASE("npz: one square array is read as a .npy") {
  const std::string matrix =
      array("<i4", "(2, 2)", bytes_of(std::vector<std::int32_t>{0, 7, 0, 0}));
  const EdgeGraph graph = read(read_npz, zip({{"arr_0.npy", matrix}}));
  REQUIRE(graph.edges == Edges{{0, 1, 7}});
  REQUIRE(messages_of(graph).size() == 1);
  REQUIRE(read(read_npz, zip({{"arr_0.npy", matrix}}), {.zero_is_edge = true}).edges ==
          Edges{{0, 1, 7}, {1, 0, 0}});
  refuse_npz(zip({{"a.npy", matrix}, {"b.npy", matrix}}),
             {"/input: found a.npy, b.npy, expected a matrix of scipy.sparse.save_npz()"});
  refuse_npz(zip({{"graph.txt", "0 1 5\n"}}), {"found graph.txt, expected"});
  refuse_npz(zip({}), {"found no members"});
}

TEST_CASE("npz: no vertices") {
  const Members members = {{"indices.npy", ints({})},
                           {"indptr.npy", ints({0})},
                           {"format.npy", array("|S3", "()", "csr")},
                           {"shape.npy", ints({0, 0})},
                           {"data.npy", line<double>("<f8", {})}};
  REQUIRE(read(read_npz, zip(members)).vertices == 0);
}

TEST_CASE("npz: matrices that are refused") {
  const auto refuse_with = [](const std::string& name, const std::string& content,
                              std::initializer_list<std::string> parts) {
    refuse_npz(zip(replaced(sparse("csr"), name, content)), parts);
  };
  for (const char* format : {"bsr", "dia"}) {
    refuse_npz(zip(sparse(format)), {std::string("the sparse format is '") + format +
                                     "', expected csr, csc or coo: matrix.tocsr() makes one"});
  }
  refuse_with("format.npy", ints({1}), {"format.npy: byte 0", "expected one text"});
  refuse_with("shape.npy", ints({3, 4}), {"shape.npy: byte ", "3 rows and 4 columns"});
  refuse_with("shape.npy", ints({3}), {"the shape is (1,), expected (2,), rows and columns"});
  refuse_with("shape.npy", line<std::int64_t>("<i8", {1LL << 31, 1LL << 31}),
              {"number 0 is 2147483648, expected 0 to 2147483647"});
  refuse_with("shape.npy", ints({4, 4}), {"indptr.npy", "expected (5,), one more than rows"});
  refuse_with("indptr.npy", ints({1, 1, 1, 4}), {"indptr.npy", "number 0 is 1, expected 0 to 0"});
  refuse_with("indptr.npy", ints({0, 2, 1, 4}), {"number 2 is 1, expected 2 to 4"});
  refuse_with("indptr.npy", ints({0, 1, 1, 5}), {"number 3 is 5, expected 1 to 4"});
  refuse_with("indptr.npy", line<double>("<f8", {0, 1, 1, 4}), {"'<f8', expected integers"});
  refuse_with("indices.npy", ints({1, 0, 3, 1}), {"indices.npy", "number 2 is 3, expected 0 to 2"});
  refuse_with("indices.npy", ints({1, 0, -1, 1}), {"number 2 is -1, expected 0 to 2"});
  refuse_with("indices.npy", ints({1, 0}), {"data.npy", "expected (2,), a number for each index"});
  refuse_with("indices.npy", array("<i4", "(2, 2)", std::string(16, '\0')),
              {"the shape is (2, 2), expected (4,), one dimension"});
  refuse_with("data.npy", line<double>("<f8", {1, 2, 3}), {"expected (4,), a number for each"});
  refuse_with("data.npy", "PK", {"data.npy: byte 0: found no NumPy array"});
  refuse_with("data.npy", array("<c16", "(4,)", std::string(64, '\0')), {"complex numbers"});
  Members missing = sparse("csr");
  missing.pop_back();
  refuse_npz(zip(missing), {"there is no array 'data' among indices.npy, indptr.npy"});
}

TEST_CASE("npz: an archive cut off at every byte is refused") {
  for (const Style& style : {Style{}, Style{.deflated = true, .zip64 = true}}) {
    const std::string whole = zip(sparse("csr"), style);
    REQUIRE(read(read_npz, whole).edges == kRows);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      INFO(size << " bytes of " << whole.size());
      refuse_npz(whole.substr(0, size), {"/input: byte "});
    }
  }
}

TEST_CASE("npz: a wrong byte is found, or changes nothing") {
  for (const Style& style : {Style{}, Style{.deflated = true, .zip64 = true}}) {
    const std::string whole = zip(sparse("csr"), style);
    for (std::size_t at = 0; at < whole.size(); ++at) {
      for (const int change : {1, 0x80, 0xff}) {
        std::string wrong = whole;
        wrong[at] = static_cast<char>(wrong[at] ^ change);
        INFO("byte " << at << " xor " << change);
        try {
          const EdgeGraph graph =
              read(read_npz, wrong);  // a version, or a size that counts nowhere
          REQUIRE(graph.edges == kRows);
        } catch (const Error& error) {
          REQUIRE(error.fault() == Fault::kInput);
        }
      }
    }
  }
}

TEST_CASE("npz: hostile archives") {
  const std::string matrix = array("<i4", "(1, 1)", std::string(4, '\5'));
  const Members one = {{"a.npy", matrix}};
  const std::string plain = zip(one);
  const std::size_t entry = plain.find("PK\1\2");
  const auto changed = [](std::string bytes, std::size_t at, const std::string& to) {
    return bytes.replace(at, to.size(), to);
  };
  refuse_npz(zip({{"a.npy", matrix}, {"a.npy", matrix}}), {"several members 'a.npy'"});
  refuse_npz(changed(plain, entry + 8, two(1)), {"'a.npy' is encrypted"});
  refuse_npz(changed(plain, entry + 10, two(12)), {"compressed by method 12, expected 0 (stored)"});
  refuse_npz(changed(plain, entry + 24, four(5)), {"has ", "expected 5, as the directory says"});
  refuse_npz(changed(plain, entry + 42, four(4000000000U)), {"byte 4000000000: found no header"});
  refuse_npz(changed(plain, entry + 20, four(4000000000U)),
             {"expected 4000000000 bytes of 'a.npy'"});
  refuse_npz(changed(plain, entry + 34, two(1)), {"several parts"});
  refuse_npz(changed(plain, plain.size() - 12, two(9)), {"9 entries in"});
  refuse_npz(changed(plain, plain.size() - 6, four(4294967295U)), {"the directory lies at bytes"});

  // A small member that claims to be huge is not believed, and one that goes on is not followed.
  const std::string deflated = zip(one, {.deflated = true});
  const std::size_t entry_deflated = deflated.find("PK\1\2");
  refuse_npz(changed(deflated, entry_deflated + 24, four(4000000000U)),
             {"has 4000000000 bytes in", "expected at most 1032 times as many"});
  refuse_npz(changed(deflated, entry_deflated + 24, four(matrix.size() + 1)), {"as the directory"});
  refuse_npz(changed(deflated, entry_deflated + 24, four(matrix.size() - 1)),
             {"'a.npy' goes on, expected its end"});

  // Two entries of the directory for the same bytes under two names.
  Members both = {{"a.npy", matrix}, {"b.npy", matrix}};
  std::string overlapping = zip(both);
  const std::size_t second = overlapping.find("PK\1\2", overlapping.find("PK\1\2") + 1);
  overlapping = changed(overlapping, second + 42, four(0));
  overlapping = changed(overlapping, second + 46, "a.npy");
  refuse_npz(overlapping, {"a member begins inside another"});
}

#else

TEST_CASE("npz: without zlib it is refused with a way out") {
  refuse_npz(zip(sparse("csr")), {"is a zip archive, and this build has no zlib"});
  (void)kRows;
  (void)replaced({}, "", "");
}

#endif

}  // namespace
}  // namespace apsp::convert
