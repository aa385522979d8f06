// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <ranges>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include <glint/driver/stream.hpp>

namespace glint {

/// Host memory that a launch copies to the device, from the device, or both. See `in`, `out` and
/// `in_out`.
template <class T>
struct CopiedArgument {
    std::span<T> host{};
    bool is_read = false;     ///< true to copy to the device before the kernel
    bool is_written = false;  ///< true to copy to the host after the kernel
};

/// A contiguous range whose elements outlive the call. A temporary that owns its elements does not
/// satisfy this concept.
template <class Range>
concept HostRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
                    std::ranges::borrowed_range<Range> &&
                    std::is_trivially_copyable_v<std::ranges::range_value_t<Range>>;

/// Passes host elements that a kernel reads through a `const T*` parameter. The launch copies them
/// to temporary device memory before the kernel runs.
///
/// With `in`, `out` and `in_out`, a launch does not wait for the stream if the host memory is
/// page-locked (PinnedMemory) or if the device is the CPU. For other host memory, the launch waits
/// for copies from the device to the host. The elements must stay valid until the stream has
/// completed the launch. Until then, the caller must not change elements passed to `in`.
template <HostRange Range>
auto in(Range&& elements) {
    using T = std::remove_reference_t<std::ranges::range_reference_t<Range>>;
    return CopiedArgument<const T>{
        .host = {std::ranges::data(elements), std::ranges::size(elements)}, .is_read = true};
}

/// Passes host elements that a kernel writes. Elements that the kernel does not write become
/// undefined.
template <HostRange Range>
auto out(Range&& elements) {
    using T = std::remove_reference_t<std::ranges::range_reference_t<Range>>;
    static_assert(!std::is_const_v<T>, "these elements cannot be written");
    return CopiedArgument<T>{.host = {std::ranges::data(elements), std::ranges::size(elements)},
                             .is_written = true};
}

/// Passes host elements that a kernel both reads and writes.
template <HostRange Range>
auto in_out(Range&& elements) {
    CopiedArgument argument = out(elements);
    argument.is_read = true;
    return argument;
}

namespace detail {

/// Temporary device memory. Work that is queued while this object exists can use it.
class LentBytes {
public:
    /// Allocates the memory. Throws Error(invalid_argument) for null or unmapped host memory, and
    /// Error(out_of_memory).
    LentBytes(Stream& stream, const void* host, std::size_t size_bytes);

    /// Returns the device address, or nullptr if the size is 0.
    void* data() const noexcept { return memory_.get(); }
    /// Queue a copy from the host to this memory, and a copy from this memory to the host.
    void read(const void* host);
    void write(void* host);

private:
    struct Release {
        std::shared_ptr<driver::Stream> stream;
        void operator()(void* address) const noexcept { stream->release_temporary(address); }
    };

    std::unique_ptr<void, Release> memory_;
    std::size_t size_bytes_;
};

/// Converts an argument for a launch. This default is for arguments that are not copied, and does
/// not change them.
template <class Given>
class Lent {
public:
    Lent(Stream&, Given& given) : given_(given) {}
    Given& argument() noexcept { return given_; }
    void copy_back() {}

private:
    Given& given_;
};

/// Converts a copied argument to the address of its device copy.
template <class T>
class LentCopy {
public:
    LentCopy(Stream& stream, const CopiedArgument<T>& given)
        : given_(given), bytes_(stream, given.host.data(), given.host.size_bytes()) {
        if (given_.is_read) bytes_.read(given_.host.data());
    }

    T* argument() noexcept { return static_cast<T*>(bytes_.data()); }
    void copy_back() {
        if constexpr (!std::is_const_v<T>)
            if (given_.is_written) bytes_.write(given_.host.data());
    }

private:
    CopiedArgument<T> given_;
    LentBytes bytes_;
};

template <class T>
class Lent<CopiedArgument<T>> : public LentCopy<T> {
    using LentCopy<T>::LentCopy;
};
template <class T>
class Lent<const CopiedArgument<T>> : public LentCopy<T> {
    using LentCopy<T>::LentCopy;
};

template <class Given>
inline constexpr bool kIsCopied = false;
template <class T>
inline constexpr bool kIsCopied<CopiedArgument<T>> = true;

/// Calls `launch` with device copies of the copied arguments. Queues the copies to the device
/// before that call, and the copies to the host after it. If `launch` throws, does not copy to the
/// host.
template <class Launch, class... Given>
void launch_with_copies(Stream& stream, const Launch& launch, Given&... given) {
    std::tuple<Lent<Given>...> lent{Lent<Given>(stream, given)...};
    std::apply(
        [&](auto&... each) {
            launch(each.argument()...);
            (each.copy_back(), ...);
        },
        lent);
}

}  // namespace detail
}  // namespace glint
