// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_copies.hpp>

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/cuda/cuda_memory.hpp>

namespace glint::driver::cuda {
namespace {

std::string text_of(const char* verb, const Extent& bytes) {
    return fmt::format("{} a block of {} in {} of {} each", verb,
                       text::counted(bytes.height, "row"), text::counted(bytes.depth, "slice"),
                       text::human_bytes(bytes.width));
}

/// The source or the destination of a copy. CUDA_MEMCPY3D has separate members for the two.
struct End {
    CUmemorytype type = CU_MEMORYTYPE_HOST;
    void* host = nullptr;
    CUdeviceptr device = 0;
    CUarray array = nullptr;
    std::size_t pitch_bytes = 0;
    std::size_t height = 0;
    Origin origin{};  // its x is in bytes
};

End end_of(const Rows& rows, const Extent& extent) {
    End end;
    end.type = rows.side == MemorySide::host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    end.host = rows.data;
    end.device = pointer_to(rows.data);
    // The pitch of a single row is unused and may be invalid, so do not pass it to the driver.
    end.pitch_bytes = extent.height > 1 || extent.depth > 1 ? rows.pitch_bytes : extent.width;
    end.height = extent.depth > 1 ? rows.slice_bytes / rows.pitch_bytes : extent.height;
    return end;
}

End end_of(const Texels& texels, const Extent&) {
    End end;
    end.type = CU_MEMORYTYPE_ARRAY;
    end.array = static_cast<CUarray>(texels.image.data);
    end.origin = texels.origin;
    end.origin.x *= pixel_bytes(texels.image.shape.format);
    return end;
}

void set_source(CUDA_MEMCPY3D& copy, const End& end) {
    copy.srcMemoryType = end.type;
    copy.srcHost = end.host;
    copy.srcDevice = end.device;
    copy.srcArray = end.array;
    copy.srcPitch = end.pitch_bytes;
    copy.srcHeight = end.height;
    copy.srcXInBytes = end.origin.x;
    copy.srcY = end.origin.y;
    copy.srcZ = end.origin.z;
}

void set_target(CUDA_MEMCPY3D& copy, const End& end) {
    copy.dstMemoryType = end.type;
    copy.dstHost = end.host;
    copy.dstDevice = end.device;
    copy.dstArray = end.array;
    copy.dstPitch = end.pitch_bytes;
    copy.dstHeight = end.height;
    copy.dstXInBytes = end.origin.x;
    copy.dstY = end.origin.y;
    copy.dstZ = end.origin.z;
}

CUDA_MEMCPY3D describe_copy(const BlockCopy& copy) {
    const auto end = [&copy](const auto& each) { return end_of(each, copy.extent); };
    CUDA_MEMCPY3D description{};
    set_source(description, std::visit(end, copy.from));
    set_target(description, std::visit(end, copy.to));
    description.WidthInBytes = copy.extent.width;
    description.Height = copy.extent.height;
    description.Depth = copy.extent.depth;
    return description;
}

bool is_dense(const CopyEnd& end, const Extent& extent) {
    const auto* rows = std::get_if<Rows>(&end);
    return rows != nullptr && (extent.height == 1 || rows->pitch_bytes == extent.width) &&
           (extent.depth == 1 || rows->slice_bytes == extent.height * extent.width);
}

/// Copies contiguous bytes, even more than the maximum pitch. The driver determines which side each
/// pointer refers to.
void queue_bytes(CUstream stream, const BlockCopy& copy) {
    const auto& [width, height, depth] = copy.extent;
    check(api().cuMemcpyAsync(pointer_to(std::get<Rows>(copy.to).data),
                              pointer_to(std::get<Rows>(copy.from).data), width * height * depth,
                              stream),
          text_of("copy", copy.extent));
}

bool has_whole_slices(const CopyEnd& end) {
    const auto* rows = std::get_if<Rows>(&end);
    return rows == nullptr || rows->slice_bytes % rows->pitch_bytes == 0;
}

CopyEnd slice_of(const Rows& rows, std::size_t slice) {
    Rows one = rows;
    one.data = static_cast<std::byte*>(rows.data) + slice * rows.slice_bytes;
    return one;
}

CopyEnd slice_of(const Texels& texels, std::size_t slice) {
    Texels one = texels;
    one.origin.z += slice;
    return one;
}

BlockCopy slice_of(const BlockCopy& copy, std::size_t slice) {
    const auto one = [slice](const auto& end) { return slice_of(end, slice); };
    return {.to = std::visit(one, copy.to),
            .from = std::visit(one, copy.from),
            .extent = {copy.extent.width, copy.extent.height, 1}};
}

/// A fill that is done by memsets. Each element is divided into columns of 1, 2 or 4 bytes, because
/// a memset can set only values of these sizes.
class Memset {
public:
    Memset(CUstream stream, const BlockFill& fill) : stream_(stream), fill_(fill) {
        const auto address = reinterpret_cast<std::uintptr_t>(fill.to.data);
        const std::uintptr_t all =
            address | fill.element_bytes | fill.to.pitch_bytes | fill.to.slice_bytes;
        unit_ = all % 4 == 0 ? 4 : all % 2 == 0 ? 2 : 1;
    }

    /// Returns true if all columns of an element have the same value.
    bool is_uniform() const noexcept {
        const std::byte* first = fill_.element.data();
        return std::equal(first + unit_, first + fill_.element_bytes, first);
    }

