// SPDX-License-Identifier: MIT
#include "common/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/error.hpp"

namespace apsp {
namespace {

/// By hand, because GCC 12 warns about the inside of fmt::join.
std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : separator) + word;
  }
  return text;
}

/// Names of all options, for the message about one that does not exist.
std::vector<std::string> option_names(const CLI::App& cli) {
  std::vector<std::string> names;
  for (const CLI::Option* option : cli.get_options()) {
    if (option->nonpositional()) {
      names.push_back("--" + option->get_lnames().front());
    }
  }
  return names;
}

/// What was wrong. CLI11 looks for missing arguments first, but where an option is misspelt, that
/// is what the user wants to hear.
std::string explain(const CLI::App& cli, const CLI::ParseError& error) {
  const std::vector<std::string> left_over = cli.remaining();
  const auto unknown = std::find_if(
      left_over.begin(), left_over.end(),
      [](const std::string& argument) { return argument.size() > 1 && argument.front() == '-'; });
  if (unknown != left_over.end()) {
    return fmt::format("unknown option {}, the options are {}", *unknown,
                       joined(option_names(cli), " "));
  }
  if (!left_over.empty()) {
    return fmt::format("unexpected argument '{}'", left_over.front());
  }
  const std::string_view message = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    return fmt::format("{} takes one value, once", message.substr(0, message.find(": ")));
  }
  return std::string(message);
}

/// The integer in [low, high] that the whole text is, in decimal.
std::optional<std::int64_t> whole_number(std::string_view text, std::int64_t low,
                                         std::int64_t high) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || value < low || value > high) return std::nullopt;
  return value;
}

std::int64_t parse_integer(const std::string& name, const std::string& text, std::int64_t low,
                           std::int64_t high) {
  const std::optional<std::int64_t> value = whole_number(text, low, high);
  if (!value) {
    throw CLI::ValidationError(
        fmt::format("{} is '{}', expected a whole number from {} to {}", name, text, low, high));
  }
  return *value;
}

void print_whole(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw Error(ExitCode::kOutput, "standard output cannot be written");
  }
}

}  // namespace

CLI::Option* add_integer(CLI::App& cli, const std::string& name, std::int64_t low,
                         std::int64_t high, const std::string& description,
                         const std::function<void(std::int64_t)>& set) {
  const auto parse = [=](const std::string& text) { set(parse_integer(name, text, low, high)); };
  return cli.add_option_function<std::string>(name, parse, description)->option_text("N");
}

CLI::Option* add_integers(CLI::App& cli, const std::string& name, std::size_t most,
                          std::int64_t low, std::int64_t high, const std::string& description,
                          const std::function<void(std::vector<std::int64_t>)>& set) {
  const auto parse = [=](const std::string& text) {
    std::vector<std::int64_t> values;
    std::size_t begin = 0;
    while (begin <= text.size()) {
      const std::size_t comma = std::min(text.find(',', begin), text.size());
      const auto value =
          whole_number(std::string_view(text).substr(begin, comma - begin), low, high);
      if (!value || values.size() == most) {
        throw CLI::ValidationError(
            fmt::format("{} is '{}', expected 1 to {} whole numbers from {} to {} with commas "
                        "between them",
                        name, text, most, low, high));
      }
      values.push_back(*value);
      begin = comma + 1;
    }
    set(values);
  };
  return cli.add_option_function<std::string>(name, parse, description)->option_text("N,N,...");
}

CLI::Option* add_optional_integer(CLI::App& cli, const std::string& name, std::int64_t low,
                                  std::int64_t high, std::int64_t otherwise,
                                  const std::string& description,
                                  const std::function<void(std::int64_t)>& set) {
  const CLI::callback_t parse = [=](const CLI::results_t& given) {
    // CLI11's word for an option without a value.
    const bool bare = given.back() == "true";
    set(bare ? otherwise : parse_integer(name, given.back(), low, high));
    return true;
  };
  return cli.add_option(name, parse, description)->expected(0)->option_text("[=N]");
}

CLI::Option* add_choice(CLI::App& cli, const std::string& name, std::vector<std::string> allowed,
                        const std::string& description,
                        const std::function<void(const std::string&)>& set,
                        const std::string& variable) {
  const std::string label = variable.empty() ? name : fmt::format("{} (or {})", name, variable);
  const std::string list = joined(allowed, ", ");
  const auto choose = [=, allowed = std::move(allowed)](const std::string& text) {
    if (std::find(allowed.begin(), allowed.end(), text) == allowed.end()) {
      throw CLI::ValidationError(fmt::format("{} is '{}', expected one of {}", label, text, list));
    }
    set(text);
  };
  return cli
      .add_option_function<std::string>(name, choose, fmt::format("{}: {}", description, list))
      ->option_text("NAME")
      ->envname(variable);
}

bool parse_command_line(CLI::App& cli, int argc, char** argv) {
  try {
    cli.parse(argc, argv);
    return true;
  } catch (const CLI::CallForHelp&) {
    print_whole(cli.help());
  } catch (const CLI::CallForVersion& version) {
    print_whole(std::string(version.what()) + "\n");
  } catch (const CLI::ParseError& error) {
    throw Error(ExitCode::kUsage, explain(cli, error) + "\n" + help_hint(cli.get_name()));
  }
  return false;
}

std::string help_hint(const std::string& program) {
  return fmt::format("try '{} --help'", program);
}

}  // namespace apsp
