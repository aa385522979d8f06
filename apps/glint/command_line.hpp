// SPDX-License-Identifier: MIT
#pragma once

namespace glint::apps {

/// Runs the command that a command line names. Returns the exit status; errors are printed to stderr.
int run_command_line(int argc, char** argv);

/// All of main(): prepares the process, runs the command, and flushes its output. Returns the exit
/// status.
int run_glint(int argc, char** argv);

}  // namespace glint::apps
