// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/app/options.hpp>
#include <glint/base/parameters.hpp>

// CLI11 takes seconds to compile: who parses includes it.
namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace glint::app {

/// Adds --headless --frames --every --size --out --dt --seed --device --share --set and
/// `options.flags` to `command`, which fill `options` and the flags' variables when it is parsed.
/// `options` stays as long as `command`. A value that a flag cannot take is a CLI::ValidationError
/// that names both. A time step of 0 is the simulation's own.
/// Throws Error(invalid_argument) for a name in `options.flags` that cannot be or is taken.
void add_flags(CLI::App& command, AppOptions& options);

/// What a program was started with.
struct Arguments {
    AppOptions options;
    bool are_given = false;  ///< not so for options that a program made by itself
    bool is_help = false;    ///< --help was printed, and what the program adds to it is wanted
};

/// What ends a program with this exit status, all being said.
struct Exit {
    int status;
};

/// Reads the flags over `defaults`. Where it cannot, says why in one line and throws Exit.
Arguments parse_arguments(AppOptions defaults, int argc, const char* const* argv);

/// What --help says of parameters: a line each for those that --set takes by a slider, with initial
/// value, range, unit and label; empty if there is none.
std::string parameter_help(const ParameterSet& parameters);

/// The one line that a program prints when it cannot take its arguments, with the nearest name for
/// an unknown one. For `CLI::App::failure_message`.
std::string refusal(const CLI::App* command, const CLI::Error& error);

/// The exit status of a program that cannot take its arguments.
inline constexpr int kWrongUsage = 2;

}  // namespace glint::app
