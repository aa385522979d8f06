// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include <apps/glint/commands.hpp>

namespace glint::apps {

/// Adds the flags of `glint compile` to `command`; parsing fills `request`, which must outlive
/// `command`. Invalid values throw CLI::ValidationError.
void add_compile_flags(CLI::App& command, CompileRequest& request);

/// Resolves an automatic device if the other flags determine it. Must be called after parsing.
/// Throws CLI::ValidationError for flags that do not apply to the requested device.
void settle(CompileRequest& request);

}  // namespace glint::apps
