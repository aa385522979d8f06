#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <glint/base/parameters.hpp>
#include <glint/driver/foreign_pointer.hpp>
#include <glint/driver/launch_shape.hpp>
#include <glint/driver/stream.hpp>

namespace glint {

/// A surface object handle, as kernels take it (`cudaSurfaceObject_t`).
struct Surface {
    std::uint64_t handle = 0;
};

namespace detail {

/// Where a kernel lives now. A reload puts the new code here, so kernels that users hold stay
/// valid.
class KernelSlot {
public:
    struct Target {
        std::shared_ptr<driver::Module> module;
        driver::Kernel* kernel = nullptr;
    };

    explicit KernelSlot(Target target) : target_(std::move(target)) {}

    Target get() const {
        const std::lock_guard lock(mutex_);
        return target_;
    }
    /// Returns what was there before.
    Target set(Target target) {
        const std::lock_guard lock(mutex_);
        return std::exchange(target_, std::move(target));
    }

private:
    mutable std::mutex mutex_;
    Target target_;
};

/// Checks the shape against device and kernel, and the arguments' number and sizes against the
/// kernel, then queues the launch. Throws Error(invalid_argument) with the offending value.
void launch(Stream& stream, const KernelSlot& slot, const LaunchShape& shape,
            std::span<void* const> arguments, std::span<const std::size_t> sizes);

/// Throws Error(invalid_argument) if the kernel takes other parameters than `sizes` says;
/// a size of 0 stands for "known at the launch".
void check_signature(const driver::KernelInfo& kernel, std::span<const std::size_t> sizes);

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
        static_assert(std::is_convertible_v<Given&&, Parameter>,
                      "this argument does not convert to the kernel's parameter");
        return {static_cast<Parameter>(std::forward<Given>(given))};
    }
    void* address() noexcept { return &value; }
    std::size_t size() const noexcept { return kSize; }
};

/// A pointer parameter takes pointers and whatever has `data()`: spans, memory, arrays, maps; and
/// other libraries' pointers, as ForeignPointer says.
template <class T>
struct Argument<T*> {
    static constexpr std::size_t kSize = sizeof(T*);
    T* value;

    template <class Given>
    static Argument from(Given&& given) {
        if constexpr (std::is_convertible_v<Given&&, T*>) {
            return {given};
        } else if constexpr (ForeignPointerTo<std::remove_cvref_t<Given>, T*>) {
            return {ForeignPointer<std::remove_cvref_t<Given>>::get(given)};
        } else {
            static_assert(PointsInto<Given, T*>,
                          "this argument does not hold elements of the kernel's pointer type");
            return {given.data()};
        }
    }
    // The driver takes arguments as void*; it only reads the pointer.
    void* address() noexcept { return &value; }
    std::size_t size() const noexcept { return kSize; }
};

template <>
struct Argument<Surface> {
    static constexpr std::size_t kSize = sizeof(Surface);
    Surface value;

    template <class Given>
    static Argument from(Given&& given) {
        if constexpr (std::is_convertible_v<Given&&, Surface>) {
            return {given};
        } else {
            return {given.surface()};
        }
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

template <class Parameter>
using ArgumentFor = Argument<std::remove_cvref_t<Parameter>>;

}  // namespace detail

template <class Signature>
class Kernel;

/// A kernel with the signature that the host gives it, `Kernel<void(std::size_t, float*)>`.
///
/// Pointer parameters take anything with `data()` of that type; `const ParameterSet&` stands for
/// a struct by value. A copy means the same kernel. It stays valid after its program is gone, and
/// means the new code after the program was reloaded.
template <class... Parameters>
class Kernel<void(Parameters...)> {
public:
    /// Throws Error(invalid_argument) if the compiled kernel takes other parameters.
    explicit Kernel(std::shared_ptr<const detail::KernelSlot> slot) : slot_(std::move(slot)) {
        constexpr std::array<std::size_t, sizeof...(Parameters)> sizes{
            detail::ArgumentFor<Parameters>::kSize...};
        detail::check_signature(info(), sizes);
    }

    /// Queues the kernel; does not wait. Throws Error(invalid_argument) for a shape that the
    /// device or kernel cannot run, and Error(launch) if the driver refuses.
    template <class... Arguments>
    void launch(Stream& stream, const LaunchShape& shape, Arguments&&... arguments) const {
        static_assert(sizeof...(Arguments) == sizeof...(Parameters),
                      "the kernel takes another number of arguments");
        launch_with(stream, shape,
                    detail::ArgumentFor<Parameters>::from(std::forward<Arguments>(arguments))...);
    }

    driver::KernelInfo info() const { return slot_->get().kernel->info(); }
    /// How the kernel runs in blocks of this shape, as driver::Kernel::lowering tells.
    std::string lowering(driver::Dim3 block) const {
        const detail::KernelSlot::Target target = slot_->get();
        return target.kernel->lowering(block);
    }
    /// CUfunction on CUDA, nullptr on the CPU. A reload makes another.
    void* native() const { return slot_->get().kernel->native(); }

private:
    template <class... Converted>
    void launch_with(Stream& stream, const LaunchShape& shape, Converted... converted) const {
        const std::array<void*, sizeof...(Converted)> addresses{converted.address()...};
        const std::array<std::size_t, sizeof...(Converted)> sizes{converted.size()...};
        detail::launch(stream, *slot_, shape, addresses, sizes);
    }

    std::shared_ptr<const detail::KernelSlot> slot_;
};

}  // namespace glint
