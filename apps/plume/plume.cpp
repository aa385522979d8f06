// SPDX-License-Identifier: MIT
#include <apps/plume/plume.hpp>

#include <utility>

#include <glint/studio/run/field.hpp>

namespace glint::apps {

void Plume::step(const studio::Step& now) {
    carry(now);
    lift_(now);
    project(now);
}

void Plume::carry(const studio::Step& now) {
    carry_(now);
    correct_(now);
}

void Plume::project(const studio::Step& now) {
    fit();
    open_faces(now);
    find_divergence_(now, {{"divergence", divergence_}});
    poisson_->cycle(divergence_.view(), field<float>("pressure"), get<std::size_t>("cycles"));
    push_(now);
}

const Array<float>& Plume::divergence(const studio::Step& now) {
    fit();
    find_divergence_(now, {{"divergence", divergence_}});
    return divergence_;
}

detail::PerAxis<PoissonBorders> Plume::borders() const {
    return {{PoissonBorder::dirichlet, PoissonBorder::neumann},
            {PoissonBorder::neumann, PoissonBorder::neumann}};
}

std::vector<std::string> Plume::open_names() const { return {"open_down", "open_across"}; }

void Plume::open_faces(const studio::Step& now) {
    const Walls walls{.solid = data_version("solid"), .is_open_above = get<bool>("open")};
    if (opened_ == walls) return;
    opened_ = walls;
    studio::HostArguments arguments;
    const std::vector<std::string> names = open_names();
    for (std::size_t axis = 0; axis < open_.size(); ++axis)
        arguments.emplace_back(names[axis], open_[axis]);
    open_faces_(now, arguments);
    const auto faces = [&](std::size_t axis) { return std::as_const(open_[axis]).view(); };
    if (open_.size() == 2)
        poisson_->set_openness({faces(0), faces(1)});
    else
        poisson_->set_openness({faces(0), faces(1), faces(2)});
}

void Plume::fit() {
    const Shape shape = field<float>("pressure").shape();
    if (poisson_ && poisson_->shape() == shape) return;
    poisson_.emplace(stream(), shape, PoissonOptions{.borders = borders()});
    opened_.reset();
    open_.clear();
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        Shape faces = shape;
        ++faces[axis];
        open_.emplace_back(stream(), faces);
    }
    divergence_ = Array<float>(stream(), shape);
}

}  // namespace glint::apps
