// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <glint/array/layout.hpp>

/// Dimensions by their names, as einsum's subscripts have them: how a sum of products is made of
/// products of matrices.
namespace glint::detail {

/// The name of a dimension: a letter's number, or that of a dimension of '...', from the last one.
using Label = std::uint8_t;
using Labels = std::vector<Label>;
inline constexpr std::size_t kLetters = 52;
inline constexpr std::size_t kLabels = kLetters + kMaxRank;

/// A sum of products: of each operand's dimensions the names, and those that the result has. All
/// others are summed over.
struct Subscripts {
    std::vector<Labels> operands{};
    Labels result{};
    std::array<std::size_t, kLabels> extents{};

    Shape shape_of(const Labels& labels) const;
};

/// Throws Error(invalid_argument), with the text and the shapes, for subscripts that are none, that
/// do not fit the shapes, or whose extents differ.
Subscripts einsum_subscripts(std::string_view text, std::span<const Shape> shapes);

/// Dimension `axes_a[i]` of a with `axes_b[i]` of b; the result has what is left of a, then of b.
/// Throws Error(invalid_argument), with the shapes, for dimensions that are not there, named twice,
/// or of other extents.
Subscripts tensordot_subscripts(const Shape& a, const Shape& b,
                                std::span<const std::ptrdiff_t> axes_a,
                                std::span<const std::ptrdiff_t> axes_b);
/// The last `count` dimensions of a with the first ones of b.
Subscripts tensordot_subscripts(const Shape& a, const Shape& b, std::size_t count);

/// Dimensions with names.
struct NamedLayout {
    Layout layout;
    Labels labels;
};

/// With each name once: of several dimensions of one name the elements whose indices are equal.
/// Dimensions of one element are left out.
NamedLayout named(const Layout& layout, const Labels& labels);

/// What has these labels and is none of `kept`.
Labels without(const Labels& labels, const Labels& kept);
/// What each of the operands but `first` and `second`, or the result, has.
Labels needed(const Subscripts& subscripts, std::span<const Labels> operands, std::size_t first,
              std::size_t second);

/// The operands to multiply first: those whose product is smallest beside them.
struct Pair {
    std::size_t first = 0, second = 1;
};
Pair cheapest(const Subscripts& subscripts, std::span<const Labels> operands);

/// What the dimensions of two operands are in their product, in the order of the result as far as
/// that has them.
struct Roles {
    Labels both{};            ///< of both, and of the product
    Labels first{};           ///< of the first one alone
    Labels second{};          ///< of the second one alone
    Labels summed{};          ///< of both, and summed over
    bool is_swapped = false;  ///< whether the operands are better taken in the other order

    Labels product() const;
};
Roles roles_of(const Labels& a, const Labels& b, const Labels& kept, const Labels& result);

/// The dimensions in this order, which may name more: those have one element.
Layout ordered(const NamedLayout& from, const Labels& order);

}  // namespace glint::detail
