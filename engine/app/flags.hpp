#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <glint/app/options.hpp>

namespace glint::app {

/// Adds --headless --frames --every --size --out --dt --device --share --set to `command`, which
/// fill `options` when it is parsed. `options` stays as long as `command`. A value that a flag
/// cannot take is a CLI::ValidationError that names both.
void add_flags(CLI::App& command, AppOptions& options);

/// The one line that a program prints when it cannot take its arguments, with the nearest name for
/// an unknown one. For `CLI::App::failure_message`.
std::string refusal(const CLI::App* command, const CLI::Error& error);

/// The exit status of a program that cannot take its arguments.
inline constexpr int kWrongUsage = 2;

}  // namespace glint::app
