// SPDX-License-Identifier: MIT
#include <cusolverDn.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <glint/algorithms/cuda/context.hpp>
#include <glint/algorithms/cuda/cublas.hpp>
#include <glint/algorithms/detail/lapack_library.hpp>
#include <glint/algorithms/detail/libraries.hpp>
#include <glint/base/error.hpp>
#include <glint/compiler/compile_ahead.hpp>
#include <glint/compiler/detail/toolkit.hpp>

namespace glint::detail {
namespace {

// clang-format off
#define GLINT_CUSOLVER_FUNCTIONS(X)                                                               \
    X(cusolverDnCreate) X(cusolverDnDestroy) X(cusolverDnSetStream)                               \
    X(cusolverDnCreateParams) X(cusolverDnDestroyParams)                                          \
    X(cusolverDnXgetrf_bufferSize) X(cusolverDnXgetrf) X(cusolverDnXgetrs)                        \
    X(cusolverDnXpotrf_bufferSize) X(cusolverDnXpotrf) X(cusolverDnXpotrs)                        \
    X(cusolverDnXgeqrf_bufferSize) X(cusolverDnXgeqrf)                                            \
    X(cusolverDnXsyevd_bufferSize) X(cusolverDnXsyevd)                                            \
    X(cusolverDnXgesvd_bufferSize) X(cusolverDnXgesvd)
// clang-format on

// Functions with a different name for each type. Their signatures differ only in pointer types.
struct MakeQ {
    cusolverStatus_t (*size)(cusolverDnHandle_t, int, int, int, const void*, int, const void*,
                             int*) = nullptr;
    cusolverStatus_t (*run)(cusolverDnHandle_t, int, int, int, void*, int, const void*, void*, int,
                            int*) = nullptr;
};

// Batched Cholesky functions. cuSOLVER's solver supports only one right-hand side per matrix.
struct CholeskyOfLists {
    cusolverStatus_t (*factorize)(cusolverDnHandle_t, cublasFillMode_t, int, void**, int, int*,
                                  int) = nullptr;
    cusolverStatus_t (*solve)(cusolverDnHandle_t, cublasFillMode_t, int, int, void**, int, void**,
                              int, int*, int) = nullptr;
};

// cuSOLVER has batched eigenvalue functions since CUDA 12.6.
#if CUSOLVER_VERSION >= 11701
#define GLINT_CUSOLVER_HAS_BATCHED_EIGEN
struct BatchedEigen {
    decltype(&::cusolverDnXsyevBatched_bufferSize) size = nullptr;
    decltype(&::cusolverDnXsyevBatched) run = nullptr;
};
#endif

struct CusolverApi {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the name of a member
#define GLINT_CUSOLVER_MEMBER(name) decltype(&::name) name = nullptr;
    GLINT_CUSOLVER_FUNCTIONS(GLINT_CUSOLVER_MEMBER)
#undef GLINT_CUSOLVER_MEMBER
    std::array<MakeQ, 4> make_q;
    std::array<CholeskyOfLists, 4> cholesky;
#ifdef GLINT_CUSOLVER_HAS_BATCHED_EIGEN
    BatchedEigen eigen_batched;  // null if the loaded library is too old
#endif
};

CusolverApi load_cusolver() {
    const SharedLibrary library = opened_library(
        "cuSOLVER (libcusolver.so)",
        compiler::toolkit_candidates("libcusolver.so", {"libcusolver.so.12", "libcusolver.so.11"}),
        "Install the CUDA toolkit (11.1 or later), or set $CUDA_PATH to the folder of the toolkit");
    CusolverApi functions;
#define GLINT_CUSOLVER_LOOK_UP(name) \
    functions.name = reinterpret_cast<decltype(functions.name)>(function_in(library, #name));
    GLINT_CUSOLVER_FUNCTIONS(GLINT_CUSOLVER_LOOK_UP)
#undef GLINT_CUSOLVER_LOOK_UP
    const std::array names{"Sorgqr", "Dorgqr", "Cungqr", "Zungqr"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string name = std::string("cusolverDn") + names[i];
        look_up(library, name + "_bufferSize", functions.make_q[i].size);
        look_up(library, name, functions.make_q[i].run);
    }
    for (std::size_t type = 0; type < functions.cholesky.size(); ++type) {
        const std::string name = std::string("cusolverDn") + "SDCZ"[type];
        look_up(library, name + "potrfBatched", functions.cholesky[type].factorize);
        look_up(library, name + "potrsBatched", functions.cholesky[type].solve);
    }
#ifdef GLINT_CUSOLVER_HAS_BATCHED_EIGEN
    functions.eigen_batched = {.size = reinterpret_cast<decltype(BatchedEigen::size)>(
                                   library.find("cusolverDnXsyevBatched_bufferSize")),
                               .run = reinterpret_cast<decltype(BatchedEigen::run)>(
                                   library.find("cusolverDnXsyevBatched"))};
#endif
    return functions;
}

const CusolverApi& cusolver_api() {
    static const CusolverApi instance = load_cusolver();
    return instance;
}

void check_cusolver(cusolverStatus_t status, const char* operation) {
    if (status == CUSOLVER_STATUS_SUCCESS) return;
    const ErrorCode code =
        status == CUSOLVER_STATUS_ALLOC_FAILED ? ErrorCode::out_of_memory : ErrorCode::device;
    throw Error(code, operation,
                fmt::format("cuSOLVER returned error {}", static_cast<int>(status)));
}

cudaDataType real_type_of(MatrixType type) {
    return type == MatrixType::f64 || type == MatrixType::c128 ? CUDA_R_64F : CUDA_R_32F;
}

/// Memory for one call, on the device and on the host.
class CallMemory {
public:
    CallMemory(Stream& stream, std::size_t device_bytes, std::size_t host_bytes)
        : stream_(stream),
          device_bytes_(device_bytes),
          device_(stream, device_bytes),
          host_(host_bytes) {}
    /// Call this after the library call. Waits until the library no longer uses the host memory.
    void finish() {
        if (!host_.empty()) stream_.synchronize();
    }

    void* device() const noexcept { return device_.data(); }
    std::size_t device_bytes() const noexcept { return device_bytes_; }
    void* host() noexcept { return host_.data(); }
    std::size_t host_bytes() const noexcept { return host_.size(); }

private:
    Stream& stream_;
    std::size_t device_bytes_;
    Workspace device_;
    std::vector<std::byte> host_;
};

class Cusolver final : public LapackLibrary {
public:
    Cusolver() = default;
    ~Cusolver() override {
        if (!handle_) return;
        release_in(context_, [this] {
            if (parameters_) cusolver_api().cusolverDnDestroyParams(parameters_);
            cusolver_api().cusolverDnDestroy(handle_);
        });
    }
    Cusolver(const Cusolver&) = delete;
    Cusolver& operator=(const Cusolver&) = delete;

    void lu(Stream& stream, const ColumnMatrix& a, const ArrayView<std::int64_t>& pivots,
            int* info) override;
    void lu_solve(Stream& stream, const ColumnMatrix& factors,
                  const ArrayView<const std::int64_t>& pivots, const ColumnMatrix& b,
                  int* info) override;
    void cholesky(Stream& stream, const ColumnMatrix& a, int* info) override;
    void cholesky_solve(Stream& stream, const ColumnMatrix& factor, const ColumnMatrix& b,
                        int* info) override;
    void qr(Stream& stream, const ColumnMatrix& a, const ColumnMatrix& q, int* info) override;
    void eigen(Stream& stream, const ColumnMatrix& a, void* values, int* info) override;
    void svd(Stream& stream, const ColumnMatrix& a, void* values, const ColumnMatrix& u,
             const ColumnMatrix& v, int* info) override;

private:
    // Sets the handle's stream while `work` queues its kernels.
    template <class Work>
    void on(Stream& stream, Work&& work) {
        if (is_stand_in(stream.device())) return;
        const DeviceScope scope(stream.device());
        const std::lock_guard lock(mutex_);
        start(stream.device());
        check_cusolver(
            cusolver_api().cusolverDnSetStream(handle_, static_cast<cudaStream_t>(stream.native())),
            "set the stream of cuSOLVER");
        work();
    }

    // Queries the workspace size, then calls `run` for each matrix. All calls can use the same
    // workspace, because the stream runs them one after another.
    template <class Size, class Run>
    void with_memory(Stream& stream, const ColumnMatrix& all, const char* operation, Size&& size,
                     Run&& run) {
        on(stream, [&] {
            std::size_t device_bytes = 0, host_bytes = 0;
            check_cusolver(size(&device_bytes, &host_bytes), operation);
            CallMemory memory(stream, device_bytes, host_bytes);
            for (std::int64_t batch = 0; batch < all.batches; ++batch) {
                check_cusolver(run(memory, batch), operation);
                memory.finish();
            }
        });
    }

    void start(const Device& device) {
        if (parameters_) return;
        context_ = context_of(device);
        if (!handle_) check_cusolver(cusolver_api().cusolverDnCreate(&handle_), "start cuSOLVER");
        check_cusolver(cusolver_api().cusolverDnCreateParams(&parameters_), "start cuSOLVER");
    }

    void cholesky_batched(Stream& stream, const ColumnMatrix& a, int* info);
    void cholesky_solve_batched(Stream& stream, const ColumnMatrix& factor, const ColumnMatrix& b,
                                int* info);
#ifdef GLINT_CUSOLVER_HAS_BATCHED_EIGEN
    void eigen_batched(Stream& stream, const ColumnMatrix& a, void* values, int* info);
#endif
    void upper_of_qr(Stream& stream, const ColumnMatrix& a, const ColumnMatrix& scales, int* info);
    void make_q(Stream& stream, const ColumnMatrix& q, const ColumnMatrix& scales, int* info);

    std::mutex mutex_;
    CUcontext context_ = nullptr;
    cusolverDnHandle_t handle_ = nullptr;
    cusolverDnParams_t parameters_ = nullptr;
};

void Cusolver::lu(Stream& stream, const ColumnMatrix& a, const ArrayView<std::int64_t>& pivots,
                  int* info) {
    if (are_batched_small(a)) return lu_batched(stream, a, pivots, info);
    const cudaDataType type = data_type_of(a.type);
    const std::int64_t pivot_count = std::min(a.rows, a.columns);
    with_memory(
        stream, a, "factorize a matrix",
        [&](std::size_t* device, std::size_t* host) {
            return cusolver_api().cusolverDnXgetrf_bufferSize(
                handle_, parameters_, a.rows, a.columns, type, a.data, a.rows, type, device, host);
        },
        [&](CallMemory& memory, std::int64_t batch) {
            return cusolver_api().cusolverDnXgetrf(
                handle_, parameters_, a.rows, a.columns, type, one_of(a, batch).data, a.rows,
                pivots.data() + batch * pivot_count, type, memory.device(), memory.device_bytes(),
                memory.host(), memory.host_bytes(), info + batch);
        });
}

void Cusolver::lu_solve(Stream& stream, const ColumnMatrix& factors,
                        const ArrayView<const std::int64_t>& pivots, const ColumnMatrix& b,
                        int* info) {
    if (are_batched_small(factors) && b.columns <= std::numeric_limits<int>::max())
        return lu_solve_batched(stream, factors, pivots, b);
    const cudaDataType type = data_type_of(b.type);
    on(stream, [&] {
        for (std::int64_t batch = 0; batch < b.batches; ++batch)
            check_cusolver(
                cusolver_api().cusolverDnXgetrs(handle_, parameters_, CUBLAS_OP_N, factors.rows,
                                                b.columns, type, one_of(factors, batch).data,
                                                factors.rows, pivots.data() + batch * factors.rows,
                                                type, one_of(b, batch).data, b.rows, info + batch),
                "solve a linear system with a factorized matrix");
    });
}

void Cusolver::cholesky_batched(Stream& stream, const ColumnMatrix& a, int* info) {
    const auto addresses = addresses_of(stream, a);
    const auto n = static_cast<int>(a.rows);
    on(stream, [&] {
        check_cusolver(cusolver_api().cholesky[static_cast<std::size_t>(a.type)].factorize(
                           handle_, CUBLAS_FILL_MODE_LOWER, n, pointers_of<void*>(addresses), n,
                           info, static_cast<int>(a.batches)),
                       "factorize matrices");
    });
}

void Cusolver::cholesky_solve_batched(Stream& stream, const ColumnMatrix& factor,
                                      const ColumnMatrix& b, int* info) {
    const auto factor_addresses = addresses_of(stream, factor);
    const auto addresses = addresses_of(stream, b);
    const auto n = static_cast<int>(b.rows);
    on(stream, [&] {
        check_cusolver(
            cusolver_api().cholesky[static_cast<std::size_t>(b.type)].solve(
                handle_, CUBLAS_FILL_MODE_LOWER, n, 1, pointers_of<void*>(factor_addresses), n,
                pointers_of<void*>(addresses), n, info, static_cast<int>(b.batches)),
            "solve linear systems with factorized matrices");
    });
}

void Cusolver::cholesky(Stream& stream, const ColumnMatrix& a, int* info) {
    if (are_batched_small(a)) return cholesky_batched(stream, a, info);
    const cudaDataType type = data_type_of(a.type);
    with_memory(
        stream, a, "factorize a matrix",
        [&](std::size_t* device, std::size_t* host) {
            return cusolver_api().cusolverDnXpotrf_bufferSize(handle_, parameters_,
                                                              CUBLAS_FILL_MODE_LOWER, a.rows, type,
                                                              a.data, a.rows, type, device, host);
        },
        [&](CallMemory& memory, std::int64_t batch) {
            return cusolver_api().cusolverDnXpotrf(
                handle_, parameters_, CUBLAS_FILL_MODE_LOWER, a.rows, type, one_of(a, batch).data,
                a.rows, type, memory.device(), memory.device_bytes(), memory.host(),
                memory.host_bytes(), info + batch);
        });
}

void Cusolver::cholesky_solve(Stream& stream, const ColumnMatrix& factor, const ColumnMatrix& b,
                              int* info) {
    if (are_batched_small(factor) && b.columns == 1)
        return cholesky_solve_batched(stream, factor, b, info);
    const cudaDataType type = data_type_of(b.type);
    on(stream, [&] {
        for (std::int64_t batch = 0; batch < b.batches; ++batch)
            check_cusolver(cusolver_api().cusolverDnXpotrs(
                               handle_, parameters_, CUBLAS_FILL_MODE_LOWER, factor.rows, b.columns,
                               type, one_of(factor, batch).data, factor.rows, type,
                               one_of(b, batch).data, b.rows, info + batch),
                           "solve a linear system with a factorized matrix");
    });
}

// `scales` receives the scale factors of the Householder reflections: for each matrix, one per
// column of Q.
void Cusolver::upper_of_qr(Stream& stream, const ColumnMatrix& a, const ColumnMatrix& scales,
                           int* info) {
    const cudaDataType type = data_type_of(a.type);
    with_memory(
        stream, a, "factorize a matrix",
        [&](std::size_t* device, std::size_t* host) {
            return cusolver_api().cusolverDnXgeqrf_bufferSize(handle_, parameters_, a.rows,
                                                              a.columns, type, a.data, a.rows, type,
                                                              scales.data, type, device, host);
        },
        [&](CallMemory& memory, std::int64_t batch) {
            return cusolver_api().cusolverDnXgeqrf(
                handle_, parameters_, a.rows, a.columns, type, one_of(a, batch).data, a.rows, type,
                one_of(scales, batch).data, type, memory.device(), memory.device_bytes(),
                memory.host(), memory.host_bytes(), info + batch);
        });
}

// Uses cuSOLVER's older functions, which have 32-bit sizes. `qr` has already checked the sizes.
void Cusolver::make_q(Stream& stream, const ColumnMatrix& q, const ColumnMatrix& scales,
                      int* info) {
    const MakeQ& functions = cusolver_api().make_q[static_cast<std::size_t>(q.type)];
    const auto rows = static_cast<int>(q.rows), columns = static_cast<int>(q.columns);
    on(stream, [&] {
        int elements = 0;
        check_cusolver(
            functions.size(handle_, rows, columns, columns, q.data, rows, scales.data, &elements),
            "factorize a matrix");
        const Workspace memory(stream, static_cast<std::size_t>(elements) * size_of(q.type));
        for (std::int64_t batch = 0; batch < q.batches; ++batch)
            check_cusolver(
                functions.run(handle_, rows, columns, columns, one_of(q, batch).data, rows,
                              one_of(scales, batch).data, memory.data(), elements, info + batch),
                "factorize a matrix");
    });
}

void Cusolver::qr(Stream& stream, const ColumnMatrix& a, const ColumnMatrix& q, int* info) {
    if (a.rows > std::numeric_limits<int>::max())
        throw Error(ErrorCode::unsupported, fmt::format("factorize a matrix of {} rows", a.rows),
                    "cuSOLVER computes Q for at most 2147483647 rows");
    const auto element_bytes = static_cast<std::int64_t>(size_of(a.type));
    const Workspace memory(stream, static_cast<std::size_t>(q.columns * a.batches * element_bytes));
    const ColumnMatrix scales{.type = a.type,
                              .rows = q.columns,
                              .columns = 1,
                              .data = memory.data(),
                              .batches = a.batches};
    upper_of_qr(stream, a, scales, info);
    for (std::int64_t batch = 0; batch < a.batches; ++batch)
        stream.state().copy(one_of(q, batch).data, one_of(a, batch).data,
                            static_cast<std::size_t>(q.rows * q.columns * element_bytes),
                            driver::CopyDirection::device_to_device);
    make_q(stream, q, scales, info);
}

#ifdef GLINT_CUSOLVER_HAS_BATCHED_EIGEN
void Cusolver::eigen_batched(Stream& stream, const ColumnMatrix& a, void* values, int* info) {
    const cudaDataType type = data_type_of(a.type), real = real_type_of(a.type);
    const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
    const auto lower = CUBLAS_FILL_MODE_LOWER;
    ColumnMatrix together = a;  // one batch, because a single call of `run` processes all matrices
    together.batches = 1;
    with_memory(
        stream, together, "find the eigenvalues of matrices",
        [&](std::size_t* device, std::size_t* host) {
            return cusolver_api().eigen_batched.size(handle_, parameters_, vectors, lower, a.rows,
                                                     type, a.data, a.rows, real, values, type,
                                                     device, host, a.batches);
        },
        [&](CallMemory& memory, std::int64_t) {
            return cusolver_api().eigen_batched.run(
                handle_, parameters_, vectors, lower, a.rows, type, a.data, a.rows, real, values,
                type, memory.device(), memory.device_bytes(), memory.host(), memory.host_bytes(),
                info, a.batches);
        });
}
#endif

void Cusolver::eigen(Stream& stream, const ColumnMatrix& a, void* values, int* info) {
#ifdef GLINT_CUSOLVER_HAS_BATCHED_EIGEN
    if (are_batched_small(a) && cusolver_api().eigen_batched.size &&
        cusolver_api().eigen_batched.run)
        return eigen_batched(stream, a, values, info);
#endif
    const cudaDataType type = data_type_of(a.type), real = real_type_of(a.type);
    const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
    const auto lower = CUBLAS_FILL_MODE_LOWER;
    with_memory(
        stream, a, "find the eigenvalues of a matrix",
        [&](std::size_t* device, std::size_t* host) {
            return cusolver_api().cusolverDnXsyevd_bufferSize(handle_, parameters_, vectors, lower,
                                                              a.rows, type, a.data, a.rows, real,
                                                              values, type, device, host);
        },
        [&](CallMemory& memory, std::int64_t batch) {
            return cusolver_api().cusolverDnXsyevd(
                handle_, parameters_, vectors, lower, a.rows, type, one_of(a, batch).data, a.rows,
                real, reals_of(values, a, batch), type, memory.device(), memory.device_bytes(),
                memory.host(), memory.host_bytes(), info + batch);
        });
}

void Cusolver::svd(Stream& stream, const ColumnMatrix& a, void* values, const ColumnMatrix& u,
                   const ColumnMatrix& v, int* info) {
    const cudaDataType type = data_type_of(a.type), real = real_type_of(a.type);
    with_memory(
        stream, a, "find the singular values of a matrix",
        [&](std::size_t* device, std::size_t* host) {
            return cusolver_api().cusolverDnXgesvd_bufferSize(
                handle_, parameters_, 'S', 'S', a.rows, a.columns, type, a.data, a.rows, real,
                values, type, u.data, u.rows, type, v.data, v.rows, type, device, host);
        },
        [&](CallMemory& memory, std::int64_t batch) {
            return cusolver_api().cusolverDnXgesvd(
                handle_, parameters_, 'S', 'S', a.rows, a.columns, type, one_of(a, batch).data,
                a.rows, real, reals_of(values, a, batch), type, one_of(u, batch).data, u.rows, type,
                one_of(v, batch).data, v.rows, type, memory.device(), memory.device_bytes(),
                memory.host(), memory.host_bytes(), info + batch);
        });
}

}  // namespace

LapackLibrary& cuda_lapack_of(const Device& device) { return device.backend()->owned<Cusolver>(); }

}  // namespace glint::detail
