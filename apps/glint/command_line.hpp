// SPDX-License-Identifier: MIT
#pragma once

namespace glint::apps {

/// Parses a command line and runs its command. Returns the exit status; errors are printed to
/// stderr.
int run_command_line(int argc, char** argv);

/// The whole main() of glint: prepares the process, runs the command, and flushes its output.
/// Returns the exit status.
int run_glint(int argc, char** argv);

}  // namespace glint::apps
