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

/// Host memory that a launch copies to the device, from it, or both. See `in`, `out`, `in_out`.
template <class T>
struct CopiedArgument {
    std::span<T> host{};
    bool is_read = false;     ///< copied to the device before the kernel
    bool is_written = false;  ///< copied back after it
};

/// A contiguous range of the caller's, which has to stay: no temporary that owns its elements.
template <class Range>
concept HostRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
                    std::ranges::borrowed_range<Range> &&
                    std::is_trivially_copyable_v<std::ranges::range_value_t<Range>>;

/// Elements that a kernel reads, given to a launch for a `const T*`. Device memory for them lives
/// from the launch to its end, and the copy is queued before the kernel.
///
/// Neither this nor `out` and `in_out` wait for the stream, where the host memory is page-locked
/// (PinnedMemory) or the device is the CPU; the driver waits for copies back to other memory. The
/// elements must stay, and `in`'s not change, until the stream has passed the launch.
template <HostRange Range>
auto in(Range&& elements) {
    using T = std::remove_reference_t<std::ranges::range_reference_t<Range>>;
    return CopiedArgument<const T>{
        .host = {std::ranges::data(elements), std::ranges::size(elements)}, .is_read = true};
}

/// Elements that a kernel writes, all of them: what it leaves out is undefined.
template <HostRange Range>
auto out(Range&& elements) {
    using T = std::remove_reference_t<std::ranges::range_reference_t<Range>>;
    static_assert(!std::is_const_v<T>, "these elements cannot be written");
    return CopiedArgument<T>{.host = {std::ranges::data(elements), std::ranges::size(elements)},
                             .is_written = true};
}

/// Elements that a kernel changes.
template <HostRange Range>
auto in_out(Range&& elements) {
    CopiedArgument argument = out(elements);
    argument.is_read = true;
    return argument;
}

namespace detail {

/// Device memory in place of host memory, for work that is queued while it lives.
class LentBytes {
public:
    /// Throws Error(invalid_argument) for host memory that is not there, Error(out_of_memory).
    LentBytes(Stream& stream, const void* host, std::size_t size_bytes);

    /// nullptr for no bytes.
    void* data() const noexcept { return memory_.get(); }
    /// Queue copies to the device and to the host.
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

/// What stands for an argument while a kernel is launched: the argument itself...
template <class Given>
class Lent {
public:
    Lent(Stream&, Given& given) : given_(given) {}
    Given& argument() noexcept { return given_; }
    void copy_back() {}

private:
    Given& given_;
};

/// ...or the device's copy.
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

/// Calls `launch` with the device's copies in place of the copied arguments, which it queues
/// around it. A launch that throws copies nothing back.
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
