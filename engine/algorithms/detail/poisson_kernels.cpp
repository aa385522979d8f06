// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/poisson_kernels.hpp>
#include <glint/array/detail/kernel_cache.hpp>

namespace glint::detail {
namespace {

const char* poisson_kernel_name(PoissonKernel kernel) {
    switch (kernel) {
        case PoissonKernel::smooth: return "poisson_smooth";
        case PoissonKernel::residual: return "poisson_residual";
        case PoissonKernel::restrict_residual: return "poisson_restrict";
        case PoissonKernel::prolong: return "poisson_prolong";
        case PoissonKernel::bottom: return "poisson_bottom";
        case PoissonKernel::measure: return "poisson_measure";
        case PoissonKernel::coarsen_open: return "poisson_coarsen_open";
        case PoissonKernel::mark_clear: return "poisson_mark_clear";
        case PoissonKernel::sums: return "poisson_sums";
        case PoissonKernel::mean: return "poisson_mean";
        case PoissonKernel::norms: return "poisson_norms";
        case PoissonKernel::join: return "poisson_join";
        case PoissonKernel::settle: return "poisson_settle";
        case PoissonKernel::column_norms: return "poisson_column_norms";
        case PoissonKernel::spread: return "poisson_spread";
        case PoissonKernel::sweep: return "poisson_sweep";
        case PoissonKernel::refine_residual: return "poisson_refine_residual";
        case PoissonKernel::refine_add: return "poisson_refine_add";
        case PoissonKernel::refine_sums: return "poisson_refine_sums";
        case PoissonKernel::refine_settle: return "poisson_refine_settle";
        case PoissonKernel::row_smooth: return "poisson_row_smooth";
        case PoissonKernel::row_descend: return "poisson_row_descend";
        case PoissonKernel::row_ascend: return "poisson_row_ascend";
        case PoissonKernel::row_bottom: return "poisson_row_bottom";
    }
    return "";
}

/// A file of kernels and its first kernel. A variant uses these kernels if its flag `need` is true.
/// If `need` is null, all variants use them.
struct File {
    const char* name;
    PoissonKernel first;
    bool PoissonVariant::* need = nullptr;
};
constexpr std::array<File, PoissonKernels::kFileCount> kFiles{
    {{"algorithms/poisson.cu", PoissonKernel::smooth},
     {"algorithms/poisson_transfer.cu", PoissonKernel::restrict_residual},
     {"algorithms/poisson_bottom.cu", PoissonKernel::bottom},
     {"algorithms/poisson_measure.cu", PoissonKernel::measure},
     {"algorithms/poisson_sums.cu", PoissonKernel::sums},
     {"algorithms/poisson_columns.cu", PoissonKernel::column_norms, &PoissonVariant::has_large},
     {"algorithms/poisson_sweep.cu", PoissonKernel::sweep, &PoissonVariant::has_large},
     {"algorithms/poisson_refine.cu", PoissonKernel::refine_residual,
      &PoissonVariant::has_refinement},
     {"algorithms/poisson_rows.cu", PoissonKernel::row_smooth, &PoissonVariant::has_rows}}};

std::size_t index_of(PoissonKernel kernel) { return static_cast<std::size_t>(kernel); }

std::size_t file_of(PoissonKernel kernel) {
    std::size_t file = kFiles.size() - 1;
    while (kernel < kFiles[file].first) --file;
    return file;
}

void describe_poisson(KernelRecipe& recipe, const PoissonVariant& variant, const File& file) {
    recipe.kernel(file.name, poisson_kernel_name(file.first));
    recipe.header("algorithms/poisson_setup.cuh");
    recipe.constants("glint::poisson_solver",
                     {{"using Value", variant.is_double ? "double" : "float"},
                      {"int kRank", variant.rank},
                      {"bool kOpen", variant.has_openness}});
}

}  // namespace

PoissonKernels::PoissonKernels(const Device& device, const PoissonVariant& variant) {
    for (std::size_t i = 0; i < kFiles.size(); ++i)
        if (!kFiles[i].need || variant.*kFiles[i].need)
            modules_[i] = KernelCache::of(device)
                              .get(device,
                                   [&](KernelRecipe& recipe) {
                                       describe_poisson(recipe, variant, kFiles[i]);
                                   })
                              .module;
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
        const auto kernel = static_cast<PoissonKernel>(i);
        if (const auto& module = modules_[file_of(kernel)])
            kernels_[i] = module->find_kernel(poisson_kernel_name(kernel));
    }
}

void PoissonKernels::launch(Stream& stream, PoissonKernel kernel, const driver::LaunchShape& shape,
                            std::span<void* const> arguments) const {
    stream.state().launch(modules_[file_of(kernel)], *kernels_[index_of(kernel)], shape, arguments);
}

}  // namespace glint::detail
