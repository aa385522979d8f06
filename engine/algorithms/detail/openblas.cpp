// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/openblas.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>

#include <fmt/format.h>

#include <glint/algorithms/detail/libraries.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

// The functions for all types have the same signatures, except for pointer types.
using Gemm = void(const char*, const char*, const int*, const int*, const int*, const void*,
                  const void*, const int*, const void*, const int*, const void*, void*, const int*);
using Gemv = void(const char*, const int*, const int*, const void*, const void*, const int*,
                  const void*, const int*, const void*, void*, const int*);

struct TypeFunctions {
    Gemm* gemm = nullptr;
    Gemv* gemv = nullptr;
};

struct BlasFunctions {
    BlasFunctions() {
        for (std::size_t type = 0; type < by_type.size(); ++type) {
            const std::string prefix(1, "sdcz"[type]);
            look_up(openblas(), prefix + "gemm_", by_type[type].gemm);
            look_up(openblas(), prefix + "gemv_", by_type[type].gemv);
        }
    }

    std::array<TypeFunctions, 4> by_type;
};

const BlasFunctions& blas_functions() {
    static const BlasFunctions instance;
    return instance;
}

/// A scalar factor of any type. A real factor is the first component of a complex number, so BLAS
/// can read real and complex factors from the same address.
class Factor {
public:
    Factor(MatrixType type, double value)
        : is_double_(type == MatrixType::f64 || type == MatrixType::c128),
          wide_(value),
          narrow_(static_cast<float>(value)) {}
    const void* data() const {
        return is_double_ ? static_cast<const void*>(&wide_) : static_cast<const void*>(&narrow_);
    }

private:
    bool is_double_;
    std::complex<double> wide_;
    std::complex<float> narrow_;
};

const void* at_element(const void* data, std::int64_t elements, MatrixType type) {
    return static_cast<const std::byte*>(data) +
           elements * static_cast<std::int64_t>(size_of(type));
}

/// One product of a batch, with BLAS integer sizes.
class OneProduct {
public:
    explicit OneProduct(const MatrixProduct& product)
        : product_(product),
          functions_(blas_functions().by_type[static_cast<std::size_t>(product.type)]),
          alpha_(product.type, product.alpha),
          beta_(product.type, product.beta),
          rows_(blas_size(product.rows)),
          columns_(blas_size(product.columns)),
          inner_(blas_size(product.inner)),
          a_leading_(blas_size(product.a.leading)),
          b_leading_(blas_size(product.b.leading)),
          c_leading_(blas_size(product.c_leading)) {}

    void run(std::int64_t batch) const {
        const void* a = at_element(product_.a.data, batch * product_.a.batch_stride, product_.type);
        const void* b = at_element(product_.b.data, batch * product_.b.batch_stride, product_.type);
        void* c = const_cast<void*>(
            at_element(product_.c, batch * product_.c_batch_stride, product_.type));
        if (columns_ == 1 && accepts_matrix(a, product_.a.is_transposed, rows_, a_leading_))
            return by_column(a, b, c);
        if (rows_ == 1 && accepts_matrix(b, !product_.b.is_transposed, columns_, b_leading_))
            return by_row(a, b, c);
        const char a_side = side(product_.a.is_transposed), b_side = side(product_.b.is_transposed);
        functions_.gemm(&a_side, &b_side, &rows_, &columns_, &inner_, alpha_.data(), a, &a_leading_,
                        b, &b_leading_, beta_.data(), c, &c_leading_);
    }

private:
    static char side(bool is_transposed) { return is_transposed ? 'T' : 'N'; }

    bool accepts_matrix(const void* matrix, bool is_transposed, int size, int leading) const {
        if (!is_complex(product_.type)) return true;
        const std::int64_t lines = is_transposed ? inner_ : size;
        const std::int64_t across = is_transposed ? size : inner_;
        return may_end_at(at_element(matrix, (across - 1) * leading + lines, product_.type));
    }
    void by_column(const void* a, const void* b, void* c) const {
        const int step = product_.b.is_transposed ? b_leading_ : 1, one = 1;
        times_vector(a, product_.a.is_transposed, rows_, a_leading_, b, step, c, one);
    }
    // Computes one row of c, which is a column of c^T = b^T * a^T.
    void by_row(const void* a, const void* b, void* c) const {
        const int step = product_.a.is_transposed ? 1 : a_leading_;
        times_vector(b, !product_.b.is_transposed, columns_, b_leading_, a, step, c, c_leading_);
    }
    void times_vector(const void* matrix, bool is_transposed, int size, int leading, const void* x,
                      int x_step, void* y, int y_step) const {
        const char matrix_side = side(is_transposed);
        const int lines = is_transposed ? inner_ : size, across = is_transposed ? size : inner_;
        functions_.gemv(&matrix_side, &lines, &across, alpha_.data(), matrix, &leading, x, &x_step,
                        beta_.data(), y, &y_step);
    }

    MatrixProduct product_;
    TypeFunctions functions_;
    Factor alpha_, beta_;
    int rows_, columns_, inner_, a_leading_, b_leading_, c_leading_;
};

}  // namespace

const SharedLibrary& openblas() {
    static const SharedLibrary instance =
        opened_library("OpenBLAS (libopenblas.so.0)",
                       std::array<std::string, 2>{"libopenblas.so.0", "libopenblas.so"},
                       "Install OpenBLAS (on Debian, the package libopenblas0)");
    return instance;
}

int blas_size(std::int64_t size) {
    if (size > std::numeric_limits<int>::max())
        throw Error(ErrorCode::unsupported,
                    fmt::format("use matrices with {} elements per side", size),
                    "OpenBLAS supports at most 2147483647 elements per side");
    return static_cast<int>(size);
}

bool may_end_at(const void* end) {
    constexpr std::uintptr_t kPage = 4096, kPadding = 64;
    const std::uintptr_t within = reinterpret_cast<std::uintptr_t>(end) % kPage;
    return within != 0 && within <= kPage - kPadding;
}

void OpenBlas::multiply(Stream& stream, const MatrixProduct& product) {
    stream.call([one = OneProduct(product), batches = product.batches] {
        for (std::int64_t batch = 0; batch < batches; ++batch) one.run(batch);
    });
}

}  // namespace glint::detail
