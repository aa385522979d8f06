// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/run/monitor_log.hpp>
#include <glint/studio/run/number_check.hpp>

namespace glint::studio {

/// What goes wrong in a run, and where.
struct Finding {
    std::string text;  ///< "'level[12,40]' is nan at step 640"
    std::size_t structure = 0;
    std::optional<std::array<std::size_t, 3>> at{};  ///< the element, where one is to blame
};

/// Looks out for elements that are no numbers and for monitors outside of their limits.
class Watch {
public:
    /// The simulation has to outlive it.
    Watch(Simulation& simulation, std::vector<Limit> limits);

    /// Looks through all numbers of the state. Waits; see NumberCheck.
    std::optional<Finding> check_numbers();

    bool has_limits() const noexcept { return !limits_.empty(); }
    /// Compares these values of the monitors with the limits. For an extreme that left them, the
    /// finding has the element whose value it is, and names it; for a value that is no number the
    /// element of a field that is none, if there is one.
    std::optional<Finding> check_limits(const std::vector<std::optional<double>>& values);

    /// To be called after another version of the file was adopted. Limits of monitors that are gone
    /// go too.
    void look_again();

private:
    Simulation* simulation_;
    std::vector<Limit> limits_;
    std::optional<NumberCheck> numbers_;  // compiled when it is first needed
};

}  // namespace glint::studio
