// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_kernel.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <glint/backend/detail/value_type.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/demangle.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cuda/cache_preference.hpp>
#include <glint/cuda/error_code.hpp>

namespace glint::driver::cuda {
namespace {

// Larger clusters need an opt-in and work only on some GPU models.
constexpr std::size_t kPortableCluster = 8;

int kernel_attribute(CUfunction function, CUfunction_attribute which) {
    int value = 0;
    check(api().cuFuncGetAttribute(&value, which, function), "read a kernel attribute");
    return value;
}

// Returns the attribute's value, or 0 if the driver is too old to know the attribute.
unsigned attribute_or_0(CUfunction function, CUfunction_attribute which) {
    int value = 0;
    const CUresult result = api().cuFuncGetAttribute(&value, which, function);
    return result == CUDA_SUCCESS ? static_cast<unsigned>(value) : 0;
}

std::optional<Dim3> compiled_cluster(CUfunction function) {
    const Dim3 cluster{attribute_or_0(function, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH),
                       attribute_or_0(function, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT),
                       attribute_or_0(function, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH)};
    return threads_in(cluster) == 0 ? std::nullopt : std::optional(cluster);
}

std::vector<KernelParameter> kernel_parameters_of(CUfunction function, std::string_view symbol) {
    std::vector<KernelParameter> parameters;
    KernelParameter parameter;
    while (api().function_parameter(function, parameters.size(), &parameter.offset,
                                    &parameter.size_bytes) == CUDA_SUCCESS)
        parameters.push_back(parameter);
    if (const auto types = parameters_in(demangled(symbol))) set_types(parameters, *types);
    return parameters;
}

KernelInfo info_of(CUfunction function, std::string_view symbol) {
    KernelInfo info;
    const auto bytes = [&](CUfunction_attribute which) {
        return static_cast<std::size_t>(kernel_attribute(function, which));
    };
    const auto number = [&](CUfunction_attribute which) {
        return static_cast<unsigned>(kernel_attribute(function, which));
    };
    info.name = demangled_name(symbol);
    info.parameters_known = api().function_parameter != nullptr;
    if (info.parameters_known) info.parameters = kernel_parameters_of(function, symbol);
    info.registers = number(CU_FUNC_ATTRIBUTE_NUM_REGS);
    info.static_shared_bytes = bytes(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    info.local_bytes = bytes(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    info.constant_bytes = bytes(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
    info.max_threads_per_block = number(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    info.ptx_version = number(CU_FUNC_ATTRIBUTE_PTX_VERSION);
    info.binary_version = number(CU_FUNC_ATTRIBUTE_BINARY_VERSION);
    info.caches_loads_in_l1 = kernel_attribute(function, CU_FUNC_ATTRIBUTE_CACHE_MODE_CA) != 0;
    info.cluster = compiled_cluster(function);
    info.lowering = "cubin";
    return info;
}

bool is_plain(const LaunchShape& shape) {
    return !shape.cooperative && !shape.early_start && !shape.priority && shape.cluster == Dim3{};
}

/// The configuration of a launch, in the driver's format.
class LaunchConfig {
public:
    LaunchConfig(CUstream stream, const LaunchShape& shape) {
        const auto& [x, y, z] = shape.cluster;
        if (shape.cluster != Dim3{})
            add(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION).clusterDim = {.x = x, .y = y, .z = z};
        if (shape.cooperative) add(CU_LAUNCH_ATTRIBUTE_COOPERATIVE).cooperative = 1;
        if (shape.early_start)
            add(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
                .programmaticStreamSerializationAllowed = 1;
        if (shape.priority) add(CU_LAUNCH_ATTRIBUTE_PRIORITY).priority = *shape.priority;
        config_ = {.gridDimX = shape.grid.x,
                   .gridDimY = shape.grid.y,
                   .gridDimZ = shape.grid.z,
                   .blockDimX = shape.block.x,
                   .blockDimY = shape.block.y,
                   .blockDimZ = shape.block.z,
                   .sharedMemBytes = static_cast<unsigned>(shape.shared_bytes),
                   .hStream = stream,
                   .attrs = attributes_.data(),
                   .numAttrs = count_};
    }
    LaunchConfig(const LaunchConfig&) = delete;
    LaunchConfig& operator=(const LaunchConfig&) = delete;

    const CUlaunchConfig* get() const noexcept { return &config_; }

private:
    CUlaunchAttributeValue& add(CUlaunchAttributeID id) {
        attributes_[count_].id = id;
        return attributes_[count_++].value;
    }

    std::array<CUlaunchAttribute, 4> attributes_{};
    unsigned count_ = 0;
    CUlaunchConfig config_{};
};

}  // namespace

CudaKernel::CudaKernel(CudaBackend& backend, CUfunction function, std::string_view symbol,
                       bool cooperative)
    : backend_(backend),
      function_(function),
      fault_name_(backend.faults().keep_name(demangled_name(symbol))),
      info_(info_of(function, symbol)),
      types_known_(parameters_in(demangled(symbol)).has_value()) {
    info_.cooperative = cooperative;
    const std::size_t most = backend.info().max_shared_bytes_per_block;
    info_.max_dynamic_shared_bytes = most - std::min(most, info_.static_shared_bytes);
    shared_bytes_without_opt_in_ = static_cast<std::size_t>(
        kernel_attribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));
}

// Opts in to the kernel's maximum amount of shared memory, once. The driver requires this for more
// than the default amount. Threads that opted in to different amounts could undo each other's
// settings.
void CudaKernel::allow_shared_bytes(std::size_t dynamic_bytes) {
    if (dynamic_bytes <= shared_bytes_without_opt_in_) return;
    std::call_once(opted_in_, [&] {
        const auto most = static_cast<int>(info_.max_dynamic_shared_bytes);
        check(api().cuFuncSetAttribute(function_, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                       most),
              fmt::format("allow {1} bytes of shared memory for kernel '{0}'", info_.name, most));
    });
}

void CudaKernel::allow_large_clusters(const Dim3& cluster) {
    if (threads_in(cluster) <= kPortableCluster) return;
    check(
        api().cuFuncSetAttribute(function_, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
        fmt::format("allow clusters of {1} for kernel '{0}'", info_.name,
                    text::counted(threads_in(cluster), "block")));
}

void CudaKernel::allow(const LaunchShape& shape) {
    allow_shared_bytes(shape.shared_bytes);
    allow_large_clusters(shape.cluster);
}

// Before CUDA 12.4, drivers lack a function that loads a kernel. They load the kernel when one of
// its attributes is queried.
void CudaKernel::prepare(const LaunchShape& shape) {
    const ContextScope scope(backend_.context());
    allow(shape);
    if (api().function_load)
        check(api().function_load(function_), fmt::format("load kernel '{}'", info_.name));
}

unsigned CudaKernel::resident_blocks(unsigned block_threads, std::size_t shared_bytes) const {
    int blocks = 0;
    check(api().cuOccupancyMaxActiveBlocksPerMultiprocessor(
              &blocks, function_, static_cast<int>(block_threads), shared_bytes),
          fmt::format("read the occupancy of kernel '{}'", info_.name));
    return static_cast<unsigned>(blocks);
}

Occupancy CudaKernel::occupancy(unsigned block_threads, std::size_t shared_bytes) {
    if (shared_bytes > info_.max_dynamic_shared_bytes) return {};
    const ContextScope scope(backend_.context());
    allow_shared_bytes(shared_bytes);
    const unsigned warp = backend_.info().warp_size;
    const unsigned blocks = resident_blocks(block_threads, shared_bytes);
    const unsigned warps = blocks * ceil_div(block_threads, warp);
    return {blocks, warps,
            static_cast<double>(warps) * warp / backend_.info().max_threads_per_multiprocessor};
}

// Tries block sizes from the largest down, and prefers the larger of two equally good sizes, like
// cuOccupancyMaxPotentialBlockSize. That function cannot take a callback with state.
unsigned CudaKernel::best_block(const SharedBytesOfBlock& shared_bytes) {
    const ContextScope scope(backend_.context());
    const unsigned warp = backend_.info().warp_size;
    const unsigned most = info_.max_threads_per_block;
    unsigned best = 0;
    unsigned best_threads = 0;
    for (unsigned block = most; block > 0; block = (block - 1) / warp * warp) {
        const std::size_t bytes = shared_bytes(block);
        if (bytes > info_.max_dynamic_shared_bytes) continue;
        allow_shared_bytes(bytes);
        const unsigned threads = resident_blocks(block, bytes) * block;
        if (threads <= best_threads) continue;
        best = block;
        best_threads = threads;
    }
    return best;
}

unsigned CudaKernel::best_block() {
    if (const unsigned known = best_block_.load(std::memory_order_relaxed)) return known;
    const unsigned found = best_block([](unsigned) { return std::size_t{0}; });
    best_block_.store(found, std::memory_order_relaxed);
    return found;
}

// Searches with the occupancy query. cuOccupancyAvailableDynamicSMemPerBlock is not used, because
// it ignores the shared memory that the system reserves per block. With the amount that it returns,
// fewer than `blocks` blocks may fit.
std::size_t CudaKernel::available_shared_bytes(unsigned blocks, unsigned block_threads) {
    const ContextScope scope(backend_.context());
    const auto fit = [&](std::size_t bytes) {
        return resident_blocks(block_threads, bytes) >= blocks;
    };
    std::size_t least = 0;  // an amount that fits, after the checks below
    std::size_t most = info_.max_dynamic_shared_bytes;
    allow_shared_bytes(most);
    if (!fit(least)) return 0;
    if (fit(most)) return most;
    while (most - least > 1) {
        const std::size_t middle = least + (most - least) / 2;
        (fit(middle) ? least : most) = middle;
    }
    return least;
}

unsigned CudaKernel::max_active_clusters(const LaunchShape& shape) {
    const ContextScope scope(backend_.context());
    const std::string operation = fmt::format("count the clusters of kernel '{}'", info_.name);
    if (!api().max_active_clusters)
        throw Error(ErrorCode::unsupported, operation, "the driver is older than CUDA 11.8");
    allow_shared_bytes(std::min(shape.shared_bytes, info_.max_dynamic_shared_bytes));
    allow_large_clusters(shape.cluster);
    const LaunchConfig config(nullptr, shape);
    int clusters = 0;
    check(api().max_active_clusters(&clusters, function_, config.get()), operation);
    return static_cast<unsigned>(clusters);
}

void CudaKernel::prefer(CachePreference preference) {
    const ContextScope scope(backend_.context());
    check(api().cuFuncSetCacheConfig(function_, native_preference(preference)),
          fmt::format("set the cache preference of kernel '{}'", info_.name));
}

void CudaKernel::prefer_shared_memory(unsigned percent) {
    const ContextScope scope(backend_.context());
    check(api().cuFuncSetAttribute(function_, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
                                   static_cast<int>(percent)),
          fmt::format("set the shared memory of kernel '{}'", info_.name));
}

void CudaKernel::set_parameter_types(const std::vector<std::string>& types) {
    set_types(info_.parameters, types);
    types_known_ = true;
}

void CudaKernel::launch(CUstream stream, const LaunchShape& shape, std::span<void* const> arguments,
                        LaunchLog& log) {
    allow(shape);
    // The driver copies the arguments and does not modify them.
    auto** values = const_cast<void**>(arguments.data());
    const Dim3& grid = shape.grid;
    const Dim3& block = shape.block;
    const CUresult result =
        is_plain(shape) ? api().cuLaunchKernel(function_, grid.x, grid.y, grid.z, block.x, block.y,
                                               block.z, static_cast<unsigned>(shape.shared_bytes),
                                               stream, values, nullptr)
                        : launch_extended(stream, shape, values);
    if (result == CUDA_SUCCESS || is_fatal(result)) log.note(fault_name_);
    if (result != CUDA_SUCCESS) refuse(result, shape);
}

CUresult CudaKernel::launch_extended(CUstream stream, const LaunchShape& shape, void** arguments) {
    if (!api().launch_kernel_ex)
        throw Error(ErrorCode::unsupported, fmt::format("launch kernel '{}'", info_.name),
                    "cooperative launches, clusters, early starts and priorities require a driver "
                    "for CUDA 11.8 or later");
    const LaunchConfig config(stream, shape);
    return api().launch_kernel_ex(config.get(), function_, arguments, nullptr);
}

void CudaKernel::check_together(const LaunchShape& shape) const {
    if (!shape.cooperative) return;
    const auto threads = static_cast<unsigned>(threads_in(shape.block));
    const unsigned most =
        resident_blocks(threads, shape.shared_bytes) * backend_.info().multiprocessors;
    if (threads_in(shape.grid) <= most) return;
    throw Error(ErrorCode::invalid_argument, fmt::format("launch kernel '{}'", info_.name),
                fmt::format("a cooperative launch has {0} blocks, but this device can run only {2} "
                            "blocks of {1} at the same time",
                            threads_in(shape.grid), text::counted(threads, "thread"), most));
}

void CudaKernel::refuse(CUresult result, const LaunchShape& shape) {
    const Dim3& grid = shape.grid;
    const Dim3& block = shape.block;
    if (result == CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE) check_together(shape);
    fail(result, fmt::format("launch kernel '{}' with {}x{}x{} blocks of {}x{}x{} threads",
                             info_.name, grid.x, grid.y, grid.z, block.x, block.y, block.z));
}

}  // namespace glint::driver::cuda
