// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

namespace glint::studio {

/// The file for a run's pictures, and their frame rate.
struct RecordingOptions {
    std::filesystem::path file;  ///< NAME.mp4, NAME.gif, or a folder for PNGs
    unsigned fps = 30;           ///< pictures per second of playback, one of kRecordingRates
};

/// The possible frame rates. Each rate divides app::kFramesPerSecond, the number of frames per
/// second of playback.
inline constexpr std::array<unsigned, 12> kRecordingRates{60, 30, 20, 15, 12, 10, 6, 5, 4, 3, 2, 1};

enum class RecordingKind { mp4, gif, folder };

/// Returns the kind of a recording from the extension of its path. A path is a folder if it ends in
/// '/', has no extension, or is an existing folder. Throws Error(invalid_argument) for other
/// extensions.
RecordingKind kind_of(const std::filesystem::path& file);

/// Returns the path of ffmpeg: $GLINT_FFMPEG if that is set, and otherwise the ffmpeg on $PATH. If
/// ffmpeg is not found, throws Error(not_found). The message explains how to install ffmpeg, or how
/// to record `file` without ffmpeg.
std::filesystem::path ffmpeg_for(const std::filesystem::path& file);
bool has_ffmpeg();

/// Throws an Error if a recording is not possible: invalid_argument for an invalid rate or name,
/// and not_found if ffmpeg is missing. Throws io if the location is not writable, or if the folder
/// contains the pictures of another recording.
void check_recording(const RecordingOptions& options);

/// Returns the path for the continuation of a recording: the first of NAME-2.mp4, NAME-3.mp4 ...
/// that does not exist. The path of a folder whose name contains a dot ends in '/'.
std::filesystem::path next_part(const std::filesystem::path& file);
/// Returns the path for a new recording in `folder`: the first of STEM-0001.mp4, STEM-0002.mp4 ...
/// that does not exist. Without ffmpeg, the path is that of a folder, such as STEM-0001.
std::filesystem::path new_recording(const std::filesystem::path& folder, std::string_view stem);
/// Returns the last component of the path, "x.mp4" or the name of a folder, without '/'.
std::string name_of(const std::filesystem::path& file);

/// Returns the name of the file for picture `index` in a folder. Picture 0 is "frame-000001.png".
std::string picture_name(std::size_t index);

}  // namespace glint::studio
