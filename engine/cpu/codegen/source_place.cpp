// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/source_place.hpp>

#include <string_view>

#include <fmt/format.h>

#include <glint/cpu/frontend/prelude_files.hpp>

namespace glint::cpu {
namespace {

bool is_user_code(const SourceFrame& frame) {
    return frame.line != 0 && !frame.file.starts_with(kPreludeFolder);
}

std::string_view without_dot(std::string_view file) {
    return file.starts_with("./") ? file.substr(2) : file;
}

// Removes the outermost frame if it is the entry. The kernel is inlined into the entry, and both
// have the same name.
std::span<const SourceFrame> without_entry(std::span<const SourceFrame> frames) {
    const std::size_t count = frames.size();
    const bool has_entry = count > 1 && frames[count - 1].function == frames[count - 2].function;
    return has_entry ? frames.first(count - 1) : frames;
}

}  // namespace

std::string source_path(const std::string& folder, const std::string& file) {
    const bool is_complete = file.starts_with("/") || folder.empty() || folder == ".";
    return std::string(without_dot(is_complete ? file : folder + "/" + file));
}

// Omits the name of the outermost function. This function is the kernel, and the message already
// contains its name.
std::string describe_place(std::span<const SourceFrame> all) {
    const std::span<const SourceFrame> frames = without_entry(all);
    std::string text;
    for (const SourceFrame& frame : frames) {
        if (!is_user_code(frame)) continue;
        text += fmt::format("{}{}:{}", text.empty() ? "" : ", from ", without_dot(frame.file),
                            frame.line);
        const bool is_outermost = &frame == &frames.back();
        if (!is_outermost && !frame.function.empty()) text += " in " + frame.function;
    }
    return text;
}

}  // namespace glint::cpu
