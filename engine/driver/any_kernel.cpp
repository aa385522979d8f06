// SPDX-License-Identifier: MIT
#include <glint/driver/any_kernel.hpp>

#include <algorithm>
#include <memory_resource>

#include <glint/driver/kernel.hpp>

namespace glint {
namespace {

/// Device copies of the host memory that a launch passes as arguments.
class LentArguments {
public:
    LentArguments(Stream& stream, std::span<const KernelArgument> arguments)
        : arguments_(arguments) {
        const auto count = std::ranges::count_if(
            arguments, [](const KernelArgument& each) { return each.copied().has_value(); });
        bytes_.reserve(static_cast<std::size_t>(count));
        pointers_.reserve(static_cast<std::size_t>(count));
        for (const KernelArgument& argument : arguments)
            if (argument.copied()) lend(stream, *argument.copied());
    }

    /// Returns the address of the argument's value for the launch. Call this once for each
    /// argument, in order.
    void* next_address(const KernelArgument& argument) {
        if (argument.copied()) return &pointers_[given_++];
        return const_cast<void*>(argument.address());  // launches only read the value
    }

    void copy_back() {
        std::size_t i = 0;
        for (const KernelArgument& argument : arguments_) {
            if (!argument.copied()) continue;
            if (argument.copied()->is_written) bytes_[i].write(argument.copied()->host);
            ++i;
        }
    }

private:
    void lend(Stream& stream, const KernelArgument::Copied& copied) {
        detail::LentBytes& lent = bytes_.emplace_back(stream, copied.host, copied.size_bytes);
        if (copied.is_read) lent.read(copied.host);
        pointers_.push_back(lent.data());
    }

    std::span<const KernelArgument> arguments_;
    std::vector<detail::LentBytes> bytes_;
    std::vector<void*> pointers_;
    std::size_t given_ = 0;
};

}  // namespace

void AnyKernel::launch(Stream& stream, const LaunchShape& shape,
                       std::span<const KernelArgument> arguments) const {
    std::array<std::byte, 2048> room;  // no allocation for up to 36 arguments
    std::pmr::monotonic_buffer_resource memory(room.data(), room.size());
    std::pmr::vector<void*> addresses(&memory);
    std::pmr::vector<std::size_t> sizes(&memory);
    std::pmr::vector<driver::ValueType> types(&memory);
    std::pmr::vector<detail::ArgumentMemory> memories(&memory);
    addresses.reserve(arguments.size());
    sizes.reserve(arguments.size());
    types.reserve(arguments.size());
    memories.reserve(arguments.size());
    LentArguments lent(stream, arguments);
    for (const KernelArgument& argument : arguments) {
        addresses.push_back(lent.next_address(argument));
        sizes.push_back(argument.size_bytes());
        types.push_back(argument.type());
        memories.push_back(argument.memory());
    }
    detail::launch(stream, slot(), shape, addresses, {sizes, types, memories});
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (arguments[i].is_parameter_set()) sizes[i] = 0;
    slot().note_launch(sizes, types);
    lent.copy_back();
}

}  // namespace glint
