#include <apps/plume/plume3d.hpp>

#include <glint/studio/run/field.hpp>

namespace glint::apps {

void Plume3d::step(const studio::Step& now) {
    const std::size_t cells = field<float>("pressure").size();
    if (ways_.size() != 6 * cells) {
        ways_ = Array<float>(stream(), Shape{6, cells});
        ahead_ = Array<float>(stream(), Shape{5, cells});
    }
    Plume::step(now);
}

void Plume3d::carry(const studio::Step& now) {
    trace_(now, {{"ways", ways_}});
    carry_(now, {{"ways", ways_}, {"ahead", ahead_}});
    correct_(now, {{"ways", ways_}, {"ahead", ahead_}});
    if (!(get("swirl") > 0)) return;
    find_vortices_(now, {{"ways", ways_}});
    find_swirl_(now, {{"ways", ways_}});
    swirl_(now, {{"ways", ways_}});
}

detail::PerAxis<PoissonBorders> Plume3d::borders() const {
    const PoissonBorders closed{PoissonBorder::neumann, PoissonBorder::neumann};
    return {closed, {PoissonBorder::neumann, PoissonBorder::dirichlet}, closed};
}

std::vector<std::string> Plume3d::open_names() const {
    return {"open_deep", "open_up", "open_across"};
}

}  // namespace glint::apps
