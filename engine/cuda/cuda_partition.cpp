// SPDX-License-Identifier: MIT
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cuda/cuda_stream.hpp>

namespace glint::driver::cuda {
#if CUDA_VERSION >= 12040
namespace {

constexpr const char* kPartitionDevice = "partition a device";

/// A green context, to which some of the device's multiprocessors belong.
class CudaGroup final : public MultiprocessorGroup, public std::enable_shared_from_this<CudaGroup> {
public:
    CudaGroup(std::shared_ptr<CudaBackend> backend, CUdevResource resource);
    /// Waits for the device, because work of a destroyed stream may still run.
    ~CudaGroup() override;
    CudaGroup(const CudaGroup&) = delete;
    CudaGroup& operator=(const CudaGroup&) = delete;

    unsigned multiprocessors() const noexcept override { return multiprocessors_; }
    std::unique_ptr<Stream> create_stream(const StreamOptions& options) override;
    void* native() const noexcept override { return context_; }

private:
    std::shared_ptr<CudaBackend> backend_;
    unsigned multiprocessors_;
    CUgreenCtx context_ = nullptr;
};

CudaGroup::CudaGroup(std::shared_ptr<CudaBackend> backend, CUdevResource resource)
    : backend_(std::move(backend)), multiprocessors_(resource.sm.smCount) {
    const ContextScope scope(backend_->context());
    CUdevResourceDesc description = nullptr;
    check(api().describe_resource(&description, &resource, 1), kPartitionDevice);
    check(api().create_green_context(&context_, description, backend_->device(),
                                     CU_GREEN_CTX_DEFAULT_STREAM),
          kPartitionDevice);
}

CudaGroup::~CudaGroup() {
    try {
        const ContextScope scope(backend_->context());
        api().cuCtxSynchronize();
        api().destroy_green_context(context_);
    } catch (const Error&) {
        // Nothing to destroy: the groups were lost with the context.
    }
}

std::unique_ptr<Stream> CudaGroup::create_stream(const StreamOptions& options) {
    const ContextScope scope(backend_->context());
    CUstream stream = nullptr;
    check(api().create_green_stream(&stream, context_, CU_STREAM_NON_BLOCKING, options.priority),
          fmt::format("create a stream on {}", text::counted(multiprocessors_, "multiprocessor")));
    return std::make_unique<CudaStream>(backend_, stream, shared_from_this());
}

void require_green_contexts(const CudaBackend& backend) {
    const bool has = api().device_resource && api().split_by_count && api().describe_resource &&
                     api().create_green_context && api().destroy_green_context &&
                     api().create_green_stream;
    if (!has)
        throw Error(ErrorCode::unsupported, kPartitionDevice, "the driver is older than CUDA 12.5");
    // Streams of a group run code that was loaded in the primary context, so that context is
    // required.
    if (backend.is_adopted())
        throw Error(ErrorCode::unsupported, kPartitionDevice,
                    "the device was opened with an adopted context. Open the device by name");
}

CUdevResource all_multiprocessors(CUdevice device) {
    CUdevResource all{};
    check(api().device_resource(device, &all, CU_DEV_RESOURCE_TYPE_SM), kPartitionDevice);
    return all;
}

/// Returns " (a group has a multiple of 8 multiprocessors)", with the number for this device.
/// Returns "" if glint was built with CUDA 12.4, whose header cannot report the number.
template <class MultiprocessorResource>
std::string step_text(const MultiprocessorResource& all) {
    if constexpr (requires { all.smCoscheduledAlignment; })
        return fmt::format(" (a group has a multiple of {} multiprocessors)",
                           all.smCoscheduledAlignment);
    else
        return {};
}

}  // namespace

PartitionParts CudaBackend::partition(unsigned multiprocessors, unsigned groups) {
    require_green_contexts(*this);
    const ContextScope scope(context());
    const CUdevResource all = all_multiprocessors(device_);
    std::vector<CUdevResource> parts(groups);
    CUdevResource rest{};
    unsigned made = groups;
    check(api().split_by_count(parts.data(), &made, &all, &rest, 0, multiprocessors),
          kPartitionDevice);
    if (made < groups)
        throw Error(ErrorCode::invalid_argument, kPartitionDevice,
                    fmt::format("the partition needs {} of {}, but the {} multiprocessors of {} "
                                "are enough for only {}{}",
                                text::counted(groups, "group"),
                                text::counted(multiprocessors, "multiprocessor"), all.sm.smCount,
                                info_.name, made, step_text(all.sm)));
    PartitionParts result;
    for (const CUdevResource& part : parts)
        result.groups.push_back(std::make_shared<CudaGroup>(self(), part));
    if (rest.type == CU_DEV_RESOURCE_TYPE_SM && rest.sm.smCount > 0)
        result.rest = std::make_shared<CudaGroup>(self(), rest);
    return result;
}

#else

PartitionParts CudaBackend::partition(unsigned, unsigned) {
    throw Error(ErrorCode::unsupported, "partition a device",
                "glint was built with a toolkit older than CUDA 12.4");
}

#endif
}  // namespace glint::driver::cuda
