// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <glint/array/sequence.hpp>

/// Sobol quasi-random points, which fill the unit cube more evenly than random points. The error of
/// a mean over n such points decreases almost as 1/n.
namespace glint {

/// Maximum number of dimensions of Sobol points.
inline constexpr std::size_t kSobolDimensions = 1111;

struct SobolOptions {
    std::uint64_t first = 0;  ///< index of the first point; point 0 is the cube's corner
    bool scrambled = false;   ///< randomizes the points by `seed`; they remain evenly distributed
    std::uint64_t seed = 0;
};

/// Returns the direction numbers of the first `dimensions` dimensions, `bits` (32 or 64) per
/// dimension, in the format of kernels/glint/sobol.cuh. They are from S. Joe and F. Y. Kuo,
/// "Constructing Sobol sequences with better two-dimensional projections", 2008. Numbers of 32 bits
/// are in the lower halves of the words. Throws Error(invalid_argument) for more than
/// kSobolDimensions dimensions, and if `bits` is not 32 or 64.
std::vector<std::uint64_t> sobol_directions(std::size_t dimensions, unsigned bits);

/// Returns the direction numbers, multiplied from the left by a random lower triangular bit matrix
/// with ones on its diagonal. The matrix differs for each dimension and seed. See Matousek, "On the
/// L2-Discrepancy for Anchored Boxes", 1998. Use these numbers with a random shift from
/// `sobol_shifts`.
std::vector<std::uint64_t> scrambled_sobol_directions(std::size_t dimensions, unsigned bits,
                                                      std::uint64_t seed);
/// Returns a random word of `bits` bits for each dimension.
std::vector<std::uint64_t> sobol_shifts(std::size_t dimensions, unsigned bits, std::uint64_t seed);

namespace detail {

/// Returns the shift and the direction numbers of each dimension, in 4 or 8 bytes each.
std::shared_ptr<ArrayStorage> sobol_table(const Stream& stream, std::size_t dimensions,
                                          unsigned bits, const SobolOptions& options);

/// The rule of a Sequence of Sobol points; see kernels/glint/expression/sobol.cuh.
template <class T>
struct SobolRule {
    using Element = T;
    std::shared_ptr<ArrayStorage> table;
    unsigned long long first;
    long long dimensions;

    void collect(OperandList& operands) const {
        operands.add_scalar<const void*>(table->memory.data());
        operands.add_scalar(first);
        operands.add_scalar(dimensions);
    }
    static std::string code(const std::string& index, SourceWriter& writer) {
        static constexpr ElementType kPointer{"const void*", "", sizeof(void*), alignof(void*)};
        writer.declare("#include <glint/expression/sobol.cuh>\n");
        const std::string table = writer.scalar(kPointer);
        const std::string first = writer.scalar(kElementType<unsigned long long>);
        const std::string dimensions = writer.scalar(kElementType<long long>);
        return (sizeof(T) == 8 ? "sobol_double(" : "sobol_float(") + table + ", " + first + ", " +
               dimensions + ", " + index + ")";
    }
};

}  // namespace detail

/// `points` points of `dimensions` coordinates each, in Gray code order, as an expression of shape
/// (points, dimensions). Coordinates are in (0, 1): floats come from the 32-bit sequence, which
/// repeats after 2^32 points, and doubles from the 64-bit sequence. Apply `normcdfinv` for normal
/// numbers. Throws Error(invalid_argument) unless `dimensions` is from 1 to kSobolDimensions.
template <class T>
auto sobol(const Stream& stream, std::size_t points, std::size_t dimensions,
           const SobolOptions& options = {}) {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                  "the coordinates of Sobol points must be float or double");
    return detail::Sequence(
        stream, Shape{points, dimensions},
        detail::SobolRule<T>{detail::sobol_table(stream, dimensions, 8 * sizeof(T), options),
                             options.first, static_cast<long long>(dimensions)});
}

}  // namespace glint
