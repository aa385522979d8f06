// SPDX-License-Identifier: MIT
#include <glint/algorithms/matmul.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/algorithms/detail/libraries.hpp>
#include <glint/algorithms/detail/openblas.hpp>
#include <glint/array/detail/loops.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

[[noreturn]] void refuse_product(const Shape& a, const Shape& b, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("multiply arrays of shapes {} and {}", to_string(a), to_string(b)),
                reason);
}

// Returns a two-dimensional layout. A vector becomes a row if it is the left factor, otherwise a
// column.
Layout as_matrix(const Layout& layout, bool is_left) {
    if (layout.rank() != 1) return layout;
    const std::size_t n = layout.shape[0];
    const std::ptrdiff_t step = layout.strides[0];
    if (is_left) return {Shape{1, n}, {0, step}};
    return {Shape{n, 1}, {step, 0}};
}

Shape batch_of(const Shape& shape) { return Shape(std::span(shape.begin(), shape.rank() - 2)); }

template <class Values>
auto with(Values values, typename std::remove_cvref_t<decltype(values[0])> first,
          typename std::remove_cvref_t<decltype(values[0])> second) {
    values.append(first);
    values.append(second);
    return values;
}

// The rows and columns of a layout: its last two dimensions.
struct Sides {
    std::size_t rows, columns;
    std::ptrdiff_t row_stride, column_stride;

    explicit Sides(const Layout& layout)
        : rows(layout.shape[layout.rank() - 2]),
          columns(layout.shape[layout.rank() - 1]),
          row_stride(layout.strides[layout.rank() - 2]),
          column_stride(layout.strides[layout.rank() - 1]) {}

    // has_rows() is true for C order, in which rows are `row_stride` apart. has_columns() is true
    // for Fortran order, in which columns are `column_stride` apart.
    bool has_rows() const {
        return has_leading_dimension(columns, column_stride, rows, row_stride);
    }
    bool has_columns() const {
        return has_leading_dimension(rows, row_stride, columns, column_stride);
    }

private:
    static bool has_leading_dimension(std::size_t inner, std::ptrdiff_t step, std::size_t outer,
                                      std::ptrdiff_t stride) {
        return (inner == 1 || step == 1) &&
               (outer == 1 ||
                stride >= std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(inner)));
    }
};

// Describes a factor for the library, which multiplies the transposed matrices (see
// Factors::product). Libraries use Fortran order, in which a matrix with contiguous rows is read as
// its transpose. Such a matrix is not transposed again.
FactorMatrix factor_of(const Layout& layout) {
    const Sides sides(layout);
    FactorMatrix factor{.is_transposed = !sides.has_rows()};
    const std::size_t inner = factor.is_transposed ? sides.rows : sides.columns;
    const std::size_t outer = factor.is_transposed ? sides.columns : sides.rows;
    const std::ptrdiff_t stride = factor.is_transposed ? sides.column_stride : sides.row_stride;
    factor.leading =
        outer == 1 ? std::max<std::int64_t>(1, static_cast<std::int64_t>(inner)) : stride;
    return factor;
}

// Divides the matrices into groups. One call of the library processes one group.
class Batches {
public:
    Batches(const Shape& shape, std::span<const Strides> operands)
        : loops_(loops_over(shape, operands, LoopOrder::as_indexed)) {}

    std::size_t count() const { return loops_.columns(); }
    std::ptrdiff_t stride(std::size_t operand) const {
        return loops_.strides[operand][loops_.rank - 1];
    }
    std::size_t groups() const { return loops_.rows(); }
    // Returns the offset of a group's first matrix, in elements.
    std::ptrdiff_t offset(std::size_t operand, std::size_t group) const {
        std::ptrdiff_t offset = 0;
        for (std::size_t axis = loops_.rank - 1; axis-- > 0;) {
            offset += static_cast<std::ptrdiff_t>(group % loops_.extents[axis]) *
                      loops_.strides[operand][axis];
            group /= loops_.extents[axis];
        }
        return offset;
    }

private:
    Loops loops_;
};

Strides batch_strides(const Layout& layout) {
    return Strides(std::span(layout.strides.begin(), layout.rank() - 2));
}

// The two factors of a product with broadcast batch dimensions, and the layout of the result.
class Factors {
public:
    Factors(const Layout& a, const Layout& b, const Layout& c) {
        const Layout left = as_matrix(a, true), right = as_matrix(b, false);
        const std::array given{batch_of(left.shape), batch_of(right.shape)};
        batch_ = broadcast(given);
        const Sides left_sides(left), right_sides(right);
        left_ = broadcast_to(left, with(batch_, left_sides.rows, left_sides.columns));
        right_ = broadcast_to(right, with(batch_, right_sides.rows, right_sides.columns));
        const std::size_t rank = batch_.rank();
        const std::ptrdiff_t row_stride = a.rank() > 1 ? c.strides[rank] : 0;
        const std::ptrdiff_t step = b.rank() > 1 ? c.strides[c.rank() - 1] : 1;
        const Strides strides(std::span(c.strides.begin(), rank));
        result_ = {with(batch_, left_sides.rows, right_sides.columns),
                   with(strides, row_stride, step)};
    }

