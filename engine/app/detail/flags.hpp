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

/// Adds --headless --frames --every --size --out --dt --device --share --set to `command`, which
/// fill `options` when it is parsed. `options` stays as long as `command`. A value that a flag
/// cannot take is a CLI::ValidationError that names both.
void add_flags(CLI::App& command, AppOptions& options);

/// What a program was started with.
struct Arguments {
    AppOptions options;
    std::string program{};  ///< its name; empty if it was not asked for its arguments
    bool is_help = false;   ///< --help was printed, and what the program adds to it is wanted
};

/// Reads the flags over `defaults`. Where it cannot, says why in one line and exits with 2.
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
