// SPDX-License-Identifier: MIT
#include <apps/convection/convection.hpp>

#include <algorithm>
#include <cmath>

#include <glint/studio/run/field.hpp>

namespace glint::apps {

void Convection::step(const studio::Step& now) {
    const ArrayView<float> pressure = field<float>("pressure");
    if (!poisson_ || poisson_->shape() != pressure.shape()) {
        const PoissonBorders closed{PoissonBorder::neumann, PoissonBorder::neumann};
        poisson_.emplace(stream(), pressure.shape(), PoissonOptions{.borders = {closed}});
        divergence_ = Array<float>(stream(), pressure.shape());
    }
    const auto parts = static_cast<int>(parts_of(now.dt));
    const auto part = static_cast<float>(now.dt / parts);
    for (int i = 0; i < parts; ++i) {
        const bool is_first = now.number == 0 && i == 0;
        advance_(now, {{"part", part}, {"is_first", is_first}});
        find_divergence_(now, {{"divergence", divergence_}});
        poisson_->cycle(divergence_.view(), pressure, get<std::size_t>("cycles"));
        push_(now);
    }
}

double Convection::parts_of(double dt) const {
    const double rayleigh = get("rayleigh"), prandtl = get("prandtl"), cells = get("height");
    // Two limits keep Adams-Bashforth steps stable. The fastest diffusive mode on the grid must not
    // grow, and advection at the free-fall speed, 1 m/s, must cover at most half a cell per
    // substep.
    const double spread =
        std::max(std::sqrt(prandtl / rayleigh), 1 / std::sqrt(prandtl * rayleigh));
    const double most = std::min(0.9 / (8 * spread * cells * cells), 0.5 / cells);
    return std::max(1.0, std::ceil(dt / most));
}

}  // namespace glint::apps
