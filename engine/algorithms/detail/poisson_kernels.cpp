#include <glint/algorithms/detail/poisson_kernels.hpp>

#include <fmt/format.h>

namespace glint::detail {
namespace {

const char* name_of(PoissonKernel kernel) {
    switch (kernel) {
        case PoissonKernel::smooth: return "poisson_smooth";
        case PoissonKernel::residual: return "poisson_residual";
        case PoissonKernel::restrict_residual: return "poisson_restrict";
        case PoissonKernel::prolong: return "poisson_prolong";
        case PoissonKernel::bottom: return "poisson_bottom";
        case PoissonKernel::measure: return "poisson_measure";
        case PoissonKernel::sums: return "poisson_sums";
        case PoissonKernel::mean: return "poisson_mean";
        case PoissonKernel::norms: return "poisson_norms";
        case PoissonKernel::join: return "poisson_join";
        case PoissonKernel::settle: return "poisson_settle";
        case PoissonKernel::coarsen_open: return "poisson_coarsen_open";
        case PoissonKernel::mark_clear: return "poisson_mark_clear";
        case PoissonKernel::sweep: return "poisson_sweep";
    }
    return "";
}

KernelSource source_of(const PoissonVariant& variant, PoissonKernel first) {
    std::string setup = fmt::format(
        "#pragma once\nnamespace glint::poisson {{\nusing Value = {};\nconstexpr int kRank = {};\n"
        "constexpr bool kOpen = {};\n}}  // namespace glint::poisson\n",
        variant.is_double ? "double" : "float", variant.rank, variant.has_openness);
    const bool is_sweep = first == PoissonKernel::sweep;
    return {.file = is_sweep ? "algorithms/poisson_sweep.cu" : "algorithms/poisson.cu",
            .kernel = name_of(first),
            .headers = {{"algorithms/poisson_setup.cuh", std::move(setup)}}};
}

KernelKey key_of(const PoissonVariant& variant, PoissonKernel first) {
    KernelKey key;
    key.append(&source_of);
    key.append(variant.is_double);
    key.append(variant.has_openness);
    key.append(variant.rank);
    key.append(first);
    return key;
}

/// That of the file whose first kernel it is.
std::shared_ptr<driver::Module> module_of(const Device& device, const PoissonVariant& variant,
                                          PoissonKernel first) {
    return KernelCache::of(device)
        .get(device, key_of(variant, first), [&] { return source_of(variant, first); })
        .module;
}

}  // namespace

PoissonKernels::PoissonKernels(const Device& device, const PoissonVariant& variant)
    : module_(module_of(device, variant, PoissonKernel::smooth)) {
    constexpr auto kSweep = static_cast<std::size_t>(PoissonKernel::sweep);
    for (std::size_t i = 0; i < kSweep; ++i)
        kernels_[i] = module_->find_kernel(name_of(static_cast<PoissonKernel>(i)));
    if (!variant.has_whole_sweeps) return;
    sweep_module_ = module_of(device, variant, PoissonKernel::sweep);
    kernels_[kSweep] = sweep_module_->find_kernel(name_of(PoissonKernel::sweep));
}

void PoissonKernels::launch(Stream& stream, PoissonKernel kernel, const driver::LaunchShape& shape,
                            std::span<void* const> arguments) const {
    const auto& module = kernel == PoissonKernel::sweep ? sweep_module_ : module_;
    stream.state().launch(module, *kernels_[static_cast<std::size_t>(kernel)], shape, arguments);
}

}  // namespace glint::detail
