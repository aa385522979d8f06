// SPDX-License-Identifier: MIT
#include <apps/plume/plume3d.hpp>

#include <glint/studio/run/field.hpp>

namespace glint::apps {

void Plume3d::carry(const studio::Step& now) {
    const std::size_t cells = field<float>("pressure").size();
    if (ways_.size() != 6 * cells) {
        ways_ = Array<float>(stream(), Shape{6, cells});
        ahead_ = Array<float>(stream(), Shape{5, cells});
    }
    trace_(now, {{"ways", ways_}});
    carry_(now, {{"ways", ways_}, {"ahead", ahead_}});
    correct(now);
    if (!(get("swirl") > 0)) return;
    find_vortices_(now, {{"ways", ways_}});
    find_swirl_(now, {{"ways", ways_}});
    swirl_(now, {{"ways", ways_}});
}

void Plume3d::correct(const studio::Step& now) {
    const studio::HostArguments arguments{{"ways", ways_}, {"ahead", ahead_}};
    if (stream().device().kind() != BackendKind::cpu) return correct_(now, arguments);
    for (const studio::Pass& part : correct_parts_) part(now, arguments);
}

detail::PerAxis<PoissonBorders> Plume3d::borders() const {
    const PoissonBorders closed{PoissonBorder::neumann, PoissonBorder::neumann};
    return {closed, {PoissonBorder::neumann, PoissonBorder::dirichlet}, closed};
}

std::vector<std::string> Plume3d::open_names() const {
    return {"open_deep", "open_up", "open_across"};
}

}  // namespace glint::apps
