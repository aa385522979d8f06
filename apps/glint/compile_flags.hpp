// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include <apps/glint/commands.hpp>

namespace glint::apps {

/// Adds what `glint compile` takes to `command`, which fills `request` when it is parsed. `request`
/// stays as long as `command`. A value that a flag cannot take is a CLI::ValidationError.
void add_compile_flags(CLI::App& command, CompileRequest& request);

/// Settles which device an automatic one is where the other flags tell. To be called after parsing.
/// Throws CLI::ValidationError for flags that say nothing about the device asked for.
void settle(CompileRequest& request);

}  // namespace glint::apps
