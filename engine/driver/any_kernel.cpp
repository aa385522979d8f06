#include <glint/driver/any_kernel.hpp>

#include <memory_resource>

#include <glint/driver/kernel.hpp>

namespace glint {

void AnyKernel::launch(Stream& stream, const driver::LaunchShape& shape,
                       std::span<const KernelArgument> arguments) const {
    std::array<std::byte, 1024> room;  // what is listed below needs no allocation for 36 arguments
    std::pmr::monotonic_buffer_resource memory(room.data(), room.size());
    std::pmr::vector<void*> addresses(&memory);
    std::pmr::vector<std::size_t> sizes(&memory);
    std::pmr::vector<driver::ValueType> types(&memory);
    addresses.reserve(arguments.size());
    sizes.reserve(arguments.size());
    types.reserve(arguments.size());
    for (const KernelArgument& argument : arguments) {
        addresses.push_back(const_cast<void*>(argument.address()));  // it is only read
        sizes.push_back(argument.size_bytes());
        types.push_back(argument.type());
    }
    detail::launch(stream, slot(), shape, addresses, {sizes, types});
}

}  // namespace glint
