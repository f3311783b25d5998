// SPDX-License-Identifier: MIT
#include "common/app/option_parser.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/app/flowed_text.hpp"
#include "common/app/nearest_word.hpp"
#include "common/app/terminal.hpp"
#include "common/base/error.hpp"
#include "common/base/threads.hpp"

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

/// Returns the message for an option that is none: what it may stand for, or all that there are.
std::string describe_unknown(const std::string& given, const std::vector<std::string>& names) {
  const std::string name = given.substr(0, given.find('='));
  const std::string word = name.substr(std::min(name.find_first_not_of('-'), name.size()));
  const auto near = word.empty() ? std::vector<std::string>() : nearest_words("--" + word, names);
  return near.empty()
             ? fmt::format("unknown option {}, the options are {}", name, joined(names, " "))
             : fmt::format("unknown option {}, did you mean {}?", name, joined(near, " or "));
}

/// Returns the message for `error`. CLI11 reports missing arguments first; a misspelt option is the
/// more useful report.
std::string explain(const CLI::App& cli, const CLI::ParseError& error) {
  const std::vector<std::string> left_over = cli.remaining();
  const auto unknown = std::find_if(
      left_over.begin(), left_over.end(),
      [](const std::string& argument) { return argument.size() > 1 && argument.front() == '-'; });
  if (unknown != left_over.end()) return describe_unknown(*unknown, option_names(cli));
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
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || value < low || value > high) return std::nullopt;
  return value;
}

std::int64_t parse_integer(const std::string& name, const std::string& text, std::int64_t low,
                           std::int64_t high) {
  const std::optional<std::int64_t> value = whole_number(text, low, high);
  if (!value) {
    throw InvalidValue(
        fmt::format("{} is '{}', expected a whole number from {} to {}", name, text, low, high));
  }
  return *value;
}

std::vector<std::int64_t> parse_integers(const std::string& name, const std::string& text,
                                         std::size_t most, std::int64_t low, std::int64_t high) {
  std::vector<std::int64_t> values;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    const auto value = whole_number(std::string_view(text).substr(begin, comma - begin), low, high);
    if (!value || values.size() == most) {
      throw InvalidValue(
          fmt::format("{} is '{}', expected 1 to {} whole numbers from {} to {} with commas "
                      "between them",
                      name, text, most, low, high));
    }
    values.push_back(*value);
    begin = comma + 1;
  }
  return values;
}

/// "16G" as a number of bytes.
std::uint64_t parse_bytes(const std::string& name, const std::string& text) {
  constexpr std::string_view kUnits = "KMGT";
  const std::size_t unit = text.empty() ? std::string::npos : kUnits.find(text.back());
  const int shift = unit == std::string::npos ? 0 : 10 * (static_cast<int>(unit) + 1);
  const std::int64_t most = std::numeric_limits<std::int64_t>::max() >> shift;
  const std::string_view digits =
      std::string_view(text).substr(0, text.size() - (shift == 0 ? 0 : 1));
  const auto number = whole_number(digits, 1, most);
  if (!number) {
    throw InvalidValue(fmt::format(
        "{} is '{}', expected a number of bytes, perhaps with K, M, G or T: 16G", name, text));
  }
  return static_cast<std::uint64_t>(*number) << shift;
}

void print_whole(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw Error(Fault::kOutput, "standard output cannot be written");
  }
}

/// Wraps `take` so that CLI11 understands its refusals.
OptionParser::TakeText guarded(const OptionParser::TakeText& take) {
  return [take](const std::string& text) {
    try {
      take(text);
    } catch (const InvalidValue& invalid) {
      throw CLI::ValidationError(invalid.what());
    }
  };
}

/// Stores the text in `target`, a std::string or an optional one.
template <typename Target>
OptionParser::TakeText store_in(Target& target) {
  return [&target](const std::string& text) { target = text; };
}

}  // namespace

struct OptionParser::Engine {
  CLI::App cli;
  std::string description;
  std::string footer;
  std::size_t column;  // at which descriptions of options begin

  /// Returns the text of --help. CLI11 has one, and each version breaks other lines.
  [[nodiscard]] std::string help(std::size_t width) const;
};

namespace {

/// "--threads N", "-h, --help", "INPUT".
std::string entry_name(const CLI::Option& option) {
  if (!option.nonpositional()) return option.get_name(true);
  std::string name;
  for (const std::string& letter : option.get_snames()) name += "-" + letter + ", ";
  name += "--" + option.get_lnames().front();
  const std::string& value = option.get_option_text();
  return name + (value.empty() || value.starts_with("[=") ? "" : " ") + value;
}

/// Returns the columns of --help: those of the terminal, within reason.
std::size_t help_width() {
  constexpr int kLeast = 50;
  constexpr int kMost = 100;
  return static_cast<std::size_t>(std::clamp(terminal_columns(stdout), kLeast, kMost));
}

}  // namespace

std::string OptionParser::Engine::help(std::size_t width) const {
  std::string usage = fmt::format("Usage: {} [OPTIONS]", cli.get_name());
  std::string arguments;
  std::string options;
  for (const CLI::Option* option : cli.get_options()) {
    const bool is_option = option->nonpositional();
    const std::string name = entry_name(*option);
    (is_option ? options : arguments) +=
        flowed_entry(name, option->get_description(), column, width);
    if (is_option) continue;
    usage += option->get_required() ? " " + name : " [" + name + "]";
  }
  if (!arguments.empty()) arguments = "Arguments:\n" + arguments + "\n";
  return flowed(description, width) + "\n" + flowed(usage, width) + "\n" + arguments +
         "Options:\n" + options + "\n" + flowed(footer, width);
}

