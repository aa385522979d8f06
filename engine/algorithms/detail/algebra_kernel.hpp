// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <glint/algorithms/detail/matrix_type.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

/// Kernels in the folder kernels/algorithms. Each compiled kernel supports one number type.
enum class AlgebraKernel : std::uint8_t {
    spmv_rows,
    spmv_pieces,
    spmv_long_rows,
    sparse_to_dense,
    sparse_diagonal,
    find_bad_column,
    inner_product,
    advance,
    turn,
};

/// Compile-time parameters of a kernel.
struct AlgebraVariant {
    AlgebraKernel kernel;
    MatrixType type;
    std::uint8_t row_threads = 1;
};

constexpr unsigned kAlgebraThreads = 256;

/// Queues a kernel with blocks of kAlgebraThreads; does nothing for 0 blocks.
void launch_algebra(Stream& stream, const AlgebraVariant& variant, unsigned blocks,
                    std::span<void* const> arguments);
template <class... Arguments>
void launch_algebra(Stream& stream, const AlgebraVariant& variant, unsigned blocks,
                    Arguments... arguments) {
    const std::array<void*, sizeof...(Arguments)> addresses{&arguments...};
    launch_algebra(stream, variant, blocks, std::span<void* const>(addresses));
}

/// Returns the number of blocks that contain at least this many threads.
inline unsigned algebra_blocks(std::size_t threads) {
    return static_cast<unsigned>(ceil_div(threads, kAlgebraThreads));
}

}  // namespace glint::detail
