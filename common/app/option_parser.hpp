// SPDX-License-Identifier: MIT
// Parses command lines with this project's messages and exit codes. CLI11 does the work behind it;
// option_parser.cpp alone includes CLI11, which takes longer to compile than most of our files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class Option;
}

namespace apsp {

/// An option's value makes no sense. Thrown by the functions that receive values: the message names
/// the option, the value found and what was expected; parse() makes a usage error of it.
class InvalidValue : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The options of one program: add them, then parse once. Whatever receives a value must outlive
/// parse(). Descriptions flow: see flowed_text.hpp for lines that stay lines.
class OptionParser {
 public:
  /// An option or argument that was added. Valid as long as its parser.
  class Option {
   public:
    Option& required();
    Option& excludes(const Option& other);
    Option& needs(const Option& other);

    /// Sets the placeholder that --help shows for the value: "FILE", "[=ROWS]".
    Option& shown_as(const std::string& placeholder);

   private:
    friend class OptionParser;
    explicit Option(CLI::Option* option) : option_(option) {}
    CLI::Option* option_;
  };

  using TakeText = std::function<void(const std::string&)>;
  using TakeInteger = std::function<void(std::int64_t)>;
  using TakeBytes = std::function<void(std::uint64_t)>;
  using TakeIntegers = std::function<void(std::vector<std::int64_t>)>;

  /// --help prints `description` above the options and `footer` below; descriptions of options
  /// start at `column`. -h, --help and --version are there already.
  OptionParser(const std::string& program, const std::string& description,
               const std::string& footer, std::size_t column = 22);
  ~OptionParser();
  OptionParser(const OptionParser&) = delete;
  OptionParser& operator=(const OptionParser&) = delete;

  /// Adds a positional argument: "INPUT".
  Option add_argument(const std::string& name, const std::string& description, std::string& target);
  Option add_argument(const std::string& name, const std::string& description,
                      std::optional<std::string>& target);
  Option add_argument(const std::string& name, const std::string& description,
                      const TakeText& take);

  /// Adds `name` ("--json"), any text, shown as `placeholder` in --help.
  Option add_text(const std::string& name, const std::string& placeholder,
                  const std::string& description, std::string& target);
  Option add_text(const std::string& name, const std::string& placeholder,
                  const std::string& description, std::optional<std::string>& target);
  Option add_text(const std::string& name, const std::string& placeholder,
                  const std::string& description, const TakeText& take);

  /// Adds `name` ("--quiet"), which takes no value and sets `target`.
  Option add_flag(const std::string& name, const std::string& description, bool& target);

  /// The same, but calls `take`.
  Option add_flag(const std::string& name, const std::string& description,
                  const std::function<void()>& take);

  /// Adds `name` ("--seed"), an integer in [low, high], shown as N in --help. The number is parsed
  /// whole and in decimal ("8x", "0x8" and "8.0" are refused).
  Option add_integer(const std::string& name, std::int64_t low, std::int64_t high,
                     const std::string& description, const TakeInteger& take);

  /// Adds `name` ("--devices"), 1 to `most` integers in [low, high] with commas between them, shown
  /// as N,N,... in --help. Each is parsed like add_integer's.
  Option add_integers(const std::string& name, std::size_t most, std::int64_t low,
                      std::int64_t high, const std::string& description, const TakeIntegers& take);

  /// Adds `name` ("--memory"), a number of bytes, shown as BYTES in --help. It is a whole number
  /// from 1, perhaps with K, M, G or T behind it for 2^10, 2^20, 2^30 or 2^40 bytes each.
  Option add_bytes(const std::string& name, const std::string& description, const TakeBytes& take);

  /// Adds `name`, to be given alone, which means `otherwise`, or as "name=N": the word behind it is
  /// the next argument. N is as for add_integer().
  Option add_optional_integer(const std::string& name, std::int64_t low, std::int64_t high,
                              std::int64_t otherwise, const std::string& description,
                              const TakeInteger& take);

  /// Adds `name`, one of `allowed`, shown as NAME; the description is followed by the list. Without
  /// the option, the environment variable `variable` counts, if one is named.
  Option add_choice(const std::string& name, std::vector<std::string> allowed,
                    const std::string& description, const TakeText& take,
                    const std::string& variable = "");

  /// Adds --threads, in [1, kMostThreads].
  Option add_threads(const TakeInteger& take);

  /// Parses. True: go on. False: --help or --version was asked for and has been printed on standard
  /// output. Throws Error(kUsage), whose second line points to --help, and Error(kOutput) if
  /// standard output takes no text.
  [[nodiscard]] bool parse(int argc, char** argv);

  /// Throws Error(kUsage) with this message, as parse() does: for options that are good one by one
  /// and make no sense together.
  [[noreturn]] void refuse(const std::string& message) const;

 private:
  struct Engine;  // CLI11
  std::unique_ptr<Engine> engine_;
};

}  // namespace apsp
