// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/lapack.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <string>
#include <vector>

#include <glint/algorithms/detail/libraries.hpp>
#include <glint/algorithms/detail/openblas.hpp>

namespace glint::detail {
namespace {

// The LAPACK functions for all types have the same signatures, except for pointer types. Complex
// functions may have one more pointer, for real workspace.
struct LapackFunctions {
    void (*getrf)(const int*, const int*, void*, const int*, int*, int*) = nullptr;
    void (*getrs)(const char*, const int*, const int*, const void*, const int*, const int*, void*,
                  const int*, int*) = nullptr;
    void (*potrf)(const char*, const int*, void*, const int*, int*) = nullptr;
    void (*potrs)(const char*, const int*, const int*, const void*, const int*, void*, const int*,
                  int*) = nullptr;
    void (*geqrf)(const int*, const int*, void*, const int*, void*, void*, const int*,
                  int*) = nullptr;
    void (*orgqr)(const int*, const int*, const int*, void*, const int*, const void*, void*,
                  const int*, int*) = nullptr;
    void (*syevd)(const char*, const char*, const int*, void*, const int*, void*, void*, const int*,
                  int*, const int*, int*) = nullptr;
    void (*heevd)(const char*, const char*, const int*, void*, const int*, void*, void*, const int*,
                  void*, const int*, int*, const int*, int*) = nullptr;
    void (*gesdd_real)(const char*, const int*, const int*, void*, const int*, void*, void*,
                       const int*, void*, const int*, void*, const int*, int*, int*) = nullptr;
    void (*gesdd_complex)(const char*, const int*, const int*, void*, const int*, void*, void*,
                          const int*, void*, const int*, void*, const int*, void*, int*,
                          int*) = nullptr;

    explicit LapackFunctions(char prefix) {
        const std::string type(1, prefix);
        const bool is_complex = prefix == 'c' || prefix == 'z';
        look_up(openblas(), type + "getrf_", getrf);
        look_up(openblas(), type + "getrs_", getrs);
        look_up(openblas(), type + "potrf_", potrf);
        look_up(openblas(), type + "potrs_", potrs);
        look_up(openblas(), type + "geqrf_", geqrf);
        look_up(openblas(), type + (is_complex ? "ungqr_" : "orgqr_"), orgqr);
        if (is_complex) {
            look_up(openblas(), type + "heevd_", heevd);
            look_up(openblas(), type + "gesdd_", gesdd_complex);
        } else {
            look_up(openblas(), type + "syevd_", syevd);
            look_up(openblas(), type + "gesdd_", gesdd_real);
        }
    }
};

const LapackFunctions& functions_of(MatrixType type) {
    static const std::array<LapackFunctions, 4> instance{
        LapackFunctions('s'), LapackFunctions('d'), LapackFunctions('c'), LapackFunctions('z')};
    return instance[static_cast<std::size_t>(type)];
}

struct Sizes {
    int rows, columns, leading;

    explicit Sizes(const ColumnMatrix& matrix)
        : rows(blas_size(matrix.rows)), columns(blas_size(matrix.columns)), leading(rows) {}
};

/// Workspace for at least one element of any type.
class Memory {
public:
    Memory(MatrixType type, std::size_t count) : values_(1 + count * size_of(type) / 16) {}
    void* data() { return values_.data(); }

    /// The workspace size that LAPACK returned in the first element.
    int wanted(MatrixType type) const {
        if (type == MatrixType::f32 || type == MatrixType::c64) {
            float size;
            std::memcpy(&size, values_.data(), sizeof size);
            return static_cast<int>(size) + 1;  // LAPACK may have rounded the size down
        }
        return static_cast<int>(values_[0].real());
    }

private:
    std::vector<std::complex<double>> values_;  // elements of the widest type
};

/// Refers to the matrices themselves, or to a copy that the destructor writes back. A copy is
/// needed where OpenBLAS's kernels could read past the end of the array's memory.
class PaddedMatrices {
public:
    explicit PaddedMatrices(const ColumnMatrix& from) : from_(from), used_(from) {
        if (may_end_at(one_of(from, from.batches).data)) return;
        copy_.resize(size_bytes() / sizeof(copy_[0]) + kPadding);
        std::memcpy(copy_.data(), from.data, size_bytes());
        used_.data = copy_.data();
    }
    ~PaddedMatrices() {
        if (!copy_.empty()) std::memcpy(from_.data, copy_.data(), size_bytes());
    }
    PaddedMatrices(const PaddedMatrices&) = delete;
    PaddedMatrices& operator=(const PaddedMatrices&) = delete;

