// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::Edges;
using test::read;
using test::require_error;
using Names = std::deque<std::string>;

void require_mixed(const std::string& text, const ReadOptions& options = {}) {
  INFO(text);
  require_error(Fault::kInput, {"--separator"}, [&] { (void)read(read_csv, text, options); });
}

void require_names(const std::string& text, const Names& names, const ReadOptions& options = {}) {
  INFO(text);
  REQUIRE(read(read_csv, text, options).names == names);
}

TEST_CASE("mixed separators: the refusal names the line, both readings and the option") {
  require_error(Fault::kInput,
                {"/input: line 1 may be an edge from 'a b' to '5', as commas separate, or from 'a' "
                 "to 'b' with '5' behind, as blanks do too; --separator comma says the former, one "
                 "separator in the whole file the latter"},
                [] { (void)read(read_csv, "a b,5\nc d,6\n"); });
  require_error(Fault::kInput,
                {"line 2 may be an edge from '0' to '1:5', as commas", "from '0' to '1' with '5'",
                 "as colons do too"},
                [] { (void)read(read_csv, "from,to:km\n0,1:5\n1,2:7\n"); });
  require_error(Fault::kInput, {"line 2 may be", "from 'x' to '1:5'"},
                [] { (void)read(read_csv, "von,nach\nx,1:5\ny,2:7\n"); });
}

TEST_CASE("mixed separators: every pair of them, with words, numbers and a header") {
  for (const std::string one : {",", ";", "|", "\t", " "}) {
    for (const std::string other :
         {",", ";", "|", "\t", " ", ":", "=", "->", " : ", ": ", " -> "}) {
      // Blanks and tabs are one separator where there is no other.
      if (one == other || (one == " " && other.find_first_of(" \t") == 0) ||
          (one == " " && other == ": ")) {
        continue;
      }
      const bool arrow = other.find('>') != std::string::npos;
      for (const auto& [first, second] : {std::pair{one, other}, std::pair{other, one}}) {
        if (second == other && arrow) continue;
        std::string words;
        std::string numbers;
        for (int n = 0; n < 3; ++n) {
          words += fmt::format("{}{}z{}{}\n", static_cast<char>('a' + n), first, second, n + 7);
          numbers += fmt::format("{}{}{}{}{}\n", n, first, n + 1, second, n + 7);
        }
        require_mixed(words);
        require_mixed(numbers);
        require_mixed(fmt::format("von{}nach{}km\n{}", first, second, words));
      }
    }
  }
}

TEST_CASE("mixed separators: more numbers behind, pairs of numbers, weights of other kinds") {
  for (const char* text :
       {"a,12:30\nb,13:40\n", "a b,12:30\n", "a,b 5 7\n", "a:b:2,5\n", "1:1,2:2\n1:2,2:3\n",
        "New York,Boston 5\nSan Jose,Boston 7\n", "New York:San Jose,5\n", "a,b:-5\nb,c:+2.5\n",
        "a b,NA\na c,5\n", "source,target\na b,5\n", "a,b:5,road\na,c:6,path\n"}) {
    require_mixed(text, {.columns = {"1", "2"}});
  }
  require_mixed("a,b -1\nb,c 5\n", {.no_edge = "-1"});
  require_mixed("a,b:5\n", {.unweighted = true});
}

TEST_CASE("mixed separators: one stray line in ten hides nothing") {
  std::string text;
  for (int n = 0; n < 9; ++n) text += "x" + std::to_string(n) + ",y:5\n";
  require_mixed(text + "z,y\n");
  require_names("a,b\nc,y:5\nd,b\n", {"a", "b", "c", "y:5", "d"});
}

TEST_CASE("mixed separators: usual tables are read") {
  require_names("New York,Boston,215\nBoston,San Jose,300\n", {"New York", "Boston", "San Jose"});
  require_names("New York,Boston\nBoston,San Jose\n", {"New York", "Boston", "San Jose"});
  require_names("a:b,5,7\nc:d,6,8\n", {"a:b", "5", "c:d", "6"});
  require_names("Room 1,Room 2\nRoom 2,Hall 3\n", {"Room 1", "Room 2", "Hall 3"});
  require_names("root,Room 1\nRoom 1,Desk 2\nDesk 2,Pen 3\n",
                {"root", "Room 1", "Desk 2", "Pen 3"});
  require_names("GO:1,GO:2\nGO:2,GO:3\n", {"GO:1", "GO:2", "GO:3"});
  require_names("10.0.0.1:80,10.0.0.2:443\n", {"10.0.0.1:80", "10.0.0.2:443"});
  require_names("http://a/b,5\nhttp://a/c,6\n", {"http://a/b", "5", "http://a/c", "6"});
  require_names("\"a b\",5\n\"c d\",6\n", {"a b", "5", "c d", "6"});
  require_names("0,\"1:5\"\n1,\"2:7\"\n", {"0", "1:5", "1", "2:7"});
  require_names("San Jose CA,5\nNew York NY,6\n", {"San Jose CA", "5", "New York NY", "6"});
  require_names("a,5\nb,6\n", {"a", "5", "b", "6"});
  require_names("a,1.5\nb,6\n", {"a", "1.5", "b", "6"});
  require_names("a;2,5\nb;3,5\n", {"a", "2,5", "b", "3,5"}, {.decimal = ','});
  require_names("a\tb c\n", {"a", "b c"});
  require_names("John Smith,12 Elm Street\n", {"John Smith", "12 Elm Street"});
}

TEST_CASE("mixed separators: the option, or a line sep=, settles it") {
  require_names("a b,5\nc d,6\n", {"a b", "5", "c d", "6"}, {.separator = ','});
  require_names("0,1:5\n", {"0", "1:5"}, {.separator = ','});
  require_names("sep=,\n0,1:5\n", {"0", "1:5"});
  require_names("a:b 5\n", {"a:b", "5"}, {.separator = ' '});
  require_names("a b,5\n", {"a", "b,5"}, {.separator = ' '});
}

TEST_CASE("mixed separators: edges of words") {
  require_error(Fault::kInput,
                {"from 'a:b' to '5', as blanks separate",
                 "--from csv --separator blank, without --compact, says the former"},
                [] { (void)read(read_edge_list, "a:b 5\nc:d 6\n", {.compact = true}); });
  for (const ReadOptions& options :
       {ReadOptions{.compact = true}, ReadOptions{.compact = true, .columns = {"1", "2"}}}) {
    require_error(Fault::kInput, {"from 'a' to 'b,5'", "--separator blank"},
                  [&] { (void)read(read_edge_list, "a b,5\nc d,6\n", options); });
  }
  REQUIRE(read(read_edge_list, "a b:5 7\n", {.compact = true}).names == Names{"a", "b:5"});
  REQUIRE(read(read_edge_list, "a 5\nb 6\n", {.compact = true}).edges.size() == 2);
}

}  // namespace
}  // namespace apsp::convert
