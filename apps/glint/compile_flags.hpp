// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include <apps/glint/commands.hpp>

namespace glint::apps {

/// Adds the flags of `glint compile` to `command`. Parsing fills `request`, which must outlive
/// `command`. Invalid values throw CLI::ValidationError.
void add_compile_flags(CLI::App& command, CompileRequest& request);

/// Resolves the automatic device if the other flags determine the device. Call it after parsing.
/// Throws CLI::ValidationError for flags that do not apply to the requested device.
void settle(CompileRequest& request);

}  // namespace glint::apps
