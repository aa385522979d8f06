#include <glint/algorithms/detail/poisson_plan.hpp>
#include <glint/driver/copies.hpp>

// Solutions in double of right sides in float: cycles in float for what residuals in double leave.
namespace glint::detail {

void PoissonPlan::prepare_refinement() {
    if (refined_f_) return;
    variant_.has_refinement = true;
    kernels_ = PoissonKernels(stream_.device(), variant_);
    refined_f_ = numbers(shape_.size(), sizeof(float));
    refined_p_ = numbers(shape_.size(), sizeof(float));
}

PoissonPlan::Norms PoissonPlan::refined_norms(const Unknown& unknown) {
    const unsigned count = parts_of(levels_[0]);
    queue_mean(0, unknown.f);
    kernels_.queue(stream_, PoissonKernel::refine_residual,
                   {.grid = {count, 1, 1}, .block = {PoissonKernels::kThreads, 1, 1}},
                   levels_[0].device, unknown.f, mean_of(0), static_cast<const void*>(unknown.p),
                   refined_f_->memory.data(), parts_->memory.data());
    return joined_norms(count);
}

/// What is found lies in `refined_p_`.
void PoissonPlan::queue_refinement() {
    auto* const p = static_cast<float*>(refined_p_->memory.data());
    fill(stream_, DeviceSpan<float>(p, shape_.size()), 0.0f);
    queue_mean(0, refined_f_->memory.data());
    queue_cycle(0, {refined_f_->memory.data(), p});
}

void PoissonPlan::queue_refined_settle(void* p) {
    if (!has_null_space_) return;
    const unsigned count = parts_of(levels_[0]);
    void* const parts = parts_->memory.data();
    kernels_.queue(stream_, PoissonKernel::refine_sums,
                   {.grid = {count, 1, 1}, .block = {PoissonKernels::kThreads, 1, 1}},
                   levels_[0].device, static_cast<const void*>(p), parts);
    kernels_.queue(stream_, PoissonKernel::mean,
                   {.grid = {1, 1, 1}, .block = {PoissonKernels::kThreads, 1, 1}},
                   static_cast<int>(count), parts, measure_of(0), mean_of(0));
    kernels_.queue(stream_, PoissonKernel::refine_settle, cells_of(levels_[0].grid),
                   levels_[0].device, mean_of(0), p);
}

PoissonReport PoissonPlan::refine(const PoissonArray& f, const PoissonArray& p,
                                  const PoissonLimits& limits) {
    check("solve", f);
    check("solve", p);
    const auto wait = [](Stream& stream, const Stream& other) {
        if (other.share() != stream.share()) stream.wait(other);
    };
    wait(stream_, *f.stream);
    wait(stream_, *p.stream);
    prepare_refinement();
    const Unknown unknown{f.data, p.data};
    PoissonReport report = cycles_until(
        limits, [&] { return refined_norms(unknown); },
        [&] {
            queue_refinement();
            kernels_.queue(stream_, PoissonKernel::refine_add, cells_of(levels_[0].grid),
                           levels_[0].device, static_cast<const void*>(refined_p_->memory.data()),
                           p.data);
        });
    queue_refined_settle(p.data);
    wait(*f.stream, stream_);
    wait(*p.stream, stream_);
    return report;
}

}  // namespace glint::detail
