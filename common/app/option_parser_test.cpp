// SPDX-License-Identifier: MIT
#include "common/app/option_parser.hpp"

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/testing/catch.hpp"

namespace {

/// A program with one integer option and one choice.
struct Example {
  apsp::OptionParser parser{"example", "An example", "The end"};
  std::int64_t number = -1;
  std::string choice = "none";
  std::string input;

  Example() {
    parser.add_argument("INPUT", "a file", input).required();
    parser.add_integer("--number", 1, 4096, "a number",
                       [this](std::int64_t value) { number = value; });
    parser.add_choice(
        "--choice", {"red", "green"}, "a colour",
        [this](const std::string& value) { choice = value; }, "APSP_TEST_COLOUR");
  }

  bool parse(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "./example");
    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) {
      argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    return parser.parse(static_cast<int>(arguments.size()), argv.data());
  }

  /// The message of the usage error that `arguments` end in.
  std::string refusal(const std::vector<std::string>& arguments) {
    try {
      (void)parse(arguments);
    } catch (const apsp::Error& error) {
      REQUIRE(error.fault() == apsp::Fault::kUsage);
      return error.what();
    }
    FAIL("no usage error");
    return {};
  }
};

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("numbers of bytes have units", "[option_parser]") {
  const auto parsed = [](const std::string& text) {
    Example example;
    std::uint64_t bytes = 0;
    example.parser.add_bytes("--memory", "a limit", [&](std::uint64_t value) { bytes = value; });
    REQUIRE(example.parse({"in", "--memory", text}));
    return bytes;
  };
  REQUIRE(parsed("1") == 1);
  REQUIRE(parsed("4096") == 4096);
  REQUIRE(parsed("3K") == 3072);
  REQUIRE(parsed("16G") == std::uint64_t{16} << 30);
  REQUIRE(parsed("8388607T") == std::uint64_t{8388607} << 40);
  for (const char* text : {"0", "0G", "G", "1.5G", "-1", "1g", "1GB", "8388608T", "0x10"}) {
    INFO(text);
    Example example;
    example.parser.add_bytes("--memory", "a limit", [](std::uint64_t) {});
    REQUIRE(says(example.refusal({"in", std::string("--memory=") + text}),
                 "--memory is '" + std::string(text) + "', expected a number of bytes"));
  }
}

TEST_CASE("options reach their variables", "[option_parser]") {
  Example example;
  REQUIRE(example.parse({"--number", "4096", "--choice=green", "in"}));
  REQUIRE(example.number == 4096);
  REQUIRE(example.choice == "green");
  REQUIRE(example.input == "in");
}

TEST_CASE("a single dash is an argument, and so is everything after --", "[option_parser]") {
  REQUIRE([] {
    Example example;
    return example.parse({"-"}) && example.input == "-";
  }());
  REQUIRE([] {
    Example example;
    return example.parse({"--", "--number"}) && example.input == "--number";
  }());
}

TEST_CASE("integers are parsed whole and in range", "[option_parser]") {
  const std::string bad = GENERATE("8x", "x", "", "0", "4097", "-3", "8.0", "1e2", "0x8", "++8",
                                   "+-8", "+", " 8", "99999999999999999999");
  CAPTURE(bad);
  Example example;
  const std::string message = example.refusal({"--number=" + bad, "in"});
  REQUIRE(says(message, "--number"));
  REQUIRE(example.number == -1);
  if (!bad.empty()) {  // CLI11 itself says that a value is missing
    REQUIRE(says(message, "'" + bad + "', expected a whole number from 1 to 4096"));
  }
  REQUIRE(says(message, "\ntry 'example --help'"));
}

TEST_CASE("an option without its value, or given twice, is refused", "[option_parser]") {
  REQUIRE(says(Example().refusal({"in", "--number"}), "--number takes one value, once\n"));
  REQUIRE(says(Example().refusal({"in", "--number=1", "--number=2"}),
               "--number takes one value, once\n"));
}

