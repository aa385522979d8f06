// SPDX-License-Identifier: MIT
#include <glint/driver/span.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint {

void detail::refuse_subspan(std::size_t first, std::size_t count, std::size_t size) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("create a subspan of {}", text::counted(size, "element")),
                fmt::format("the range of {} from index {} is out of bounds",
                            text::counted(count, "element"), first));
}

}  // namespace glint
