// SPDX-License-Identifier: MIT
#include <glint/studio/keep/recording/recording_options.hpp>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <glint/base/absolute_path.hpp>
#include <glint/base/environment.hpp>
#include <glint/base/error.hpp>
#include <glint/base/run_program.hpp>
#include <glint/base/text.hpp>
#include <glint/base/writable_folder.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kFastestGif = 50;  // a GIF's delays are multiples of 0.01 s, and at least 0.02 s

[[noreturn]] void refuse_recording(ErrorCode code, const fs::path& file,
                                   const std::string& reason) {
    throw Error(code, fmt::format("record '{}'", file.string()), reason);
}

void check_rate(const RecordingOptions& options, RecordingKind kind) {
    if (std::ranges::count(kRecordingRates, options.fps) == 0)
        refuse_recording(ErrorCode::invalid_argument, options.file,
                         fmt::format("{} images per second is not a supported rate. Use one of {}",
                                     options.fps, fmt::join(kRecordingRates, ", ")));
    if (kind == RecordingKind::gif && options.fps > kFastestGif)
        refuse_recording(ErrorCode::invalid_argument, options.file,
                         fmt::format("a GIF can have at most {} images per second", kFastestGif));
}

void check_folder(const fs::path& folder) {
    if (const auto reason = reason_not_writable(folder))
        refuse_recording(ErrorCode::io, folder, *reason);
    std::error_code absent;
    if (fs::exists(folder / picture_name(0), absent))
        refuse_recording(ErrorCode::io, folder,
                         fmt::format("the folder contains images of another recording ({}). Use a "
                                     "different folder, or remove these images",
                                     picture_name(0)));
}

void check_file(const fs::path& file) {
    std::error_code absent;
    if (fs::is_directory(file, absent))
        refuse_recording(ErrorCode::io, file, "the path is a folder");
    if (fs::is_fifo(file, absent)) refuse_recording(ErrorCode::io, file, "the path is a pipe");
    if (const auto reason = reason_not_writable(absolute_path(file).parent_path()))
        refuse_recording(ErrorCode::io, file, *reason);
    if (fs::exists(file, absent) && ::access(file.c_str(), W_OK) != 0)
        refuse_recording(ErrorCode::io, file, std::generic_category().message(errno));
    (void)ffmpeg_for(file);
}

std::optional<fs::path> find_ffmpeg() {
    if (const auto own = environment("GLINT_FFMPEG")) return *own;
    return find_program("ffmpeg");
}

fs::path without_slash(const fs::path& file) {
    return file.has_filename() ? file : file.parent_path();
}

/// Returns the first of `path(first)`, `path(first + 1)` ... that does not exist.
template <class Path>
fs::path first_free(unsigned first, bool is_folder, const Path& path) {
    for (unsigned i = first;; ++i) {
        fs::path named = path(i);
        std::error_code absent;
        if (fs::exists(named, absent)) continue;
        return is_folder && named.has_extension() ? named / "" : named;
    }
}

}  // namespace

RecordingKind kind_of(const fs::path& file) {
    const std::string ending = text::lower_case(file.extension().string());
    if (ending == ".mp4") return RecordingKind::mp4;
    if (ending == ".gif") return RecordingKind::gif;
    std::error_code absent;
    if (ending.empty() || !file.has_filename() || fs::is_directory(file, absent))
        return RecordingKind::folder;
    refuse_recording(ErrorCode::invalid_argument, file,
                     fmt::format("the extension '{}' is neither .mp4 nor .gif. For a folder of PNG "
                                 "files, write no extension or a trailing '/'",
                                 file.extension().string()));
}

bool has_ffmpeg() { return find_ffmpeg().has_value(); }

fs::path ffmpeg_for(const fs::path& file) {
    const auto found = find_ffmpeg();
    if (!found)
        refuse_recording(
            ErrorCode::not_found, file,
            "ffmpeg was not found. Install the package 'ffmpeg', or record PNG files to a folder");
    if (::access(found->c_str(), X_OK) != 0)
        refuse_recording(ErrorCode::not_found, file,
                         fmt::format("$GLINT_FFMPEG is '{}', which cannot be executed: {}",
                                     found->string(), std::generic_category().message(errno)));
    return *found;
}

void check_recording(const RecordingOptions& options) {
    const RecordingKind kind = kind_of(options.file);
    check_rate(options, kind);
    kind == RecordingKind::folder ? check_folder(options.file) : check_file(options.file);
}

fs::path next_part(const fs::path& file) {
    const fs::path named = without_slash(file);
    const bool is_folder = kind_of(file) == RecordingKind::folder;
    const std::string stem = (is_folder ? named.filename() : named.stem()).string();
    const std::string ending = is_folder ? "" : named.extension().string();
    return first_free(2, is_folder, [&](unsigned i) {
        return named.parent_path() / fmt::format("{}-{}{}", stem, i, ending);
    });
}

fs::path new_recording(const fs::path& folder, std::string_view stem) {
    const bool is_video = has_ffmpeg();
    return first_free(1, !is_video, [&](unsigned i) {
        return folder / fmt::format("{}-{:04}{}", stem, i, is_video ? ".mp4" : "");
    });
}

std::string name_of(const fs::path& file) { return without_slash(file).filename().string(); }

std::string picture_name(std::size_t index) { return fmt::format("frame-{:06}.png", index + 1); }

}  // namespace glint::studio
