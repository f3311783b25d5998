// SPDX-License-Identifier: MIT
#include "tools/convert/undirected_comment.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace apsp::convert {
namespace {

/// A run of letters and digits, in lower case, and what stands between it and the next one.
struct CommentWord {
  std::string text;
  std::string_view behind;
};

std::vector<CommentWord> words_of_comment(std::string_view comment) {
  std::vector<CommentWord> words;
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_part = [&](char c) {
    return is_capital(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  };
  const auto* at = std::find_if(comment.begin(), comment.end(), is_part);
  while (at != comment.end()) {
    const auto* const end = std::find_if_not(at, comment.end(), is_part);
    const auto* const next = std::find_if(end, comment.end(), is_part);
    CommentWord& word = words.emplace_back();
    for (; at != end; ++at)
      word.text += is_capital(*at) ? static_cast<char>(*at + ('a' - 'A')) : *at;
    word.behind = comment.substr(static_cast<std::size_t>(end - comment.begin()),
                                 static_cast<std::size_t>(next - end));
    at = next;
  }
  return words;
}

template <typename Words>
bool is_one_of_words(std::string_view word, const Words& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Says of the word with this index whether it is "not directed", in one word or two.
bool is_undirected(const std::vector<CommentWord>& words, std::size_t at) {
  constexpr std::array<std::string_view, 4> kWords = {"nondirected", "notdirected", "bidirectional",
                                                      "bidirected"};
  constexpr std::array<std::string_view, 4> kNegations = {"un", "non", "not", "no"};
  const std::string& word = words[at].text;
  if (word.find("undirected") != std::string::npos || is_one_of_words(word, kWords)) return true;
  return word == "directed" && at > 0 && is_one_of_words(words[at - 1].text, kNegations);
}

}  // namespace

bool says_undirected(std::string_view comment) {
  constexpr std::array<std::string_view, 6> kDenials = {"0", "no", "false", "n", "f", "off"};
  const std::vector<CommentWord> words = words_of_comment(comment);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at].text;
    const bool denied = at + 1 < words.size() && is_one_of_words(words[at + 1].text, kDenials);
    if (is_undirected(words, at) || (word == "symmetric" && !denied)) return true;
    if (denied && (word.ends_with("directed") || word.ends_with("digraph"))) return true;
  }
  return false;
}

bool begins_undirected(std::string_view comment) {
  const std::vector<CommentWord> words = words_of_comment(comment);
  for (std::size_t at = 0; at < std::min(words.size(), std::size_t{2}); ++at) {
    if (!is_undirected(words, at)) continue;
    const std::string_view behind = words[at].behind;
    return behind.find_first_of(":=") == std::string_view::npos &&
           (at == 0 || words[at].text == "directed");
  }
  return false;
}

}  // namespace apsp::convert
