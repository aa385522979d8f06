// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/sparse_rows.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include <glint/algorithms/detail/algebra_kernel.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

constexpr int kMaxInt = std::numeric_limits<int>::max();
// The margin prevents an overflow of the indices of threads after the last element.
constexpr int kMaxElements = kMaxInt - 1023;
// Long rows are split into pieces of kPieceElements. On GPUs, a row is long if its threads need
// more than kMaxTurns iterations.
constexpr int kMaxTurns = 64;
constexpr int kPieceElements = 2048;

[[noreturn]] void refuse_sparse(const Shape& shape, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("create a sparse matrix of shape {}", to_string(shape)), reason);
}

void check_shape(const Shape& shape) {
    if (shape.rank() != 2) refuse_sparse(shape, "a matrix must have two dimensions");
    for (const std::size_t extent : shape)
        if (extent >= std::size_t(kMaxInt))
            refuse_sparse(shape, fmt::format("a sparse matrix can have at most {} rows and columns",
                                             kMaxInt - 1));
}

void check_row_offsets(const Shape& shape, const std::vector<int>& offsets, std::size_t count) {
    if (offsets.size() != shape[0] + 1)
        refuse_sparse(shape,
                      fmt::format("the matrix needs {}, not {}",
                                  text::counted(shape[0] + 1, "row offset"), offsets.size()));
    if (offsets.front() != 0)
        refuse_sparse(shape, fmt::format("the first offset is {}, not 0", offsets.front()));
    for (std::size_t row = 0; row < shape[0]; ++row)
        if (offsets[row + 1] < offsets[row])
            refuse_sparse(shape, fmt::format("row {} starts at offset {}, but ends at offset {}",
                                             row, offsets[row], offsets[row + 1]));
    if (static_cast<std::size_t>(offsets.back()) != count)
        refuse_sparse(shape, fmt::format("the last offset is {}, but the matrix has {}",
                                         offsets.back(), text::counted(count, "element")));
}

void check_element(const Shape& shape, std::size_t i, int row, int column) {
    const auto is_in = [](int index, std::size_t extent) {
        return index >= 0 && static_cast<std::size_t>(index) < extent;
    };
    if (!is_in(row, shape[0]) || !is_in(column, shape[1]))
        refuse_sparse(
            shape, fmt::format("element {} is in row {} and column {}, outside the matrix", i, row,
                               column));
}

// Returns the number of adjacent threads per row: enough that each thread needs one or two
// iterations for a row of average length. The CPU uses one thread per row, because it vectorizes
// across adjacent rows.
unsigned row_threads_for(const Device& device, std::size_t count, std::size_t rows) {
    if (device.kind() == BackendKind::cpu || rows == 0) return 1;
    return static_cast<unsigned>(
        std::min<std::size_t>(32, std::bit_ceil(std::max<std::size_t>(1, count / rows / 2))));
}

// Also creates an array for an empty list, because a default-constructed Array lacks a stream.
Array<int> on_device(Stream& stream, const std::vector<int>& values) {
    return Array<int>(stream, std::span<const int>(values));
}

}  // namespace

SparseRows::SparseRows(const Shape& shape, Array<int> offsets, Array<int> columns)
    : shape_(shape), offsets_(std::move(offsets)), columns_(std::move(columns)) {
    check_shape(shape_);
    if (columns_.size() > std::size_t(kMaxElements))
        refuse_sparse(shape_, fmt::format("the matrix has {} elements, but the maximum is {}",
                                          columns_.size(), kMaxElements));
    const std::vector<int> host = offsets_.to_vector();
    check_row_offsets(shape_, host, columns_.size());
    check_columns();
    distribute_rows(host);
}

void SparseRows::check_columns() {
    Array<int> found(stream(), Shape(1));
    const auto size = static_cast<int>(count());
    found.fill(size);
    launch_algebra(stream(), {AlgebraKernel::find_bad_column, MatrixType::f32},
                   algebra_blocks(count()), size, static_cast<int>(width()),
                   std::as_const(columns_).data(), found.data());
    const int place = found.item();
    if (place == size) return;
    const int column = columns_(place).item();
    refuse_sparse(shape_,
                  fmt::format("element {} is in column {}, outside the matrix", place, column));
}

