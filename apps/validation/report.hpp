// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/driver/device.hpp>

namespace glint::apps {

/// A number that a simulation gave, beside what it ought to be.
struct Finding {
    enum class Kind {
        near,      ///< at most `band` times the reference away from it; of a reference 0, `band`
        at_most,   ///< no greater than the reference
        at_least,  ///< no less
    };
    std::string what;  ///< "drag coefficient, 2D-1"
    Kind kind = Kind::near;
    double result = 0;
    double reference = 0;
    double band = 0;
    std::string source{};  ///< of the reference: "Ghia 1982", "exact"

    /// How far the result is from the reference, as a share of that if it is not 0.
    double error() const;
    /// Whether it is what it ought to be; never if the result is no number.
    bool holds() const;
};

/// Where a validation puts what it finds. Prints each finding as it comes: some take minutes.
class Report {
public:
    /// A short one takes less than a minute on two cores of a CPU: smaller grids, wider bands.
    /// With `part`, other parts of a validation do not run.
    Report(Device device, bool is_short, bool is_printed, std::string part = "");

    const Device& device() const noexcept { return device_; }
    bool is_short() const noexcept { return is_short_; }

    /// Calls `find(report)`, unless another part alone was asked for. All of a validation is in
    /// parts, whose names are words.
    template <std::invocable<Report&> Find>
    void part(std::string name, const Find& find) {
        if (begin(std::move(name))) find(*this);
    }
    /// The names so far.
    const std::vector<std::string>& parts() const noexcept { return parts_; }

    void near(std::string what, double result, double reference, double band, std::string source);
    void at_most(std::string what, double result, double bound, std::string source);
    void at_least(std::string what, double result, double bound, std::string source);

    const std::vector<Finding>& findings() const noexcept { return findings_; }
    bool holds() const;

private:
    /// Whether the part runs.
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
