// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/app/options.hpp>
#include <glint/base/parameters.hpp>

// Only declared here, because the CLI11 header takes seconds to compile. Files that parse arguments
// include the header.
namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace glint::app {

/// Adds --headless --frames --every --size --out --dt --seed --device --share --set and the flags
/// in `options.flags` to `command`. Parsing stores the values in `options` and in the variables of
/// the flags. `options` must outlive `command`. For an invalid value, parsing throws a
/// CLI::ValidationError that names the flag and the value. A time step of 0 selects the
/// simulation's own time step. Throws Error(invalid_argument) if a name in `options.flags` is
/// invalid or already in use.
void add_flags(CLI::App& command, AppOptions& options);

/// The parsed command line of a program.
struct Arguments {
    AppOptions options;
    bool are_given = false;  ///< false if the program created the options itself
    bool is_help = false;    ///< --help printed the flags; parameters are printed later
};

/// Thrown to end a program with this exit status after all messages have been printed.
struct Exit {
    int status;
};

/// Parses the arguments. Options that the arguments do not set keep the values in `defaults`. If
/// parsing fails, prints the reason on one line and throws Exit.
Arguments parse_arguments(AppOptions defaults, int argc, const char* const* argv);

/// Returns the section of --help that lists parameters: one line for each parameter with an
/// annotation, with its initial value, range, unit and label. Returns an empty string if no
/// parameter has an annotation.
std::string parameter_help(const ParameterSet& parameters);

/// Returns a one-line message for arguments that cannot be parsed. For an unknown argument, the
/// message suggests a similar name. Used as `CLI::App::failure_message`.
std::string refusal(const CLI::App* command, const CLI::Error& error);

/// Exit status of a program that was called with invalid arguments.
inline constexpr int kWrongUsage = 2;

}  // namespace glint::app
