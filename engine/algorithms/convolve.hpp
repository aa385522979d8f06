// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/algorithms/fft.hpp>
#include <glint/algorithms/reduce.hpp>

/// Convolution and correlation of one-dimensional arrays.
namespace glint {

/// Two lines with n and m elements overlap at n + m - 1 offsets. Selects for which of these offsets
/// a sum is computed.
enum class ConvolveMode {
    full,   ///< all offsets
    same,   ///< the middle offsets, as many as the longer line has elements
    valid,  ///< only offsets at which the shorter line is within the longer one
};

struct ConvolveOptions {
    ConvolveMode mode = ConvolveMode::full;
    /// Uses Fourier transforms (see fft.hpp), whose time is proportional to n log n instead of n m.
    /// This is faster if the shorter line has more than a few hundred elements. However, rounding
    /// errors are then relative to the largest results.
    bool by_fft = false;
};
struct CorrelateOptions {
    ConvolveMode mode = ConvolveMode::valid;
    bool by_fft = false;
};

namespace detail {

/// A range of `count` offsets of the shorter line relative to the longer line. At the first offset,
/// the shorter line starts `before` elements before the longer line. Elements outside the longer
/// line count as zeros.
struct Slide {
    std::size_t length = 0, taps = 0;  ///< lengths of the longer and of the shorter line
    std::size_t before = 0;
    std::size_t count = 0;

    std::size_t padded() const { return count + taps - 1; }
    /// Returns a transform length that is sufficient for all offsets at which the lines overlap.
    std::size_t fft_length() const;
};
/// Throws Error(invalid_argument), with both shapes, unless both shapes are nonempty and have one
/// dimension.
Slide slide_of(const char* operation, const Shape& a, const Shape& b, ConvolveMode mode);

/// Returns the layout of a two-dimensional view whose row i starts at element i of the line.
Layout windows_of(const Layout& line, const Slide& slide);

/// Returns the line, padded with zeros at both ends as far as the slide extends beyond the line.
template <class T>
ArrayView<const T> framed_line(const ArrayView<const T>& line, const Slide& slide) {
    if (slide.before == 0 && slide.padded() <= slide.length) return line;
    Array<T> result = zeros<T>(line.stream(), slide.padded());
    const auto first = static_cast<std::ptrdiff_t>(slide.before);
    result(glint::slice(first, first + static_cast<std::ptrdiff_t>(slide.length))) = line;
    return result.view();
}

/// Returns the sum of longer[i + k - before] * taps[k] over all k, for each i.
template <class T>
auto slid(const ArrayView<const T>& longer, const ArrayView<const T>& taps, const Slide& slide) {
    const auto line = framed_line(longer, slide);
    const auto windows = line.with(windows_of(line.layout(), slide));
    using Wide = kinds::Accumulator<T>;
    return Array(
        reduced(cast<Wide>(windows) * cast<Wide>(taps), axis(1), Keepdims::no, kinds::Sum<T>()));
}

/// Computes the same sums as slid() with Fourier transforms.
template <class T>
auto slid_by_fft(const ArrayView<const T>& longer, const ArrayView<const T>& taps,
                 const Slide& slide) {
    const std::size_t n = slide.fft_length();
    const auto backwards = reversed(taps, 0);
    const auto first = static_cast<std::ptrdiff_t>(slide.taps - 1 - slide.before);
    const auto part = glint::slice(first, first + static_cast<std::ptrdiff_t>(slide.count));
    if constexpr (kIsComplex<T>)
        return Array<T>(ifft(fft(longer, {.n = n}) * fft(backwards, {.n = n}))(part));
    else
        return Array<T>(
            cast<T>(irfft(rfft(longer, {.n = n}) * rfft(backwards, {.n = n}), {.n = n})(part)));
}

template <class T, class Taps>
auto slid_either_way(const ArrayView<const T>& longer, const Taps& taps, const Slide& slide,
                     bool by_fft) {
    const auto line = view_or_copy<T>(taps, [](const Layout&) { return true; });
    if constexpr (!std::is_integral_v<T>)
        if (by_fft) return slid_by_fft(longer, line, slide);
    return slid(longer, line, slide);
}

/// The common type of both operands. It is an integer type if both operands are integers.
template <class A, class B>
using Slid = Common<ElementOf<A>, ElementOf<B>>;

}  // namespace detail

/// The sum of a[i - k] * v[k] over all k, for each i at which a and v overlap, like NumPy's
/// convolve. Returns a new array without waiting. Both operands are one-dimensional and may be
/// expressions; either may be the longer one. Products are accumulated as in `sum`: 16-bit
/// floating-point numbers in float, and integers in 64 bits (by_fft does not affect them). Throws
/// Error(invalid_argument), with both shapes, unless both are nonempty and one-dimensional.
template <ArrayLike A, ArrayLike V>
auto convolve(const A& a, const V& v, const ConvolveOptions& options = {}) {
    using T = detail::Slid<A, V>;
    const auto slide = detail::slide_of("convolve", shape_of(a), shape_of(v), options.mode);
    const auto all = [](const detail::Layout&) { return true; };
    const auto first = detail::view_or_copy<T>(a, all);
    const auto second = detail::view_or_copy<T>(v, all);
    const bool is_longer = first.size() >= second.size();
    return detail::slid_either_way<T>(
        is_longer ? first : second, reversed(is_longer ? second : first, 0), slide, options.by_fft);
}

/// The sum of a[i + k] * conj(v[k]) over all k, like NumPy's correlate. The first i is the first
/// offset at which a and v overlap. Types, errors and waiting are as in `convolve`.
template <ArrayLike A, ArrayLike V>
auto correlate(const A& a, const V& v, const CorrelateOptions& options = {}) {
    using T = detail::Slid<A, V>;
    const auto slide = detail::slide_of("correlate", shape_of(a), shape_of(v), options.mode);
    const auto all = [](const detail::Layout&) { return true; };
    const auto first = detail::view_or_copy<T>(a, all);
    const auto second = [&] {
        if constexpr (detail::kIsComplex<T>)
            return detail::view_or_copy<T>(conj(v), all);
        else
            return detail::view_or_copy<T>(v, all);
    }();
    if (first.size() >= second.size())
        return detail::slid_either_way<T>(first, second, slide, options.by_fft);
    const auto backwards = detail::slid_either_way<T>(second, first, slide, options.by_fft);
    return Array(reversed(backwards, 0));
}

}  // namespace glint
