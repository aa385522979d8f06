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

/// The properties of a launch's arguments that do not depend on their values.
struct Signature {
    std::span<const std::size_t> sizes;  ///< 0 if the size is known only at the launch
    std::span<const driver::ValueType> types;
    std::span<const ArgumentMemory> memory{};  ///< one per argument; empty if all are plain values
};

/// Checks a launch and queues it. Checks the shape against the device and the kernel, the number,
/// sizes and types of the arguments against the kernel, and the arguments' memory against the
/// device. The launch's stream and the streams of arrays wait for each other. Throws
/// Error(invalid_argument) with the invalid value.
void launch(Stream& stream, const KernelSlot& slot, const LaunchShape& shape,
            std::span<void* const> arguments, const Signature& signature);

/// Throws Error(invalid_argument) if the kernel's parameters do not match `signature`.
void check_signature(const driver::KernelInfo& kernel, const Signature& signature);

/// Checks a signature that host code declares against the kernel. From then on, reloaded code must
/// also match the signature.
void take_signature(const KernelSlot& slot, const Signature& signature);

template <class Range, class Pointer>
concept PointsInto = requires(Range&& range) {
    { range.data() } -> std::convertible_to<Pointer>;
};

/// Converts an argument for a kernel parameter. The primary template is for parameters that are
/// plain values.
template <class Parameter>
struct Argument {
    static_assert(std::is_trivially_copyable_v<Parameter>,
                  "kernel parameters must be trivially copyable");
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

/// Converts an argument for a pointer parameter. Accepts pointers, device-accessible memory such as
/// spans, arrays and maps, and pointers of other libraries that specialize ForeignPointer.
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
                          "the elements of this argument are const, or do not have the type that "
                          "the parameter points to");
            if constexpr (fits)
                return {device_pointer(given), backing_memory(given)};
            else
                return {};
        }
    }
    // The driver takes arguments as void*, but only reads the pointer at this address.
    void* address() noexcept { return &value; }
    std::size_t size() const noexcept { return kSize; }
};

/// Converts an argument for an image parameter: a handle, or an object that has a handle.
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

/// Passes a parameter struct, whose members come from reflection, by value.
template <>
struct Argument<ParameterSet> {
    static constexpr std::size_t kSize = 0;
    std::span<const std::byte> value;

    static Argument from(const ParameterSet& given) { return {given.bytes()}; }
    void* address() noexcept { return const_cast<std::byte*>(value.data()); }
    std::size_t size() const noexcept { return value.size(); }
};

/// Types that return kernels by name, such as programs and modules.
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

/// A kernel whose signature host code declares, such as `Kernel<void(std::size_t, float*)>`.
///
/// Pointer parameters accept pointers to their element type, and device-accessible memory with
/// elements of that type (kIsDeviceMemory). `const ParameterSet&` stands for a struct that is
/// passed by value. Copies refer to the same kernel. A kernel stays valid after its program is
/// destroyed. After a reload of its program, the kernel refers to the new code.
template <class... Parameters>
class Kernel<void(Parameters...)> : public KernelHandle {
public:
    using Signature = void(Parameters...);

    /// Throws Error(invalid_argument) if the parameters of the compiled kernel do not match.
    explicit Kernel(std::shared_ptr<const detail::KernelSlot> from)
        : KernelHandle(std::move(from)) {
        constexpr std::array<std::size_t, sizeof...(Parameters)> sizes{
            detail::ArgumentFor<Parameters>::kSize...};
        detail::take_signature(slot(), {sizes, kTypes});
    }
    /// Gets the kernel `name` of a program or a module. With this constructor, a class contains the
    /// signature only once:
    ///
    ///     Program program_;
    ///     Kernel<void(unsigned, float*)> step_{program_, "step"};
    ///
    /// Throws what the function `kernel` of the program or module throws.
    template <detail::HoldsKernels<Kernel> Source>
    Kernel(Source&& source, std::string_view name)
        : Kernel(source.template kernel<void(Parameters...)>(name)) {}

    /// Queues the kernel and does not wait. Pointer arguments may be copies of host memory; see
    /// glint::in. If an array belongs to another stream, `stream` waits for the work queued on that
    /// stream. That stream then waits for the kernel, so that the array's memory stays valid until
    /// the kernel is done. The two streams do not wait for each other if only one of them is being
    /// captured. Throws Error(invalid_argument) for a shape that the device or the kernel cannot
    /// run, and for memory that was freed or belongs to another device (raw pointers are not
    /// checked). Throws Error(unsupported) for a shape that this device never supports, and
    /// Error(launch) if the driver refuses the launch.
    template <class... Arguments>
    void launch(Stream& stream, const LaunchShape& shape, Arguments&&... arguments) const {
        static_assert(sizeof...(Arguments) == sizeof...(Parameters),
                      "the number of arguments differs from the number of kernel parameters");
        if constexpr ((detail::kIsCopied<std::remove_cvref_t<Arguments>> || ...)) {
            detail::launch_with_copies(
                stream, [&](auto&&... lent) { launch(stream, shape, lent...); }, arguments...);
        } else {
            launch_with(
                stream, shape,
                detail::ArgumentFor<Parameters>::from(std::forward<Arguments>(arguments))...);
        }
    }

    /// Queues the kernel with one thread per element. The first such launch computes the block size
    /// with `best_shape`, and later launches reuse it. Otherwise like launch() with a shape.
    template <class... Arguments>
    void launch(Stream& stream, Elements count, Arguments&&... arguments) const {
        launch(stream, best_shape(count.count()), std::forward<Arguments>(arguments)...);
    }

    /// Launches the kernel, waits for it, and returns its execution time on the device. The time
    /// does not include compilation and loading. Throws what `launch` and Stream::synchronize
    /// throw.
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
