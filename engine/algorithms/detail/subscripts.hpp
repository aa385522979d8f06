// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <glint/array/layout.hpp>

/// Dimensions with labels, as in einsum's subscripts, and functions that split a sum of products
/// into matrix products.
namespace glint::detail {

/// The label of a dimension: a letter, or the number of a dimension that '...' covers, counted from
/// the last one.
using Label = std::uint8_t;
using Labels = std::vector<Label>;
inline constexpr std::size_t kLetters = 52;
inline constexpr std::size_t kLabels = kLetters + kMaxRank;

/// A sum of products, given by the labels of each operand's dimensions and of the result's
/// dimensions. The sum runs over all labels that the result does not have.
struct Subscripts {
    std::vector<Labels> operands{};
    Labels result{};
    std::array<std::size_t, kLabels> extents{};

    Shape shape_of(const Labels& labels) const;
};

/// Parses `text`. Throws Error(invalid_argument), with the text and the shapes, if the subscripts
/// are invalid or do not match the shapes, or if extents differ.
Subscripts einsum_subscripts(std::string_view text, std::span<const Shape> shapes);

/// Contracts dimension `axes_a[i]` of a with dimension `axes_b[i]` of b. The result has the
/// remaining dimensions of a, then those of b. Throws Error(invalid_argument), with the shapes, for
/// dimensions that do not exist, are repeated, or have different extents.
Subscripts tensordot_subscripts(const Shape& a, const Shape& b,
                                std::span<const std::ptrdiff_t> axes_a,
                                std::span<const std::ptrdiff_t> axes_b);
/// Contracts the last `count` dimensions of a with the first `count` dimensions of b.
Subscripts tensordot_subscripts(const Shape& a, const Shape& b, std::size_t count);

/// A layout with labeled dimensions.
struct NamedLayout {
    Layout layout;
    Labels labels;
};

/// Merges dimensions with the same label into one dimension, their diagonal. Drops dimensions of
/// extent 1.
NamedLayout named(const Layout& layout, const Labels& labels);

/// Returns the labels that are not in `kept`.
Labels without(const Labels& labels, const Labels& kept);
/// Returns the labels that occur in the result or in any operand except `first` and `second`.
Labels needed(const Subscripts& subscripts, std::span<const Labels> operands, std::size_t first,
              std::size_t second);

/// The two operands to multiply first: the pair for which the number of elements of the
/// product, minus those of both operands, is smallest.
struct Pair {
    std::size_t first = 0, second = 1;
};
Pair cheapest(const Subscripts& subscripts, std::span<const Labels> operands);

/// The roles of two operands' dimensions in their product. Labels that the result has are in the
/// order of the result.
struct Roles {
    Labels both{};            ///< in both operands and in the product
    Labels first{};           ///< only in the first operand
    Labels second{};          ///< only in the second operand
    Labels summed{};          ///< in both operands, and summed over
    bool is_swapped = false;  ///< true if swapping the operands is better

    Labels product() const;
};
Roles roles_of(const Labels& a, const Labels& b, const Labels& kept, const Labels& result);

/// Arranges the dimensions in the given order. Labels that `from` does not have get extent 1.
Layout ordered(const NamedLayout& from, const Labels& order);

}  // namespace glint::detail
