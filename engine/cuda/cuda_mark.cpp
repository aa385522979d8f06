// SPDX-License-Identifier: MIT
#include <glint/base/error.hpp>
#include <glint/cuda/cuda_stream.hpp>

namespace glint::driver::cuda {
namespace {

class CudaMark final : public Mark {
public:
    // The backend outlives the mark: marks belong to pools, and a pool belongs to its backend or
    // keeps it alive.
    CudaMark(const CudaBackend& backend, CUstream stream) : backend_(backend) {
        const ContextScope scope(backend_.context());
        check(api().cuEventCreate(&event_, CU_EVENT_DISABLE_TIMING), "mark a position in a stream");
        const CUresult result = api().cuEventRecord(event_, stream);
        if (result != CUDA_SUCCESS) api().cuEventDestroy(event_);
        check(result, "mark a position in a stream");
    }
    ~CudaMark() override {
        if (!backend_.is_lost()) api().cuEventDestroy(event_);
    }
    CudaMark(const CudaMark&) = delete;
    CudaMark& operator=(const CudaMark&) = delete;

    // Also returns false if the event was recorded into a graph or if the device is lost.
    bool is_passed() noexcept override try {
        const ContextScope scope(backend_.context());
        return api().cuEventQuery(event_) == CUDA_SUCCESS;
    } catch (const Error&) {
        return false;
    }

private:
    const CudaBackend& backend_;
    CUevent event_ = nullptr;
};

}  // namespace

std::unique_ptr<Mark> CudaStream::mark() { return std::make_unique<CudaMark>(*backend_, stream_); }

}  // namespace glint::driver::cuda
