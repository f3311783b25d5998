// SPDX-License-Identifier: MIT
#include "common/app/flowed_text.hpp"

#include <algorithm>

namespace apsp {
namespace {

constexpr std::size_t kLeastText = 20;    // columns that a column of text needs to be one
constexpr std::size_t kContinuation = 4;  // blanks more before what continues an example

/// Words that flow.
struct Paragraph {
  std::size_t indent = 0;  // blanks before its first line
  std::size_t hang = 0;    // blanks before its other lines
  bool has_column = false;
  std::string text = {};
};

Paragraph paragraph_of(std::string_view line) {
  Paragraph found;
  found.indent = std::min(line.find_first_not_of(' '), line.size());
  found.text = line.substr(found.indent);
  const std::size_t gap = found.text.rfind("  ");
  found.has_column = gap != std::string::npos;
  if (found.has_column) {
    found.hang = found.indent + gap + 2;
  } else if (found.indent > 0) {
    found.hang = found.indent + kContinuation;
  }
  return found;
}

/// Puts the words of a paragraph into lines. Blanks between two words stay, unless a line ends
/// there.
std::string wrapped(const Paragraph& paragraph, std::size_t width) {
  const bool narrow = paragraph.has_column && paragraph.hang + kLeastText > width;
  const std::size_t hang = narrow ? paragraph.indent + kContinuation : paragraph.hang;
  std::string text(paragraph.indent, ' ');
  std::size_t column = paragraph.indent;
  for (std::string_view rest = paragraph.text; !rest.empty();) {
    std::size_t blanks = std::min(rest.find_first_not_of(' '), rest.size());
    const std::size_t end = std::min(rest.find(' ', blanks), rest.size());
    const std::string_view word = rest.substr(blanks, end - blanks);
    rest.remove_prefix(end);
    if (word.empty()) break;
    if (column > paragraph.indent && column + blanks + word.size() > width) {
      text.append(1, '\n').append(hang, ' ');
      column = hang;
      blanks = 0;
    }
    text.append(blanks, ' ').append(word);
    column += blanks + word.size();
  }
  return text;
}

}  // namespace

std::string flowed(std::string_view text, std::size_t width) {
  std::string lines;
  Paragraph open;  // without text: none
  const auto close = [&] {
    if (!open.text.empty()) lines += wrapped(open, width) + '\n';
    open = {};
  };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    Paragraph next = paragraph_of(line);
    if (!next.text.empty() && !open.text.empty() && !next.has_column && next.indent == open.hang) {
      open.text += ' ' + next.text;
      continue;
    }
    close();
    if (next.text.empty()) lines += '\n';
    open = std::move(next);
  }
  close();
  return lines;
}

std::string flowed_entry(std::string_view name, std::string_view description, std::size_t column,
                         std::size_t width) {
  std::string text = "  " + std::string(name);
  bool beside = text.size() + 2 <= column;
  const std::string lines = flowed(description, width - column);
  for (std::string_view rest = lines; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n') + 1);
    rest.remove_prefix(line.size());
    if (beside) {
      text.append(column - text.size(), ' ');
    } else {
      text.append(1, '\n').append(column, ' ');
    }
    beside = false;
    text += line.substr(0, line.size() - 1);
  }
  return text + '\n';
}

}  // namespace apsp
