// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include <glint/backend/detail/value_type.hpp>
#include <glint/base/parameters.hpp>
#include <glint/driver/benchmark.hpp>
#include <glint/driver/copied_arguments.hpp>
#include <glint/driver/detail/argument_memory.hpp>
#include <glint/driver/image_handle.hpp>
#include <glint/driver/kernel_handle.hpp>
#include <glint/driver/stream.hpp>

namespace glint {

/// One argument of a kernel whose signature is known only at run time. Stores a copy of the value.
/// Values of up to 32 bytes need no heap allocation.
class KernelArgument {
public:
    /// Accepts a plain value or a pointer. Accepts device-accessible memory (kIsDeviceMemory), such
    /// as spans and arrays, and passes it as a pointer. Also accepts objects with a texture or
    /// surface handle.
    template <class T>
        requires(!std::is_same_v<std::remove_cvref_t<T>, KernelArgument>)
    KernelArgument(const T& value) {  // NOLINT(google-explicit-constructor): a list of values
        detail::require_device_memory<T>();
        if constexpr (kIsDeviceMemory<T>) {
            set(detail::device_pointer(value));
            memory_ = detail::backing_memory(value);
            if (const Stream* owner = memory_.stream)
                stream_ = std::make_shared<const Stream>(owner->device(), owner->share());
        } else if constexpr (detail::HasHandle<T, TextureHandle>) {
            set(detail::handle_of<TextureHandle>(value));
        } else if constexpr (detail::HasHandle<T, Surface>) {
            set(detail::handle_of<Surface>(value));
        } else {
            set(value);
        }
    }
    /// Accepts host memory that the launch copies to or from the device: in(x), out(x), in_out(x).
    template <class T>
    KernelArgument(const CopiedArgument<T>& value)  // NOLINT(google-explicit-constructor)
        : copied_({.host = const_cast<std::remove_const_t<T>*>(value.host.data()),
                   .size_bytes = value.host.size_bytes(),
                   .is_read = value.is_read,
                   .is_written = value.is_written}) {
        set(value.host.data());
    }
    /// Accepts a struct that was defined at run time. The kernel receives it by value.
    KernelArgument(const ParameterSet& value)  // NOLINT(google-explicit-constructor)
        : type_{.kind = driver::ValueKind::aggregate}, is_parameter_set_(true) {
        copy(value.bytes());
    }
    /// Creates an argument from the bytes of a value of any type.
    static KernelArgument of_bytes(std::span<const std::byte> bytes) {
        KernelArgument argument;
        argument.copy(bytes);
        return argument;
    }

    const void* address() const noexcept { return large_.empty() ? small_.data() : large_.data(); }
    std::size_t size_bytes() const noexcept { return size_bytes_; }
    const driver::ValueType& type() const noexcept { return type_; }
    bool is_parameter_set() const noexcept { return is_parameter_set_; }

    /// Returns the memory that a pointer argument refers to. Unknown properties are 0 or null.
    detail::ArgumentMemory memory() const noexcept {
        return {memory_.address, memory_.size_bytes, stream_.get()};
    }
    /// Host memory. The kernel receives the address of a device copy instead.
    struct Copied {
        void* host = nullptr;
        std::size_t size_bytes = 0;
        bool is_read = false;
        bool is_written = false;
    };
    const std::optional<Copied>& copied() const noexcept { return copied_; }

private:
    KernelArgument() = default;

    template <class T>
    void set(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>,
                      "kernel arguments must be trivially copyable");
        type_ = detail::value_type<T>();
        copy(std::as_bytes(std::span(&value, 1)));
    }

    void copy(std::span<const std::byte> bytes) {
        size_bytes_ = bytes.size();
        if (bytes.size() > small_.size())
            large_.assign(bytes.begin(), bytes.end());
        else
            std::memcpy(small_.data(), bytes.data(), bytes.size());
    }

    alignas(std::max_align_t) std::array<std::byte, 32> small_{};
    std::vector<std::byte> large_;
    std::size_t size_bytes_ = 0;
    driver::ValueType type_{};
    bool is_parameter_set_ = false;
    detail::ArgumentMemory memory_{};
    std::shared_ptr<const Stream> stream_;
    std::optional<Copied> copied_;
};

/// A kernel whose signature host code does not declare. Each launch passes a list of values, and
/// compares their number, their sizes and, if known, their types with the parameters of the kernel.
class AnyKernel : public KernelHandle {
public:
    explicit AnyKernel(std::shared_ptr<const detail::KernelSlot> slot)
        : KernelHandle(std::move(slot)) {}

    /// Queues the kernel; does not wait. Throws what Kernel::launch throws, and
    /// Error(invalid_argument) if the arguments do not match the kernel.
    void launch(Stream& stream, const LaunchShape& shape,
                std::span<const KernelArgument> arguments) const;
    void launch(Stream& stream, const LaunchShape& shape,
                std::initializer_list<KernelArgument> arguments) const {
        launch(stream, shape, std::span(arguments.begin(), arguments.size()));
    }
    /// Queues the kernel with one thread per element, like Kernel::launch with Elements.
    void launch(Stream& stream, Elements count,
                std::initializer_list<KernelArgument> arguments) const {
        launch(stream, best_shape(count.count()), arguments);
    }

    /// Launches the kernel, waits for it, and returns its execution time on the device. The time
    /// does not include compilation and loading. Throws what `launch` and Stream::synchronize
    /// throw.
    Seconds timed_launch(Stream& stream, const LaunchShape& shape,
                         std::initializer_list<KernelArgument> arguments) const {
        prepare(shape);
        return timed(stream, [&] { launch(stream, shape, arguments); });
    }
    Seconds timed_launch(Stream& stream, Elements count,
                         std::initializer_list<KernelArgument> arguments) const {
        return timed_launch(stream, best_shape(count.count()), arguments);
    }
};

}  // namespace glint
