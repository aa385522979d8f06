// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/poisson_plan.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <glint/algorithms/detail/poisson_level.hpp>
#include <glint/algorithms/detail/poisson_shapes.hpp>
#include <glint/driver/copies.hpp>

// Runs cycles until the solution is accurate enough. For solutions in double, the residual is
// computed in double, and cycles in float compute a correction from it.
namespace glint::detail {
namespace {

// A cycle reduces the residual to this fraction at best.
constexpr double kFastest = 0.04;

}  // namespace

void PoissonPlan::queue_norms(const Unknown& unknown, std::size_t slot) {
    const Level& level = levels_[0];
    const driver::LaunchShape shape =
        level.is_large ? columns_of(level.grid) : threads(parts_of(level));
    kernels_.queue(stream_, level.is_large ? PoissonKernel::column_norms : PoissonKernel::norms,
                   shape, level.device, unknown.f, mean_of(0), static_cast<const void*>(unknown.p),
                   parts_->memory.data());
    queue_join(shape.grid.x * shape.grid.y * shape.grid.z, slot);
}

void PoissonPlan::queue_join(unsigned parts, std::size_t slot) {
    kernels_.queue(stream_, PoissonKernel::join, threads(1), static_cast<int>(parts),
                   parts_->memory.data(), sums(slot));
}

std::vector<PoissonPlan::Norms> PoissonPlan::read_norms(std::size_t slots) {
    std::vector<double> squares(2 * slots);
    download(stream_, squares.data(), {sums(0), row_major(Shape(squares.size())), sizeof(double)});
    std::vector<Norms> norms;
    for (std::size_t i = 0; i < squares.size(); i += 2)
        norms.push_back({.residual = std::sqrt(squares[i]), .right = std::sqrt(squares[i + 1])});
    return norms;
}

void PoissonPlan::queue_settle(void* p) {
    if (!has_null_space_) return;
    queue_mean(0, p);
    kernels_.queue(stream_, PoissonKernel::settle, cells_of(levels_[0].grid), levels_[0].device,
                   mean_of(0), p);
}

/// Runs cycles until the limits are reached. Reads the norms only after queuing the minimum number
/// of cycles that could reach the tolerance, so that the device rarely waits for the host.
PoissonReport PoissonPlan::cycles_until(const PoissonLimits& limits,
                                        const std::function<void(std::size_t slot)>& queue_norms,
                                        const std::function<void()>& queue_cycle) {
    queue_norms(0);
    const Norms first = read_norms(1)[0];
    // If the right-hand side is 0, the solution is 0 too, and fractions of |f| are meaningless.
    const double size = first.right > 0 ? first.right : first.residual > 0 ? first.residual : 1;
    PoissonReport report{.residuals = {first.residual / size}};
    const auto is_done = [&] { return report.residual() <= limits.tolerance; };
    bool has_stopped = false;
    while (!is_done() && !has_stopped && report.cycles < limits.max_cycles) {
        const double least = std::log(limits.tolerance / report.residual()) / std::log(kFastest);
        const std::size_t most = std::min(kPoissonSlots, limits.max_cycles - report.cycles);
        const auto count = static_cast<std::size_t>(
            std::isfinite(least) ? std::clamp(least, 1.0, static_cast<double>(most)) : 1.0);
        for (std::size_t slot = 0; slot < count; ++slot) {
            queue_cycle();
            queue_norms(slot);
        }
        for (const Norms& norms : read_norms(count)) {
            const double now = norms.residual / size;
            has_stopped = has_stopped || !(now < report.residual());
            report.residuals.push_back(now);
        }
        report.cycles += count;
    }
    report.has_converged = is_done();
    return report;
}

PoissonReport PoissonPlan::solve(const PoissonArray& f, const PoissonArray& p,
                                 const PoissonLimits& limits) {
    check("solve", f);
    check("solve", p);
    wait_for(stream_, *f.stream);
    wait_for(stream_, *p.stream);
    const Unknown unknown{f.data, p.data};
    queue_mean(0, f.data);
    PoissonReport report = cycles_until(
        limits, [&](std::size_t slot) { queue_norms(unknown, slot); },
        [&] { queue_cycle(0, unknown); });
    queue_settle(p.data);
    wait_for(*f.stream, stream_);
    wait_for(*p.stream, stream_);
    return report;
}

void PoissonPlan::prepare_refinement() {
    if (refined_f_) return;
    variant_.has_refinement = true;
    kernels_ = PoissonKernels(stream_.device(), variant_);
    refined_f_ = numbers(shape_.size(), sizeof(float));
    refined_p_ = numbers(shape_.size(), sizeof(float));
}

void PoissonPlan::queue_refined_norms(const Unknown& unknown, std::size_t slot) {
    const unsigned count = parts_of(levels_[0]);
    queue_mean(0, unknown.f);
    kernels_.queue(stream_, PoissonKernel::refine_residual, threads(count), levels_[0].device,
                   unknown.f, mean_of(0), static_cast<const void*>(unknown.p),
                   refined_f_->memory.data(), parts_->memory.data());
    queue_join(count, slot);
}

/// Queues cycles in float that solve for the correction. The result is in `refined_p_`.
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
    kernels_.queue(stream_, PoissonKernel::refine_sums, threads(count), levels_[0].device,
                   static_cast<const void*>(p), parts);
    kernels_.queue(stream_, PoissonKernel::mean, threads(1), static_cast<int>(count), parts,
                   measure_of(0), mean_of(0));
    kernels_.queue(stream_, PoissonKernel::refine_settle, cells_of(levels_[0].grid),
                   levels_[0].device, mean_of(0), p);
}

PoissonReport PoissonPlan::refine(const PoissonArray& f, const PoissonArray& p,
                                  const PoissonLimits& limits) {
    check("solve", f);
    check("solve", p);
    wait_for(stream_, *f.stream);
    wait_for(stream_, *p.stream);
    prepare_refinement();
    const Unknown unknown{f.data, p.data};
    PoissonReport report = cycles_until(
        limits, [&](std::size_t slot) { queue_refined_norms(unknown, slot); },
        [&] {
            queue_refinement();
            kernels_.queue(stream_, PoissonKernel::refine_add, cells_of(levels_[0].grid),
                           levels_[0].device, static_cast<const void*>(refined_p_->memory.data()),
                           p.data);
        });
    queue_refined_settle(p.data);
    wait_for(*f.stream, stream_);
    wait_for(*p.stream, stream_);
    return report;
}

}  // namespace glint::detail
