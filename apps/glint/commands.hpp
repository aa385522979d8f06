#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <glint/app/options.hpp>
#include <glint/interop/sharing.hpp>

namespace glint::apps {

struct RunRequest {
    std::string simulation;
    app::AppOptions options;
    bool time_step_given = false;
    std::string device = "auto";
    interop::Sharing sharing = interop::Sharing::automatic;
    unsigned seed = 1;
    std::optional<std::filesystem::path> input;
};

/// The program's commands. Each prints to stdout, throws Error, and returns the exit status.
int run(RunRequest request);
int list();
int doctor();

}  // namespace glint::apps
