// SPDX-License-Identifier: MIT
#include <glint/formats/input_file.hpp>

#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>

namespace glint {

InputFile::InputFile(std::string_view purpose, const std::filesystem::path& path)
    : operation_(fmt::format("{} '{}'", purpose, path.string())), content_(read_text(path)) {}

InputFile InputFile::of_content(std::string operation, std::string content) {
    InputFile file;
    file.operation_ = std::move(operation);
    file.content_ = std::move(content);
    return file;
}

void InputFile::fail(std::string_view reason, std::source_location place) const {
    throw Error(ErrorCode::bad_input, operation_, reason, place);
}

void InputFile::fail_at_line(std::size_t line, std::string_view reason,
                             std::source_location place) const {
    fail(fmt::format("line {}: {}", line, reason), place);
}

void InputFile::fail_at_byte(std::size_t byte, std::string_view reason,
                             std::source_location place) const {
    fail(fmt::format("byte {}: {}", byte, reason), place);
}

}  // namespace glint
