// SPDX-License-Identifier: MIT
#include <glint/algorithms/tensor_products.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {

Along axes_after(std::size_t kept, std::size_t rank) {
    Along along{.axes = {}, .all = false};
    for (std::size_t axis = kept; axis < rank; ++axis)
        along.axes.append(static_cast<std::ptrdiff_t>(axis));
    return along;
}

Shape factor_shape(const Subscripts& subscripts, const Labels& batches, const Labels& rows,
                   const Labels& columns) {
    Shape shape = subscripts.shape_of(batches);
    shape.append(subscripts.shape_of(rows).size());
    shape.append(subscripts.shape_of(columns).size());
    return shape;
}

KronLayouts kron_layouts(const Layout& a, const Layout& b) {
    KronLayouts layouts;
    const std::size_t rank = std::max(a.rank(), b.rank());
    const auto append = [&](std::size_t extent, std::ptrdiff_t stride_a, std::ptrdiff_t stride_b) {
        if (extent == 1) return;
        if (layouts.shape.rank() == kMaxRank)
            throw Error(ErrorCode::invalid_argument,
                        fmt::format("compute the Kronecker product of shapes {} and {}",
                                    to_string(a.shape), to_string(b.shape)),
                        fmt::format("the product needs more than {} dimensions", kMaxRank));
        layouts.shape.append(extent);
        layouts.first.shape.append(stride_a != 0 ? extent : 1);
        layouts.first.strides.append(stride_a);
        layouts.second.shape.append(stride_b != 0 ? extent : 1);
        layouts.second.strides.append(stride_b);
    };
    for (std::size_t i = rank; i > 0; --i) {
        const bool has_a = i <= a.rank(), has_b = i <= b.rank();
        const std::size_t in_a = has_a ? a.shape[a.rank() - i] : 1;
        const std::size_t in_b = has_b ? b.shape[b.rank() - i] : 1;
        if (has_a) append(in_a, a.strides[a.rank() - i], 0);
        if (has_b) append(in_b, 0, b.strides[b.rank() - i]);
        layouts.result.append(extent_product(in_a, in_b));
    }
    return layouts;
}

}  // namespace glint::detail
