// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "common/io/mistaken_file.hpp"
#include "tools/convert/foreign_names.hpp"

namespace apsp::convert {
namespace {

using namespace std::string_view_literals;

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The name of a format of markup in UTF-16 with a byte order mark, where every other text that
/// begins with < is XML.
std::string_view name_of_wide_markup(std::string_view head) {
  if (!head.starts_with("\xff\xfe") && !head.starts_with("\xfe\xff")) return "";
  std::string narrow(head.substr(2));
  std::erase(narrow, '\0');
  narrow.erase(0, narrow.find_first_not_of(" \t\r\n"));
  const std::string_view name = name_of_markup(narrow);
  return name.empty() && narrow.starts_with('<') ? "XML" : name;
}

/// The name of what a zip archive holds by its first member, or nothing where it is none.
std::string_view name_of_zip(std::string_view bytes) {
  if (bytes.starts_with("PK\5\6")) return "a zip archive";  // of no member
  if (!bytes.starts_with("PK\3\4")) return "";
  const std::string_view member = bytes.substr(0, 100);
  const bool sheet = holds(member, "[Content_Types].xml") || holds(member, "opendocument");
  if (sheet) return "a spreadsheet";
  return holds(member, ".npy") ? "a NumPy archive" : "a zip archive";
}

/// Whether bytes begin as MATLAB's version 4 does: type, rows, columns, whether numbers are
/// complex, length of a name, the name. As a graph they would have edges between too few vertices.
bool is_old_matlab(std::string_view bytes) {
  std::array<std::uint32_t, 5> header{};
  if (bytes.size() <= sizeof header) return false;
  std::memcpy(header.data(), bytes.data(), sizeof header);
  constexpr std::uint32_t kLongestName = 64;
  if (header[0] > 52 || header[3] > 1 || header[4] < 2 || header[4] > kLongestName) return false;
  const std::string_view name = bytes.substr(sizeof header, header[4]);
  const auto is_letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  return name.size() == header[4] && is_letter(name.front()) && name.find('\0') == name.size() - 1;
}

/// A format whose mark is not in the first bytes, or that has several suffixes.
std::string_view name_of_binary(std::string_view bytes) {
  constexpr std::size_t kTarMark = 257;
  if (bytes.size() > kTarMark && bytes.substr(kTarMark).starts_with("ustar")) {
    return "an archive of tar";
  }
  // A graph of 640 vertices begins so as well, but no pickle goes on with a small number.
  if (bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5 &&
      static_cast<unsigned char>(bytes[2]) >= ' ') {
    return "a pickle";
  }
  if (bytes.starts_with("\0\0\x27\x0a"sv)) return "a shapefile";
  if (holds(bytes.substr(0, 32), "OSMHeader")) return "OpenStreetMap's .pbf";
  if (is_old_matlab(bytes)) return "MATLAB";
  return name_of_zip(bytes);
}

}  // namespace

std::string_view name_of_foreign_binary(std::string_view bytes, std::string_view head) {
  std::string_view name = name_of_binary(bytes);
  if (name.empty()) name = name_of_wide_markup(head);
  const bool wide = name.empty() && looks_like_wide_text(std::as_bytes(std::span(bytes)));
  return wide ? "text in UTF-16" : name;
}

}  // namespace apsp::convert
