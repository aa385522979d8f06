#include <glint/driver/detail/backend.hpp>

#include <glint/base/error.hpp>

namespace glint::driver {

std::unique_ptr<Stream> Backend::wrap_stream(void*) {
    throw Error(ErrorCode::unsupported, "use a stream of CUDA's",
                "the CPU has none; make a Stream instead");
}

std::unique_ptr<Event> Backend::wrap_event(void*) {
    throw Error(ErrorCode::unsupported, "use an event of CUDA's",
                "the CPU has none; make an Event instead");
}

std::unique_ptr<Stream> Backend::default_stream(bool) {
    throw Error(ErrorCode::unsupported, "use the default stream",
                "the CPU has none; make a Stream instead");
}

PartitionParts Backend::partition(unsigned, unsigned) {
    throw Error(ErrorCode::unsupported, "partition a device",
                "the CPU has no multiprocessors to deal out: its threads serve all streams alike");
}

TensorMapBytes Backend::encode_tensor_map(const TensorMapLayout&) {
    throw Error(ErrorCode::unsupported, "describe a tensor to the hardware",
                "the CPU has none that copies boxes: let the kernel load them itself");
}

}  // namespace glint::driver
