#include <apps/plume/plume.hpp>

#include <glint/studio/run/field.hpp>

namespace glint::apps {

void Plume::step(const studio::Step& now) {
    carry_(now);
    correct_(now);
    feed_(now);
    lift_(now);
    project(now);
}

void Plume::project(const studio::Step& now) {
    fit();
    open_faces_(now, {{"open_across", open_across_}, {"open_down", open_down_}});
    poisson_->set_openness({open_down_.view(), open_across_.view()});
    close_faces_(now, {{"open_across", open_across_}, {"open_down", open_down_}});
    find_divergence_(now, {{"divergence", divergence_}});
    const ArrayView<float> pressure = field<float>("pressure");
    for (int i = 0; i < get<int>("cycles"); ++i) poisson_->cycle(divergence_.view(), pressure);
    push_(now, {{"open_across", open_across_}, {"open_down", open_down_}});
}

const Array<float>& Plume::divergence(const studio::Step& now) {
    fit();
    find_divergence_(now, {{"divergence", divergence_}});
    return divergence_;
}

void Plume::fit() {
    const Shape shape = field<float>("pressure").shape();
    if (poisson_ && poisson_->shape() == shape) return;
    const PoissonBorders closed{PoissonBorder::neumann, PoissonBorder::neumann};
    const PoissonBorders open_above{PoissonBorder::dirichlet, PoissonBorder::neumann};
    poisson_.emplace(stream(), shape, PoissonOptions{.borders = {open_above, closed}});
    open_across_ = Array<float>(stream(), Shape{shape[0], shape[1] + 1});
    open_down_ = Array<float>(stream(), Shape{shape[0] + 1, shape[1]});
    divergence_ = Array<float>(stream(), shape);
}

}  // namespace glint::apps