    /// Sets all rows of one slice in one call.
    void set_slice(std::size_t slice) const {
        const auto& [width, height, depth] = fill_.extent;
        set(fill_.to.data, slice * fill_.to.slice_bytes, fill_.to.pitch_bytes, 0,
            width * fill_.element_bytes / unit_, height);
    }

    /// Sets the first `count` elements of the first row, one column at a time.
    void set_elements(std::size_t count) const {
        for (std::size_t at = 0; at < fill_.element_bytes; at += unit_)
            set(fill_.to.data, at, fill_.element_bytes, at, 1, count);
    }

private:
    /// Sets `height` rows of `width` columns to the value at byte `at` of the element.
    void set(void* data, std::size_t offset, std::size_t pitch_bytes, std::size_t at,
             std::size_t width, std::size_t height) const {
        const CUdeviceptr to = pointer_to(data) + offset;
        check(set(to, pitch_bytes, value(at), width, height),
              text_of("fill", {width * unit_, height, 1}));
    }

    // Treats a single row separately, because it may be longer than the maximum pitch.
    CUresult set(CUdeviceptr to, std::size_t pitch_bytes, std::uint32_t value, std::size_t width,
                 std::size_t height) const {
        return height == 1 ? set_row(to, value, width)
                           : set_rows(to, pitch_bytes, value, width, height);
    }

    CUresult set_row(CUdeviceptr to, std::uint32_t value, std::size_t width) const {
        const auto half = static_cast<std::uint16_t>(value);
        const auto byte = static_cast<std::uint8_t>(value);
        switch (unit_) {
            case 4: return api().cuMemsetD32Async(to, value, width, stream_);
            case 2: return api().cuMemsetD16Async(to, half, width, stream_);
            default: return api().cuMemsetD8Async(to, byte, width, stream_);
        }
    }

    CUresult set_rows(CUdeviceptr to, std::size_t pitch, std::uint32_t value, std::size_t width,
                      std::size_t height) const {
        const auto half = static_cast<std::uint16_t>(value);
        const auto byte = static_cast<std::uint8_t>(value);
        switch (unit_) {
            case 4: return api().cuMemsetD2D32Async(to, pitch, value, width, height, stream_);
            case 2: return api().cuMemsetD2D16Async(to, pitch, half, width, height, stream_);
            default: return api().cuMemsetD2D8Async(to, pitch, byte, width, height, stream_);
        }
    }

    std::uint32_t value(std::size_t at) const {
        std::uint32_t value = 0;
        std::memcpy(&value, fill_.element.data() + at, unit_);
        return value;
    }

    CUstream stream_;
    const BlockFill& fill_;
    std::size_t unit_ = 1;
};

// Memsets of single columns are slow, so they set only this many elements at the start of a row.
// Copies set the other elements.
constexpr std::size_t kFirstElements = 256;

/// Sets all `count` items (elements, rows or slices) by copies, if the first `filled` items are
/// already set. `copy_on(done, step)` copies the first `step` items to index `done`.
template <class CopyOn>
void double_up(std::size_t filled, std::size_t count, const CopyOn& copy_on) {
    while (filled < count) {
        const std::size_t step = std::min(filled, count - filled);
        copy_on(filled, step);
        filled += step;
    }
}

void copy_on(CUstream stream, const BlockFill& fill, std::size_t offset, const Extent& bytes) {
    Rows to = fill.to;
    to.data = static_cast<std::byte*>(to.data) + offset;
    queue_copy(stream, {.to = to, .from = fill.to, .extent = bytes});
}

void fill_by_copies(CUstream stream, const Memset& memset, const BlockFill& fill) {
    const auto& [width, height, depth] = fill.extent;
    const std::size_t first = std::min(width, kFirstElements);
    const std::size_t row_bytes = width * fill.element_bytes;
    memset.set_elements(first);
    double_up(first, width, [&](std::size_t done, std::size_t step) {
        copy_on(stream, fill, done * fill.element_bytes, {step * fill.element_bytes, 1, 1});
    });
    double_up(1, height, [&](std::size_t done, std::size_t step) {
        copy_on(stream, fill, done * fill.to.pitch_bytes, {row_bytes, step, 1});
    });
    double_up(1, depth, [&, rows = height](std::size_t done, std::size_t step) {
        copy_on(stream, fill, done * fill.to.slice_bytes, {row_bytes, rows, step});
    });
}

}  // namespace

void queue_copy(CUstream stream, const BlockCopy& copy) {
    if (is_dense(copy.to, copy.extent) && is_dense(copy.from, copy.extent))
        return queue_bytes(stream, copy);
    if (copy.extent.depth > 1 && !(has_whole_slices(copy.to) && has_whole_slices(copy.from))) {
        for (std::size_t slice = 0; slice < copy.extent.depth; ++slice)
            queue_copy(stream, slice_of(copy, slice));
        return;
    }
    const CUDA_MEMCPY3D description = describe_copy(copy);
    check(api().cuMemcpy3DAsync(&description, stream), text_of("copy", copy.extent));
}

void queue_fill(CUstream stream, const BlockFill& fill) {
    const Memset memset(stream, fill);
    if (!memset.is_uniform()) return fill_by_copies(stream, memset, fill);
    for (std::size_t slice = 0; slice < fill.extent.depth; ++slice) memset.set_slice(slice);
}

}  // namespace glint::driver::cuda
