// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glint/studio/views/field_values.hpp>

namespace glint::studio {

/// What the values of one simulation have more than those of another, element by element.
class Difference {
public:
    /// From those of `other`, which has to outlive it.
    explicit Difference(Simulation& other) : other_(&other) {}

    /// Computes `one`, which is of `simulation`, minus what has its name in the other, on the
    /// kernels' stream: floats, whose sizes alone count where a volume or a surface shows them.
    /// They are valid until the next call. Nothing if there is no difference; why() then says why.
    std::optional<Shown> of(ViewKernels& kernels, Simulation& simulation, const Shown& one);
    /// The full name of a difference.
    static std::string name_of(const Shown& one) { return one.full_name + " difference"; }
    const std::string& why() const noexcept { return why_; }

private:
    std::optional<Shown> counterpart(Simulation& simulation, const Shown& one);

    Simulation* other_;
    DeviceMemory<float> values_;
    std::string why_;
};

}  // namespace glint::studio
