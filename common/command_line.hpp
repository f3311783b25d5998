// SPDX-License-Identifier: MIT
// Command lines by CLI11, with this project's messages and exit codes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace apsp {

/// Adds `name` ("--threads"), an integer in [low, high], shown as N in --help. The number is parsed
/// whole and in decimal ("8x", "0x8" and "8.0" are refused) and handed to `set`.
CLI::Option* add_integer(CLI::App& cli, const std::string& name, std::int64_t low,
                         std::int64_t high, const std::string& description,
                         const std::function<void(std::int64_t)>& set);

/// Adds `name` ("--devices"), 1 to `most` integers in [low, high] with commas between them, shown
/// as N,N,... in --help. Each is parsed like add_integer's.
CLI::Option* add_integers(CLI::App& cli, const std::string& name, std::size_t most,
                          std::int64_t low, std::int64_t high, const std::string& description,
                          const std::function<void(std::vector<std::int64_t>)>& set);

/// Adds `name`, to be given alone, which means `otherwise`, or as "name=N": the word behind it is
/// the next argument. N is as for add_integer().
CLI::Option* add_optional_integer(CLI::App& cli, const std::string& name, std::int64_t low,
                                  std::int64_t high, std::int64_t otherwise,
                                  const std::string& description,
                                  const std::function<void(std::int64_t)>& set);

/// Adds `name`, one of `allowed`, shown as NAME; the description is followed by the list. The
/// choice is handed to `set`. Without the option, the environment variable `variable` counts, if
/// one is named.
CLI::Option* add_choice(CLI::App& cli, const std::string& name, std::vector<std::string> allowed,
                        const std::string& description,
                        const std::function<void(const std::string&)>& set,
                        const std::string& variable = "");

/// Parses. True: go on. False: --help or --version was asked for and has been printed on standard
/// output. Throws Error(kUsage), whose second line points to --help, and Error(kOutput) if standard
/// output takes no text.
[[nodiscard]] bool parse_command_line(CLI::App& cli, int argc, char** argv);

/// The line below a usage error: "try 'hw3-1 --help'".
[[nodiscard]] std::string help_hint(const std::string& program);

}  // namespace apsp
