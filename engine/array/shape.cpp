#include <glint/array/shape.hpp>

#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>

namespace glint {

std::string to_string(const Shape& shape) { return fmt::format("({})", fmt::join(shape, ", ")); }
std::string to_string(const Strides& strides) {
    return fmt::format("({})", fmt::join(strides, ", "));
}

namespace detail {

void refuse_rank(std::size_t rank) {
    throw Error(ErrorCode::invalid_argument, "shape an array",
                fmt::format("{} dimensions; arrays have at most {}", rank, kMaxRank));
}

void refuse_axis(std::ptrdiff_t axis, std::size_t rank) {
    throw Error(ErrorCode::invalid_argument, fmt::format("find dimension {} of an array", axis),
                fmt::format("it has {} dimensions", rank));
}

Shape broadcast(std::span<const Shape> shapes) {
    std::size_t rank = 0;
    for (const Shape& shape : shapes) rank = std::max(rank, shape.rank());
    Shape common;
    for (std::size_t axis = 0; axis < rank; ++axis) common.append(1);
    for (const Shape& shape : shapes) {
        for (std::size_t i = 0; i < shape.rank(); ++i) {
            std::size_t& extent = common[i + rank - shape.rank()];
            if (shape[i] == extent || shape[i] == 1) continue;
            if (extent != 1) {
                std::string all;
                for (const Shape& each : shapes) all += (all.empty() ? "" : ", ") + to_string(each);
                throw Error(
                    ErrorCode::invalid_argument, "broadcast arrays of shapes " + all,
                    fmt::format("extents {} and {} are neither equal nor 1", extent, shape[i]));
            }
            extent = shape[i];
        }
    }
    check_size(common, 1);
    return common;
}

void check_size(const Shape& shape, std::size_t element_bytes) {
    const auto most = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
    if (std::ranges::find(shape, std::size_t(0)) != shape.end()) return;
    std::size_t bytes = element_bytes;
    for (const std::size_t extent : shape) {
        if (extent > most / bytes)
            throw Error(ErrorCode::invalid_argument,
                        fmt::format("shape an array of {} elements", to_string(shape)),
                        "that is more than memory can hold");
        bytes *= extent;
    }
}

}  // namespace detail
}  // namespace glint
