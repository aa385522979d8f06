#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <glint/app/simulation.hpp>
#include <glint/driver/device.hpp>
#include <glint/gl/context.hpp>
#include <glint/interop/sharing.hpp>

namespace glint::apps {

/// What a simulation is made on and from.
struct Setup {
    Device device;
    gl::Context context;
    interop::Sharing sharing = interop::Sharing::automatic;
    unsigned seed = 1;
    std::optional<std::filesystem::path>
        input{};  ///< the initial state, in the simulation's formats
};

/// A simulation that `glint run` knows.
struct Entry {
    std::string_view name;
    std::string_view title;
    std::string_view summary;
    double time_step;         ///< in the simulation's own unit
    double steps_per_second;  ///< at speed 1
    std::unique_ptr<app::Simulation> (*make)(const Setup& setup);
};

std::span<const Entry> catalog();

/// Throws WrongOption, naming the nearest, if there is no such simulation.
const Entry& find_entry(std::string_view name);

}  // namespace glint::apps
