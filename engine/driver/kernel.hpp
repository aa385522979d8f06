// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include <glint/backend/detail/value_type.hpp>
#include <glint/base/parameters.hpp>
#include <glint/driver/benchmark.hpp>
#include <glint/driver/copied_arguments.hpp>
#include <glint/driver/detail/argument_memory.hpp>
#include <glint/driver/detail/foreign_pointer.hpp>
#include <glint/driver/image_handle.hpp>
#include <glint/driver/kernel_handle.hpp>
#include <glint/driver/stream.hpp>

namespace glint {

namespace detail {

/// What is known of a launch's arguments before they are looked at.
struct Signature {
    std::span<const std::size_t> sizes;  ///< 0 stands for "known at the launch"
    std::span<const driver::ValueType> types;
    std::span<const ArgumentMemory> memory{};  ///< of each argument; empty for plain values
};

/// Checks the shape against device and kernel, the arguments' number, sizes and types against the
/// kernel, and their memory against the device; then queues the launch. It and the streams of
/// arrays wait for each other. Throws Error(invalid_argument) with the offending value.
void launch(Stream& stream, const KernelSlot& slot, const LaunchShape& shape,
            std::span<void* const> arguments, const Signature& signature);

/// Throws Error(invalid_argument) if the kernel takes other parameters than `signature` says.
void check_signature(const driver::KernelInfo& kernel, const Signature& signature);

/// Checks the signature that the host gives the kernel, and has reloads keep to it.
void take_signature(const KernelSlot& slot, const Signature& signature);

template <class Range, class Pointer>
concept PointsInto = requires(Range&& range) {
    { range.data() } -> std::convertible_to<Pointer>;
};

/// How one parameter of a kernel's signature takes its argument: by default a plain value.
template <class Parameter>
struct Argument {
    static_assert(std::is_trivially_copyable_v<Parameter>, "kernel parameters are plain values");
    static constexpr std::size_t kSize = sizeof(Parameter);
    Parameter value;

    template <class Given>
    static Argument from(Given&& given) {
        constexpr bool converts = std::is_convertible_v<Given&&, Parameter>;
        static_assert(converts, "this argument does not convert to the kernel's parameter");
        if constexpr (converts)
            return {static_cast<Parameter>(std::forward<Given>(given))};
        else
            return {};
    }
    void* address() noexcept { return &value; }
    std::size_t size() const noexcept { return kSize; }
};

/// A pointer parameter takes pointers; memory that a device reaches: spans, memory, arrays, maps;
/// and other libraries' pointers, as ForeignPointer says.
template <class T>
struct Argument<T*> {
    static constexpr std::size_t kSize = sizeof(T*);
    T* value;
    ArgumentMemory memory{};

    template <class Given>
    static Argument from(Given&& given) {
        using Plain = std::remove_cvref_t<Given>;
        require_device_memory<Plain>();
        if constexpr (std::is_convertible_v<Given&&, T*>) {
            return {given};
        } else if constexpr (ForeignPointerTo<Plain, T*>) {
            return {ForeignPointer<Plain>::get(given)};
        } else {
            constexpr bool fits = PointsInto<Given, T*>;
            static_assert(fits,
                          "this argument does not hold elements of the kernel's pointer type, or "
                          "they are constant");
            if constexpr (fits)
                return {device_pointer(given), memory_behind(given)};
            else
                return {};
        }
    }
    // The driver takes arguments as void*; it only reads the pointer.
    void* address() noexcept { return &value; }
    std::size_t size() const noexcept { return kSize; }
};

/// A handle of an image takes it, and what it is a handle of.
template <class Handle>
    requires(std::is_same_v<Handle, TextureHandle> || std::is_same_v<Handle, Surface>)
struct Argument<Handle> {
    static constexpr std::size_t kSize = sizeof(Handle);
    Handle value;

    template <class Given>
    static Argument from(const Given& given) {
        static_assert(
            HasHandle<Given, Handle>,
            "this argument is not a texture for a TextureHandle, or not a surface for a Surface");
        return {handle_of<Handle>(given)};
    }
    void* address() noexcept { return &value; }
    std::size_t size() const noexcept { return kSize; }
};

/// A reflected parameter struct, passed by value.
template <>
struct Argument<ParameterSet> {
    static constexpr std::size_t kSize = 0;
    std::span<const std::byte> value;

