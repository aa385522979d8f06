// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <glint/compiler/program.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// An element with a number that is infinite or none at all.
struct NoNumber {
    Declaration::Place place;
    std::array<std::size_t, 3> at{};
};

/// Looks through the floating-point numbers of a simulation's state: half, bfloat16, float and
/// double, in vectors and structs too. What `draw` kernels write is no state.
class NumberCheck {
public:
    /// Compiles for this device.
    explicit NumberCheck(const Device& device);

    /// For each field that has any such element the first of them, x fastest. Reads each field once
    /// on the device, and waits.
    std::vector<NoNumber> find(Simulation& simulation);

private:
    /// Numbers that lie evenly in the elements of a field.
    struct Part {
        Declaration::Place place;
        ElementType::Part numbers;
    };
    static std::vector<Part> parts_of(const Declaration& declaration);
    void launch(Simulation& simulation, const Part& part, void* lowest);

    Program program_;
};

/// "'level[12,40]' is nan at step 640", for what was found before that step. Waits.
std::string to_text(Simulation& simulation, const NoNumber& found);

}  // namespace glint::studio
