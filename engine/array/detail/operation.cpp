// SPDX-License-Identifier: MIT
#include <glint/array/detail/operation.hpp>

namespace glint::detail {

std::string filled(std::string_view code, std::span<const std::string> names) {
    std::string text;
    for (const std::string& name : names) {
        const std::size_t place = code.find("{}");
        text += code.substr(0, place);
        text += name;
        code.remove_prefix(place + 2);
    }
    return text += code;
}

}  // namespace glint::detail
