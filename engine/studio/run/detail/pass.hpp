// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glint/driver/any_kernel.hpp>
#include <glint/driver/launch_shape.hpp>

namespace glint::studio {

class Simulation;
struct Step;

/// Kernel arguments that host code passes, by the names of the kernel's parameters.
using HostArguments = std::vector<std::pair<std::string, KernelArgument>>;

/// A kernel of a simulation's file that host code runs between its own operations:
///
///     class Flock final : public studio::Simulation {
///         using Simulation::Simulation;
///         void step(const studio::Step& now) override {
///             sort_into_cells(field<float4>("position"));
///             steer_(now, {{"cell_start", cell_start_}});
///         }
///         studio::Pass steer_{*this, "steer"};
///         Array<unsigned> cell_start_;
///     };
///
/// Like an annotated kernel, the kernel receives fields, parameters, and built-in values by name.
/// The kernel may also have an annotation. Without an annotation, its parameters with other names
/// receive arguments from the host.
class Pass {
public:
    /// `kernel` is the name of the kernel, with namespaces if the name is ambiguous. The simulation
    /// must outlive the pass. After this call, the simulation accepts only versions of the file
    /// that contain the kernel. Throws Error(not_found), with the nearest name, if the file does
    /// not contain the kernel.
    Pass(Simulation& simulation, std::string kernel);

    /// Queues the kernel, with one thread per element of the structure that it runs over, or with
    /// the given `shape`. Values that the kernel writes to `f_next` become the values of the field
    /// `f` afterwards. Throws Error(invalid_argument) if `given` lacks an argument that the host
    /// must pass, or contains an argument that the kernel does not have.
    void operator()(const Step& now, const HostArguments& given = {},
                    const std::optional<LaunchShape>& shape = std::nullopt) const;

private:
    Simulation* simulation_;
    std::string kernel_;
};

}  // namespace glint::studio
