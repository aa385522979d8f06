// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <glint/compiler/program.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// An element with a NaN or infinity.
struct NonFinite {
    Declaration::Place place;
    std::array<std::size_t, 3> at{};
};

/// Searches the floating-point numbers of a simulation's state for NaN and infinity: half,
/// bfloat16, float, and double, including vectors and structs. Fields that only `draw` kernels
/// write are not state.
class NonFiniteCheck {
public:
    /// Compiles the kernels of the check for this device.
    explicit NonFiniteCheck(const Device& device);

    /// For each field that contains NaN or infinity, returns the first such element. The order of
    /// elements is x fastest. Reads each field once on the device, and waits for the result.
    std::vector<NonFinite> find(Simulation& simulation);

private:
    /// Numbers at a constant stride in memory: one part of each element of a field.
    struct Part {
        Declaration::Place place;
        ElementType::Part numbers;
    };
    static std::vector<Part> parts_of(const Declaration& declaration);
    void launch(Simulation& simulation, const Part& part, void* lowest);

    Program program_;
};

/// Describes a found element by its current value, for example "'level[12,40]' is nan at step 640".
/// Waits for the device.
std::string to_text(Simulation& simulation, const NonFinite& found);

}  // namespace glint::studio
