// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <type_traits>

#include <glint/algorithms/detail/fft_problem.hpp>
#include <glint/algorithms/detail/matrix_type.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/joining.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

/// Discrete Fourier transforms, by cuFFT on GPUs and by FFTW on the CPU, both loaded at first use.
/// All transforms are queued on the stream of their argument and return new arrays in C order.
/// Arguments may be expressions; arrays and views are read in place if the library supports their
/// layout. Float and narrower elements are transformed in float, others in double.
namespace glint {

/// Selects where a transform of n elements is scaled: `backward` scales the inverse transform by
/// 1 / n, `forward` scales the forward transform by 1 / n, and `ortho` scales both by 1 / sqrt(n).
enum class FftNorm { backward, forward, ortho };

/// One to three dimensions. Negative numbers count from the end.
using FftAxes = detail::PerAxis<std::ptrdiff_t>;

struct FftOptions {
    FftAxes axes = {-1};  ///< transformed together, for each index of other dimensions
    FftNorm norm = FftNorm::backward;
    /// The number of elements along each of `axes`, like NumPy's `n` and `s`. Longer input is cut
    /// off, and shorter input is padded with zeros. If empty, the extents of the input are used.
    Shape n{};
};

struct InverseRealFftOptions {
    FftAxes axes = {-1};
    FftNorm norm = FftNorm::backward;
    /// The length of the result along the last of `axes`; 0 selects the even length. This option is
    /// needed because an even length and the next odd length have equally many complex elements.
    std::size_t length = 0;
    /// The lengths of the result along `axes`, like NumPy's `n` and `s`. Longer input is cut off,
    /// and shorter input is padded with zeros.
    Shape n{};
};

namespace detail {

template <class T>
using FftReal =
    std::conditional_t<std::is_same_v<typename RealOf<Floating<T>>::Type, double>, double, float>;
template <class T>
using FftComplex = std::complex<FftReal<T>>;

/// The parameters of a call, which were checked against the shape.
struct FftCall {
    FftKind kind;
    PerAxis<std::size_t> axes{};
    std::size_t last_length = 0;  ///< number of real elements along the last of `axes`
    Shape result{};
    double scale = 1;

