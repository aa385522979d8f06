// SPDX-License-Identifier: MIT
#include <glint/array/detail/borrowed.hpp>

#include <fmt/format.h>

#include <glint/array/detail/operand_list.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

[[noreturn]] void refuse_view(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "create a view of memory", reason);
}

/// Memory that is not owned and that the device can access.
class ReachedMemory final : public MemoryLease {
public:
    ReachedMemory(const Device& device, const MemoryRange& range)
        : device_(device), range_(range) {}

    void require() const override {
        const auto* begin = reinterpret_cast<const void*>(range_.begin);
        const auto fault = device_.backend()->launch_fault(begin, range_.end - range_.begin);
        if (!fault) return;
        throw Error(ErrorCode::invalid_argument, "use the memory of a view",
                    fmt::format("{}: {}", fmt::ptr(begin), *fault));
    }

private:
    Device device_;
    MemoryRange range_;
};

class RetainedMemory final : public MemoryLease {
public:
    RetainedMemory(const Stream& stream, std::shared_ptr<void> memory)
        : stream_(stream.share()), device_(stream.device()), memory_(std::move(memory)) {}
    ~RetainedMemory() override { stream_->drain(); }
    RetainedMemory(const RetainedMemory&) = delete;
    RetainedMemory& operator=(const RetainedMemory&) = delete;
    void require() const override {}

private:
    std::shared_ptr<driver::Stream> stream_;
    Device device_;
    std::shared_ptr<void> memory_;
};

std::ptrdiff_t in_elements(std::size_t bytes, std::size_t element_bytes, std::string_view what) {
    if (bytes % element_bytes != 0)
        refuse_view(fmt::format(
            "the {} of the memory are {} apart, which is not a multiple of the element size, {}",
            what, text::counted(bytes, "byte"), element_bytes));
    return static_cast<std::ptrdiff_t>(bytes / element_bytes);
}

}  // namespace

Layout layout_of_rows(const driver::Extent& extent, std::size_t pitch_bytes,
                      std::size_t slice_bytes, std::size_t element_bytes) {
    const auto& [width, height, depth] = extent;
    Layout layout;
    if (depth > 1) {
        layout.shape.append(depth);
        layout.strides.append(in_elements(slice_bytes, element_bytes, "slices"));
    }
    layout.shape.append(height);
    layout.strides.append(height > 1 ? in_elements(pitch_bytes, element_bytes, "rows")
                                     : static_cast<std::ptrdiff_t>(width));
    layout.shape.append(width);
    layout.strides.append(1);
    return layout;
}

Layout layout_of_strides(std::span<const std::int64_t> shape,
                         std::span<const std::int64_t> strides) {
    Layout layout;
    for (const std::int64_t extent : shape) layout.shape.append(static_cast<std::size_t>(extent));
    for (const std::int64_t stride : strides) layout.strides.append(stride);
    return layout;
}

Layout layout_in_shape(std::size_t count, const Shape& shape) {
    check_size(shape, 1);
    if (shape.size() != count)
        refuse_view(fmt::format("the memory has {}, but the shape {} has {}",
                                text::counted(count, "element"), to_string(shape), shape.size()));
    return row_major(shape);
}

void check_streams(const Stream& stream, const Stream& memory) {
    if (stream.share() == memory.share()) return;
    refuse_view("the memory belongs to another stream. Omit the stream argument");
}

std::shared_ptr<ArrayStorage> borrow(const Stream& stream, const Elements& elements,
                                     std::shared_ptr<const MemoryLease> lease) {
    if (elements.layout.size() > 0) {
        const auto reached = std::make_shared<ReachedMemory>(
            stream.device(), range_of(elements.data, elements.layout, elements.element_bytes));
        reached->require();
        if (!lease) lease = reached;
    }
    return std::make_shared<ArrayStorage>(
        ArrayStorage{.stream = handle_of(stream), .lease = std::move(lease)});
}

std::shared_ptr<const MemoryLease> keep(const Stream& stream, std::shared_ptr<void> memory) {
    return std::make_shared<RetainedMemory>(stream, std::move(memory));
}

}  // namespace glint::detail
