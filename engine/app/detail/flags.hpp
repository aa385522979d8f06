// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/app/options.hpp>
#include <glint/base/parameters.hpp>

// CLI11 takes seconds to compile; code that parses includes it itself.
namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace glint::app {

/// Adds --headless --frames --every --size --out --dt --seed --device --share --set and
/// `options.flags` to `command`. Parsing writes to `options` and the flags' variables. `options`
/// must outlive `command`. An invalid value causes a CLI::ValidationError that names the flag and
/// the value. A time step of 0 selects that of the simulation. Throws Error(invalid_argument) for a
/// name in `options.flags` that is invalid or already in use.
void add_flags(CLI::App& command, AppOptions& options);

/// A program's parsed command line.
struct Arguments {
    AppOptions options;
    bool are_given = false;  ///< false for options that a program creates itself
    bool is_help = false;    ///< --help was printed; the program must still print its own part
};

/// Ends a program with this exit status, after all messages have been printed.
struct Exit {
    int status;
};

/// Parses the flags on top of `defaults`. On failure, prints the reason on one line and throws
/// Exit.
Arguments parse_arguments(AppOptions defaults, int argc, const char* const* argv);

/// Returns the parameter section of --help: one line for each parameter that --set accepts and that
/// has a slider, with initial value, range, unit and label. Empty if there are none.
std::string parameter_help(const ParameterSet& parameters);

/// Returns the one-line message for arguments that cannot be parsed, with the nearest name for an
/// unknown argument. For `CLI::App::failure_message`.
std::string refusal(const CLI::App* command, const CLI::Error& error);

/// Exit status of a program whose arguments are invalid.
inline constexpr int kWrongUsage = 2;

}  // namespace glint::app
