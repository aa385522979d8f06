// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glint/studio/views/detail/field_values.hpp>

namespace glint::studio {

/// The element-by-element difference between the values of two simulations.
class Difference {
public:
    /// `other` is the simulation to subtract, and must outlive this object.
    explicit Difference(Simulation& other) : other_(&other) {}

    /// Subtracts the values of the view with the same name in the other simulation from the values
    /// of `one`, a view of `simulation`. Queues the work on the stream of `kernels`. The results
    /// are floats, and are valid until the next call. If `one` is shown as a volume or a surface,
    /// vectors are replaced by their lengths. Returns nullopt if the difference cannot be computed;
    /// why() then returns the reason.
    std::optional<DeclaredView> of(ViewKernels& kernels, Simulation& simulation,
                                   const DeclaredView& one);
    /// Returns the full name of a difference.
    static std::string name_of(const DeclaredView& one) { return one.full_name + " difference"; }
    const std::string& why() const noexcept { return why_; }

private:
    std::optional<DeclaredView> counterpart(Simulation& simulation, const DeclaredView& one);

    Simulation* other_;
    DeviceMemory<float> values_;
    std::string why_;
};

}  // namespace glint::studio
