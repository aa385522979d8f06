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

// LAPACK's functions have the same signatures for all types, but for what pointers point to. Those
// of complex numbers that need real memory, too, take one pointer more.
struct Functions {
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

    explicit Functions(char prefix) {
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

const Functions& functions_of(MatrixType type) {
    static const std::array<Functions, 4> instance{Functions('s'), Functions('d'), Functions('c'),
                                                   Functions('z')};
    return instance[static_cast<std::size_t>(type)];
}

struct Sizes {
    int rows, columns, leading;

    explicit Sizes(const ColumnMatrix& matrix)
        : rows(blas_size(matrix.rows)), columns(blas_size(matrix.columns)), leading(rows) {}
};

/// Elements of any of the types, at least one.
class Memory {
public:
    Memory(MatrixType type, std::size_t count) : values_(1 + count * size_of(type) / 16) {}
    void* data() { return values_.data(); }

    /// How many elements LAPACK asked for in the first one.
    int wanted(MatrixType type) const {
        if (type == MatrixType::f32 || type == MatrixType::c64) {
            float size;
            std::memcpy(&size, values_.data(), sizeof size);
            return static_cast<int>(size) + 1;  // which may be rounded down
        }
        return static_cast<int>(values_[0].real());
    }

private:
    std::vector<std::complex<double>> values_;  // of the widest type
};

/// Calls `function(memory, size)` to hear how much memory it wants, and again with that.
template <class Function>
void with_memory(MatrixType type, Function&& function) {
    Memory answer(type, 1);
    function(answer.data(), -1);
    const int size = answer.wanted(type);
    Memory memory(type, static_cast<std::size_t>(size));
    function(memory.data(), size);
}

void make_q(const Functions& f, const ColumnMatrix& q, const void* scales, int* info) {
    const Sizes size(q);
    with_memory(q.type, [&](void* memory, int memory_size) {
        f.orgqr(&size.rows, &size.columns, &size.columns, q.data, &size.leading, scales, memory,
                &memory_size, info);
    });
}

void factorise_qr(const Functions& f, const ColumnMatrix& a, const ColumnMatrix& q, int* info) {
    const Sizes size(a);
    Memory scales(a.type, static_cast<std::size_t>(std::min(a.rows, a.columns)));
    with_memory(a.type, [&](void* memory, int memory_size) {
        f.geqrf(&size.rows, &size.columns, a.data, &size.leading, scales.data(), memory,
                &memory_size, info);
    });
    std::memcpy(q.data, a.data, static_cast<std::size_t>(q.rows * q.columns) * size_of(q.type));
    if (*info == 0) make_q(f, q, scales.data(), info);
}

void eigen_of_real(const Functions& f, const ColumnMatrix& a, void* values, int* info) {
    const Sizes size(a);
    const int n = size.rows, integers = 3 + 5 * n;
    std::vector<int> integer_memory(static_cast<std::size_t>(integers));
    with_memory(a.type, [&](void* memory, int memory_size) {
        const int integer_size = memory_size < 0 ? -1 : integers;
        f.syevd("V", "L", &n, a.data, &n, values, memory, &memory_size, integer_memory.data(),
                &integer_size, info);
    });
}

void eigen_of_complex(const Functions& f, const ColumnMatrix& a, void* values, int* info) {
    const Sizes size(a);
    const int n = size.rows, integers = 3 + 5 * n;
    const std::int64_t reals = 1 + 5 * a.rows + 2 * a.rows * a.rows;
    const int real_count = blas_size(reals);
    std::vector<int> integer_memory(static_cast<std::size_t>(integers));
    std::vector<double> real_memory(static_cast<std::size_t>(reals));
    with_memory(a.type, [&](void* memory, int memory_size) {
        const int integer_size = memory_size < 0 ? -1 : integers;
        const int real_size = memory_size < 0 ? -1 : real_count;
        f.heevd("V", "L", &n, a.data, &n, values, memory, &memory_size, real_memory.data(),
                &real_size, integer_memory.data(), &integer_size, info);
    });
}

void decompose(const Functions& f, const ColumnMatrix& a, void* values, const ColumnMatrix& u,
               const ColumnMatrix& v, int* info) {
    const Sizes size(a), u_size(u), v_size(v);
    const auto n = static_cast<std::size_t>(a.columns), m = static_cast<std::size_t>(a.rows);
    std::vector<int> integers(8 * n);
    std::vector<double> reals(is_complex(a.type) ? n * std::max(5 * n + 7, 2 * m + 2 * n + 1) : 0);
    with_memory(a.type, [&](void* memory, int memory_size) {
        if (is_complex(a.type))
            f.gesdd_complex("S", &size.rows, &size.columns, a.data, &size.leading, values, u.data,
                            &u_size.leading, v.data, &v_size.leading, memory, &memory_size,
                            reals.data(), integers.data(), info);
        else
            f.gesdd_real("S", &size.rows, &size.columns, a.data, &size.leading, values, u.data,
                         &u_size.leading, v.data, &v_size.leading, memory, &memory_size,
                         integers.data(), info);
    });
}

}  // namespace

void Lapack::lu(Stream& stream, const ColumnMatrix& a, std::int64_t* pivots, int* info) {
    stream.call([&f = functions_of(a.type), a, size = Sizes(a), pivots, info] {
        std::vector<int> narrow(static_cast<std::size_t>(std::min(a.rows, a.columns)));
        f.getrf(&size.rows, &size.columns, a.data, &size.leading, narrow.data(), info);
        std::ranges::copy(narrow, pivots);
    });
}

void Lapack::lu_solve(Stream& stream, const ColumnMatrix& factors, const std::int64_t* pivots,
                      const ColumnMatrix& b, int* info) {
    stream.call(
        [&f = functions_of(b.type), factors, b, n = Sizes(factors), size = Sizes(b), pivots, info] {
            std::vector<int> narrow(static_cast<std::size_t>(factors.rows));
            std::transform(pivots, pivots + factors.rows, narrow.begin(),
                           [](std::int64_t row) { return static_cast<int>(row); });
            f.getrs("N", &n.rows, &size.columns, factors.data, &n.leading, narrow.data(), b.data,
                    &size.leading, info);
        });
}

void Lapack::cholesky(Stream& stream, const ColumnMatrix& a, int* info) {
    stream.call([&f = functions_of(a.type), a, size = Sizes(a), info] {
        f.potrf("L", &size.rows, a.data, &size.leading, info);
    });
}

void Lapack::cholesky_solve(Stream& stream, const ColumnMatrix& factor, const ColumnMatrix& b,
                            int* info) {
    stream.call([&f = functions_of(b.type), factor, b, n = Sizes(factor), size = Sizes(b), info] {
        f.potrs("L", &n.rows, &size.columns, factor.data, &n.leading, b.data, &size.leading, info);
    });
}

void Lapack::qr(Stream& stream, const ColumnMatrix& a, const ColumnMatrix& q, int* info) {
    (void)Sizes(a);  // to be refused here, not where nobody hears it
    stream.call([&f = functions_of(a.type), a, q, info] { factorise_qr(f, a, q, info); });
}

void Lapack::eigen(Stream& stream, const ColumnMatrix& a, void* values, int* info) {
    (void)Sizes(a);
    stream.call([&f = functions_of(a.type), a, values, info] {
        if (is_complex(a.type))
            eigen_of_complex(f, a, values, info);
        else
            eigen_of_real(f, a, values, info);
    });
}

void Lapack::svd(Stream& stream, const ColumnMatrix& a, void* values, const ColumnMatrix& u,
                 const ColumnMatrix& v, int* info) {
    (void)Sizes(a);
    stream.call([&f = functions_of(a.type), a, values, u, v, info] {
        decompose(f, a, values, u, v, info);
    });
}

}  // namespace glint::detail
