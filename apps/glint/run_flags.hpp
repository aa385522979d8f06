// SPDX-License-Identifier: MIT
#pragma once

#include <apps/glint/commands.hpp>

// CLI11 takes seconds to compile: who parses includes it.
namespace CLI {
class App;
}

namespace glint::apps {

/// Parses the value of `flag`, such as "500MB", into bytes. Throws CLI::ValidationError for other
/// texts.
std::size_t parse_size_of(const char* flag, const std::string& text);

/// Adds the name of a simulation and the flags of `glint run` to `command`, which fill `request`
/// when it is parsed. `request` stays as long as `command`.
void add_run_flags(CLI::App& command, RunRequest& request);

/// Adds the folder or checkpoint that `glint resume` goes on from, and the flags that mean
/// something for it.
void add_resume_flags(CLI::App& command, ResumeRequest& request);

/// Adds the run that `glint replay` makes again, how far, and the flags that mean something for it.
void add_replay_flags(CLI::App& command, ReplayRequest& request);

/// Adds the file that `glint view` shows, and its flags.
void add_view_flags(CLI::App& command, ViewRequest& request);

/// What `glint run` makes of these arguments. Throws app::WrongOption for what it cannot take.
RunRequest parse_run(const std::vector<std::string>& arguments);
/// Sets what these arguments of `glint resume` say in the request.
void parse_resume(const std::vector<std::string>& arguments, ResumeRequest& request);
/// And of `glint replay`.
void parse_replay(const std::vector<std::string>& arguments, ReplayRequest& request);

}  // namespace glint::apps
