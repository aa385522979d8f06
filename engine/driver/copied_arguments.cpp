#include <glint/driver/copied_arguments.hpp>

namespace glint {

detail::TemporaryMemory detail::make_temporary(Stream& stream, std::size_t size_bytes) {
    void* memory = size_bytes == 0 ? nullptr : stream.state().allocate_temporary(size_bytes);
    return {memory, ReleaseTemporary{stream.share()}};
}

}  // namespace glint
