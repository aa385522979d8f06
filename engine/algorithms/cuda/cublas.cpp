// SPDX-License-Identifier: MIT
#include <glint/algorithms/cuda/cublas.hpp>

#include <array>
#include <complex>
#include <limits>
#include <string>

#include <fmt/format.h>

#include <glint/algorithms/cuda/context.hpp>
#include <glint/algorithms/detail/blas_library.hpp>
#include <glint/algorithms/detail/libraries.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/base/error.hpp>
#include <glint/compiler/compile_ahead.hpp>
#include <glint/compiler/detail/toolkit.hpp>

namespace glint::detail {
namespace {

// Two macro levels, so that the header's macros replace `name` before it becomes a string.
#define GLINT_CUBLAS_TEXT(name) #name
#define GLINT_CUBLAS_SYMBOL(name) GLINT_CUBLAS_TEXT(name)

// Batched LU functions. Their signatures differ only in pointer types.
struct LuOfLists {
    cublasStatus_t (*factorize)(cublasHandle_t, int, void* const*, int, int*, int*, int) = nullptr;
    cublasStatus_t (*solve)(cublasHandle_t, cublasOperation_t, int, int, const void* const*, int,
                            const int*, void* const*, int, int*, int) = nullptr;
};

struct CublasApi {
    decltype(&::cublasCreate) create = nullptr;
    decltype(&::cublasDestroy) destroy = nullptr;
    decltype(&::cublasSetStream) set_stream = nullptr;
    decltype(&::cublasSetWorkspace) set_workspace = nullptr;
    decltype(&::cublasGetStatusString) status_string = nullptr;
    decltype(&::cublasGemmStridedBatchedEx_64) gemm = nullptr;
    std::array<LuOfLists, 4> lu;
};

template <class Function>
void find(const SharedLibrary& library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(function_in(library, name));
}

CublasApi load_cublas() {
    const SharedLibrary library = opened_library(
        "cuBLAS (libcublas.so)",
        compiler::toolkit_candidates("libcublas.so", {"libcublas.so.13", "libcublas.so.12"}),
        "Install the CUDA toolkit (12 or later), or set $CUDA_PATH to the folder of the toolkit");
    CublasApi functions;
    find(library, GLINT_CUBLAS_SYMBOL(cublasCreate), functions.create);
    find(library, GLINT_CUBLAS_SYMBOL(cublasDestroy), functions.destroy);
    find(library, GLINT_CUBLAS_SYMBOL(cublasSetStream), functions.set_stream);
    find(library, GLINT_CUBLAS_SYMBOL(cublasSetWorkspace), functions.set_workspace);
    find(library, "cublasGetStatusString", functions.status_string);
    find(library, "cublasGemmStridedBatchedEx_64", functions.gemm);
    for (std::size_t type = 0; type < functions.lu.size(); ++type) {
        const std::string name = std::string("cublas") + "SDCZ"[type];
        look_up(library, name + "getrfBatched", functions.lu[type].factorize);
        look_up(library, name + "getrsBatched", functions.lu[type].solve);
    }
    return functions;
}

const CublasApi& cublas_api() {
    static const CublasApi instance = load_cublas();
    return instance;
}

void check_cublas(cublasStatus_t status, const char* operation) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    const ErrorCode code = status == CUBLAS_STATUS_ALLOC_FAILED    ? ErrorCode::out_of_memory
                           : status == CUBLAS_STATUS_NOT_SUPPORTED ? ErrorCode::unsupported
                                                                   : ErrorCode::device;
    throw Error(code, operation,
                fmt::format("cuBLAS reported {}", cublas_api().status_string(status)));
}

cublasComputeType_t compute_type_of(MatrixType type) {
    return type == MatrixType::f64 || type == MatrixType::c128 ? CUBLAS_COMPUTE_64F
                                                               : CUBLAS_COMPUTE_32F;
}

cublasOperation_t operation_of(const FactorMatrix& factor) {
    return factor.is_transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
}

// NVIDIA's recommended workspace sizes: 32 MiB for Hopper and newer GPUs, 4 MiB for older ones.
std::size_t workspace_bytes(const Device& device) {
    return device.info().compute_capability.major >= 9 ? std::size_t(32) << 20
                                                       : std::size_t(4) << 20;
}

class Cublas final : public BlasLibrary {
public:
    Cublas() = default;
    ~Cublas() override {
        if (handle_) release_in(context_, [this] { cublas_api().destroy(handle_); });
    }
    Cublas(const Cublas&) = delete;
    Cublas& operator=(const Cublas&) = delete;

    bool takes(MatrixType) const override { return true; }

