// SPDX-License-Identifier: MIT
#include <glint/formats/npy.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/npy_header.hpp>
#include <glint/formats/npy_writer.hpp>

namespace glint {
namespace {

/// Returns the number of elements, or `limit + 1` if it exceeds `limit`.
std::size_t element_count(std::span<const std::size_t> shape, std::size_t limit) {
    if (std::ranges::find(shape, 0u) != shape.end()) return 0;
    std::size_t count = 1;
    for (const std::size_t size : shape) {
        if (size > limit / count) return limit + 1;
        count *= size;
    }
    return count;
}

/// Returns the stride of each dimension in the file, in elements.
std::vector<std::size_t> strides_in_file(const NpyHeader& header) {
    std::vector<std::size_t> strides(header.shape.size());
    std::size_t stride = 1;
    for (std::size_t i = 0; i < strides.size(); ++i) {
        const std::size_t dimension = header.fortran_order ? i : strides.size() - 1 - i;
        strides[dimension] = stride;
        stride *= header.shape[dimension];
    }
    return strides;
}

/// Advances `index` to the next element.
void step_in_c_order(std::vector<std::size_t>& index, std::span<const std::size_t> shape) {
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (++index[i] < shape[i]) return;
        index[i] = 0;
    }
}

/// Calls `take(i, place)` for each element: `i` is its index in C order, `place` its index in the
/// file.
template <class Take>
void for_each_place(const NpyHeader& header, std::size_t count, const Take& take) {
    const std::vector<std::size_t> strides = strides_in_file(header);
    std::vector<std::size_t> index(header.shape.size());
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t place = i;
        if (header.fortran_order) {
            place = std::inner_product(index.begin(), index.end(), strides.begin(), std::size_t{0});
            step_in_c_order(index, header.shape);
        }
        take(i, place);
    }
}

NumberType checked_npy_type(const InputFile& file, const NpyHeader& header) {
    const auto type = number_type_of(header.type);
    if (!type)
        file.fail_at_byte(header.type_at,
                          fmt::format("the type '{}' is not supported", header.spelled_type));
    return *type;
}

std::vector<float> load_values(const InputFile& file, const NpyHeader& header, NumberType type,
                               std::size_t count) {
    const char* data = file.content().data() + header.data_offset;
    std::vector<float> values(count);
    for_each_place(header, count, [&](std::size_t i, std::size_t place) {
        values[i] =
            static_cast<float>(load_number(data + place * size_of(type), type, header.order));
    });
    return values;
}

/// Returns the size of a number. A complex value consists of two numbers.
std::size_t number_bytes(const NpyType& type) {
    return type.kind == 'c' ? type.size_bytes / 2 : type.size_bytes;
}

void swap_bytes(std::vector<std::byte>& bytes, std::size_t number_bytes) {
    for (std::size_t i = 0; i < bytes.size(); i += number_bytes)
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                     bytes.begin() + static_cast<std::ptrdiff_t>(i + number_bytes));
}

std::size_t checked_count(const InputFile& file, const NpyHeader& header) {
    const std::size_t there = (file.size() - header.data_offset) / header.type.size_bytes;
    const std::size_t count = element_count(header.shape, there);
    if (count > there)
        file.fail_at_byte(
            file.size(), fmt::format("the file has only {}, too few for shape ({})",
                                     text::counted(there, "value"), fmt::join(header.shape, ", ")));
    return count;
}

void require_shape(const std::string& operation, std::span<const std::size_t> shape,
                   std::size_t value_count) {
    const bool few = shape.size() <= kMaxNpyDimensions;
    if (few && element_count(shape, value_count) == value_count) return;
    throw Error(ErrorCode::invalid_argument, operation,
                few ? fmt::format("shape ({}) does not match {}", fmt::join(shape, ", "),
                                  text::counted(value_count, "value"))
                    : fmt::format("{} dimensions exceed the maximum of {}", shape.size(),
                                  kMaxNpyDimensions));
}

}  // namespace

NpyArray parse_npy(const InputFile& file) {
    NpyHeader header = parse_npy_header(file);
    const NumberType type = checked_npy_type(file, header);
    auto values = load_values(file, header, type, checked_count(file, header));
    return {std::move(header.shape), std::move(values)};
}

NpyElements parse_npy_elements(const InputFile& file, const NpyType& type) {
    static_assert(std::endian::native == std::endian::little);
    NpyHeader header = parse_npy_header(file);
    if (!(header.type == type))
        file.fail_at_byte(header.type_at, fmt::format("the file has elements of type {}, not {}",
                                                      to_string(header.type), to_string(type)));
    const std::size_t count = checked_count(file, header), each = type.size_bytes;
    const char* data = file.content().data() + header.data_offset;
    std::vector<std::byte> bytes(count * each);
    if (header.fortran_order)
        for_each_place(header, count, [&](std::size_t i, std::size_t place) {
            std::memcpy(bytes.data() + i * each, data + place * each, each);
        });
    else if (count > 0)
        std::memcpy(bytes.data(), data, bytes.size());
    if (header.order == ByteOrder::big) swap_bytes(bytes, number_bytes(type));
    return {std::move(header.shape), std::move(bytes)};
}

NpyElements parse_npy_records(const InputFile& file, const std::string& description,
                              std::size_t record_bytes) {
    NpyHeader header = parse_npy_record_header(file);
    if (header.spelled_type != description)
        file.fail_at_byte(header.type_at, fmt::format("the file has records of type {}, not {}",
                                                      header.spelled_type, description));
    if (header.fortran_order && header.shape.size() > 1)
        file.fail_at_byte(header.type_at, "records in Fortran order are not supported");
    header.type.size_bytes = record_bytes;
    const std::size_t count = checked_count(file, header);
    const auto all = std::as_bytes(std::span(file.content()));
    const auto taken = all.subspan(header.data_offset, count * record_bytes);
    return {std::move(header.shape), {taken.begin(), taken.end()}};
}

NpyArray read_npy(const std::filesystem::path& path) {
    return parse_npy(InputFile("read array", path));
}

std::string npy_file(std::span<const std::size_t> shape, const NpyType& type,
                     std::span<const std::byte> bytes) {
    static_assert(std::endian::native == std::endian::little,
                  "big-endian machines are not supported");
    require_shape("write an array", shape, bytes.size() / type.size_bytes);
    std::string content = npy_header(
        shape,
        fmt::format("'{}{}{}'", type.size_bytes == 1 ? '|' : '<', type.kind, type.size_bytes));
    return content.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void write_npy(const std::filesystem::path& path, std::span<const std::size_t> shape,
               std::span<const float> values) {
    require_shape(fmt::format("write array '{}'", path.string()), shape, values.size());
    write_atomically(path, npy_file(shape, {'f', 4}, std::as_bytes(values)));
}

}  // namespace glint
