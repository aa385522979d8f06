// SPDX-License-Identifier: MIT
#include <glint/studio/text/detail/toml_text.hpp>

#include <fmt/format.h>

namespace glint::studio {

InputPlace line_place(const std::filesystem::path& file, std::size_t line) {
    return {fmt::format("{}:{}", file.string(), line)};
}

toml::table parse_toml(std::string_view text, const std::filesystem::path& file) try {
    return toml::parse(text, std::string_view(file.native()));
} catch (const toml::parse_error& error) {
    throw Error(ErrorCode::bad_input, line_place(file, error.source().begin.line),
                error.description());
}

}  // namespace glint::studio