    void multiply(Stream& stream, const MatrixProduct& p) override {
        // A real factor is the first component of a complex number, so cuBLAS can read real and
        // complex factors from the same address. cuBLAS's complex types are aligned to their size.
        alignas(16) const std::complex<double> alpha_double(p.alpha), beta_double(p.beta);
        alignas(8) const std::complex<float> alpha_float(alpha_double), beta_float(beta_double);
        const bool is_double = compute_type_of(p.type) == CUBLAS_COMPUTE_64F;
        const void* alpha = is_double ? static_cast<const void*>(&alpha_double) : &alpha_float;
        const void* beta = is_double ? static_cast<const void*>(&beta_double) : &beta_float;
        const cudaDataType type = data_type_of(p.type);
        on(stream, [&] {
            check_cublas(
                cublas_api().gemm(handle_, operation_of(p.a), operation_of(p.b), p.rows, p.columns,
                                  p.inner, alpha, p.a.data, type, p.a.leading, p.a.batch_stride,
                                  p.b.data, type, p.b.leading, p.b.batch_stride, beta, p.c, type,
                                  p.c_leading, p.c_batch_stride, p.batches, compute_type_of(p.type),
                                  CUBLAS_GEMM_DEFAULT),
                "multiply matrices");
        });
    }

    void lu_batched(Stream& stream, const ColumnMatrix& a, const ArrayView<std::int64_t>& pivots,
                    int* info) {
        const auto addresses = addresses_of(stream, a);
        Array<int> narrow(stream, pivots.shape());
        const auto n = static_cast<int>(a.rows), count = static_cast<int>(a.batches);
        on(stream, [&] {
            check_cublas(lu_of(a.type).factorize(handle_, n, pointers_of<void*>(addresses), n,
                                                 narrow.data(), info, count),
                         "factorize matrices");
        });
        pivots = cast<std::int64_t>(narrow);
    }

    void lu_solve_batched(Stream& stream, const ColumnMatrix& factors,
                          const ArrayView<const std::int64_t>& pivots, const ColumnMatrix& b) {
        const auto factor_addresses = addresses_of(stream, factors);
        const auto addresses = addresses_of(stream, b);
        const Array<int> narrow = cast<int>(pivots);
        const auto n = static_cast<int>(b.rows), columns = static_cast<int>(b.columns);
        on(stream, [&] {
            int bad_argument = 0;  // cuBLAS sets this number in host memory
            check_cublas(lu_of(b.type).solve(handle_, CUBLAS_OP_N, n, columns,
                                             pointers_of<const void*>(factor_addresses), n,
                                             narrow.data(), pointers_of<void*>(addresses), n,
                                             &bad_argument, static_cast<int>(b.batches)),
                         "solve linear systems with factorized matrices");
        });
    }

private:
    static const LuOfLists& lu_of(MatrixType type) {
        return cublas_api().lu[static_cast<std::size_t>(type)];
    }

    // Sets the stream and the workspace of the handle while `work` queues its kernels. The
    // workspace is allocated in stream order.
    template <class Work>
    void on(Stream& stream, Work&& work) {
        if (is_stand_in(stream.device())) return;
        const DeviceScope scope(stream.device());
        const std::size_t bytes = workspace_bytes(stream.device());
        const Workspace workspace(stream, bytes);
        const std::lock_guard lock(mutex_);
        start(stream.device());
        const char* operation = "set the stream of cuBLAS";
        check_cublas(cublas_api().set_stream(handle_, static_cast<cudaStream_t>(stream.native())),
                     operation);
        check_cublas(cublas_api().set_workspace(handle_, workspace.data(), bytes), operation);
        work();
    }

    void start(const Device& device) {
        if (handle_) return;
        context_ = context_of(device);
        check_cublas(cublas_api().create(&handle_), "start cuBLAS");
    }

    std::mutex mutex_;
    CUcontext context_ = nullptr;
    cublasHandle_t handle_ = nullptr;
};

}  // namespace

cudaDataType data_type_of(MatrixType type) {
    switch (type) {
        case MatrixType::f32: return CUDA_R_32F;
        case MatrixType::f64: return CUDA_R_64F;
        case MatrixType::c64: return CUDA_C_32F;
        case MatrixType::c128: return CUDA_C_64F;
        case MatrixType::f16: return CUDA_R_16F;
        case MatrixType::bf16: return CUDA_R_16BF;
    }
    return CUDA_R_32F;
}

bool are_batched_small(const ColumnMatrix& matrices) {
    constexpr std::int64_t kMaxRows = 128, kFewest = 4;
    return matrices.rows == matrices.columns && matrices.rows <= kMaxRows &&
           matrices.batches >= kFewest && matrices.batches <= std::numeric_limits<int>::max();
}

Array<unsigned long long> addresses_of(const Stream& stream, const ColumnMatrix& matrices) {
    const auto first = reinterpret_cast<std::uintptr_t>(matrices.data);
    const auto apart = reinterpret_cast<std::uintptr_t>(one_of(matrices, 1).data) - first;
    return arange<unsigned long long>(stream, static_cast<std::size_t>(matrices.batches)) *
               static_cast<unsigned long long>(apart) +
           static_cast<unsigned long long>(first);
}

void lu_batched(Stream& stream, const ColumnMatrix& a, const ArrayView<std::int64_t>& pivots,
                int* info) {
    stream.device().backend()->owned<Cublas>().lu_batched(stream, a, pivots, info);
}

void lu_solve_batched(Stream& stream, const ColumnMatrix& factors,
                      const ArrayView<const std::int64_t>& pivots, const ColumnMatrix& b) {
    stream.device().backend()->owned<Cublas>().lu_solve_batched(stream, factors, pivots, b);
}

BlasLibrary& cuda_blas_of(const Device& device) { return device.backend()->owned<Cublas>(); }

}  // namespace glint::detail
