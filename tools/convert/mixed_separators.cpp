// SPDX-License-Identifier: MIT
#include "tools/convert/mixed_separators.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "tools/convert/csv_record.hpp"
#include "tools/convert/weight.hpp"

namespace apsp::convert {
namespace {

struct Mark {
  std::string_view text;
  std::string_view name;  // plural
  bool before_weight;     // else it stands between source and target alone
};

constexpr std::string_view kBlanks = " \t";

// A mark that may be part of another one, or stand between blanks, comes behind it.
constexpr std::array kMarks = {
    Mark{"->", "arrows", false}, Mark{"=>", "arrows", false},
    Mark{"→", "arrows", false},  Mark{"--", "dashes", false},
    Mark{":", "colons", true},   Mark{"=", "signs of equality", true},
    Mark{"\t", "tabs", true},    Mark{";", "semicolons", true},
    Mark{"|", "bars", true},     Mark{",", "commas", true},
    Mark{" ", "blanks", true},
};

std::string_view name_of(char separator) {
  const auto* const mark = std::find_if(kMarks.begin(), kMarks.end(), [&](const Mark& each) {
    return each.text.front() == separator && each.text.size() == 1;
  });
  return mark->name;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && kBlanks.find(text.front()) != std::string_view::npos)
    text.remove_prefix(1);
  while (!text.empty() && kBlanks.find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  return text;
}

/// The two parts of a text, without blanks around them.
struct Parts {
  std::string_view first;
  std::string_view second;
};

/// Splits at a mark, other than at the colon of http://. Nothing where a part would be empty.
std::optional<Parts> split_at(std::string_view text, std::size_t at, const Mark& mark) {
  if (at == std::string_view::npos || text.substr(at).starts_with("://")) return std::nullopt;
  const Parts parts{trimmed(text.substr(0, at)), trimmed(text.substr(at + mark.text.size()))};
  if (parts.first.empty() || parts.second.empty()) return std::nullopt;
  return parts;
}

std::optional<Parts> split_at_last(std::string_view text, const Mark& mark) {
  return split_at(text, text.rfind(mark.text), mark);
}

/// Splits at the only mark of its kind. Several blanks in a row are one.
std::optional<Parts> split_at_only(std::string_view text, const Mark& mark) {
  std::size_t at = text.find(mark.text);
  if (at != std::string_view::npos && text.substr(at).starts_with("://")) {
    at = text.find(mark.text, at + 1);
  }
  const std::optional<Parts> parts = split_at(text, at, mark);
  if (!parts || parts->second.find(mark.text) != std::string_view::npos) return std::nullopt;
  return parts;
}

/// All parts between colons, signs of equality, blanks and other marks of one character.
std::vector<std::string_view> split_everywhere(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(":= \t;|,"), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// A source, a target and a number behind them, with the marks that part them.
struct Reading {
  std::string_view source;
  std::string_view target;
  std::string_view behind;
  std::string_view marks;
};

/// Splits the ends of an edge that `separator` parts.
class Splitter {
 public:
  Splitter(char separator, const ReadOptions& options) : separator_(separator), options_(options) {}

  [[nodiscard]] std::optional<Reading> split(std::string_view source,
                                             std::string_view target) const {
    if (!target.starts_with('"')) {
      if (const auto reading = split_target(source, target)) return reading;
    }
    if (source.starts_with('"')) return std::nullopt;
    const std::string_view number =
        target.starts_with('"') && target.size() > 1 ? target.substr(1, target.size() - 2) : target;
    return is_weight(number) ? split_source(source, number) : std::nullopt;
  }

 private:
  [[nodiscard]] bool is_weight(std::string_view text) const {
    return !text.empty() && (is_number(text) || is_missing(text) || is_no_edge(text, options_));
  }

  /// Whether fields may have the mark inside: not the separator, and no decimal comma.
  [[nodiscard]] bool is_inside(const Mark& mark) const {
    return mark.text.front() != separator_ && mark.text.front() != options_.decimal;
  }

  /// "a", "b 5". Where the source has a number as well, as in "Room 1", "Room 2", both are names
  /// unless all of it is numbers.
  [[nodiscard]] std::optional<Reading> split_target(std::string_view source,
                                                    std::string_view target) const {
    for (const Mark& mark : kMarks) {
      if (!mark.before_weight || !is_inside(mark)) continue;
      const auto parts = split_at_last(target, mark);
      if (!parts || !is_weight(parts->second)) continue;
      const auto other = source.starts_with('"') ? std::nullopt : split_at_last(source, mark);
      const bool alike = other && is_weight(other->second) &&
                         !(is_number(other->first) && is_number(parts->first));
      if (!alike) return Reading{source, parts->first, parts->second, mark.name};
    }
    return std::nullopt;
  }

  /// "a b", "5", and "a b 2", "5".
  [[nodiscard]] std::optional<Reading> split_source(std::string_view source,
                                                    std::string_view number) const {
    for (const Mark& mark : kMarks) {
      if (!is_inside(mark)) continue;
      if (const auto parts = split_at_only(source, mark)) {
        return Reading{parts->first, parts->second, number, mark.name};
      }
    }
    const std::vector<std::string_view> parts = split_everywhere(source);
    if (parts.size() < 3 ||
        !std::all_of(parts.begin() + 2, parts.end(), [&](auto part) { return is_weight(part); })) {
      return std::nullopt;
    }
    return Reading{parts[0], parts[1], parts[2], "other characters"};
  }

  char separator_;
  const ReadOptions& options_;
};

}  // namespace

MixedSeparators::MixedSeparators(char separator, std::size_t lines, const ReadOptions& options)
    : separator_(separator), options_(options), most_single_(lines / 10) {}

void MixedSeparators::add(const Scanner& scanner, std::string_view source,
                          std::string_view target) {
  if (single_ > most_single_) return;
  const bool first = std::exchange(first_, false);
  const auto reading = Splitter(separator_, options_).split(source, target);
  if (!reading && first && !is_number(source) && !is_number(target)) return;
  ++edges_;
  if (!reading) {
    ++single_;
    return;
  }
  numbers_ = numbers_ || is_number(reading->behind);
  if (line_ > 0) return;
  line_ = scanner.number();
  readings_ = fmt::format(
      "an edge from '{}' to '{}', as {} separate, or from '{}' to '{}' with '{}' behind, as {} do "
      "too",
      shown(source), shown(target), name_of(separator_), shown(reading->source),
      shown(reading->target), shown(reading->behind), reading->marks);
}

void MixedSeparators::refuse_if_mixed(const Scanner& scanner, std::string_view option) const {
  if (!numbers_ || single_ > edges_ / 10) return;
  scanner.refuse_text(
      fmt::format("line {} may be {}; {} says the former, one separator in the whole file the "
                  "latter",
                  line_, readings_, option));
}

}  // namespace apsp::convert
