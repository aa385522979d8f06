// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/pass.hpp>

#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

Pass::Pass(Simulation& simulation, std::string kernel)
    : simulation_(&simulation), kernel_(std::move(kernel)) {
    simulation.require_kernel(kernel_);
}

void Pass::operator()(const Step& now, const HostArguments& given,
                      const std::optional<LaunchShape>& shape) const {
    simulation_->run_pass(simulation_->declaration().require_pass(kernel_), now, given, shape);
}

}  // namespace glint::studio
