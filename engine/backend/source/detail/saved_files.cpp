// SPDX-License-Identifier: MIT
#include <glint/backend/source/detail/saved_files.hpp>

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>

namespace glint::compiler {
namespace {

void leave(const std::string& file, std::span<const std::byte> content) {
    try {
        write_atomically(file, content);
    } catch (const Error& error) {
        log::warning_once(fmt::format("GLINT_KEEP: {}", error.what()));
    }
}

}  // namespace

SavedFiles::SavedFiles(const Source& source, std::string_view target) {
    const char* folder = std::getenv("GLINT_KEEP");
    if (!folder || !*folder) return;
    const std::string stem = std::filesystem::path(source.name).stem().string();
    const std::string name =
        fmt::format("{}/{}-{}", folder, stem, content_hash(source.text).substr(0, 8));
    leave(name + ".cu", std::as_bytes(std::span(source.text)));
    prefix_ = fmt::format("{}.{}.", name, target);
}

void SavedFiles::write(std::string_view suffix, std::span<const std::byte> content) const {
    if (!prefix_.empty()) leave(fmt::format("{}{}", prefix_, suffix), content);
}

void SavedFiles::write(std::string_view suffix, std::string_view content) const {
    write(suffix, std::as_bytes(std::span(content)));
}

}  // namespace glint::compiler