OptionParser::Option& OptionParser::Option::required() {
  option_->required();
  return *this;
}

OptionParser::Option& OptionParser::Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

OptionParser::Option& OptionParser::Option::needs(const Option& other) {
  option_->needs(other.option_);
  return *this;
}

OptionParser::Option& OptionParser::Option::shown_as(const std::string& placeholder) {
  option_->option_text(placeholder);
  return *this;
}

OptionParser::OptionParser(const std::string& program, const std::string& description,
                           const std::string& footer, std::size_t column)
    : engine_(new Engine{CLI::App(description, program), description, footer, column}) {
  CLI::App& cli = engine_->cli;
  cli.set_help_flag("-h,--help", "print this help and exit");
  cli.set_version_flag("--version", program + " " + APSP_VERSION, "print the version and exit");
}

OptionParser::~OptionParser() = default;

OptionParser::Option OptionParser::add_argument(const std::string& name,
                                                const std::string& description,
                                                std::string& target) {
  return add_argument(name, description, store_in(target));
}

OptionParser::Option OptionParser::add_argument(const std::string& name,
                                                const std::string& description,
                                                std::optional<std::string>& target) {
  return add_argument(name, description, store_in(target));
}

OptionParser::Option OptionParser::add_argument(const std::string& name,
                                                const std::string& description,
                                                const TakeText& take) {
  return add_text(name, "", description, take);
}

OptionParser::Option OptionParser::add_text(const std::string& name, const std::string& placeholder,
                                            const std::string& description, std::string& target) {
  return add_text(name, placeholder, description, store_in(target));
}

OptionParser::Option OptionParser::add_text(const std::string& name, const std::string& placeholder,
                                            const std::string& description,
                                            std::optional<std::string>& target) {
  return add_text(name, placeholder, description, store_in(target));
}

OptionParser::Option OptionParser::add_text(const std::string& name, const std::string& placeholder,
                                            const std::string& description, const TakeText& take) {
  return Option(engine_->cli.add_option_function<std::string>(name, guarded(take), description)
                    ->option_text(placeholder));
}

OptionParser::Option OptionParser::add_flag(const std::string& name, const std::string& description,
                                            bool& target) {
  return Option(engine_->cli.add_flag(name, target, description));
}

OptionParser::Option OptionParser::add_flag(const std::string& name, const std::string& description,
                                            const std::function<void()>& take) {
  return Option(engine_->cli.add_flag_callback(name, take, description));
}

OptionParser::Option OptionParser::add_bytes(const std::string& name,
                                             const std::string& description,
                                             const TakeBytes& take) {
  return add_text(name, "BYTES", description,
                  [=](const std::string& text) { take(parse_bytes(name, text)); });
}

OptionParser::Option OptionParser::add_integer(const std::string& name, std::int64_t low,
                                               std::int64_t high, const std::string& description,
                                               const TakeInteger& take) {
  return add_text(name, "N", description,
                  [=](const std::string& text) { take(parse_integer(name, text, low, high)); });
}

OptionParser::Option OptionParser::add_integers(const std::string& name, std::size_t most,
                                                std::int64_t low, std::int64_t high,
                                                const std::string& description,
                                                const TakeIntegers& take) {
  return add_text(name, "N,N,...", description, [=](const std::string& text) {
    take(parse_integers(name, text, most, low, high));
  });
}

OptionParser::Option OptionParser::add_optional_integer(const std::string& name, std::int64_t low,
                                                        std::int64_t high, std::int64_t otherwise,
                                                        const std::string& description,
                                                        const TakeInteger& take) {
  const TakeText parse = guarded([=](const std::string& text) {
    const bool bare = text == "true";  // CLI11's word for an option without a value
    take(bare ? otherwise : parse_integer(name, text, low, high));
  });
  const CLI::callback_t parse_last = [parse](const CLI::results_t& given) {
    parse(given.back());
    return true;
  };
  return Option(
      engine_->cli.add_option(name, parse_last, description)->expected(0)->option_text("[=N]"));
}

OptionParser::Option OptionParser::add_choice(const std::string& name,
                                              std::vector<std::string> allowed,
                                              const std::string& description, const TakeText& take,
                                              const std::string& variable) {
  const std::string label = variable.empty() ? name : fmt::format("{} (or {})", name, variable);
  const std::string list = joined(allowed, ", ");
  const auto choose = [=, allowed = std::move(allowed)](const std::string& text) {
    if (std::find(allowed.begin(), allowed.end(), text) == allowed.end()) {
      throw InvalidValue(fmt::format("{} is '{}', expected one of {}", label, text, list));
    }
    take(text);
  };
  Option option = add_text(name, "NAME", fmt::format("{}: {}", description, list), choose);
  option.option_->envname(variable);
  return option;
}

OptionParser::Option OptionParser::add_threads(const TakeInteger& take) {
  return add_integer(
      "--threads", 1, kMostThreads,
      "number of threads; default: OMP_NUM_THREADS, else one for each processor granted, fewer for "
      "little work",
      take);
}

bool OptionParser::parse(int argc, char** argv) {
  CLI::App& cli = engine_->cli;
  try {
    cli.parse(argc, argv);
    return true;
  } catch (const CLI::CallForHelp&) {
    print_whole(engine_->help(help_width()));
  } catch (const CLI::CallForVersion& version) {
    print_whole(std::string(version.what()) + "\n");
  } catch (const CLI::ParseError& error) {
    refuse(explain(cli, error));
  }
  return false;
}

void OptionParser::refuse(const std::string& message) const {
  throw Error(Fault::kUsage, fmt::format("{}\ntry '{} --help'", message, engine_->cli.get_name()));
}

}  // namespace apsp
