// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <glint/algorithms/random.hpp>
#include <glint/array/views.hpp>

/// Random permutations and samples. Like random numbers, they depend only on seed and sequence, and
/// are the same on all devices.
namespace glint {

/// Selects one of 2^128 permutations.
struct ShuffleOptions {
    std::uint64_t seed = 0;
    std::uint64_t sequence = 0;
};

struct ChoiceOptions {
    bool replace = true;  ///< an element may be chosen more than once
    std::uint64_t seed = 0;
    std::uint64_t sequence = 0;
};

namespace detail {

/// The rule of a Sequence of permuted integers; see kernels/glint/permutation.cuh.
struct PermutationRule {
    using Element = long long;
    RandomPlace place;
    long long count;

    void collect(OperandList& operands) const {
        operands.add_scalar(place);
        operands.add_scalar(count);
    }
    static std::string code(const std::string& index, SourceWriter& writer) {
        writer.declare("#include <glint/expression/permutation.cuh>\n");
        const std::string place = writer.scalar(kElementType<RandomPlace>);
        return "permuted(" + place + ", " + writer.scalar(kElementType<long long>) + ", " + index +
               ")";
    }
};

/// The elements of contiguous memory at the given indices. `elements` and `numbers` use the same
/// stream.
template <class T, class Numbers>
struct ElementsAt : ExpressionTag {
    using Element = T;
    ArrayView<const T> elements;
    Numbers numbers;

    ElementsAt(const ArrayView<const T>& of, const Numbers& which) : elements(of), numbers(which) {}
    void collect(OperandList& operands) const {
        numbers.collect(operands);
        operands.add_scalar(elements.data());
    }
    static std::string write(SourceWriter& writer) {
        static constexpr ElementType kPointer{"const void*", "", sizeof(void*), alignof(void*)};
        const std::string number = Numbers::write(writer);
        const std::string name(kElementType<T>.name);
        return writer.define(kElementType<T>, "static_cast<const " + name + "*>(" +
                                                  writer.scalar(kPointer) + ")[" + number + "]");
    }
};

/// Throws Error(invalid_argument) if `count` elements cannot be chosen from `size`.
void check_choice(std::size_t count, std::size_t size, bool replace);
void check_can_be_shuffled(const Shape& shape);

/// with_first() returns the shape with the first extent replaced by `extent`. only_first() also
/// replaces all other extents by 1.
Shape with_first(const Shape& shape, std::size_t extent);
Shape only_first(const Shape& shape, std::size_t extent);

inline auto permutation(const Stream& stream, const Shape& shape, std::size_t count,
                        std::uint64_t seed, std::uint64_t sequence) {
    return Sequence(stream, shape,
                    PermutationRule{{seed, sequence, 0}, static_cast<long long>(count)});
}

/// Returns the rows of the contiguous view `from` at these indices.
template <class T, class Numbers>
auto rows_at(const ArrayView<const T>& from, const Numbers& numbers) {
    const Shape row = with_first(from.shape(), 1);
    const auto size = static_cast<long long>(row.size());
    const Sequence within(from.stream(), row, Steps<long long>{0, 1});
    const auto places = numbers * size + within;
    return ElementsAt<T, std::remove_const_t<decltype(places)>>(from, places);
}

}  // namespace detail

/// The integers 0 to `count` - 1 in random order, as an expression that takes no memory.
template <std::integral T = long long>
auto permutation(const Stream& stream, std::size_t count, const ShuffleOptions& options = {}) {
    return cast<T>(detail::permutation(stream, count, count, options.seed, options.sequence));
}

/// Queues shuffling the elements, or the slices along the first dimension if there are more
/// dimensions. Needs temporary memory for a copy. Throws Error(invalid_argument) for an array
/// without dimensions.
template <Viewable A>
void shuffle(A&& array, const ShuffleOptions& options = {}) {
    auto view = detail::writable_view_of(std::forward<A>(array));
    detail::check_can_be_shuffled(view.shape());
    if (view.empty()) return;
    using T = typename decltype(view)::Element;
    const Array<T> before(view);
    const std::size_t count = view.shape()[0];
    view = detail::rows_at<T>(
        before.view(), detail::permutation(view.stream(), detail::only_first(view.shape(), count),
                                           count, options.seed, options.sequence));
}

/// Chooses `count` elements with equal probability, or slices along the first dimension if there
/// are more dimensions. Without replacement, the chosen elements are in random order. Throws
/// Error(invalid_argument) for an array without dimensions, for an empty array, and, without
/// replacement, for a `count` above the number of elements.
template <Viewable A>
auto choice(A&& array, std::size_t count, const ChoiceOptions& options = {}) {
    const auto view = detail::view_of(std::forward<A>(array)).as_const();
    using T = typename std::remove_const_t<decltype(view)>::Element;
    detail::check_can_be_shuffled(view.shape());
    const std::size_t size = view.shape()[0];
    detail::check_choice(count, size, options.replace);
    Array<T> chosen(view.stream(), detail::with_first(view.shape(), count));
    if (chosen.empty()) return chosen;
    if (!view.is_contiguous()) return choice(Array<T>(view), count, options);
    const Shape shape = detail::only_first(view.shape(), count);
    if (options.replace)
        chosen = detail::rows_at<T>(
            view, integers<long long>(view.stream(), shape, 0, static_cast<long long>(size),
                                      {options.seed, options.sequence}));
    else
        chosen = detail::rows_at<T>(
            view, detail::permutation(view.stream(), shape, size, options.seed, options.sequence));
    return chosen;
}

}  // namespace glint
