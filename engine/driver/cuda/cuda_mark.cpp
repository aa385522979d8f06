#include <glint/base/error.hpp>
#include <glint/driver/cuda/cuda_stream.hpp>

namespace glint::driver::cuda {
namespace {

class CudaMark final : public Mark {
public:
    CudaMark(CUcontext context, CUstream stream) : context_(context) {
        const ContextScope scope(context_);
        check(api().cuEventCreate(&event_, CU_EVENT_DISABLE_TIMING), "mark a place in a stream");
        const CUresult result = api().cuEventRecord(event_, stream);
        if (result != CUDA_SUCCESS) api().cuEventDestroy(event_);
        check(result, "mark a place in a stream");
    }
    ~CudaMark() override { api().cuEventDestroy(event_); }
    CudaMark(const CudaMark&) = delete;
    CudaMark& operator=(const CudaMark&) = delete;

    // Not passed either where it was recorded into a graph, or where the device is lost.
    bool is_passed() noexcept override try {
        const ContextScope scope(context_);
        return api().cuEventQuery(event_) == CUDA_SUCCESS;
    } catch (const Error&) {
        return false;
    }

private:
    CUcontext context_;
    CUevent event_ = nullptr;
};

}  // namespace

std::unique_ptr<Mark> CudaStream::mark() {
    return std::make_unique<CudaMark>(backend_->context(), stream_);
}

}  // namespace glint::driver::cuda
