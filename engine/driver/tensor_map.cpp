// SPDX-License-Identifier: MIT
#include <glint/driver/tensor_map.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kMaxAxes = 5;
constexpr std::size_t kMaxElements = std::size_t{1} << 32;
constexpr std::size_t kMaxStrideBytes = std::size_t{1} << 40;
constexpr unsigned kMaxBox = 256;
constexpr std::size_t kUnitBytes = 16;

[[noreturn]] void refuse_tensor_map(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "create a tensor map", reason);
}

std::size_t size_of(TensorElement element) {
    switch (element) {
        case TensorElement::u8: return 1;
        case TensorElement::u16:
        case TensorElement::f16:
        case TensorElement::bf16: return 2;
        case TensorElement::u32:
        case TensorElement::i32:
        case TensorElement::f32: return 4;
        case TensorElement::u64:
        case TensorElement::i64:
        case TensorElement::f64: break;
    }
    return 8;
}

std::size_t swizzle_bytes(TensorSwizzle swizzle) {
    switch (swizzle) {
        case TensorSwizzle::bytes_32: return 32;
        case TensorSwizzle::bytes_64: return 64;
        case TensorSwizzle::bytes_128: return 128;
        case TensorSwizzle::none: break;
    }
    return kMaxBox * sizeof(double);
}

void check_tensor_axes(const TensorMapOptions& options) {
    const std::size_t axes = options.shape.size();
    if (axes < 1 || axes > kMaxAxes)
        refuse_tensor_map(fmt::format("the tensor has {}, but must have 1 to {}",
                                      text::counted(axes, "axis", "axes"), kMaxAxes));
    if (options.box.size() != axes)
        refuse_tensor_map(fmt::format("the box has {}, but the tensor has {}",
                                      text::counted(options.box.size(), "axis", "axes"), axes));
    if (!options.strides.empty() && options.strides.size() != axes)
        refuse_tensor_map(fmt::format("{} cannot describe {}",
                                      text::counted(options.strides.size(), "stride"),
                                      text::counted(axes, "axis", "axes")));
}

std::vector<std::size_t> strides_of(const TensorMapOptions& options) {
    if (!options.strides.empty()) return options.strides;
    std::vector<std::size_t> strides(options.shape.size(), 1);
    for (std::size_t axis = strides.size() - 1; axis > 0; --axis)
        strides[axis - 1] = strides[axis] * options.shape[axis];
    return strides;
}

void check_extents(const TensorMapOptions& options) {
    for (std::size_t axis = 0; axis < options.shape.size(); ++axis) {
        if (options.shape[axis] < 1 || options.shape[axis] > kMaxElements)
            refuse_tensor_map(
                fmt::format("shape[{}] is {}, but must be 1 to 2^32", axis, options.shape[axis]));
        if (options.box[axis] < 1 || options.box[axis] > kMaxBox)
            refuse_tensor_map(fmt::format("box[{}] is {}, but must be 1 to {}", axis,
                                          options.box[axis], kMaxBox));
    }
}

void check_strides(const std::vector<std::size_t>& strides, std::size_t element_bytes) {
    if (strides.back() != 1)
        refuse_tensor_map(fmt::format(
            "the last stride is {}, but elements along the last axis must be contiguous",
            strides.back()));
    for (std::size_t axis = 0; axis + 1 < strides.size(); ++axis) {
        const bool is_huge = strides[axis] >= kMaxStrideBytes / element_bytes;
        if (is_huge || strides[axis] == 0 || strides[axis] * element_bytes % kUnitBytes != 0)
            refuse_tensor_map(
                fmt::format("strides[{}] is {} of {}, but a stride in bytes must be a multiple of "
                            "{} and below 2^40",
                            axis, text::counted(strides[axis], "element"),
                            text::counted(element_bytes, "byte"), kUnitBytes));
    }
}

void check_box_row(const TensorMapOptions& options, std::size_t element_bytes) {
    const std::size_t row_bytes = options.box.back() * element_bytes;
    if (row_bytes % kUnitBytes != 0)
        refuse_tensor_map(fmt::format("a row of the box has {}, which is not a multiple of {}",
                                      text::counted(row_bytes, "byte"), kUnitBytes));
    if (const std::size_t most = swizzle_bytes(options.swizzle); row_bytes > most)
        refuse_tensor_map(
            fmt::format("a row of the box has {}, more than the {} of the swizzle pattern",
                        text::counted(row_bytes, "byte"), most));
}

bool reaches_beyond(const TensorMapOptions& options, const std::vector<std::size_t>& strides,
                    std::size_t count) {
    if (count == 0) return true;
    std::size_t left = count - 1;  // elements after the last one reached
    for (std::size_t axis = 0; axis < strides.size(); ++axis) {
        const std::size_t steps = options.shape[axis] - 1;
        if (steps > left / strides[axis]) return true;
        left -= steps * strides[axis];
    }
    return false;
}

void check_tensor_memory(const TensorMapOptions& options, const std::vector<std::size_t>& strides,
                         const void* data, std::size_t count) {
    if (reinterpret_cast<std::uintptr_t>(data) % kUnitBytes != 0)
        refuse_tensor_map(fmt::format("the memory starts at {}, which is not a multiple of {}",
                                      data, kUnitBytes));
    if (reaches_beyond(options, strides, count))
        refuse_tensor_map(
            fmt::format("{} elements with strides of {} exceed the memory, which has {}",
                        fmt::join(options.shape, " x "), fmt::join(strides, ", "), count));
}

template <class To, class From>
std::vector<To> innermost_first(const std::vector<From>& values) {
    return {values.rbegin(), values.rend()};
}

TensorElement checked_element(std::optional<TensorElement> of_type, std::size_t element_bytes,
                              const TensorMapOptions& options) {
    const std::optional<TensorElement> element = options.element ? options.element : of_type;
    if (!element)
        refuse_tensor_map(
            fmt::format("the type of the elements of {} is unknown. Set TensorMapOptions::element",
                        text::counted(element_bytes, "byte")));
    if (size_of(*element) != element_bytes)
        refuse_tensor_map(fmt::format("the elements have {}, but TensorMapOptions::element has {}",
                                      text::counted(element_bytes, "byte"), size_of(*element)));
    return *element;
}

}  // namespace

TensorMap tensor_map(const Device& device, void* data, std::size_t count, std::size_t element_bytes,
                     std::optional<TensorElement> element, const TensorMapOptions& options) {
    driver::TensorMapLayout layout{.address = data, .swizzle = options.swizzle};
    layout.element = checked_element(element, element_bytes, options);
    check_tensor_axes(options);
    check_extents(options);
    const std::vector<std::size_t> strides = strides_of(options);
    check_strides(strides, element_bytes);
    check_box_row(options, element_bytes);
    check_tensor_memory(options, strides, data, count);
    layout.shape = innermost_first<std::uint64_t>(options.shape);
    layout.box = innermost_first<std::uint32_t>(options.box);
    layout.strides_bytes = innermost_first<std::uint64_t>(strides);
    layout.strides_bytes.erase(layout.strides_bytes.begin());
    for (std::uint64_t& stride : layout.strides_bytes) stride *= element_bytes;
    return {device.backend()->encode_tensor_map(layout)};
}

}  // namespace glint::detail
