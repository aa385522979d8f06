#include <glint/algorithms/detail/algebra_kernel.hpp>

#include <fmt/format.h>

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

KernelSource source_of(const AlgebraVariant& variant) {
    const Place place = place_of(variant.kernel);
    const ElementType type = element_type_of(variant.type);
    std::string text = fmt::format(
        "#pragma once\n{}namespace glint::algebra {{\nusing Value = {};\n"
        "constexpr int kRowThreads = {};\n}}  // namespace glint::algebra\n",
        type.header, type.name, variant.row_threads);
    return {.file = place.file,
            .kernel = place.name,
            .headers = {{"algorithms/field.cuh", std::move(text)}}};
}

KernelKey key_of(const AlgebraVariant& variant) {
    KernelKey key;
    key.append(&source_of);
    key.append(variant.kernel);
    key.append(variant.type);
    key.append(variant.row_threads);
    return key;
}

}  // namespace

void launch_algebra(Stream& stream, const AlgebraVariant& variant, unsigned blocks,
                    std::span<void* const> arguments) {
    if (blocks == 0) return;
    const CachedKernel kernel =
        KernelCache::of(stream.device()).get(stream.device(), key_of(variant), [&] {
            return source_of(variant);
        });
    stream.state().launch(kernel.module, *kernel.kernel,
                          {.grid = {blocks, 1, 1}, .block = {kAlgebraThreads, 1, 1}}, arguments);
}

}  // namespace glint::detail
