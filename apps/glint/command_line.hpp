// SPDX-License-Identifier: MIT
#pragma once

namespace glint::apps {

/// Parses a command line and runs its command. Prints errors to stderr. Returns the exit status.
int run_command_line(int argc, char** argv);

/// Does everything that main() does: prepares the process, runs the command, and flushes the
/// output. Returns the exit status.
int run_glint(int argc, char** argv);

}  // namespace glint::apps