TEST_CASE("a plus sign is a number's", "[option_parser]") {
  Example example;
  REQUIRE(example.parse({"--number=+10", "in"}));
  REQUIRE(example.number == 10);
}

TEST_CASE("leading zeros are decimal", "[option_parser]") {
  Example example;
  REQUIRE(example.parse({"--number", "010", "in"}));
  REQUIRE(example.number == 10);
}

TEST_CASE("a wrong choice names the right ones", "[option_parser]") {
  Example example;
  REQUIRE(says(example.refusal({"--choice", "blue", "in"}),
               "--choice (or APSP_TEST_COLOUR) is 'blue', expected one of red, green"));
}

TEST_CASE("the environment stands in for an option that is not given", "[option_parser]") {
  REQUIRE(setenv("APSP_TEST_COLOUR", "red", 1) == 0);
  Example from_environment;
  REQUIRE(from_environment.parse({"in"}));
  REQUIRE(from_environment.choice == "red");
  Example from_option;
  REQUIRE(from_option.parse({"--choice", "green", "in"}));
  REQUIRE(from_option.choice == "green");
  REQUIRE(setenv("APSP_TEST_COLOUR", "blue", 1) == 0);
  REQUIRE(says(Example().refusal({"in"}), "'blue', expected one of red, green"));
  REQUIRE(unsetenv("APSP_TEST_COLOUR") == 0);
}

TEST_CASE("an unknown option is named, with the nearest or all that exist", "[option_parser]") {
  // Even where INPUT is missing too.
  for (const char* given : {"--nmber=3", "--unmber", "--numbers", "--num", "-number", "-n"}) {
    INFO(given);
    REQUIRE(says(Example().refusal({given}), ", did you mean --number?\ntry"));
  }
  REQUIRE(says(Example().refusal({"--nmber=3"}), "unknown option --nmber,"));
  Example two;
  bool unused = false;
  two.parser.add_flag("--numb", "another", unused);
  REQUIRE(says(two.refusal({"--nu"}), "did you mean --number or --numb?"));
  for (const char* given : {"--depth=3", "-x", "--=7"}) {
    INFO(given);
    REQUIRE(says(Example().refusal({given}),
                 "the options are --help --version --number --choice\ntry"));
  }
  REQUIRE(says(Example().refusal({"a", "b"}), "unexpected argument 'b'"));
  REQUIRE(says(Example().refusal({}), "INPUT is required"));
}

TEST_CASE("a value that its receiver refuses is a usage error", "[option_parser]") {
  Example example;
  example.parser.add_text("--even", "N", "an even number", [](const std::string& text) {
    throw apsp::InvalidValue("--even is '" + text + "', expected an even number");
  });
  REQUIRE(example.refusal({"--even", "3", "in"}) ==
          "--even is '3', expected an even number\ntry 'example --help'");
}

TEST_CASE("an empty text is a value, not a missing option", "[option_parser]") {
  Example example;
  std::optional<std::string> file;
  example.parser.add_text("--file", "FILE", "a file", file);
  REQUIRE(example.parse({"in"}));
  REQUIRE_FALSE(file);
  REQUIRE(example.parse({"--file", "", "in"}));
  REQUIRE(file == "");
}

TEST_CASE("options can exclude and need each other", "[option_parser]") {
  Example example;
  bool loud = false;
  bool quiet = false;
  const auto is_loud = example.parser.add_flag("--loud", "print more", loud);
  example.parser.add_flag("--quiet", "print less", quiet).excludes(is_loud);
  example.parser.add_flag("--louder", "print most", [&] { loud = true; }).needs(is_loud);
  const std::string both = example.refusal({"--loud", "--quiet", "in"});
  REQUIRE(says(both, "--loud"));
  REQUIRE(says(both, "excludes"));
  REQUIRE(says(both, "--quiet"));
  REQUIRE(says(example.refusal({"--louder", "in"}), "--louder requires --loud"));
  REQUIRE(example.parse({"--loud", "--louder", "in"}));
  REQUIRE(loud);
}
