// SPDX-License-Identifier: MIT
#pragma once

#include <apps/glint/commands.hpp>

// CLI11 takes seconds to compile, so only the sources that parse command lines include it.
namespace CLI {
class App;
}

namespace glint::apps {

/// Parses the value of `flag`, such as "500MB", into bytes. Throws CLI::ValidationError if it is
/// not a size.
std::size_t parse_size_of(const char* flag, const std::string& text);

/// Adds the name of a simulation and the flags of `glint run` to `command`; parsing fills `spec`,
/// which must outlive `command`.
void add_run_flags(CLI::App& command, RunSpec& spec);

/// Adds the folder or checkpoint that `glint resume` resumes, and the flags that apply to it.
void add_resume_flags(CLI::App& command, ResumeRequest& request);

/// Adds the folder or bundle that `glint replay` replays, and the flags that apply to it.
void add_replay_flags(CLI::App& command, ReplayRequest& request);

/// Adds the file that `glint view` opens, and its flags.
void add_view_flags(CLI::App& command, ViewRequest& request);

/// Parses the arguments of `glint run`. Throws app::WrongOption for invalid arguments.
RunSpec parse_run(const std::vector<std::string>& arguments);
/// Parses the arguments of `glint resume` into the request.
void parse_resume(const std::vector<std::string>& arguments, ResumeRequest& request);
/// Parses the arguments of `glint replay` into the request.
void parse_replay(const std::vector<std::string>& arguments, ReplayRequest& request);

}  // namespace glint::apps
