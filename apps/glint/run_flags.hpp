// SPDX-License-Identifier: MIT
#pragma once

#include <apps/glint/commands.hpp>

// CLI11 takes seconds to compile. Therefore, only sources that parse command lines include it.
namespace CLI {
class App;
}

namespace glint::apps {

/// Returns the number of bytes that the value of `flag`, such as "500MB", stands for. Throws
/// CLI::ValidationError if the value is not a size.
std::size_t parse_size_of(const char* flag, const std::string& text);

/// Adds the name of a simulation and the flags of `glint run` to `command`. Parsing fills `spec`,
/// which must outlive `command`.
void add_run_flags(CLI::App& command, RunSpec& spec);

/// Adds the run folder or checkpoint that `glint resume` continues, and the flags of that command.
void add_resume_flags(CLI::App& command, ResumeRequest& request);

/// Adds the run folder or bundle that `glint replay` replays, and the flags of that command.
void add_replay_flags(CLI::App& command, ReplayRequest& request);

/// Adds the file that `glint view` opens, and the flags of that command.
void add_view_flags(CLI::App& command, ViewRequest& request);

/// Parses the arguments of `glint run`. Throws app::WrongOption for invalid arguments.
RunSpec parse_run(const std::vector<std::string>& arguments);
/// Parses the arguments of `glint resume` into `request`. Throws as parse_run() does.
void parse_resume(const std::vector<std::string>& arguments, ResumeRequest& request);
/// Parses the arguments of `glint replay` into `request`. Throws as parse_run() does.
void parse_replay(const std::vector<std::string>& arguments, ReplayRequest& request);

}  // namespace glint::apps
