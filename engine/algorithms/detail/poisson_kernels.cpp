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
    }
    return "";
}

KernelSource source_of(const PoissonVariant& variant) {
    std::string setup = fmt::format(
        "#pragma once\nnamespace glint::poisson {{\nusing Value = {};\nconstexpr int kRank = {};\n"
        "constexpr bool kOpen = {};\n}}  // namespace glint::poisson\n",
        variant.is_double ? "double" : "float", variant.rank, variant.has_openness);
    return {.file = "algorithms/poisson.cu",
            .kernel = name_of(PoissonKernel::smooth),
            .headers = {{"algorithms/poisson_setup.cuh", std::move(setup)}}};
}

KernelKey key_of(const PoissonVariant& variant) {
    KernelKey key;
    key.append(&source_of);
    key.append(variant.is_double);
    key.append(variant.has_openness);
    key.append(variant.rank);
    return key;
}

}  // namespace

PoissonKernels::PoissonKernels(const Device& device, const PoissonVariant& variant)
    : module_(KernelCache::of(device)
                  .get(device, key_of(variant), [&] { return source_of(variant); })
                  .module) {
    for (std::size_t i = 0; i < kernels_.size(); ++i)
        kernels_[i] = module_->find_kernel(name_of(static_cast<PoissonKernel>(i)));
}

void PoissonKernels::launch(Stream& stream, PoissonKernel kernel, const driver::LaunchShape& shape,
                            std::span<void* const> arguments) const {
    stream.state().launch(module_, *kernels_[static_cast<std::size_t>(kernel)], shape, arguments);
}

}  // namespace glint::detail
