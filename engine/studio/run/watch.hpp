// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/run/detail/non_finite_check.hpp>
#include <glint/studio/run/monitor_log.hpp>

namespace glint::studio {

/// An error in a run, and its location.
struct Finding {
    std::string text;  ///< "'level[12,40]' is nan at step 640"
    std::size_t structure = 0;
    std::optional<std::array<std::size_t, 3>> at{};  ///< faulty element; nullopt: unknown
};

/// Checks for NaN and infinity, and for monitors outside of their limits.
class Watch {
public:
    /// The simulation must outlive this object.
    Watch(Simulation& simulation, std::vector<Limit> limits);

    /// Searches all numbers of the state. Returns nullopt if all of them are finite. Waits for the
    /// device, see NonFiniteCheck.
    std::optional<Finding> check_numbers();

    bool has_limits() const noexcept { return !limits_.empty(); }
    /// Compares these values of the monitors with the limits. Returns nullopt if all values are
    /// within their limits. If a minimum or maximum is outside its limits, the finding contains the
    /// location of the element with this value. If a value is NaN or infinity, the finding contains
    /// the location of a NaN or infinity in the fields, if one is found.
    std::optional<Finding> check_limits(const std::vector<std::optional<double>>& values);

    /// Call after another version of the file was adopted. Removes the limits of removed monitors.
    void refresh_limits();
    [[deprecated("use refresh_limits")]] void look_again() { refresh_limits(); }

private:
    Simulation* simulation_;
    std::vector<Limit> limits_;
    std::optional<NonFiniteCheck> numbers_;  // compiled on first use
};

}  // namespace glint::studio