void SparseRows::distribute_rows(const std::vector<int>& offsets) {
    row_threads_ = row_threads_for(stream().device(), count(), rows());
    // On the CPU, only rows that are longer than a piece are split. The thread pool balances
    // shorter rows of different lengths if there are many rows.
    const bool is_cpu = stream().device().kind() == BackendKind::cpu;
    longest_ = static_cast<int>(row_threads_) * (is_cpu ? kPieceElements : kMaxTurns);
    std::vector<int> pieces, long_rows, first_pieces{0};
    for (std::size_t row = 0; row < rows(); ++row) {
        const int end = offsets[row + 1];
        if (end - offsets[row] <= longest_) continue;
        for (int at = offsets[row]; at < end; at += std::min(kPieceElements, end - at)) {
            pieces.push_back(at);
            pieces.push_back(at + std::min(kPieceElements, end - at));
        }
        long_rows.push_back(static_cast<int>(row));
        first_pieces.push_back(static_cast<int>(pieces.size() / 2));
    }
    long_count_ = long_rows.size();
    piece_count_ = pieces.size() / 2;
    if (long_count_ == 0) return;
    pieces_ = on_device(stream(), pieces);
    long_rows_ = on_device(stream(), long_rows);
    first_pieces_ = on_device(stream(), first_pieces);
}

void SparseRows::multiply(MatrixType type, const void* values, const void* x, void* y,
                          const void* alpha, const void* beta) const {
    auto row_count = static_cast<int>(rows());
    int longest = longest_;
    const int* offsets = offsets_.data();
    const int* columns = columns_.data();
    const std::array<void*, 9> arguments{&row_count,
                                         &longest,
                                         &offsets,
                                         &columns,
                                         &values,
                                         &x,
                                         const_cast<void*>(alpha),
                                         const_cast<void*>(beta),
                                         &y};
    launch_algebra(stream(),
                   {AlgebraKernel::spmv_rows, type, static_cast<std::uint8_t>(row_threads_)},
                   algebra_blocks(rows() * row_threads_), std::span<void* const>(arguments));
    if (long_count_ > 0) multiply_long_rows(type, values, x, y, alpha, beta);
}

void SparseRows::multiply_long_rows(MatrixType type, const void* values, const void* x, void* y,
                                    const void* alpha, const void* beta) const {
    const auto sums = allocate(stream(), Shape(piece_count_), size_of(type));
    void* parts = sums->memory.data();
    launch_algebra(stream(), {AlgebraKernel::spmv_pieces, type},
                   static_cast<unsigned>(piece_count_), pieces_.data(), columns_.data(), values, x,
                   parts);
    auto count = static_cast<int>(long_count_);
    const int* long_rows = long_rows_.data();
    const int* first = first_pieces_.data();
    const std::array<void*, 7> arguments{
        &count, &long_rows, &first, &parts, const_cast<void*>(alpha), const_cast<void*>(beta), &y};
    launch_algebra(stream(), {AlgebraKernel::spmv_long_rows, type}, algebra_blocks(long_count_),
                   std::span<void* const>(arguments));
}

void SparseRows::add_to_dense(MatrixType type, const void* values, void* dense) const {
    launch_algebra(stream(), {AlgebraKernel::sparse_to_dense, type}, algebra_blocks(rows()),
                   static_cast<int>(rows()), static_cast<long long>(width()), offsets_.data(),
                   columns_.data(), values, dense);
}

void SparseRows::diagonal(MatrixType type, const void* values, void* diagonal) const {
    const std::size_t size = std::min(rows(), width());
    launch_algebra(stream(), {AlgebraKernel::sparse_diagonal, type}, algebra_blocks(size),
                   static_cast<int>(size), offsets_.data(), columns_.data(), values, diagonal);
}

std::vector<std::size_t> order_of(const Shape& shape, std::span<const int> rows,
                                  std::span<const int> columns, std::size_t values) {
    check_shape(shape);
    if (rows.size() != values || columns.size() != values)
        refuse_sparse(
            shape,
            fmt::format("the numbers of values, rows and columns must be equal, not {}, {} and {}",
                        text::counted(values, "value"), text::counted(rows.size(), "row"),
                        text::counted(columns.size(), "column")));
    if (values > std::size_t(kMaxElements))
        refuse_sparse(shape, fmt::format("the matrix has {} elements, but the maximum is {}",
                                         values, kMaxElements));
    for (std::size_t i = 0; i < values; ++i) check_element(shape, i, rows[i], columns[i]);
    std::vector<std::size_t> order(values);
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return std::pair(rows[a], columns[a]) < std::pair(rows[b], columns[b]);
    });
    return order;
}

void check_spmv(const Shape& matrix, const Shape& x, const Shape& y) {
    const bool fits = x.rank() == 1 && x[0] == matrix[1] && y.rank() == 1 && y[0] == matrix[0];
    if (fits) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("multiply a sparse matrix of shape {}", to_string(matrix)),
                fmt::format("the vector has shape {} and the result has shape {}", to_string(x),
                            to_string(y)));
}

}  // namespace glint::detail