    /// Returns the library's problem description for these layouts.
    FftProblem problem(const Layout& from, const Layout& to, bool is_double) const;
    /// Returns the permutation of dimensions that moves the transformed dimensions to the end.
    FftAxes order() const;
    /// Returns the call with its dimensions permuted by order().
    FftCall reordered() const;
};

/// Throws Error(invalid_argument) for axes or a length that do not fit the shape.
FftCall fft_call(const Shape& shape, FftKind kind, const InverseRealFftOptions& options);
FftAxes inverse_of(const FftAxes& order);

/// Returns the shape of the transform's input, resized to the requested lengths. Throws
/// Error(invalid_argument) if the numbers of lengths and axes differ, or if a length is 0.
Shape resized_shape(const Shape& shape, FftKind kind, const InverseRealFftOptions& options);
/// Returns the options for input of the resized shape.
InverseRealFftOptions resized_options(FftKind kind, const InverseRealFftOptions& options);
/// Returns the layout of the elements whose indices exist in both shapes.
Layout common_part(const Layout& layout, const Shape& shape);

/// Returns the elements, cut off or padded with zeros to `shape`.
template <class T, ArrayLike A>
ArrayView<const T> resized(const A& array, const Shape& shape) {
    const auto view = view_or_copy<T>(array, [](const Layout&) { return true; });
    const auto part = view.with(common_part(view.layout(), shape));
    if (part.shape() == shape) return part;
    Array<T> result = zeros<T>(view.stream(), shape);
    result.view().with(common_part(result.view().layout(), part.shape())) = part;
    return result.view();
}

template <class T>
ArrayView<T> reordered(const ArrayView<T>& view, const FftAxes& order) {
    return view.with(transposed(view.layout(), {order.begin(), order.rank()}));
}

template <class Out, class In>
void run_fft(const ArrayView<const In>& from, Array<Out>& to, const FftProblem& problem) {
    if (to.empty()) return;
    fft_library_of(from.stream().device()).run(from.stream(), problem, from.data(), to.data());
}

/// Copies the input so that the elements of each transform are contiguous, then transforms it.
template <class Out, class In>
Array<Out> fft_of_copy(const ArrayView<const In>& from, const FftCall& call) {
    constexpr bool is_double = std::is_same_v<FftReal<In>, double>;
    const Array<In> moved(reordered(from, call.order()));
    const FftCall inner = call.reordered();
    Array<Out> result(moved.stream(), inner.result);
    run_fft(moved.view(), result,
            inner.problem(moved.view().layout(), result.view().layout(), is_double));
    return Array<Out>(reordered(result.view(), inverse_of(call.order())));
}

template <class Out, class In>
Array<Out> fft_of(const ArrayView<const In>& from, const FftCall& call) {
    constexpr bool is_double = std::is_same_v<FftReal<In>, double>;
    Array<Out> result(from.stream(), call.result);
    const FftProblem problem = call.problem(from.layout(), result.view().layout(), is_double);
    if (!fft_library_of(from.stream().device()).takes(problem, from.data()))
        return fft_of_copy<Out>(from, call);
    run_fft(from, result, problem);
    return result;
}

/// True if A is a view of Ts, or an array of Ts, whose elements can be read in place.
template <class A, class T>
inline constexpr bool kIsViewOf = std::is_same_v<NodeOf<A>, ArrayView<const T>>;

/// Transforms the elements where they are, or in a copy. Copying also applies the scale factor.
template <class Out, class In, ArrayLike A>
Array<Out> transform(const A& array, FftKind kind, const InverseRealFftOptions& options) {
    if (options.n.rank() > 0)
        return transform<Out, In>(resized<In>(array, resized_shape(shape_of(array), kind, options)),
                                  kind, resized_options(kind, options));
    const FftCall call = fft_call(shape_of(array), kind, options);
    const auto scale = static_cast<FftReal<In>>(call.scale);
    if constexpr (kIsViewOf<A, In>) {
        if (kind != FftKind::real_inverse) {
            Array<Out> result = fft_of<Out>(ArrayView<const In>(node_of(array)), call);
            if (call.scale != 1) result.view() = result * scale;
            return result;
        }
    }
    const auto node = cast<In>(array);
    const Array<In> copy = call.scale == 1 ? Array<In>(node) : Array<In>(node * scale);
    return fft_of<Out>(copy.view(), call);
}

/// Throws Error(invalid_argument) for options that change the shape.
void require_same_lengths(const Shape& shape, const FftOptions& options);

template <class T>
void transform_in_place(const ArrayView<std::complex<T>>& x, FftKind kind,
                        const FftOptions& options) {
    require_same_lengths(x.shape(), options);
    const FftCall call = fft_call(x.shape(), kind, {options.axes, options.norm});
    if (x.empty()) return;
    const FftProblem problem = call.problem(x.layout(), x.layout(), std::is_same_v<T, double>);
    FftLibrary& library = fft_library_of(x.stream().device());
    if (library.takes(problem, x.data()))
        library.run(x.stream(), problem, x.data(), x.data());
    else
        x = fft_of_copy<std::complex<T>>(x.as_const(), call);
    if (call.scale != 1) x = x * static_cast<T>(call.scale);
}

/// A circular shift along one dimension. Element i moves to (i + shift) modulo the length.
struct FftShift {
    std::size_t axis = 0;
    std::ptrdiff_t length = 0;
    std::ptrdiff_t shift = 0;
};
/// Returns shifts by half the extent, one for each dimension in `axes`, or for all dimensions if
/// `axes` is empty. If `is_back`, the shifts are in the opposite direction. Throws
/// Error(invalid_argument) for axes that do not exist.
PerAxis<FftShift> fft_shifts(const Shape& shape, const FftAxes& axes, bool is_back);

/// Copies the elements to their shifted positions. Each shifted dimension is divided into two
/// ranges, and each combination of ranges is copied separately.
template <class T>
void put_shifted(const ArrayView<T>& to, const ArrayView<const T>& from,
                 std::span<const FftShift> shifts) {
    if (shifts.empty()) {
        to = from;
        return;
    }
    const auto [axis, length, shift] = shifts[0];
    const auto put = [&](std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t at) {
        put_shifted(to.part(range_of_axis(to.layout(), axis, at, at + last - first)),
                    from.part(range_of_axis(from.layout(), axis, first, last)), shifts.subspan(1));
    };
    put(0, length - shift, shift);
    put(length - shift, length, 0);
}

template <ArrayLike A>
auto fft_shifted(const A& x, const FftAxes& axes, bool is_back) {
    const auto view = seen(x).as_const();
    const PerAxis<FftShift> shifts = fft_shifts(view.shape(), axes, is_back);
    Array<ElementOf<A>> result(view.stream(), view.shape());
    if (!view.empty()) put_shifted(result.view(), view, {shifts.begin(), shifts.rank()});
    return result;
}

}  // namespace detail

// All functions below throw Error(invalid_argument) for axes that do not exist or are repeated, if
// the numbers of lengths and axes differ, and for transforms of no elements. All functions throw
// Error(unsupported) if the library is missing.

/// The forward transform: the sum of x[j] * exp(-2 pi i j k / n) over j, for each k from 0 to
/// n - 1.
template <ArrayLike A>
auto fft(const A& x, const FftOptions& options = {}) {
    using Complex = detail::FftComplex<detail::ElementOf<A>>;
    return detail::transform<Complex, Complex>(x, detail::FftKind::forward,
                                               {options.axes, options.norm, 0, options.n});
}

/// The inverse of `fft` with the same axes and norm: the sum of x[k] * exp(2 pi i j k / n) over k,
/// divided by n, for each j.
template <ArrayLike A>
auto ifft(const A& x, const FftOptions& options = {}) {
    using Complex = detail::FftComplex<detail::ElementOf<A>>;
    return detail::transform<Complex, Complex>(x, detail::FftKind::inverse,
                                               {options.axes, options.norm, 0, options.n});
}

/// In-place versions of `fft` and `ifft`, which do not allocate memory for the result. They are
/// queued and do not wait. T is float or double, and `options.n` must be empty.
template <class T>
void fft_in_place(const ArrayView<std::complex<T>>& x, const FftOptions& options = {}) {
    detail::transform_in_place(x, detail::FftKind::forward, options);
}
template <class T>
void ifft_in_place(const ArrayView<std::complex<T>>& x, const FftOptions& options = {}) {
    detail::transform_in_place(x, detail::FftKind::inverse, options);
}

/// The frequencies of the elements of `fft`, in cycles per unit, for `length` samples with the
/// given spacing. The frequencies are 0, 1, ..., followed by the negative ones, all divided by
/// length * spacing. Returns an expression. T is float or double.
template <class T>
auto fft_frequencies(const Stream& stream, std::size_t length, double spacing = 1) {
    const auto count = static_cast<long long>(length);
    const auto i = arange<long long>(stream, length);
    const auto turns = where(i < (count + 1) / 2, i, i - count);
    return cast<T>(turns) * static_cast<T>(1 / (static_cast<double>(length) * spacing));
}
/// The frequencies of the elements of `rfft`, which are the nonnegative half of the frequencies
/// that fft_frequencies returns.
template <class T>
auto rfft_frequencies(const Stream& stream, std::size_t length, double spacing = 1) {
    return cast<T>(arange<long long>(stream, length / 2 + 1)) *
           static_cast<T>(1 / (static_cast<double>(length) * spacing));
}

/// The transform of real numbers. Returns only the first n / 2 + 1 elements along the last axis,
/// because the other elements are complex conjugates of them.
template <ArrayLike A>
auto rfft(const A& x, const FftOptions& options = {}) {
    using Element = detail::ElementOf<A>;
    static_assert(!detail::kIsComplex<Element>,
                  "rfft requires real numbers. Use fft for complex numbers");
    return detail::transform<detail::FftComplex<Element>, detail::FftReal<Element>>(
        x, detail::FftKind::real_forward, {options.axes, options.norm, 0, options.n});
}

/// The inverse of `rfft`: the real numbers whose transform has these elements. Ignores imaginary
/// parts that would have to be 0 for a real result.
template <ArrayLike A>
auto irfft(const A& x, const InverseRealFftOptions& options = {}) {
    using Element = detail::ElementOf<A>;
    return detail::transform<detail::FftReal<Element>, detail::FftComplex<Element>>(
        x, detail::FftKind::real_inverse, options);
}

/// Moves frequency 0 to the middle of each dimension in `axes`, or of all dimensions if `axes` is
/// empty. Swaps the lower and upper halves into a new array; each element is read and written once.
/// Throws Error(invalid_argument) for axes that do not exist.
template <ArrayLike A>
auto fftshift(const A& x, const FftAxes& axes = {}) {
    return detail::fft_shifted(x, axes, false);
}
/// The inverse of `fftshift`, also for odd lengths.
template <ArrayLike A>
auto ifftshift(const A& x, const FftAxes& axes = {}) {
    return detail::fft_shifted(x, axes, true);
}

}  // namespace glint