    bool has_rows() const { return Sides(result_).has_rows(); }
    std::size_t inner() const { return Sides(left_).columns; }

    // Operand 0 is the result, 1 the left factor and 2 the right factor.
    Batches batches() const {
        const std::array strides{batch_strides(result_), batch_strides(left_),
                                 batch_strides(right_)};
        return Batches(batch_, strides);
    }

    // Libraries use Fortran order, so they compute the transposed result. That is the product of
    // the transposed factors in reverse order.
    MatrixProduct product(const Batches& batches) const {
        const Sides sides(result_);
        MatrixProduct product{.rows = static_cast<std::int64_t>(sides.columns),
                              .columns = static_cast<std::int64_t>(sides.rows),
                              .inner = static_cast<std::int64_t>(inner()),
                              .batches = static_cast<std::int64_t>(batches.count()),
                              .a = factor_of(right_),
                              .b = factor_of(left_),
                              .c_leading = factor_of(result_).leading,
                              .c_batch_stride = batches.stride(0)};
        product.a.batch_stride = batches.stride(2);
        product.b.batch_stride = batches.stride(1);
        return product;
    }

private:
    Shape batch_;
    Layout left_, right_, result_;
};

const void* moved(const void* data, std::ptrdiff_t elements, MatrixType type) {
    return static_cast<const std::byte*>(data) +
           elements * static_cast<std::ptrdiff_t>(size_of(type));
}

[[noreturn]] void refuse_result(const Layout& c) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("write a product to an array of shape {}", to_string(c.shape)),
                fmt::format("with strides {}, the elements of a row are not adjacent",
                            to_string(c.strides)));
}

}  // namespace

Shape matmul_shape(const Shape& a, const Shape& b) {
    if (a.rank() == 0 || b.rank() == 0) refuse_product(a, b, "scalars are not supported. Use *");
    const Layout left = as_matrix(row_major(a), true), right = as_matrix(row_major(b), false);
    const Sides sides_a(left), sides_b(right);
    if (sides_a.columns != sides_b.rows)
        refuse_product(a, b,
                       fmt::format("the left array has {}, but the right array has {}",
                                   text::counted(sides_a.columns, "column"),
                                   text::counted(sides_b.rows, "row")));
    const std::array batches{batch_of(left.shape), batch_of(right.shape)};
    Shape shape = broadcast(batches);
    if (a.rank() > 1) shape.append(sides_a.rows);
    if (b.rank() > 1) shape.append(sides_b.columns);
    return shape;
}

void check_result(const Shape& a, const Shape& b, const Shape& c) {
    if (const Shape shape = matmul_shape(a, b); shape != c)
        refuse_product(a, b,
                       fmt::format("the product has shape {}, but the result array has shape {}",
                                   to_string(shape), to_string(c)));
}

bool is_matrix_layout(const Layout& layout) {
    if (layout.rank() == 0) return false;
    const Sides sides(as_matrix(layout, true));
    return sides.has_rows() || sides.has_columns();
}

bool is_vector_layout(const Layout& layout) {
    return layout.rank() == 1 && (layout.shape[0] <= 1 || layout.strides[0] >= 1);
}

void matmul(Stream& stream, MatrixType type, const Elements& c, const Elements& a,
            const Elements& b, const MatmulOptions& options) {
    const Factors factors(a.layout, b.layout, c.layout);
    if (!factors.has_rows()) refuse_result(c.layout);
    const Batches batches = factors.batches();
    MatrixProduct product = factors.product(batches);
    product.type = type;
    product.alpha = options.alpha;
    product.beta = options.beta;
    for (std::size_t group = 0; group < batches.groups(); ++group) {
        product.c = const_cast<void*>(moved(c.data, batches.offset(0, group), type));
        product.a.data = moved(b.data, batches.offset(2, group), type);
        product.b.data = moved(a.data, batches.offset(1, group), type);
        blas_library_of(stream.device()).multiply(stream, product);
    }
}

void refuse_outer(const Shape& x, const Shape& y) {
    refuse_product(x, y, "both arrays must be vectors");
}

BlasLibrary& blas_library_of(const Device& device) {
    if (device.kind() == BackendKind::cpu) return device.backend()->owned<OpenBlas>();
    return cuda_blas_of(device);
}

}  // namespace glint::detail
