// SPDX-License-Identifier: MIT
#include <glint/algorithms/fft.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include <glint/algorithms/detail/fftw.hpp>
#include <glint/algorithms/detail/libraries.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kMaxAxes = 3;

[[noreturn]] void refuse_transform(const Shape& shape, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("transform an array of shape {}", to_string(shape)), reason);
}

bool contains_axis(const PerAxis<std::size_t>& axes, std::size_t axis) {
    return std::ranges::find(axes, axis) != axes.end();
}

PerAxis<std::size_t> checked_axes(const Shape& shape, const FftAxes& given) {
    if (given.rank() == 0 || given.rank() > kMaxAxes)
        refuse_transform(shape,
                         fmt::format("there are {} axes, but the number of axes must be 1 to {}",
                                     given.rank(), kMaxAxes));
    PerAxis<std::size_t> axes;
    for (const std::ptrdiff_t axis : given) {
        const std::size_t place = axis_of(axis, shape.rank());
        if (contains_axis(axes, place))
            refuse_transform(shape, fmt::format("axis {} appears twice", axis));
        if (shape[place] == 0)
            refuse_transform(shape, fmt::format("axis {} has no elements", axis));
        axes.append(place);
    }
    return axes;
}

// Returns the number of real elements along the last axis.
std::size_t real_length(const Shape& shape, std::size_t axis, FftKind kind, std::size_t wanted) {
    if (kind != FftKind::real_inverse) return shape[axis];
    const std::size_t length = wanted != 0 ? wanted : 2 * (shape[axis] - 1);
    if (length / 2 + 1 != shape[axis] || length == 0)
        refuse_transform(
            shape, fmt::format("{} real numbers need {} complex numbers along axis {}, not {}",
                               length, length / 2 + 1, axis, shape[axis]));
    return length;
}

double scale_of(FftNorm norm, bool inverse, double count) {
    if (norm == FftNorm::ortho) return 1 / std::sqrt(count);
    return (norm == FftNorm::backward) == inverse ? 1 / count : 1;
}

// Merges two loops into one if the outer stride equals the inner stride times the inner length.
PerAxis<FftLoop> merged(const PerAxis<FftLoop>& loops) {
    PerAxis<FftLoop> result;
    for (const FftLoop& loop : loops) {
        if (loop.length == 1) continue;
        const auto length = static_cast<std::ptrdiff_t>(loop.length);
        FftLoop* last = result.rank() > 0 ? &result[result.rank() - 1] : nullptr;
        if (last && last->from == loop.from * length && last->to == loop.to * length)
            *last = {last->length * loop.length, loop.from, loop.to};
        else
            result.append(loop);
    }
    return result;
}

// Returns the layout as nested rows, in which neighbors along the last axis are `stride` apart.
// Returns nothing if the strides do not allow it.
std::optional<FftEmbedding> embedding_of(const FftProblem& problem, bool is_from) {
    const auto stride_of = [is_from](const FftLoop& loop) { return is_from ? loop.from : loop.to; };
    const bool is_half =
        is_from ? problem.kind == FftKind::real_inverse : problem.kind == FftKind::real_forward;
    const std::size_t rank = problem.axes.rank();
    FftEmbedding embedding{.stride = stride_of(problem.axes[rank - 1])};
    for (const FftLoop& axis : problem.axes)
        embedding.embed.append(static_cast<std::int64_t>(axis.length));
    if (is_half) embedding.embed[rank - 1] = embedding.embed[rank - 1] / 2 + 1;
    if (embedding.stride <= 0) return std::nullopt;
    for (std::size_t i = rank - 1; i > 0; --i) {
        const std::ptrdiff_t outer = stride_of(problem.axes[i - 1]);
        const std::ptrdiff_t inner = stride_of(problem.axes[i]);
        if (inner <= 0 || outer % inner != 0 || outer / inner < embedding.embed[i])
            return std::nullopt;
        embedding.embed[i] = outer / inner;
    }
    return embedding;
}

std::int64_t product_of(const PerAxis<std::int64_t>& extents) {
    return std::accumulate(extents.begin(), extents.end(), std::int64_t(1), std::multiplies<>());
}

}  // namespace

FftCall fft_call(const Shape& shape, FftKind kind, const InverseRealFftOptions& options) {
    FftCall call{.kind = kind, .axes = checked_axes(shape, options.axes), .result = shape};
    const std::size_t last = call.axes[call.axes.rank() - 1];
    call.last_length = real_length(shape, last, kind, options.length);
    double count = 1;
    for (const std::size_t axis : call.axes)
        count *= static_cast<double>(axis == last ? call.last_length : shape[axis]);
    call.scale = scale_of(options.norm, is_inverse(kind), count);
    if (kind == FftKind::real_forward) call.result[last] = call.last_length / 2 + 1;
    if (kind == FftKind::real_inverse) call.result[last] = call.last_length;
    return call;
}