    const ColumnMatrix& matrices() const { return used_; }

private:
    static constexpr std::size_t kPadding = 8;

    std::size_t size_bytes() const {
        return static_cast<std::size_t>(from_.rows * from_.columns * from_.batches) *
               size_of(from_.type);
    }

    ColumnMatrix from_, used_;
    std::vector<std::complex<double>> copy_;  // complex<double> has the strictest alignment
};

/// Calls `function(batch, memory, size)` to query the workspace size, then calls it for each batch
/// with a workspace of that size.
template <class Function>
void with_memory(const ColumnMatrix& all, Function&& function) {
    Memory answer(all.type, 1);
    function(std::int64_t(0), answer.data(), -1);
    const int size = answer.wanted(all.type);
    Memory memory(all.type, static_cast<std::size_t>(size));
    for (std::int64_t batch = 0; batch < all.batches; ++batch) function(batch, memory.data(), size);
}

void factorize_qr(const LapackFunctions& f, const ColumnMatrix& a, const ColumnMatrix& q,
                  int* info) {
    const Sizes size(a), q_size(q);
    const auto kept = static_cast<std::size_t>(std::min(a.rows, a.columns));
    const auto kept_bytes = static_cast<std::size_t>(q.rows * q.columns) * size_of(q.type);
    std::vector<Memory> scales(static_cast<std::size_t>(a.batches), Memory(a.type, kept));
    with_memory(a, [&](std::int64_t batch, void* memory, int memory_size) {
        f.geqrf(&size.rows, &size.columns, one_of(a, batch).data, &size.leading,
                scales[static_cast<std::size_t>(batch)].data(), memory, &memory_size, info + batch);
    });
    for (std::int64_t batch = 0; batch < a.batches; ++batch)
        std::memcpy(one_of(q, batch).data, one_of(a, batch).data, kept_bytes);
    with_memory(q, [&](std::int64_t batch, void* memory, int memory_size) {
        f.orgqr(&q_size.rows, &q_size.columns, &q_size.columns, one_of(q, batch).data,
                &q_size.leading, scales[static_cast<std::size_t>(batch)].data(), memory,
                &memory_size, info + batch);
    });
}

void eigen_of_real(const LapackFunctions& f, const ColumnMatrix& a, void* values, int* info) {
    const Sizes size(a);
    const int n = size.rows, integers = 3 + 5 * n;
    std::vector<int> integer_memory(static_cast<std::size_t>(integers));
    with_memory(a, [&](std::int64_t batch, void* memory, int memory_size) {
        const int integer_size = memory_size < 0 ? -1 : integers;
        f.syevd("V", "L", &n, one_of(a, batch).data, &n, reals_of(values, a, batch), memory,
                &memory_size, integer_memory.data(), &integer_size, info + batch);
    });
}

void eigen_of_complex(const LapackFunctions& f, const ColumnMatrix& a, void* values, int* info) {
    const Sizes size(a);
    const int n = size.rows, integers = 3 + 5 * n;
    const std::int64_t reals = 1 + 5 * a.rows + 2 * a.rows * a.rows;
    const int real_count = blas_size(reals);
    std::vector<int> integer_memory(static_cast<std::size_t>(integers));
    std::vector<double> real_memory(static_cast<std::size_t>(reals));
    with_memory(a, [&](std::int64_t batch, void* memory, int memory_size) {
        const int integer_size = memory_size < 0 ? -1 : integers;
        const int real_size = memory_size < 0 ? -1 : real_count;
        f.heevd("V", "L", &n, one_of(a, batch).data, &n, reals_of(values, a, batch), memory,
                &memory_size, real_memory.data(), &real_size, integer_memory.data(), &integer_size,
                info + batch);
    });
}

void decompose(const LapackFunctions& f, const ColumnMatrix& a, void* values, const ColumnMatrix& u,
               const ColumnMatrix& v, int* info) {
    const Sizes size(a), u_size(u), v_size(v);
    const auto n = static_cast<std::size_t>(a.columns), m = static_cast<std::size_t>(a.rows);
    std::vector<int> integers(8 * n);
    std::vector<double> reals(is_complex(a.type) ? n * std::max(5 * n + 7, 2 * m + 2 * n + 1) : 0);
    with_memory(a, [&](std::int64_t batch, void* memory, int memory_size) {
        void* const s = reals_of(values, a, batch);
        void* const from = one_of(a, batch).data;
        void* const left = one_of(u, batch).data;
        void* const right = one_of(v, batch).data;
        if (is_complex(a.type))
            f.gesdd_complex("S", &size.rows, &size.columns, from, &size.leading, s, left,
                            &u_size.leading, right, &v_size.leading, memory, &memory_size,
                            reals.data(), integers.data(), info + batch);
        else
            f.gesdd_real("S", &size.rows, &size.columns, from, &size.leading, s, left,
                         &u_size.leading, right, &v_size.leading, memory, &memory_size,
                         integers.data(), info + batch);
    });
}

}  // namespace

void Lapack::lu(Stream& stream, const ColumnMatrix& a, const ArrayView<std::int64_t>& pivots,
                int* info) {
    stream.call([&f = functions_of(a.type), a, size = Sizes(a), pivots = pivots.data(), info] {
        std::vector<int> narrow(static_cast<std::size_t>(std::min(a.rows, a.columns)));
        const PaddedMatrices room(a);
        std::int64_t* to = pivots;
        for (std::int64_t batch = 0; batch < a.batches; ++batch) {
            f.getrf(&size.rows, &size.columns, one_of(room.matrices(), batch).data, &size.leading,
                    narrow.data(), info + batch);
            to = std::ranges::copy(narrow, to).out;
        }
    });
}

void Lapack::lu_solve(Stream& stream, const ColumnMatrix& factors,
                      const ArrayView<const std::int64_t>& pivots, const ColumnMatrix& b,
                      int* info) {
    stream.call([&f = functions_of(b.type), factors, b, n = Sizes(factors), size = Sizes(b),
                 pivots = pivots.data(), info] {
        std::vector<int> narrow(static_cast<std::size_t>(factors.rows));
        for (std::int64_t batch = 0; batch < b.batches; ++batch) {
            const std::int64_t* const from = pivots + batch * factors.rows;
            std::transform(from, from + factors.rows, narrow.begin(),
                           [](std::int64_t row) { return static_cast<int>(row); });
            f.getrs("N", &n.rows, &size.columns, one_of(factors, batch).data, &n.leading,
                    narrow.data(), one_of(b, batch).data, &size.leading, info + batch);
        }
    });
}

void Lapack::cholesky(Stream& stream, const ColumnMatrix& a, int* info) {
    stream.call([&f = functions_of(a.type), a, size = Sizes(a), info] {
        const PaddedMatrices room(a);
        for (std::int64_t batch = 0; batch < a.batches; ++batch)
            f.potrf("L", &size.rows, one_of(room.matrices(), batch).data, &size.leading,
                    info + batch);
    });
}

void Lapack::cholesky_solve(Stream& stream, const ColumnMatrix& factor, const ColumnMatrix& b,
                            int* info) {
    stream.call([&f = functions_of(b.type), factor, b, n = Sizes(factor), size = Sizes(b), info] {
        for (std::int64_t batch = 0; batch < b.batches; ++batch)
            f.potrs("L", &n.rows, &size.columns, one_of(factor, batch).data, &n.leading,
                    one_of(b, batch).data, &size.leading, info + batch);
    });
}

void Lapack::qr(Stream& stream, const ColumnMatrix& a, const ColumnMatrix& q, int* info) {
    (void)Sizes(a);  // checks the sizes now, because the call below cannot throw
    stream.call([&f = functions_of(a.type), a, q, info] {
        const PaddedMatrices a_room(a), q_room(q);
        factorize_qr(f, a_room.matrices(), q_room.matrices(), info);
    });
}

void Lapack::eigen(Stream& stream, const ColumnMatrix& a, void* values, int* info) {
    (void)Sizes(a);
    stream.call([&f = functions_of(a.type), a, values, info] {
        const PaddedMatrices room(a);
        if (is_complex(a.type))
            eigen_of_complex(f, room.matrices(), values, info);
        else
            eigen_of_real(f, room.matrices(), values, info);
    });
}

void Lapack::svd(Stream& stream, const ColumnMatrix& a, void* values, const ColumnMatrix& u,
                 const ColumnMatrix& v, int* info) {
    (void)Sizes(a);
    stream.call([&f = functions_of(a.type), a, values, u, v, info] {
        const PaddedMatrices a_room(a), u_room(u), v_room(v);
        decompose(f, a_room.matrices(), values, u_room.matrices(), v_room.matrices(), info);
    });
}

}  // namespace glint::detail