    static Argument from(const ParameterSet& given) { return {given.bytes()}; }
    void* address() noexcept { return const_cast<std::byte*>(value.data()); }
    std::size_t size() const noexcept { return value.size(); }
};

/// Programs and modules, which give kernels by their names.
template <class Source, class Kernel>
concept HoldsKernels = requires(Source& source, std::string_view name) {
    { source.template kernel<typename Kernel::Signature>(name) } -> std::same_as<Kernel>;
};

template <class Parameter>
using ArgumentFor = Argument<std::remove_cvref_t<Parameter>>;

template <class Parameter>
ArgumentMemory memory_of(const Argument<Parameter>& argument) {
    if constexpr (requires { argument.memory; })
        return argument.memory;
    else
        return {};
}

}  // namespace detail

template <class Signature>
class Kernel;

/// A kernel with the signature that the host gives it, `Kernel<void(std::size_t, float*)>`.
///
/// Pointer parameters take pointers to that type, and memory of it that a device reaches
/// (kIsDeviceMemory); `const ParameterSet&` stands for a struct by value. A copy means the same
/// kernel. It stays valid after its program is gone, and means the new code after the program was
/// reloaded.
template <class... Parameters>
class Kernel<void(Parameters...)> : public KernelHandle {
public:
    using Signature = void(Parameters...);

    /// Throws Error(invalid_argument) if the compiled kernel takes other parameters.
    explicit Kernel(std::shared_ptr<const detail::KernelSlot> from)
        : KernelHandle(std::move(from)) {
        constexpr std::array<std::size_t, sizeof...(Parameters)> sizes{
            detail::ArgumentFor<Parameters>::kSize...};
        detail::take_signature(slot(), {sizes, kTypes});
    }
    /// The kernel of this name in a program or a module, so that a member says its signature once:
    ///
    ///     Program program_;
    ///     Kernel<void(unsigned, float*)> step_{program_, "step"};
    ///
    /// Throws what their `kernel` does.
    template <detail::HoldsKernels<Kernel> Source>
    Kernel(Source&& source, std::string_view name)
        : Kernel(source.template kernel<void(Parameters...)>(name)) {}

    /// Queues the kernel; does not wait. Pointers may be copies of host memory: see glint::in.
    /// Where an array belongs to another stream, `stream` waits for the work queued there, and
    /// that stream for the kernel, which so has the array's memory until it is done; not while
    /// one of them is being captured.
    /// Throws Error(invalid_argument) for a shape that the device or kernel cannot run, and for
    /// memory that was freed or is another device's (bare pointers are believed);
    /// Error(unsupported) for a shape that this device never runs, and Error(launch) if the
    /// driver refuses.
    template <class... Arguments>
    void launch(Stream& stream, const LaunchShape& shape, Arguments&&... arguments) const {
        static_assert(sizeof...(Arguments) == sizeof...(Parameters),
                      "the kernel takes another number of arguments");
        if constexpr ((detail::kIsCopied<std::remove_cvref_t<Arguments>> || ...)) {
            detail::launch_with_copies(
                stream, [&](auto&&... lent) { launch(stream, shape, lent...); }, arguments...);
        } else {
            launch_with(
                stream, shape,
                detail::ArgumentFor<Parameters>::from(std::forward<Arguments>(arguments))...);
        }
    }

    /// Queues the kernel with a thread for each element, in the blocks that `best_shape` chooses;
    /// it does so at the first such launch and remembers them. Otherwise like launch() with a
    /// shape.
    template <class... Arguments>
    void launch(Stream& stream, Elements count, Arguments&&... arguments) const {
        launch(stream, best_shape(count.count()), std::forward<Arguments>(arguments)...);
    }

    /// Launches the kernel, waits for it, and gives the time from its start to its end on the
    /// device; compiling and loading it come before. Throws what `launch` and Stream::synchronize
    /// do.
    template <class... Arguments>
    Seconds timed_launch(Stream& stream, const LaunchShape& shape, Arguments&&... arguments) const {
        prepare(shape);
        return timed(stream, [&] { launch(stream, shape, std::forward<Arguments>(arguments)...); });
    }
    template <class... Arguments>
    Seconds timed_launch(Stream& stream, Elements count, Arguments&&... arguments) const {
        return timed_launch(stream, best_shape(count.count()),
                            std::forward<Arguments>(arguments)...);
    }

private:
    static constexpr std::array<driver::ValueType, sizeof...(Parameters)> kTypes{
        detail::value_type<std::remove_cvref_t<Parameters>>()...};

    template <class... Converted>
    void launch_with(Stream& stream, const LaunchShape& shape, Converted... converted) const {
        const std::array<void*, sizeof...(Converted)> addresses{converted.address()...};
        const std::array<std::size_t, sizeof...(Converted)> sizes{converted.size()...};
        const std::array<detail::ArgumentMemory, sizeof...(Converted)> memory{
            detail::memory_of(converted)...};
        detail::launch(stream, slot(), shape, addresses, {sizes, kTypes, memory});
    }
};

}  // namespace glint
