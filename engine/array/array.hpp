#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>

namespace glint {
namespace detail {

/// What arrays of every type share: the stream that their work is queued on.
class ArrayStream {
public:
    ArrayStream() noexcept = default;
    explicit ArrayStream(const Stream& stream) : queue_(stream.share()) {}

    /// The queue. Throws Error(invalid_state) for an array that was never given one.
    driver::Stream& queue() const;

    /// Queues setting `count` elements.
    void fill(void* to, std::size_t count, std::span<const std::byte> element) const;

    /// Copies to the host and waits for it.
    void download(void* to, const void* from, std::size_t size_bytes) const;

private:
    std::shared_ptr<driver::Stream> queue_;
};

}  // namespace detail

/// `size()` elements in device memory that remember the stream their work is queued on.
///
/// Kernels take an array wherever their signature has a pointer to its element type.
template <class T>
class Array {
public:
    Array() noexcept = default;

    /// `count` uninitialised elements. Throws Error(out_of_memory).
    Array(const Stream& stream, std::size_t count)
        : stream_(stream), memory_(stream.device(), count) {}

    /// A copy of `values`; has read them when it returns.
    Array(const Stream& stream, std::span<const T> values) : Array(stream, values.size()) {
        assign(values);
    }

    std::size_t size() const noexcept { return memory_.size(); }
    bool empty() const noexcept { return size() == 0; }
    T* data() noexcept { return memory_.data(); }
    const T* data() const noexcept { return memory_.data(); }
    DeviceSpan<T> span() noexcept { return memory_.span(); }
    DeviceSpan<const T> span() const noexcept { return memory_.span(); }

    /// `count` elements of all bits zero. Throws Error(out_of_memory).
    static Array zeros(const Stream& stream, std::size_t count)
        requires(Fillable<T>)
    {
        Array array(stream, count);
        array.stream_.fill(array.data(), count, std::array<std::byte, sizeof(T)>{});
        return array;
    }

    /// Queues setting every element to `value`.
    void fill(const T& value)
        requires(Fillable<T>)
    {
        stream_.fill(data(), size(), std::as_bytes(std::span<const T, 1>(&value, 1)));
    }

    /// Replaces the elements; has read `values` when it returns.
    /// Throws Error(invalid_argument) if the sizes differ.
    void assign(std::span<const T> values) {
        detail::check_same_size(size(), values.size(), sizeof(T));
        if (empty()) return;
        stream_.queue().copy(data(), values.data(), values.size_bytes(),
                             driver::CopyDirection::host_to_device);
        stream_.queue().synchronize();
    }

    /// The elements on the host, after all work queued so far.
    std::vector<T> to_vector() const {
        std::vector<T> values(size());
        if (!empty()) stream_.download(values.data(), data(), size() * sizeof(T));
        return values;
    }

private:
    detail::ArrayStream stream_;
    DeviceMemory<T> memory_;
};

}  // namespace glint
