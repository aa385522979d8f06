// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/driver/device.hpp>

namespace glint::apps {

/// A result of a simulation, and its expected value.
struct Finding {
    enum class Kind {
        near,      ///< within `band` times the reference, or within `band` if it is 0
        at_most,   ///< not greater than the reference
        at_least,  ///< not less than the reference
    };
    std::string what;  ///< such as "drag coefficient, 2D-1"
    Kind kind = Kind::near;
    double result = 0;
    double reference = 0;
    double band = 0;
    std::string source{};  ///< source of the reference, such as "Ghia 1982" or "exact"

    /// Difference from the reference, divided by the reference unless the reference is 0.
    double error() const;
    /// Returns true if the result is as expected. Returns false for NaN.
    bool holds() const;
};

/// Collects the findings of a validation. Prints each finding immediately, because some take
/// minutes.
class Report {
public:
    /// If `is_short`, a validation takes less than a minute on two CPU cores, with smaller grids
    /// and wider bands. If `part` is not empty, only that part runs.
    Report(Device device, bool is_short, bool is_printed, std::string part = "");

    const Device& device() const noexcept { return device_; }
    bool is_short() const noexcept { return is_short_; }

    /// Calls `find(report)`, unless another part was requested. A validation consists only of
    /// parts. The name of a part is a single word.
    template <std::invocable<Report&> Find>
    void part(std::string name, const Find& find) {
        if (begin(std::move(name))) find(*this);
    }
    /// Names of all parts so far, including those that did not run.
    const std::vector<std::string>& parts() const noexcept { return parts_; }

    void near(std::string what, double result, double reference, double band, std::string source);
    void at_most(std::string what, double result, double bound, std::string source);
    void at_least(std::string what, double result, double bound, std::string source);

    const std::vector<Finding>& findings() const noexcept { return findings_; }
    bool holds() const;

private:
    /// Returns true if the part with this name should run.
    bool begin(std::string name);
    void add(Finding finding);

    Device device_;
    bool is_short_;
    bool is_printed_;
    std::string wanted_;
    std::vector<std::string> parts_;
    std::vector<Finding> findings_;
};

}  // namespace glint::apps