Shape resized_shape(const Shape& shape, FftKind kind, const InverseRealFftOptions& options) {
    const std::size_t count = options.axes.rank();
    if (options.n.rank() != count)
        refuse_transform(
            shape, fmt::format("{} cannot match {}", text::counted(options.n.rank(), "length"),
                               text::counted(count, "axis", "axes")));
    Shape result = shape;
    for (std::size_t i = 0; i < count; ++i) {
        if (options.n[i] == 0)
            refuse_transform(shape, fmt::format("the length along axis {} is 0", options.axes[i]));
        const bool is_half = kind == FftKind::real_inverse && i + 1 == count;
        result[axis_of(options.axes[i], shape.rank())] =
            is_half ? options.n[i] / 2 + 1 : options.n[i];
    }
    return result;
}

void require_same_lengths(const Shape& shape, const FftOptions& options) {
    if (options.n.rank() > 0)
        refuse_transform(shape, "an in-place transform cannot change the lengths");
}

InverseRealFftOptions resized_options(FftKind kind, const InverseRealFftOptions& options) {
    InverseRealFftOptions result{.axes = options.axes, .norm = options.norm};
    if (kind == FftKind::real_inverse) result.length = options.n[options.n.rank() - 1];
    return result;
}

Layout common_part(const Layout& layout, const Shape& shape) {
    Layout part = layout;
    for (std::size_t axis = 0; axis < layout.rank(); ++axis)
        part.shape[axis] = std::min(part.shape[axis], shape[axis]);
    return part;
}

PerAxis<FftShift> fft_shifts(const Shape& shape, const FftAxes& axes, bool is_back) {
    PerAxis<bool> is_shifted;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) is_shifted.append(axes.rank() == 0);
    for (const std::ptrdiff_t axis : axes) is_shifted[axis_of(axis, shape.rank())] = true;
    PerAxis<FftShift> shifts;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        const auto length = static_cast<std::ptrdiff_t>(shape[axis]), half = length / 2;
        if (is_shifted[axis] && length > 1)
            shifts.append({axis, length, is_back ? length - half : half});
    }
    return shifts;
}

FftProblem FftCall::problem(const Layout& from, const Layout& to, bool is_double) const {
    FftProblem problem{.kind = kind, .is_double = is_double};
    PerAxis<FftLoop> batches;
    for (const std::size_t axis : axes)
        problem.axes.append({from.shape[axis], from.strides[axis], to.strides[axis]});
    problem.axes[axes.rank() - 1].length = last_length;
    for (std::size_t axis = 0; axis < from.rank(); ++axis)
        if (!contains_axis(axes, axis))
            batches.append({from.shape[axis], from.strides[axis], to.strides[axis]});
    problem.batches = merged(batches);
    return problem;
}

FftAxes FftCall::order() const {
    FftAxes order;
    for (std::size_t axis = 0; axis < result.rank(); ++axis)
        if (!contains_axis(axes, axis)) order.append(static_cast<std::ptrdiff_t>(axis));
    for (const std::size_t axis : axes) order.append(static_cast<std::ptrdiff_t>(axis));
    return order;
}

FftCall FftCall::reordered() const {
    FftCall call = *this;
    const FftAxes axis_order = order();
    for (std::size_t i = 0; i < result.rank(); ++i)
        call.result[i] = result[static_cast<std::size_t>(axis_order[i])];
    for (std::size_t i = 0; i < axes.rank(); ++i) call.axes[i] = result.rank() - axes.rank() + i;
    return call;
}

FftAxes inverse_of(const FftAxes& order) {
    FftAxes inverse = order;
    for (std::size_t i = 0; i < order.rank(); ++i)
        inverse[static_cast<std::size_t>(order[i])] = static_cast<std::ptrdiff_t>(i);
    return inverse;
}

std::optional<FftEmbeddings> embeddings_of(const FftProblem& problem) {
    if (problem.batches.rank() > 1) return std::nullopt;
    const auto from = embedding_of(problem, true), to = embedding_of(problem, false);
    if (!from || !to) return std::nullopt;
    FftEmbeddings both{.from = *from, .to = *to};
    both.from.distance = from->stride * product_of(from->embed);
    both.to.distance = to->stride * product_of(to->embed);
    for (const FftLoop& batch : problem.batches) {
        if (batch.from <= 0) return std::nullopt;
        both.count = static_cast<std::int64_t>(batch.length);
        both.from.distance = batch.from;
        both.to.distance = batch.to;
    }
    return both;
}

FftLibrary& fft_library_of(const Device& device) {
    if (device.kind() == BackendKind::cpu) return device.backend()->owned<Fftw>();
    return cuda_fft_of(device);
}

}  // namespace glint::detail
