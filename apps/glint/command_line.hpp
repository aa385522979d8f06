// SPDX-License-Identifier: MIT
#pragma once

namespace glint::apps {

/// Runs the command that a command line names. Returns the exit status; errors are printed to stderr.
int run_command_line(int argc, char** argv);

}  // namespace glint::apps
