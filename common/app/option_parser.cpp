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

/// The text with its lines broken behind a comma where they are too long for --help.
std::string broken(std::string text) {
  constexpr std::size_t kLongest = 78;
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); start < text.size(); end = text.find('\n', start)) {
    if (std::min(end, text.size()) - start > kLongest) {
      const std::size_t comma = text.rfind(", ", start + kLongest - 1);
      if (comma != std::string::npos && comma > start) text[end = comma + 1] = '\n';
    }
    if (end == std::string::npos) break;
    start = end + 1;
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

/// Returns the message for `error`. CLI11 reports missing arguments first; a misspelt option is the
/// more useful report.
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

/// Keeps CLI11 from showing what it would by itself: types, and what an option excludes.
constexpr const char* kNothing = " ";

}  // namespace

struct OptionParser::Engine {
  Engine(const std::string& description, const std::string& program) : cli(description, program) {}
  CLI::App cli;
};

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
    : engine_(std::make_unique<Engine>(description, program)) {
  CLI::App& cli = engine_->cli;
  cli.get_formatter()->column_width(column);
  cli.get_formatter()->label("Positionals", "Arguments");
  cli.set_help_flag("--help", "print this help and exit");
  cli.set_version_flag("--version", program + " " + APSP_VERSION, "print the version and exit");
  cli.footer(footer);
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
  return add_text(name, kNothing, description, take);
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
  return Option(engine_->cli.add_flag(name, target, description)->option_text(kNothing));
}

OptionParser::Option OptionParser::add_flag(const std::string& name, const std::string& description,
                                            const std::function<void()>& take) {
  return Option(engine_->cli.add_flag_callback(name, take, description)->option_text(kNothing));
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
  Option option = add_text(name, "NAME", broken(fmt::format("{}: {}", description, list)), choose);
  option.option_->envname(variable);
  return option;
}

OptionParser::Option OptionParser::add_threads(const TakeInteger& take) {
  return add_integer(
      "--threads", 1, kMostThreads,
      "number of threads; default: OMP_NUM_THREADS, else one\nfor each processor granted", take);
}

bool OptionParser::parse(int argc, char** argv) {
  CLI::App& cli = engine_->cli;
  try {
    cli.parse(argc, argv);
    return true;
  } catch (const CLI::CallForHelp&) {
    print_whole(cli.help());
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
