#include <glint/base/formats/npy.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/formats/npy_header.hpp>

namespace glint {
namespace {

/// The product of `shape`, or `limit + 1` for all products beyond `limit`.
std::size_t element_count(std::span<const std::size_t> shape, std::size_t limit) {
    if (std::ranges::find(shape, 0u) != shape.end()) return 0;
    std::size_t count = 1;
    for (const std::size_t size : shape) {
        if (size > limit / count) return limit + 1;
        count *= size;
    }
    return count;
}

/// How far apart, in elements of the file, neighbours along each dimension lie.
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

/// Moves `index` on to the next element.
void step_in_c_order(std::vector<std::size_t>& index, std::span<const std::size_t> shape) {
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (++index[i] < shape[i]) return;
        index[i] = 0;
    }
}

std::vector<float> load_values(const NpyHeader& header, const char* data, std::size_t count) {
    const std::vector<std::size_t> strides = strides_in_file(header);
    const std::size_t element_size = size_of(header.type);
    std::vector<std::size_t> index(header.shape.size());
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t place = i;
        if (header.fortran_order) {
            place = std::inner_product(index.begin(), index.end(), strides.begin(), std::size_t{0});
            step_in_c_order(index, header.shape);
        }
        values[i] =
            static_cast<float>(load_number(data + place * element_size, header.type, header.order));
    }
    return values;
}

std::string header_text(std::span<const std::size_t> shape) {
    constexpr std::size_t fixed_size = 10;  // magic, version and the length itself
    std::string text = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}{}), }}",
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    // The data is to start at a multiple of 64 bytes, after a line feed.
    text.append(63 - (fixed_size + text.size()) % 64, ' ');
    text += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(text.size() % 256);
    header += static_cast<char>(text.size() / 256);
    return header + text;
}

void require_shape(const std::filesystem::path& path, std::span<const std::size_t> shape,
                   std::size_t value_count) {
    const bool few = shape.size() <= kMaxNpyDimensions;
    if (few && element_count(shape, value_count) == value_count) return;
    throw Error(
        ErrorCode::invalid_argument, fmt::format("write array '{}'", path.string()),
        few ? fmt::format("shape ({}) does not hold {} values", fmt::join(shape, ", "), value_count)
            : fmt::format("{} dimensions are too many", shape.size()));
}

}  // namespace

NpyArray parse_npy(const InputFile& file) {
    NpyHeader header = parse_npy_header(file);
    const std::size_t there = (file.size() - header.data_offset) / size_of(header.type);
    const std::size_t count = element_count(header.shape, there);
    if (count > there) {
        file.fail_at_byte(file.size(),
                          fmt::format("the file ends after {} of the values of shape ({})", there,
                                      fmt::join(header.shape, ", ")));
    }
    auto values = load_values(header, file.content().data() + header.data_offset, count);
    return {std::move(header.shape), std::move(values)};
}

NpyArray read_npy(const std::filesystem::path& path) {
    return parse_npy(InputFile("read array", path));
}

void write_npy(const std::filesystem::path& path, std::span<const std::size_t> shape,
               std::span<const float> values) {
    static_assert(std::endian::native == std::endian::little,
                  "write_npy stores floats as they are");
    require_shape(path, shape, values.size());
    std::string content = header_text(shape);
    content.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    write_atomically(path, content);
}

}  // namespace glint
