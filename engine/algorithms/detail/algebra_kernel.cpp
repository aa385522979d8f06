// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/algebra_kernel.hpp>

#include <glint/array/detail/kernel_cache.hpp>

namespace glint::detail {
namespace {

struct Place {
    const char* file;
    const char* name;
};

Place place_of(AlgebraKernel kernel) {
    constexpr auto kSparse = "algorithms/sparse.cu";
    constexpr auto kGradients = "algorithms/conjugate_gradients.cu";
    switch (kernel) {
        case AlgebraKernel::spmv_rows: return {kSparse, "spmv_rows"};
        case AlgebraKernel::spmv_pieces: return {kSparse, "spmv_pieces"};
        case AlgebraKernel::spmv_long_rows: return {kSparse, "spmv_long_rows"};
        case AlgebraKernel::sparse_to_dense: return {kSparse, "sparse_to_dense"};
        case AlgebraKernel::sparse_diagonal: return {kSparse, "sparse_diagonal"};
        case AlgebraKernel::find_bad_column: return {kSparse, "find_bad_column"};
        case AlgebraKernel::inner_product: return {kGradients, "inner_product"};
        case AlgebraKernel::advance: return {kGradients, "advance"};
        case AlgebraKernel::turn: return {kGradients, "turn"};
    }
    return {};
}

ElementType element_type_of(MatrixType type) {
    switch (type) {
        case MatrixType::f64: return kElementType<double>;
        case MatrixType::c64: return kElementType<std::complex<float>>;
        case MatrixType::c128: return kElementType<std::complex<double>>;
        default: return kElementType<float>;
    }
}

void describe_algebra(KernelRecipe& recipe, const AlgebraVariant& variant) {
    const Place place = place_of(variant.kernel);
    const ElementType type = element_type_of(variant.type);
    recipe.kernel(place.file, place.name);
    recipe.header("algorithms/field.cuh");
    recipe.text([&] { return std::string(type.header); });
    recipe.constants("glint::algebra",
                     {{"using Value", type.name}, {"int kRowThreads", variant.row_threads}});
}

}  // namespace

void launch_algebra(Stream& stream, const AlgebraVariant& variant, unsigned blocks,
                    std::span<void* const> arguments) {
    if (blocks == 0) return;
    const Device& device = stream.device();
    const CachedKernel kernel = KernelCache::of(device).get(
        device, [&](KernelRecipe& recipe) { describe_algebra(recipe, variant); });
    kernel.launch_with(stream, blocks_of(blocks, kAlgebraThreads), arguments);
}

}  // namespace glint::detail
